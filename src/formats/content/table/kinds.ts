/** What the cells of a table are: text, or values that a program reads. */

import type { PlaceholderSyntax, Reason } from '../../format.ts'
import { isProse, leftOutOfData } from '../left-out.ts'
import { isNamedIdentifier } from '../named-identifiers.ts'

/** What of a column decides about its cells. */
export interface JudgedColumn {
  readonly name: string
  readonly left_out?: Reason | undefined
  readonly kind?: Reason | undefined
  /** True where the column holds one text in a language: `None` and `TRUE` are then text like all other words. */
  readonly message?: true | undefined
}

/**
 * The share of cells that decides the kind of a column. A single word does not show by itself that it is a name for programs, but its
 * column does. A number shows it by itself, so no column has the kind `number`.
 */
const SHARE = 0.9
const FEWEST = 2
const NUMBERED = /^(?=\D*\d)[\p{L}\p{N}_.:/#-]+$/u
const ABBREVIATED = /^(?:[A-Z][A-Z\d]{0,4}|[a-z]{2,3})$/
const CODES = /(?:^|[_ -])(?:code|iso|currency|country|lang|language|locale|unit|ref|sku|type|status|category)s?$/i
/** What programs write for a truth, and for nothing. */
const TRUTH: ReadonlySet<string> = new Set(['TRUE', 'FALSE', 'True', 'False', 'true', 'false'])
const NOTHING: ReadonlySet<string> = new Set([
  'NA',
  'N/A',
  'n/a',
  'na',
  'NULL',
  'Null',
  'null',
  'None',
  'none',
  'NaN',
  'nan',
  'nil',
  '<NA>',
  '-',
  '--',
])
/** What a spreadsheet has in place of a value that it could not find or compute: no text in any column. */
const FAULTS: ReadonlySet<string> = new Set(
  '#N/A #REF! #VALUE! #NAME? #DIV/0! #NUM! #NULL! #ERROR! #SPILL! #CALC!'.split(' '),
)
/** A choice of a program: a word in small letters, which comes again and again. */
const CHOICE = /^[a-z][a-z\d]*(?:[_-][a-z\d]+)*$/
const TIMES = 5
/** Columns of which programs choose the values: there one that comes again is enough. */
const CHOSEN =
  /(?:^|[_ -])(?:status|state|type|kind|visibility|gender|role|priority|severity|level|mode|size|availability|condition|frequency)$/i
/** So few values need not come again there. */
const FEW = 3
/** And those whose words readers may see as well: there each comes twice on average. */
const SHOWN = /(?:^|[_ -])(?:colou?r|category|group|unit|department|season|material)$/i

/** What nearly all cells of a column are. */
export function kindOf(name: string, cells: readonly string[]): Reason | undefined {
  const values = cells.filter(cell => cell !== '' && !NOTHING.has(cell) && !FAULTS.has(cell))
  if (values.length < FEWEST) return undefined
  const counts = new Map<Reason, number>()
  for (const value of values) {
    const reason = leftOutOfData(value) ?? (TRUTH.has(value) ? 'code' : isName(name, value) ? 'identifier' : undefined)
    if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  for (const reason of ['identifier', 'url', 'code'] as const) {
    if ((counts.get(reason) ?? 0) >= values.length * SHARE) return reason
  }
  return areChoices(name, values) ? 'identifier' : undefined
}

/**
 * True where all are words in small letters, and few of them stand again and again: each `TIMES` times on average, unless the name of the
 * column says that a program chooses them.
 */
function areChoices(name: string, values: readonly string[]): boolean {
  if (!values.every(value => CHOICE.test(value))) return false
  const words = new Set(values)
  if (CHOSEN.test(name)) return words.size < values.length || values.length <= FEW
  return words.size > 1 && words.size * (SHOWN.test(name) ? 2 : TIMES) <= values.length
}

function isName(column: string, value: string): boolean {
  return NUMBERED.test(value) || (CODES.test(column) && ABBREVIATED.test(value)) || isNamedIdentifier(column, value)
}

/** Numbers, dates, prices. */
const NUMERIC = /^[-+(€$£¥ ]*\d[\d\s.,:/()%€$£¥+-]*$/
/** A time of twelve hours, perhaps with its date and its zone: `5/1/2026 9:00:03 AM GMT+1`. */
const TIME = /^[\d\s.,/-]*\d:\d\d(?::\d\d)?\s?[ap]\.?m\.?(?:\s[A-Z]{2,4})?(?:[+-]\d{1,2}(?::?\d\d)?)?$/i
const SPACE = /\s/
const LAST_DIGIT = 0x39
const CURRENCY: ReadonlySet<number> = new Set([...'€£¥'].map(sign => sign.charCodeAt(0)))
const LAST_ASCII = 0x7f
/** A formula of a spreadsheet. */
const COMPUTED = /^=\S|^[-+@](?:[A-Za-z][\w.]*\(|\$?[A-Z]{1,3}\$?\d+\b)/

/** Why a cell becomes part of a run of cells that no translation replaces (`runs.ts`). Undefined: the cell may be text. */
export function leftOutTogether(column: JudgedColumn, text: string): Reason | undefined {
  if (column.left_out) return column.left_out
  if (isNumeric(text)) return 'number'
  return column.kind && isWord(text) ? column.kind : undefined
}

/** True for a number, a date, a time or a price: it is left out in every column. */
export function isNumeric(text: string): boolean {
  const first = text.charCodeAt(0)
  return (first <= LAST_DIGIT || (first > LAST_ASCII && CURRENCY.has(first))) && (NUMERIC.test(text) || TIME.test(text))
}

/** True for a single word: it is left out in a column of names for programs. */
export function isWord(text: string): boolean {
  return !SPACE.test(text)
}

/** Why a cell that is not part of a run is not for translation; undefined for a cell that is translated. */
export function leftOutOfCell(
  column: JudgedColumn,
  text: string,
  syntax: PlaceholderSyntax | undefined,
): Reason | undefined {
  if (FAULTS.has(text)) return 'code'
  if (isProse(text)) return undefined
  if (COMPUTED.test(text)) return 'formula'
  if (column.message === undefined && (TRUTH.has(text) || NOTHING.has(text))) return 'code'
  return leftOutOfData(text, syntax) ?? (isNamedIdentifier(column.name, text) ? 'identifier' : undefined)
}
