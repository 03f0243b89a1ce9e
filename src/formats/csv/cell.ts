/** A cell of a CSV file: reading its text, and writing another text in the same way. */
import { encode, encodeLater } from '../bytes/charset.ts'
import { becomesFormula } from '../content/formula.ts'
import { isNumeric, isWord } from '../content/table/kinds.ts'
import type { Edit, Unit } from '../format.ts'
import { ESCAPED, QUOTED, TRAILING } from './scanner.ts'

/** The character that escapes a quote inside quotes. */
export type Escape = '"' | '\\'

/** What writing a cell needs besides its bytes. */
export interface CsvPlace {
  /** How the cell is written now; `careless`: text follows the closing quote. */
  readonly now: 'bare' | 'in_quotes' | 'careless'
  readonly delimiter: string
  readonly escape: Escape
  /** True for an empty cell whose source is in quotes: the translation is then written in quotes, too. */
  readonly quoted: boolean
  /** False in a column of names for programs: a single word is not written there, because it would be read back as such a name. */
  readonly words: boolean
  /** How many delimiters to write before the cell, where the row lacks it; else 0. */
  readonly missing: number
  /** True for a cell that the row lacks and gets in any case, translated or empty, because others come after it. */
  readonly always: boolean
  /** The rest of a row that is made for the cell: what is written before and after it. */
  readonly row?: { readonly before: string; readonly after: string } | undefined
  /** The heading of a column that is made. It is written, and no translation of it. */
  readonly heading?: string | undefined
}

/** A cell, or a run of cells that are left out. A run has no `place`. */
export interface CsvUnit extends Unit {
  readonly place?: CsvPlace | undefined
}

/** The text of a raw cell without the blanks around it; line breaks become `\n`. `kind` is that of the scanner. */
export function readCell(raw: string, kind: number, mark: Escape): string {
  if ((kind & TRAILING) !== 0) {
    const close = closingQuote(raw, mark)
    return oneEol(unescaped(raw.slice(1, close), mark) + raw.slice(close + 1)).trim()
  }
  let from = (kind & QUOTED) === 0 ? 0 : 1
  let to = raw.length - from
  while (from < to && isBlank(raw.charCodeAt(from))) from += 1
  while (to > from && isBlank(raw.charCodeAt(to - 1))) to -= 1
  return (kind & QUOTED) === 0 ? raw.slice(from, to) : textInQuotes(raw.slice(from, to), kind, mark)
}

/** The text between two quotes, with its escapes decoded. */
export function textInQuotes(inner: string, kind: number, mark: Escape): string {
  return oneEol((kind & ESCAPED) === 0 ? inner : unescaped(inner, mark))
}

export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d
}

function unescaped(inner: string, mark: Escape): string {
  if (mark === '\\' && inner.includes('\\')) return inner.replace(/\\(["\\])|""/g, (_, kept) => kept ?? '"')
  return inner.includes('"') ? inner.replaceAll('""', '"') : inner
}

function oneEol(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

function closingQuote(raw: string, mark: Escape): number {
  for (let at = 1; at < raw.length; at += 1) {
    if (raw[at] === '"' && raw[at + 1] !== '"') return at
    if (raw[at] === '"' || (raw[at] === '\\' && mark === '\\')) at += 1
  }
  return raw.length
}

const NONE: readonly Edit[] = []

/** True for most letters. No such character begins a formula or a number, or is a blank. */
function isPlain(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0xa6 && code < 0x1680)
}

/** Characters that may need an escape or another line end, or that are never written. */
const SPECIAL = /["\\\r\n\0]/

function isRefused(unit: Unit, place: CsvPlace, translation: string): boolean {
  if (place.words && isPlain(translation.charCodeAt(0))) return false
  if (translation.trim() === '') return true
  if (becomesFormula(unit.text, translation)) return true
  return unit.target === undefined && (isNumeric(translation) || (!place.words && isWord(translation)))
}

/** The edits of a cell. A cell that is always made is empty where no translation is written. */
export function editsOf(unit: Unit, place: CsvPlace, translation: string | undefined): readonly Edit[] {
  if (place.heading !== undefined) return [cellOf(unit, place, place.heading, SPECIAL.test(place.heading))]
  const kept = translation === undefined || translation === (unit.target ?? unit.text)
  const edits = kept ? NONE : editsOfCell(unit, place, translation)
  return edits.length > 0 || !place.always ? edits : [cellOf(unit, place, '', false)]
}

/**
 * The edits that write a translation into a cell. Quotes are added only where they are needed; blanks around the text are kept.
 * There are no edits for a translation that is blank or has NUL in it, that a spreadsheet would run as a formula, or that would be
 * read back as something else than text.
 */
function editsOfCell(unit: Unit, place: CsvPlace, translation: string): readonly Edit[] {
  if (isRefused(unit, place, translation)) return NONE
  const special = SPECIAL.test(translation)
  if (special && translation.includes('\0')) return NONE
  return [cellOf(unit, place, special ? translation.replace(/\r\n?|\n/g, unit.eol ?? '\n') : translation, special)]
}

function cellOf(unit: Unit, place: CsvPlace, text: string, special: boolean): Edit {
  const { raw = '', start, end, charset } = unit
  if (place.now === 'in_quotes') {
    return { start, end, bytes: encodeLater(special ? escaped(text, place.escape) : text, charset) }
  }
  const careless = place.now === 'careless'
  const bare = !careless && !needsQuotes(text, raw, place, special)
  if (bare && place.missing === 0 && place.row === undefined) return { start, end, bytes: encodeLater(text, charset) }
  const { before, after } = place.row ?? { before: place.delimiter.repeat(place.missing), after: '' }
  if (bare) return { start, end, bytes: encodeLater(before + text + after, charset) }
  const { lead, trail } = careless ? { lead: '', trail: '' } : blanksOf(raw)
  const width = encode('"', charset).length
  const quoted = `${before}"${lead}${escaped(text, place.escape)}${trail}"${after}`
  return { start: start - lead.length * width, end: end + trail.length * width, bytes: encodeLater(quoted, charset) }
}

function escaped(text: string, mark: Escape): string {
  if (mark === '"' && !text.includes('"')) return text
  return mark === '"' ? text.replaceAll('"', '""') : text.replace(/["\\]/g, '\\$&')
}

function needsQuotes(text: string, raw: string, { delimiter, quoted }: CsvPlace, special: boolean): boolean {
  if (quoted || text.includes(delimiter)) return true
  if (!special) return false
  if (/^"|[\r\n]/.test(text)) return true
  // A cell without outer quotes that has quotes inside now may have them again.
  return text.includes('"') && !raw.includes('"')
}

function blanksOf(raw: string): { lead: string; trail: string } {
  let from = 0
  let to = raw.length
  while (isBlank(raw.charCodeAt(from))) from += 1
  while (to > from && isBlank(raw.charCodeAt(to - 1))) to -= 1
  return { lead: raw.slice(0, from), trail: raw.slice(to) }
}
