/** What the columns of a CSV file are for, as its first rows show. */

import { isProse, leftOutOfData } from '../content/left-out.ts'
import { isLimitName } from '../content/limits.ts'
import { isNamedIdentifier } from '../content/named-identifiers.ts'
import type { PlaceholderSyntax, Reason, ScanOptions } from '../format.ts'
import { ANY_LANGUAGE, columnFor, type LanguageGroup, languageGroups } from './languages.ts'
import { WIDE, WORDED } from './scanner.ts'

export interface Column {
  /** What people call it: its heading, or `column 3` where there is none. */
  readonly name: string
  /** Why none of its cells is for translation. */
  readonly left_out?: Reason | undefined
  /** What nearly all its cells are, for example identifiers. Any single word in it counts as one; a cell with white space may be text. */
  readonly kind?: Reason | undefined
  /** The column whose translation this column holds. */
  readonly source?: number | undefined
  /** The column that takes this one's translation: nothing is written here. */
  readonly target?: number | undefined
  /** While no target is known: the columns that hold translations of this one. */
  readonly translations?: readonly number[] | undefined
}

export interface TableLayout {
  readonly header: boolean
  readonly columns: readonly Column[]
  /** Columns whose cells explain the texts of the same row. */
  readonly notes: readonly number[]
  /** The column that says how long a translation in the same row may be. */
  readonly limit?: number
  /** The column whose cells name their rows. */
  readonly key?: number
}

/** Rows of cells without the blanks around them. */
export type Sample = readonly (readonly string[])[]

/** Finds out from the first rows what the columns are for; `language` is the target, absent while units are counted. */
export function layoutOf(sample: Sample, language?: string): TableLayout {
  const header = hasHeader(sample)
  const rows = header ? sample.slice(1) : sample
  const width = sample.reduce((widest, row) => Math.max(widest, row.length), 0)
  const names = unique(Array.from({ length: width }, (_, at) => (header ? sample[0]?.[at] : '') || `column ${at + 1}`))
  const columns: Column[] = names.map((name, at) => ({
    name,
    kind: kindOf(
      name,
      rows.map(row => row[at] ?? ''),
    ),
  }))
  const groups = (header ? languageGroups(names) : []).filter(group => isText(group, columns))
  for (const group of groups) joinGroup(group, rows, columns, language)
  const aside = groups.some(group => group.base === '')
  const notes = names.flatMap((name, at) => (aside && NOTE.test(name) ? [at] : []))
  const limit = aside ? names.findIndex(isLimitName) : -1
  const all = aside ? columns.map(setAside) : columns
  const key = all.findIndex((column, at) => namesRows(column) && rows.some(row => /\p{L}/u.test(row[at] ?? '')))
  return { header, columns: all, notes, ...(limit >= 0 && { limit }), ...(key >= 0 && { key }) }
}

const ROW_NAME = /^(?:key|id|identifier|name|sku|string[ _-]?(?:id|key|name)|res(?:ource)?[ _-]?id|msgid)$/i

/** True for a column of keys: what it holds tells a translator what the row is about. Bare numbers would tell nothing. */
function namesRows({ name, left_out, kind }: Column): boolean {
  return left_out === 'key' ? ROW_NAME.test(name) : kind === 'identifier' && left_out === undefined
}

/** The layout in which the columns that a person asks for by name count as text: each of their cells is looked at. */
export function withAsked(layout: TableLayout, asked: ScanOptions['asked']): TableLayout {
  if (asked === undefined) return layout
  const isAsked = (name: string, reason: Reason | undefined): boolean => reason !== undefined && asked(name, reason)
  const columns = layout.columns.map(column => {
    const { left_out, kind, ...rest } = column
    return isAsked(column.name, left_out ?? kind) ? rest : column
  })
  return { ...layout, columns }
}

/** Headings in a file of messages: `KEY` for columns that are no text, `NOTE` for columns that explain a text to translators. */
const KEY =
  /^(?:#|n[or]\.?|key|keys|id|identifier|name|string[ _-]?(?:id|key|name)|res(?:ource)?[ _-]?id|msgid|module|domain|file|path|tags?|labels?|plural|status)$/i
const NOTE =
  /^(?:(?:developer|translator|translation)s?[ _-]?)?(?:msgctxt|context|comments?|notes?|descriptions?|desc|location|hints?|instructions?|section|where)$/i

function setAside(column: Column): Column {
  if (column.source !== undefined || column.target !== undefined || column.translations) return column
  if (column.left_out) return column
  if (KEY.test(column.name) || isLimitName(column.name)) return { ...column, left_out: 'key' }
  return NOTE.test(column.name) ? { ...column, left_out: 'do_not_translate' } : column
}

function isText({ columns: numbers }: LanguageGroup, columns: readonly Column[]): boolean {
  const kinds = [...numbers.keys()].map(at => columns[at]?.kind)
  return kinds.some(kind => kind === undefined)
}

function joinGroup(group: LanguageGroup, rows: Sample, columns: Column[], language: string | undefined): void {
  const wanted = language === undefined ? undefined : columnFor(group, language)
  const source = sourceOf(group, rows, wanted)
  const others = [...group.columns.keys()].filter(at => at !== source)
  const target = wanted ?? (language === undefined && others.length === 1 ? others[0] : undefined)
  const change = (at: number, facts: Partial<Column>): void => {
    const column = columns[at]
    if (column) columns[at] = { name: column.name, ...facts }
  }
  for (const at of others) change(at, { left_out: 'do_not_translate' })
  if (target !== undefined) {
    change(target, { source })
    change(source, { target })
  } else change(source, language === undefined ? { translations: others } : {})
}

/** The source is the column with the fewest empty cells. Where several have as few: English, else the leftmost. */
function sourceOf({ columns }: LanguageGroup, rows: Sample, target: number | undefined): number {
  const rank = (at: number, tag: string): number =>
    rows.filter(row => (row[at] ?? '') !== '').length + (/^en\b/.test(tag) ? 0.5 : 0)
  let best: { at: number; rank: number } | undefined
  for (const [at, tag] of columns) {
    if (at === target || tag === ANY_LANGUAGE) continue
    if (best === undefined || rank(at, tag) > best.rank) best = { at, rank: rank(at, tag) }
  }
  return best?.at ?? 0
}

function unique(names: readonly string[]): string[] {
  const taken = new Map<string, number>()
  return names.map(name => {
    const count = (taken.get(name) ?? 0) + 1
    taken.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}

const LABEL = /^[\p{L}_#][\p{L}\p{M}\p{N}\s_.:/&()[\]'’#%+-]{0,60}$/u
const SENTENCE = /[.!?。！？]$|\S\s+\S+\s+\S+\s+\S+\s+\S/u
const PROGRAMMED = /^[a-z][a-zA-Z\d]*(?:[_.-][a-zA-Z\d]+)+$|^[a-z]+(?:[A-Z][a-z\d]*)+$/
const USUAL =
  /^(?:id|key|name|title|label|text|value|type|kind|category|description|desc|summary|content|body|message|subject|comment|notes?|url|link|sku|code|price|amount|quantity|qty|date|time|email|phone|country|city|address|status|source|target|translation|original|context|language|lang|locale|term|definition|question|answer|first ?name|last ?name|product|image|tags?)s?$/i

/**
 * Whether the first row names the columns: every cell is a label, and something distinguishes the row from those below. In doubt it
 * is data: people notice a heading that was translated by mistake, but not a row that was left out by mistake.
 */
function hasHeader(sample: Sample): boolean {
  const [first = [], ...rows] = sample
  const cells = first.filter(cell => cell !== '')
  const named = cells.filter(cell => USUAL.test(cell) || PROGRAMMED.test(cell)).length
  if (rows.length === 0) return named === cells.length
  if (cells.length * 2 <= first.length) return false
  if (cells.some(cell => !LABEL.test(cell) || SENTENCE.test(cell))) return false
  if (named > 0) return true
  if (languageGroups(first).length > 0) return true
  return first.some((cell, at) =>
    differs(
      cell,
      rows.map(row => row[at] ?? '').filter(value => value !== ''),
    ),
  )
}

/** Whether a cell looks unlike the values below: it is text and they are not, or half of them are over three times as long. */
function differs(cell: string, values: readonly string[]): boolean {
  if (cell === '' || values.length < 2) return false
  if (values.every(value => leftOutOfData(value) !== undefined)) return leftOutOfData(cell) === undefined
  const lengths = values.map(value => value.length).sort((a, b) => a - b)
  return (lengths[lengths.length >> 1] ?? 0) > 3 * cell.length
}

/**
 * The share of cells that decides the kind of a column. A single word does not show by itself that it is a name for programs, but its
 * column does. A number shows it by itself, so no column has the kind `number`.
 */
const SHARE = 0.9
const FEWEST = 3
const NUMBERED = /^(?=\D*\d)[\p{L}\p{N}_.:/#-]+$/u
const ABBREVIATED = /^[A-Z][A-Z\d]{0,4}$/
const CODES = /(?:^|[_ -])(?:code|iso|currency|country|lang|language|locale|unit|ref|sku|type|status|category)s?$/i

function kindOf(name: string, cells: readonly string[]): Reason | undefined {
  const values = cells.filter(cell => cell !== '')
  if (values.length < FEWEST) return undefined
  const counts = new Map<Reason, number>()
  for (const value of values) {
    const reason = leftOutOfData(value) ?? (isName(name, value) ? 'identifier' : undefined)
    if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  for (const reason of ['identifier', 'url', 'code'] as const) {
    if ((counts.get(reason) ?? 0) >= values.length * SHARE) return reason
  }
  return undefined
}

function isName(column: string, value: string): boolean {
  return NUMBERED.test(value) || (CODES.test(column) && ABBREVIATED.test(value)) || isNamedIdentifier(column, value)
}

/** Numbers, dates, prices. */
const NUMERIC = /^[-+(€$£¥ ]*\d[\d\s.,:/()%€$£¥+-]*$/
const SPACE = /\s/
const FIRST_DIGIT = 0x30
const LAST_DIGIT = 0x39
const CURRENCY: ReadonlySet<number> = new Set([...'€£¥'].map(sign => sign.charCodeAt(0)))
/** A formula of a spreadsheet. */
const COMPUTED = /^=\S|^[-+@](?:[A-Za-z][\w.]*\(|\$?[A-Z]{1,3}\$?\d+\b)/

/** Why a cell becomes part of a run of cells that no translation replaces (`runs.ts`). Undefined: the cell may be text. */
export function leftOutTogether(column: Column, text: string): Reason | undefined {
  if (column.left_out) return column.left_out
  if (isNumeric(text)) return 'number'
  return column.kind && isWord(text) ? column.kind : undefined
}

/**
 * Like `leftOutTogether`, for a cell without quotes and white space. `kind` is that of the scanner, `first` the code of the first
 * character. Undefined also where these two do not decide, and the text has to be looked at.
 */
export function leftOutByKind(column: Column, kind: number, first: number): Reason | undefined {
  if (column.left_out) return column.left_out
  if ((kind & WORDED) === 0) return first >= FIRST_DIGIT && first <= LAST_DIGIT ? 'number' : undefined
  return (kind & WIDE) === 0 ? column.kind : undefined
}

/** True for a number, a date or a price: it is left out in every column. */
export function isNumeric(text: string): boolean {
  const first = text.charCodeAt(0)
  return (first <= LAST_DIGIT || CURRENCY.has(first)) && NUMERIC.test(text)
}

/** True for a single word: it is left out in a column of names for programs. */
export function isWord(text: string): boolean {
  return !SPACE.test(text)
}

/** Why a cell that is not part of a run is not for translation; undefined for a cell that is translated. */
export function leftOutOfCell(column: Column, text: string, syntax: PlaceholderSyntax | undefined): Reason | undefined {
  if (isProse(text)) return undefined
  if (COMPUTED.test(text)) return 'formula'
  return leftOutOfData(text, syntax) ?? (isNamedIdentifier(column.name, text) ? 'identifier' : undefined)
}
