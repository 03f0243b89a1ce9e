/** The units of a Fluent file. */
import { byteCounter, type DecodedText, encode } from '../bytes/charset.ts'
import { leftOutOfData } from '../content/left-out.ts'
import { isNamedIdentifier } from '../content/named-identifiers.ts'
import type { Edit, Reason, Unit } from '../format.ts'
import { type FluentForm, type FluentForms, formsOfPattern } from './forms.ts'
import { staysUntranslated } from './kept.ts'
import type { FluentEntry, FluentFile, FluentPattern } from './reader.ts'
import { type FluentManner, fluentLike, INDENTED, mannerBehind } from './write.ts'

export interface FluentUnit extends Unit {
  readonly place?: FluentPlace | undefined
}

/** What is written around a text that is not alone in its place. */
interface FluentPlace {
  readonly before: string
  readonly after: string
  readonly manner: FluentManner
  /** The file has it as it is: what says the same is not written. */
  readonly there: boolean
}

/** The paths of patterns, in their order, of all messages. A name that comes again has its number besides. */
export function fluentPaths({ entries }: FluentFile): ReadonlyMap<FluentPattern, string> {
  const seen = new Map<string, number>()
  const paths = new Map<FluentPattern, string>()
  for (const { name, patterns } of entries) {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    const entry = count === 1 ? name : `${name}#${count}`
    for (const pattern of patterns) paths.set(pattern, ['fluent:', entry, ...pattern.names.slice(1)].join('/'))
  }
  return paths
}

/** The path of the pattern that a unit is of. */
export function patternPath(path: string): string {
  const at = path.indexOf('[')
  return at < 0 ? path : path.slice(0, at)
}

/** The line end that a file has first; `\n` where it has none. */
export function fluentEol(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n'
}

/** The units of a file, in its order. `language`: that of the target, as a BCP 47 tag. */
export function* fluentUnits(
  { charset, bom_bytes }: DecodedText,
  file: FluentFile,
  language: string | undefined,
): Generator<FluentUnit> {
  const { text } = file
  const eol = fluentEol(text)
  const byteAt = byteCounter(text, charset, bom_bytes)
  const paths = fluentPaths(file)
  let index = 0
  for (const entry of file.entries) {
    for (const pattern of entry.patterns) {
      const found = formsOfPattern(text, pattern, language)
      const path = paths.get(pattern) ?? ''
      for (const draft of draftsOf(text, entry, pattern, found, path)) {
        yield { ...draft, index, start: byteAt(draft.start), end: byteAt(draft.end), charset, eol }
        index += 1
      }
    }
  }
}

type Draft = Omit<FluentUnit, 'index' | 'charset' | 'eol'>

function draftsOf(
  text: string,
  entry: FluentEntry,
  pattern: FluentPattern,
  found: FluentForms | undefined,
  path: string,
): Draft[] {
  const part = pattern.names.join('.')
  const common = { part, slot: slotOf(pattern), context: { key: part } }
  const note = [entry.group, entry.note].filter(Boolean).join('\n') || undefined
  if (found === undefined) {
    const { start, end } = pattern
    return [{ ...common, path, start, end, text: text.slice(start, end), note, left_out: 'code' }]
  }
  const { forms } = found
  const kept = staysUntranslated(entry, pattern)
  const reasons = forms.map(form => kept ?? leftOutOf(form.text, pattern))
  const left_out = reasons.every(reason => reason !== undefined) ? reasons[0] : undefined
  return forms.map((form, nth) => ({
    ...common,
    path: path + form.keys.map(key => `[${key}]`).join(''),
    text: form.text,
    left_out,
    note: [note, form.numbers].filter(said => said !== undefined).join('\n') || undefined,
    ...(forms.length > 1 && { group: path, sense: form.numbers, unwritten: form.text }),
    ...rangeOf(text, pattern, found, form, nth),
  }))
}

function leftOutOf(text: string, { names }: FluentPattern): Reason | undefined {
  return leftOutOfData(text) ?? (isNamedIdentifier(names.at(-1) ?? '', text.trim()) ? 'identifier' : undefined)
}

function slotOf({ names }: FluentPattern): string {
  return names.map(name => name.replace(/\d+/g, '*')).join('.')
}

/** Where a form is written: in its own place, or with all the forms of the pattern in that of the pattern. */
function rangeOf(
  text: string,
  pattern: FluentPattern,
  { forms, after, in_place }: FluentForms,
  { before, opening, place, at }: FluentForm,
  nth: number,
): Pick<FluentUnit, 'start' | 'end' | 'place' | 'raw'> {
  if (in_place && place !== undefined) {
    const raw = text.slice(place.start, place.end)
    const line = text.slice(Math.max(0, text.lastIndexOf('\n', place.start - 1)), place.start)
    // Only a placeable can begin in the first column.
    const lead = line === '\n' ? INDENTED : ''
    return { ...place, raw, place: { before: lead, after: '', there: true, manner: mannerBehind(line, raw) } }
  }
  if (in_place) {
    const manner = mannerBehind(opening, '')
    return { start: at, end: at, place: { before: opening, after: '', there: false, manner } }
  }
  const manner = mannerBehind(before, '')
  const ends = { start: nth === 0 ? pattern.start : pattern.end, end: pattern.end }
  return { ...ends, place: { before, after: nth === forms.length - 1 ? after : '', there: forms.length === 1, manner } }
}

const NONE: readonly Edit[] = []

/** As `Format.edits`. */
export function fluentEdits(unit: FluentUnit, translation: string | undefined): readonly Edit[] {
  const { place, charset, start, end, eol = '\n' } = unit
  if (translation === undefined || place === undefined || (place.there && translation === unit.text)) return NONE
  const written = fluentLike(translation, place.manner, eol)
  return written === undefined ? NONE : [{ start, end, bytes: encode(place.before + written + place.after, charset) }]
}
