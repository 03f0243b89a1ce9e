/**
 * The units of a document that holds its texts in several languages beside each other. A translation gets an element of its own behind
 * them, or fills the empty one that is there; no other language is changed.
 */

import { sameTag } from '../../contract/language-tags.ts'
import { readLike, type XmlNode, type XmlPiece } from '../bytes/xml/index.ts'
import { inStyleOf, isSameLanguage } from '../content/language-tag.ts'
import type { Charset } from '../format.ts'
import { type CutUnit, genericUnits } from './generic.ts'
import type { MadeUnit } from './resource.ts'
import { type LanguagesOfFile, languageSaidBy, type Sibling, type Siblings } from './siblings.ts'

/** As BCP 47 tags. The target is absent while a file is surveyed. */
interface Asked {
  readonly source: string | undefined
  readonly target: string | undefined
}

/** What is read, and for which languages. */
interface Reading extends Asked {
  readonly file: LanguagesOfFile
  readonly nodes: readonly XmlNode[]
  readonly charset: Charset
  /** The tags in the file that are places of the target. */
  readonly places: ReadonlySet<string>
  /** Somewhere in the file the target language is there, and to which text it belongs is not clear. */
  readonly closed: boolean
}

export async function* besideUnits(
  read: () => AsyncIterable<XmlPiece>,
  file: LanguagesOfFile,
  asked: Asked,
): AsyncGenerator<readonly MadeUnit[]> {
  const units: CutUnit[] = []
  for await (const some of genericUnits(read, 'each')) for (const unit of some) units.push(unit)
  const nodes: XmlNode[] = []
  let charset: Charset = 'utf-8'
  for await (const piece of read()) {
    charset = piece.charset
    for (const node of piece.nodes) nodes.push(node)
  }
  const source = asked.source ?? file.source
  const places = tagsLike(file, source, asked.target)
  const closed = file.groups.some(group => group.unclear && placeIn({ places }, group) !== undefined)
  yield unitsBeside({ ...asked, source, file, nodes, charset, places, closed }, units)
}

/** The tags of the file that are places of a language: `de-DE` is that of `de`. */
function tagsLike(file: LanguagesOfFile, source: string | undefined, target: string | undefined): ReadonlySet<string> {
  const tags = new Set<string | undefined>([file.unsaid, source])
  for (const { all } of file.groups) for (const { language } of all) tags.add(language)
  return new Set(
    [...tags].flatMap(tag => (tag !== undefined && target !== undefined && sameTag(tag, target) ? [tag] : [])),
  )
}

function unitsBeside(reading: Reading, units: readonly CutUnit[]): readonly MadeUnit[] {
  const groups = [...reading.file.groups].sort((one, two) => startOf(one) - startOf(two))
  const members = groups.flatMap(({ all }) => all).sort((one, two) => one.number - two.number)
  const inside = new Map<Sibling, CutUnit[]>()
  const made: MadeUnit[] = []
  let at = 0
  for (const unit of units) {
    while (at < members.length && (members[at]?.last ?? 0) <= unit.number) at += 1
    const member = members[at]
    if (member === undefined || member.number > unit.number) made.push(kept(unit, 'do_not_translate'))
    else {
      const its = inside.get(member)
      if (its) its.push(unit)
      else inside.set(member, [unit])
    }
  }
  for (const group of groups) for (const unit of unitsOf(reading, group, inside)) made.push(unit)
  const places = groups.flatMap(group => placeIn(reading, group) ?? []).sort((one, two) => one.number - two.number)
  return renumbered(made, places)
}

function startOf({ all }: Siblings): number {
  return all[0]?.number ?? 0
}

/** The units of one text. */
function unitsOf(
  reading: Reading,
  group: Siblings,
  inside: ReadonlyMap<Sibling, readonly CutUnit[]>,
): readonly MadeUnit[] {
  const { target } = reading
  const from = sourceIn(reading, group)
  const place = placeIn(reading, group)
  const texts = (from && inside.get(from)) ?? []
  const others = group.all
    .filter(each => each !== from && each !== place)
    .flatMap(each => (inside.get(each) ?? []).map(unit => kept(unit, 'other_language')))
  if (from === undefined) {
    const own = (place && inside.get(place)) ?? []
    return [...others, ...own.map(unit => kept(unit, 'already_translated'))]
  }
  if (target === undefined) return [...others, ...texts]
  if (place === undefined && isTaken(reading, group))
    return [...others, ...texts.map(unit => kept(unit, 'other_language'))]
  const stay = texts.flatMap(unit => (unit.left_out === undefined ? [] : [kept(unit, unit.left_out)]))
  const written = texts.filter(({ left_out }) => left_out === undefined)
  const there = (place && inside.get(place)) ?? []
  if (there.length > 0) return [...others, ...stay, ...done(texts, there)]
  return [...others, ...stay, ...madeFrom(reading, group, { from, place, written })]
}

/** Never written, whoever asks for it: it stands where another language does. */
function kept(unit: CutUnit, reason: NonNullable<MadeUnit['left_out']>): MadeUnit {
  return { ...unit, left_out: unit.left_out ?? reason, place: undefined }
}

/** The element that is translated. */
function sourceIn(reading: Reading, { all }: Siblings): Sibling | undefined {
  const { source } = reading
  const others = all.filter(each => !isPlace(reading, languageOf(reading, each)))
  if (source === undefined) return others.find(({ language }) => language === undefined) ?? others[0]
  return (
    others.find(each => languageOf(reading, each) === source) ??
    others.find(each => isNear(languageOf(reading, each), source))
  )
}

/** An element that says no language is in that of the file, else in the one that is translated. */
function languageOf({ file, source }: Reading, { language }: Sibling): string | undefined {
  return language ?? file.unsaid ?? source
}

function isNear(one: string | undefined, other: string): boolean {
  return one !== undefined && isSameLanguage(one, other)
}

function isPlace({ places }: Pick<Reading, 'places'>, tag: string | undefined): boolean {
  return tag !== undefined && places.has(tag)
}

/** The element of the target language. */
function placeIn(reading: Pick<Reading, 'places'>, { all }: Siblings): Sibling | undefined {
  return all.find(({ language }) => isPlace(reading, language))
}

/** Nothing is made where the text is in the target language already, or where that may be so. */
function isTaken(reading: Reading, { all, unclear }: Siblings): boolean {
  if (all.some(each => isPlace(reading, languageOf(reading, each)))) return true
  return unclear && reading.closed
}

/** The units of a translation that the file has. */
function done(texts: readonly CutUnit[], there: readonly CutUnit[]): readonly MadeUnit[] {
  const isAlike = texts.length === there.length
  return texts.flatMap((unit, at) => {
    const own = there[at]
    if (unit.left_out !== undefined) return []
    if (!isAlike || !own || !unit.place) return [kept(unit, 'already_translated')]
    const target = readLike(unit.place.source, own.nodes)
    return [{ ...kept(unit, 'already_translated'), start: own.start, end: own.end, target }]
  })
}

interface Making {
  readonly from: Sibling
  /** The element that is there and empty. */
  readonly place: Sibling | undefined
  readonly written: readonly CutUnit[]
}

/** The units of an element that is a copy of the source with its texts translated: all of them, or the element is not written. */
function madeFrom(reading: Reading, { all }: Siblings, { from, place, written }: Making): readonly MadeUnit[] {
  const [first, last] = [written[0], all.at(-1)]
  if (!first || !last) return []
  const range = place ? emptyRange(place) : { start: last.end, end: last.end }
  const opening = place ? (place.tag.empty ? opened(place.tag.raw) : '') : `${last.indent}${openTag(reading, from)}`
  const closing = place && !place.tag.empty ? '' : `</${from.tag.name}>`
  let cut = from.tag.end
  return written.map((unit, at): MadeUnit => {
    const before = (at === 0 ? opening : '') + between(reading, from, cut, unit.start)
    cut = unit.end
    const isLast = at === written.length - 1
    const after = isLast ? between(reading, from, cut, from.to) + closing : ''
    const start = at === 0 ? range.start : range.end
    return {
      ...unit,
      start,
      end: range.end,
      target: '',
      ...(written.length > 1 && { group: `${first.path}@beside` }),
      place: unit.place && { ...unit.place, before, after, made: true },
    }
  })
}

function emptyRange({ tag, to }: Sibling): { start: number; end: number } {
  return tag.empty ? { start: tag.start, end: tag.end } : { start: tag.end, end: to }
}

function opened(raw: string): string {
  return raw.endsWith('/>') ? `${raw.slice(0, -2).trimEnd()}>` : raw
}

/** The start tag of the source, in the target language. */
function openTag({ file, target = '' }: Reading, { tag, written }: Sibling): string {
  const said = languageSaidBy(tag)
  const language = likeOthers(file.like, target)
  const raw = opened(tag.raw)
  if (said === undefined) return raw.replace(/^<[^\s/>]+/, name => `${name} xml:lang="${language}"`)
  return inTarget(raw, written, language)
}

/** A tag as the file writes those of its other languages. */
function likeOthers(like: string, target: string): string {
  const styled = inStyleOf(like, target)
  return like.length > 1 && like === like.toUpperCase() ? styled.toUpperCase() : styled
}

/** What stands between the texts of the source; where it says the language of the source, it says the target. */
function between({ nodes, file, target = '' }: Reading, from: Sibling, start: number, end: number): string {
  let raw = ''
  for (let at = firstOf(nodes.length, each => (nodes[each]?.start ?? 0) >= start); at < nodes.length; at += 1) {
    const node = nodes[at]
    if (!node || node.end > end) break
    raw += node.raw
  }
  return from.written === '' ? raw : inTarget(raw, from.written, likeOthers(file.like, target))
}

function inTarget(raw: string, written: string, language: string): string {
  return raw.replace(/(\s(?:xml:)?lang\s*=\s*)(["'])([^"']*)\2/g, (all, name: string, quote: string, said: string) =>
    said === written ? `${name}${quote}${language}${quote}` : all,
  )
}

/** The first of so many indexes for which something holds that then holds for all after it. */
function firstOf(length: number, holds: (at: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** In the order of the file. Elements of the target language do not count in paths: they are the same where it is not there yet. */
function renumbered(units: readonly MadeUnit[], places: readonly Sibling[]): readonly MadeUnit[] {
  let count = 0
  const gone = places.map(({ number, last }) => {
    count += last - number
    return { last, count }
  })
  const goneBefore = (number: number): number =>
    gone[firstOf(gone.length, at => (gone[at]?.last ?? 0) > number) - 1]?.count ?? 0
  const sorted = [...units].sort((one, two) => one.start - two.start || one.end - two.end)
  return sorted.map(unit => ({
    ...unit,
    path: unit.path.replace(/\d+/, found => String(Number(found) - goneBefore(Number(found)))),
  }))
}
