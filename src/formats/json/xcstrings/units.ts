/** The units of a string catalog: the texts of its source language, each with what it is in the target language. */
import { sameTag } from '../../../contract/language-tags.ts'
import { byteCounter, type DecodedText } from '../../bytes/charset.ts'
import { leftOutOfData } from '../../content/left-out.ts'
import { limitSaid } from '../../content/limits.ts'
import { childPointer } from '../../content/tree.ts'
import type { Charset, Reason } from '../../format.ts'
import { escapesAllButAscii } from '../escape.ts'
import type { Holder, JsonString } from '../reader.ts'
import { type Catalog, holderIn, localizationIn, nameOfLanguage, plainIn, readCatalog, stringIn } from './catalog.ts'
import { insertionOf, type MadeText, madeOf, newLine } from './making.ts'
import { type CatalogPlace, type CatalogUnit, TRANSLATED } from './place.ts'
import {
  type CatalogLeaf,
  type CatalogShape,
  type CatalogText,
  catalogShapeOf,
  leavesOf,
  plainShape,
  unitIn,
} from './shape.ts'

/** A unit whose offsets are characters. */
type Draft = Omit<CatalogUnit, 'index'>

/** What is true of all units of a file. */
interface Reading extends Catalog {
  readonly charset: Charset
  /** A BCP 47 tag; undefined while a file is surveyed. */
  readonly language: string | undefined
  /** What the file calls that language. */
  readonly named: string | undefined
}

/** An entry of the catalog. */
interface Entry {
  readonly holder: Holder
  readonly path: string
  readonly shape: CatalogShape
  /** The key is the text itself. */
  readonly is_key: boolean
}

/** The units in file order. @throws {FormatError} as `readCatalog` */
export function* catalogUnits(decoded: DecodedText, language: string | undefined): Generator<CatalogUnit> {
  const catalog = readCatalog(decoded.text)
  const isOther = language !== undefined && !sameTag(language, catalog.source)
  const reading: Reading = {
    ...catalog,
    charset: decoded.charset === 'utf-8' && escapesAllButAscii(decoded.text) ? 'us-ascii' : decoded.charset,
    language: isOther ? language : undefined,
    named: isOther ? nameOfLanguage(catalog, language) : undefined,
  }
  const byteAt = byteCounter(decoded.text, decoded.charset, decoded.bom_bytes)
  let index = 0
  for (const entry of entriesIn(reading)) {
    for (const { place, start, end, ...draft } of unitsOfEntry(entry, reading)) {
      const before = place?.kind === 'there' && place.state.start < start ? inBytes(place, byteAt) : undefined
      const range = { start: byteAt(start), end: byteAt(end) }
      const its = before ?? (place?.kind === 'there' ? inBytes(place, byteAt) : place)
      yield { index: index++, ...draft, ...range, place: its }
    }
  }
}

function inBytes(
  { kind, state }: CatalogPlace & { readonly kind: 'there' },
  byteAt: (at: number) => number,
): CatalogPlace {
  return { kind, state: { ...state, start: byteAt(state.start), end: byteAt(state.end) } }
}

/** A key that comes again has its number besides: the first keeps the plain path. */
function* entriesIn(reading: Reading): Generator<Entry> {
  const seen = new Map<string, number>()
  for (const holder of reading.strings.holders) {
    if (!holder.object) continue
    const count = (seen.get(holder.key) ?? 0) + 1
    seen.set(holder.key, count)
    const path = entryPath(holder.key) + (count === 1 ? '' : `#${count}`)
    const source = localizationIn(holder, reading.source)
    const shape = source && catalogShapeOf(source, reading.text, reading.language)
    yield { holder, path, shape: shape ?? plainShape(keyText(holder, reading)), is_key: shape === undefined }
  }
}

/** The path of an entry: that of its text, and what the paths of several begin with. */
export function entryPath(key: string): string {
  return `${SCHEME}${childPointer('', key)}`
}

const SCHEME = 'xcstrings:'

function keyText({ key, key_start, key_end }: Holder, { text }: Reading): CatalogText {
  return { value: key, raw: text.slice(key_start, key_end), start: key_start, end: key_end }
}

function unitsOfEntry(entry: Entry, reading: Reading): readonly Draft[] {
  const leaves = leavesOf(entry.shape)
  const texts = leaves.filter(({ constant }) => !constant)
  const [first] = leaves
  if (first === undefined) return []
  // Where nothing is to be translated, one unit says so.
  if (texts.length === 0) return [surveyed(first, entry, reading)]
  const drafts =
    reading.language === undefined
      ? texts.map(leaf => surveyed(leaf, entry, reading))
      : withTargets(entry, reading, { language: reading.language, leaves })
  return drafts.toSorted((one, other) => one.start - other.start)
}

/** The unit of a text that nothing is known of in another language. */
function surveyed(leaf: CatalogLeaf, entry: Entry, reading: Reading): Draft {
  const { start, end } = leaf.from
  const found =
    reading.language === undefined ? undefined : targetOf(leaf, localizationIn(entry.holder, reading.language))
  const target = reading.language === undefined ? undefined : translationIn(found)
  return { ...draftOf(leaf, entry, reading), start, end, target }
}

/** Where a text of a localization is. */
function targetOf({ keys }: Pick<CatalogLeaf, 'keys'>, own: Holder | undefined): ReturnType<typeof unitIn> {
  const holder = holderAt(own, keys)
  return holder && unitIn(holder)
}

function holderAt(own: Holder | undefined, keys: readonly string[]): Holder | undefined {
  let holder = own
  for (const key of keys) holder = holder && holderIn(holder, key)
  return holder
}

function withTargets(
  entry: Entry,
  reading: Reading,
  { language, leaves }: { readonly language: string; readonly leaves: readonly CatalogLeaf[] },
): readonly Draft[] {
  const own = localizationIn(entry.holder, language)
  if (own !== undefined && leaves.every(leaf => isPlaced(leaf, own))) return besidePresent(entry, reading, own, leaves)
  const has = own === undefined ? [] : unitsIn(own)
  const isDone = has.length > 0 && has.every(isDoneUnit)
  const { depth, ...around } = own === undefined ? newPlace(entry, reading, reading.named ?? language) : placeOfAll(own)
  const made = madeOf(entry.shape, reading.manner, { depth, ...around })
  return made.map(({ leaf, ...place }, at): Draft => {
    // What comes behind the first is written where that ends.
    const start = at === 0 ? around.start : around.end
    const target = translationIn(targetOf(leaf, own) ?? has[0])
    const other_shape = isDone || undefined
    const facts = {
      start,
      end: around.end,
      target,
      other_shape,
      group: groupOf(entry, made.length),
      place: madePlace(place),
    }
    return withState({ ...draftOf(leaf, entry, reading), ...facts }, isDone)
  })
}

function madePlace({ before, between, after }: Omit<MadeText, 'leaf'>): CatalogPlace {
  return { kind: 'made', before, between, after }
}

function groupOf({ path }: Entry, count: number): string | undefined {
  return count > 1 ? path : undefined
}

/** Where all of a localization is written anew. */
function placeOfAll({ start, end, depth }: Holder) {
  return { start, end, depth, lead: '', tail: '' }
}

/** Where a localization goes that an entry lacks. */
function newPlace({ holder }: Entry, reading: Reading, language: string) {
  const all = holderIn(holder, 'localizations')
  if (all !== undefined) return { ...insertionOf(reading, all, language), depth: all.depth + 1 }
  const { lead, tail, ...range } = insertionOf(reading, holder, 'localizations')
  const { manner } = reading
  const line = (depth: number) => newLine(manner, depth)
  const opened = `${lead}{${line(holder.depth + 2)}${JSON.stringify(language)}${manner.colon}`
  return { ...range, lead: opened, tail: `${line(holder.depth + 1)}}${tail}`, depth: holder.depth + 2 }
}

/** Whether a text is there, or can be put beside the other forms of a plural that is. */
function isPlaced(leaf: CatalogLeaf, own: Holder): boolean {
  if (targetOf(leaf, own) !== undefined) return true
  const plural = holderAt(own, leaf.keys.slice(0, -1))
  const isForm = leaf.keys.at(-2) === 'plural' && plural !== undefined && plural.holders.length > 0
  return isForm && holderAt(own, leaf.keys) === undefined
}

/** Each text in its place, those that are lacking among them. What stands there stays apart from what is written together: no form of it is missing. */
function besidePresent(entry: Entry, reading: Reading, own: Holder, leaves: readonly CatalogLeaf[]): readonly Draft[] {
  const texts = leaves.filter(({ constant }) => !constant)
  // A sentence may say its number by a part of its own, where that of the source has it in its text.
  const hasParts = ({ keys }: CatalogLeaf) => keys[0] === 'substitutions'
  const other_shape = (holderIn(own, 'substitutions') !== undefined && !leaves.some(hasParts)) || undefined
  const open = texts.filter(leaf => translationIn(targetOf(leaf, own)) === '').length
  return texts.flatMap((leaf): readonly Draft[] => {
    const found = targetOf(leaf, own)
    const isDone = isDoneUnit(found)
    const group = translationIn(found) === '' ? groupOf(entry, open) : undefined
    const draft = { ...draftOf(leaf, entry, reading), group, other_shape }
    if (found !== undefined) {
      const { state, value } = found
      const place: CatalogPlace = { kind: 'there', state }
      const { start, end } = value
      return [withState({ ...draft, start, end, target: translationIn(found), place }, isDone)]
    }
    const plural = holderAt(own, leaf.keys.slice(0, -1))
    if (plural === undefined) return []
    const { start, end, ...around } = insertionOf(reading, plural, leaf.keys.at(-1) ?? '')
    const form: CatalogShape = { kind: 'members', members: [['stringUnit', leaf]] }
    const [made] = madeOf(form, reading.manner, { depth: plural.depth + 1, ...around })
    return made === undefined ? [] : [{ ...draft, start, end, target: '', place: madePlace(made) }]
  })
}

/** All texts of a localization. */
function unitsIn(own: Holder): readonly { readonly state: JsonString; readonly value: JsonString }[] {
  const unit = unitIn(own)
  return [...(unit === undefined ? [] : [unit]), ...own.holders.flatMap(unitsIn)]
}

/** What stands there as a translation. Where the state is `new` that is the source, which Xcode shows until there is one. */
function translationIn(unit: ReturnType<typeof unitIn>): string {
  return unit === undefined || unit.state.value === NEW ? '' : unit.value.value
}

const NEW = 'new'

/** `new` and `needs_review` say that somebody still has to see to a text. */
function isDoneUnit(unit: ReturnType<typeof unitIn>): boolean {
  return unit !== undefined && unit.state.value === TRANSLATED && unit.value.value !== ''
}

function withState(draft: Draft, isDone: boolean): Draft {
  const { left_out, target, context } = draft
  if (isDone) return { ...draft, left_out: left_out ?? 'already_translated' }
  return target === undefined || target === '' ? draft : { ...draft, context: { ...context, present: target } }
}

/** A unit without its place. */
function draftOf(leaf: CatalogLeaf, entry: Entry, reading: Reading): Omit<Draft, 'start' | 'end'> {
  const { holder, path } = entry
  const { from, about, keys } = leaf
  const comment = stringIn(holder, 'comment')?.value.trim() || undefined
  const sense = about.join('\n') || undefined
  return {
    path: keys.reduce(childPointer, path),
    part: holder.key || '(no key)',
    text: from.value,
    raw: from.raw,
    charset: reading.charset,
    left_out: leftOutOf(entry, from.value),
    note: [comment, sense].filter(said => said !== undefined).join('\n') || undefined,
    max_length: comment === undefined ? undefined : limitSaid(comment.split('\n')),
    sense,
    slot: entry.is_key ? undefined : holder.key.replace(NUMBERS, '*'),
    context: holder.key === '' ? undefined : { key: holder.key },
  }
}

const NUMBERS = /\d+/g

function leftOutOf({ holder, is_key }: Entry, text: string): Reason | undefined {
  if (plainIn(holder, 'shouldTranslate') === 'false') return 'do_not_translate'
  if (stringIn(holder, 'extractionState')?.value === 'stale') return 'obsolete'
  const reason = leftOutOfData(text)
  return is_key && (reason === 'identifier' || reason === 'code') ? 'key' : reason
}
