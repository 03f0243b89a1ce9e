/**
 * The units of texts that have their languages beside each other. A translation fills the place of its language, or makes one behind the
 * others; no other language is changed.
 */
import { sameTag } from '../../contract/language-tags.ts'
import { inStyleOf } from '../content/language-tag.ts'
import { draftOf, type JsonDraft, type JsonReading } from './draft.ts'
import { blanksBefore } from './plurals.ts'
import { childPointer, type JsonString, pointerOf } from './reader.ts'
import { translationOf } from './several.ts'
import { placeBelow, type TextsInLanguages, type Variant, type Variants, variantIn } from './variants.ts'

/** Where a string stands among the languages of its text. */
interface Spot {
  readonly text: Variants
  readonly variant: Variant
  readonly string: JsonString
  readonly is_last: boolean
}

/** The units of a file with such texts. `drafts` are those of all its strings as if each were in the language of the file. */
export function* inLanguages(
  reading: JsonReading,
  { source, texts, whole }: TextsInLanguages,
  drafts: Iterable<JsonDraft>,
): Generator<JsonDraft> {
  const spots = new Map<number, Spot>()
  for (const text of texts) {
    const its = text.all.flatMap(variant => stringsOf(variant).map(string => ({ text, variant, string })))
    if (its.some(({ string }) => spots.has(string.start))) continue
    for (const spot of its) spots.set(spot.string.start, { ...spot, is_last: spot === its.at(-1) })
  }
  for (const draft of drafts) {
    const spot = spots.get(draft.start)
    if (spot === undefined || draft.place !== undefined) yield whole ? beside(draft) : draft
    else {
      yield* atSpot(reading, spot, draft, source)
      if (spot.is_last) yield* madeBehind(reading, spot, draft, source)
    }
  }
}

/** What is in none of the languages stays: the file is one for all of them. */
function beside(draft: JsonDraft): JsonDraft {
  return draft.left_out === undefined ? { ...draft, left_out: 'do_not_translate' } : draft
}

/** All strings of a language, in the order of the file. */
function stringsOf({ strings, item }: Variant): readonly JsonString[] {
  return item?.field === undefined ? strings : [...strings, item.field].sort((one, other) => one.start - other.start)
}

/** The unit of a string of such a text: none for the source of a place that the file has or gets. */
function* atSpot(reading: JsonReading, spot: Spot, draft: JsonDraft, source: string | undefined): Generator<JsonDraft> {
  const { target } = reading
  const { text, variant, string } = spot
  const from = variantIn(text, source)
  const place = variantIn(text, target)
  if (from !== undefined && place === variant && from !== place) yield filled(reading, spot, draft, from)
  else if (string === variant.item?.field) yield { ...draft, left_out: 'identifier' }
  else if (variant !== from) yield other(draft)
  else if (target === undefined) yield draft
  else if (place === undefined ? isClosed(text, target) : sameBelow(place, variant, string) === undefined)
    yield other(draft)
}

/** The unit of a translation that the file has, which may be empty. */
function filled(reading: JsonReading, { variant, string }: Spot, draft: JsonDraft, from: Variant): JsonDraft {
  if (string === variant.item?.field)
    return { ...draft, text: from.item?.field?.value ?? '', target: string.value, left_out: 'identifier' }
  const original = sameBelow(from, variant, string)
  return original === undefined
    ? other(draft)
    : translationOf(
        draft,
        draftOf(reading, original, () => draft.path),
        string.value,
      )
}

/** The string of a language that a string of another one has beside it. */
function sameBelow(language: Variant, variant: Variant, string: JsonString): JsonString | undefined {
  return belowOf(language).get(placeBelow(variant, string))
}

const BELOW = new WeakMap<Variant, ReadonlyMap<string, JsonString>>()

/** The strings of a language by their places below it. */
function belowOf(language: Variant): ReadonlyMap<string, JsonString> {
  const known = BELOW.get(language)
  if (known !== undefined) return known
  const found = new Map(language.strings.map(string => [placeBelow(language, string), string]))
  BELOW.set(language, found)
  return found
}

function other(draft: JsonDraft): JsonDraft {
  return draft.left_out === 'empty' ? draft : { ...draft, left_out: 'other_language' }
}

/** Whether a language has a member that is no text. */
function isClosed({ closed }: Variants, target: string): boolean {
  return closed.some(tag => sameTag(tag, target))
}

/** The units of a language that the text does not have yet, which is written behind the last one. */
function madeBehind(
  reading: JsonReading,
  { text, string }: Spot,
  { path }: JsonDraft,
  source: string | undefined,
): readonly JsonDraft[] {
  const { target } = reading
  const from = variantIn(text, source)
  if (target === undefined || from === undefined || variantIn(text, target) || isClosed(text, target)) return []
  const made = { reading, text, from, target, string, path }
  return from.item === undefined ? madeKey(made) : madeItem(made)
}

interface Making {
  readonly reading: JsonReading
  readonly text: Variants
  readonly from: Variant
  readonly target: string
  /** The last string of the text, and its path. */
  readonly string: JsonString
  readonly path: string
}

/** A tag as the file writes the tags of others. */
function likeOthers({ written }: Variant, target: string): string {
  const styled = inStyleOf(written, target)
  return written.length > 1 && written === written.toUpperCase() ? styled.toUpperCase() : styled
}

/** A key behind that of the last language, in its manner. */
function madeKey({ reading, text: { all }, from, target, path }: Making): readonly JsonDraft[] {
  const { text } = reading
  const [source] = from.strings
  const [last] = all.at(-1)?.strings ?? []
  if (source === undefined || last === undefined) return []
  const key = source.key.slice(0, -from.written.length) + likeOthers(from, target)
  const written = text.slice(source.key_start, source.key_end - from.written.length) + likeOthers(from, target)
  const between = text.slice(last.key_end + 1, last.start - 1)
  const colon = BLANK_COLON.test(between) ? between : ': '
  const before = `,${blanksBefore(text, last.key_start - 1)}"${written}"${colon}"`
  const at = last.end + 1
  const own = childPointer(path.slice(0, path.lastIndexOf('/')), key)
  const draft = draftOf(reading, source, () => own)
  return [{ ...draft, start: at, end: at, target: '', place: { kind: 'added', before, after: '"' } }]
}

const BLANK_COLON = /^\s*:\s*$/

/** An object behind the last one: a copy of the source that says its language, with its texts translated. */
function madeItem({ reading, text: { holder, all }, from, target, path, string }: Making): readonly JsonDraft[] {
  const { text } = reading
  const { item } = from
  const last = all.at(-1)?.item?.holder
  if (item === undefined || last === undefined) return []
  const at = last.end
  const tag = likeOthers(from, target)
  const key = holder.object ? tag : String(holder.holders.length)
  const base = childPointer(path.slice(0, path.length - pointerOf(string).length + holder.pointer.length), key)
  const strings = stringsOf(from)
  let before = holder.object
    ? `,${blanksBefore(text, last.key_start - 1)}"${key}`
    : `,${blanksBefore(text, last.start)}`
  let cut = holder.object ? item.holder.key_end : item.holder.start
  return strings.map((each, number) => {
    before += text.slice(cut, each.start)
    cut = each.end
    const after = number === strings.length - 1 ? text.slice(cut, item.holder.end) : ''
    const place = { kind: 'added', before, after, unwritten: true } as const
    before = ''
    const own = base + pointerOf(each).slice(item.holder.pointer.length)
    const draft = { ...draftOf(reading, each, () => own), start: at, end: at, target: each.value, place }
    return each === item.field ? ({ ...draft, target: tag, raw: tag, left_out: 'identifier' } as const) : draft
  })
}
