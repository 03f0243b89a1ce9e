/** Texts of drawings as units, and their translations as edits. */
import type { Edit, Target, Unit } from '../../format.ts'
import { encodeLater } from '../charset.ts'
import { officeLanguage } from '../direction.ts'
import { type CodedRuns, codedRuns, editsOfRuns, readAsRuns, signOfRuns } from '../runs/index.ts'
import { localName, setAttribute, writeText } from '../xml/index.ts'
import type { DrawnPlace, DrawnText } from './drawn.ts'
import { runOpenedIn, turnedTag } from './language.ts'

type LinePlace = Extract<DrawnPlace, { in: 'line' }>

/** A place, with its runs where it is a line. */
export type WrittenPlace =
  | { readonly place: LinePlace; readonly runs: CodedRuns }
  | { readonly place: Exclude<DrawnPlace, LinePlace> }

/** What drawings know of a unit. A family adds its part, its kind and its number. */
export type DrawnUnit = Pick<
  Unit,
  'path' | 'member' | 'start' | 'end' | 'text' | 'charset' | 'left_out' | 'context'
> & {
  /** Where its translation goes; none for what is computed. */
  readonly drawn: readonly WrittenPlace[]
  /** All places of its text, as `DrawnText` has them. */
  readonly keys?: readonly string[] | undefined
}

/** A unit of the original by its path, where a file is a result. */
export type DrawnBeside = (path: string) => Pick<DrawnUnit, 'drawn' | 'keys'> | undefined

/**
 * The units of a text, of which most are one: what other programs are told in other formatting is a unit of its own, and so is what is
 * computed. `path`: that of its member, `pptx:/ppt/slides/slide1.xml`.
 */
export function* unitsOfDrawn(text: DrawnText, path: string, beside?: DrawnBeside): Generator<DrawnUnit> {
  const [first] = text.places
  const own = `${path}#${text.anchor}`
  if (!first) return
  if (first.in !== 'line') {
    const range = first.in === 'text' ? first : first.tag
    yield {
      ...{ path: own, member: first.member, charset: first.charset, start: range.start, end: range.end },
      text: text.said,
      drawn: text.places.flatMap(place => (place.in === 'line' ? [] : [{ place }])),
      keys: text.keys,
    }
    return
  }
  const known = beside?.(own)?.drawn ?? []
  if (text.places.length === 1) {
    const only = lineOf(first, known[0])
    if (only) yield lineUnit(own, [only], text.keys)
    yield* computedIn(first, own, text.keys)
    return
  }
  const lines = text.places.flatMap(place => (place.in === 'line' ? [place] : []))
  const read = lines.map((place, at) => lineOf(place, known[at]))
  const main = read[0]
  const same = read.flatMap(each => (each && each.runs.text === main?.runs.text ? [each] : []))
  if (main) yield lineUnit(own, same, text.keys)
  for (const [at, place] of lines.entries()) {
    if (at === 0 || read[at]?.runs.text === main?.runs.text) continue
    const other = lineOf(place, beside?.(`${own}/other${at}`)?.drawn?.[0])
    if (other) yield lineUnit(`${own}/other${at}`, [other])
  }
  yield* computedIn(first, own, text.keys)
}

function* computedIn(place: LinePlace, path: string, keys: readonly string[]): Generator<DrawnUnit> {
  const { member, charset, line } = place
  const range = { start: line.tag.end, end: line.tag.end }
  for (const [at, text] of line.computed.entries()) {
    yield { path: `${path}/field${at + 1}`, member, charset, ...range, text, left_out: 'computed', keys, drawn: [] }
  }
}

/**
 * The texts of a result, read apart, each in the places that it has in the original: translations that say the same do not come together,
 * and those that no longer do stay together.
 */
export function* drawnAlike(
  texts: readonly DrawnText[],
  pathOf: (text: DrawnText) => string,
  beside: DrawnBeside,
): Generator<DrawnText> {
  const byKey = new Map(texts.map(text => [text.keys[0], text]))
  const taken = new Set<DrawnText>()
  for (const text of texts) {
    if (taken.has(text)) continue
    const own = `${pathOf(text)}#${text.anchor}`
    const original = beside(own) ?? beside(`${own}/field1`)
    const all = (original?.keys ?? text.keys).flatMap(key => byKey.get(key) ?? [])
    for (const each of all) taken.add(each)
    yield { ...text, keys: all.flatMap(({ keys }) => keys), places: all.flatMap(({ places }) => places) }
  }
}

type ReadLine = Extract<WrittenPlace, { runs: CodedRuns }>

function lineOf(place: LinePlace, original: WrittenPlace | undefined): ReadLine | undefined {
  const runs = codedRuns(place.line.items, original && 'runs' in original ? original.runs : undefined)
  return runs && { place, runs }
}

/** There are many: the object is made once, and in one shape. */
function lineUnit(path: string, drawn: readonly ReadLine[], keys?: readonly string[]): DrawnUnit {
  const [first] = drawn
  const meanings = first?.runs.codes.flatMap(({ tag, meaning }) => (meaning ? [[tag, meaning] as const] : [])) ?? []
  return {
    path,
    member: first?.place.member,
    start: first?.runs.start ?? 0,
    end: first?.runs.end ?? 0,
    text: first?.runs.text ?? '',
    charset: first?.place.charset ?? 'utf-8',
    context: meanings.length > 0 ? { stands_for: Object.fromEntries(meanings) } : undefined,
    drawn,
    keys,
  }
}

/**
 * The edits of a translation: in the looks of its source, in its own language and direction, in all its places. None where one of them
 * cannot have it.
 */
export function editsOfDrawn(
  unit: Pick<DrawnUnit, 'text' | 'drawn'>,
  translation: string | undefined,
  target: Target,
): readonly Edit[] {
  if (translation === undefined || translation === unit.text) return []
  const all = unit.drawn.map(place => editsAt(place, translation, target))
  return all.some(edits => edits.length === 0) ? [] : all.flat()
}

/** What a translation reads back as. */
export function drawnReadsAs({ drawn: [first] }: Pick<DrawnUnit, 'drawn'>, translation: string): string {
  return first && 'runs' in first ? readAsRuns(first.runs, translation) : translation
}

/** A unit, or a translation of it, as `Format.sign` has it. */
export function signOfDrawn(
  { drawn, text }: Pick<DrawnUnit, 'drawn' | 'text'>,
  translation?: string,
): string | undefined {
  const signs = drawn.map(each => ('runs' in each ? signOfRuns(each.runs, translation) : (translation ?? text)))
  return signs.includes(undefined) ? undefined : [translation ?? text, ...signs].join('\n\n')
}

function editsAt(written: WrittenPlace, translation: string, target: Target): Edit[] {
  const { place } = written
  const { member, charset } = place
  if ('runs' in written) return editsOfLine(written, translation, target)
  if (place.in === 'attribute') {
    const edit = setAttribute(place.tag, place.name, translation, charset)
    return edit ? [{ ...edit, member }] : []
  }
  if (place.in !== 'text') return []
  const said = writeText(translation, { like: place.like, charset, where: 'text' })
  return said === undefined ? [] : [{ member, start: place.start, end: place.end, bytes: encodeLater(said, charset) }]
}

function editsOfLine({ place, runs }: ReadLine, translation: string, target: Target): Edit[] {
  const { member, charset } = place
  const language = officeLanguage(target.language)
  const escaped = (said: string): string | undefined => writeText(said, { like: '', charset, where: 'text' })
  const edits = editsOfRuns(runs, translation, escaped, open => runOpenedIn(open, language))
  if (edits.length === 0) return []
  const written = edits.map(({ start, end, text }) => ({ member, start, end, bytes: encodeLater(text, charset) }))
  const turned = turning(place, language.rtl)
  return turned ? [{ ...turned, member }, ...written] : written
}

/** The edit by which a paragraph runs in the direction of its translation. */
function turning({ line, charset, centred }: LinePlace, rtl: boolean): Edit | undefined {
  const { tag, properties } = line
  const prefix = tag.name.slice(0, tag.name.length - localName(tag.name).length)
  if (properties) {
    const turned = turnedTag(properties, rtl, centred)
    return turned === undefined
      ? undefined
      : { start: properties.start, end: properties.end, bytes: encodeLater(turned, charset) }
  }
  if (!rtl) return undefined
  const aligned = centred ? '' : ' algn="r"'
  return { start: tag.end, end: tag.end, bytes: encodeLater(`<${prefix}pPr${aligned} rtl="1"/>`, charset) }
}
