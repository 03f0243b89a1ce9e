/** What the columns of a CSV file are for, as its first rows show. */

import type { Reason, ScanOptions } from '../../format.ts'
import { isLimitName } from '../limits.ts'
import { hasHeader, isReadByPeople, type Sample } from './header.ts'
import { headingFor, headingIn } from './headings.ts'
import { kindOf } from './kinds.ts'
import {
  columnFor,
  columnOfSource,
  isEnglish,
  type LanguageGroup,
  languageGroups,
  sourceAndTarget,
} from './languages.ts'
import {
  codesOfShop,
  isKeyName,
  isMessageKey,
  isNameOfPeople,
  isNoteName,
  isRowName,
  isSourceName,
  plainHeading,
} from './profiles.ts'

export interface Column {
  /** What people call it: its heading, or `column 3` where there is none. */
  readonly name: string
  /** Why none of its cells is for translation. */
  readonly left_out?: Reason | undefined
  /** What nearly all its cells are, for example identifiers. Any single word in it counts as one; a cell with white space may be text. */
  readonly kind?: Reason | undefined
  /** It holds a text that other columns have in other languages. */
  readonly message?: true | undefined
  /** The column whose translation this column holds. */
  readonly source?: number | undefined
  /** The column that takes this one's translation: nothing is written here. */
  readonly target?: number | undefined
  /** The file lacks the column: it is made for its language. */
  readonly added?: true | undefined
}

export interface TableLayout {
  readonly header: boolean
  /** Headings that are sentences are text: the table is neither one of messages nor that of a shop or of another program. */
  readonly asks: boolean
  /** All columns of the result. */
  readonly columns: readonly Column[]
  /** Columns whose cells explain the texts of the same row. */
  readonly notes: readonly number[]
  /** The column that says how long a translation in the same row may be. */
  readonly limit?: number
  /** The column whose cells name their rows. */
  readonly key?: number
  /** The columns that the result has and the original lacks, from left to right. */
  readonly added: readonly number[]
}

/** What the layout of a table depends on besides its first rows. */
export interface LayoutOptions {
  /** BCP 47 tags. Without a target, no column takes a translation, unless it says no language. */
  readonly target?: string | undefined
  readonly source?: string | undefined
  readonly asked?: ScanOptions['asked']
  /** Whether a text can be written in the charset of the file. */
  readonly fits: (text: string) => boolean
  /** What a column without a heading is called, by its index. Absent: `column 3`. */
  readonly unnamed?: ((at: number) => string) | undefined
}

/** A heading row, and what follows from it alone. */
export interface Headings {
  readonly header: boolean
  readonly names: readonly string[]
  readonly groups: readonly LanguageGroup[]
}

export function headingsOf(sample: Sample, unnamed: (at: number) => string = numbered): Headings {
  const first = sample[0] ?? []
  const groups = languageGroups(first, first[0] === '' || first.some(isKeyName) || isOfOneLanguage(sample))
  const says = groups.length > 0 || sourceAndTarget(first) !== undefined || codesOfShop(first).size > 0
  const header = hasHeader(sample, says)
  const width = sample.reduce((widest, row) => Math.max(widest, row.length), 0)
  const names = unique(Array.from({ length: width }, (_, at) => (header ? first[at] : '') || unnamed(at)))
  return { header, names, groups: header ? groups.map(group => withText(group, sample.slice(1))) : [] }
}

function numbered(at: number): string {
  return `column ${at + 1}`
}

/**
 * Whether a table has nothing but a column of a language, and perhaps notes: its texts are their own keys. A list of languages begins
 * with one, too.
 */
function isOfOneLanguage([first = [], ...rows]: Sample): boolean {
  const isLanguage = (text = ''): boolean => headingIn(text)?.base === ''
  const at = first.findIndex(isLanguage)
  const isRest = first.every((name, column) => column === at || isNoteName(name) || isLimitName(name))
  return at >= 0 && isRest && rows.length > 0 && !rows.some(row => isLanguage(row[at]))
}

/** A group whose column without a language holds texts, if it has such a column. */
function withText(group: LanguageGroup, rows: Sample): LanguageGroup {
  const { unsaid } = group
  if (unsaid === undefined) return group
  const cells = rows.map(row => row[unsaid] ?? '')
  const isText = cells.some(cell => cell !== '') && kindOf('', cells) === undefined
  return isText ? group : { ...group, unsaid: undefined }
}

/** Finds out from the first rows what the columns are for. */
export function layoutOf(sample: Sample, options: LayoutOptions): TableLayout {
  const { header, names, groups } = headingsOf(sample, options.unnamed)
  const rows = header ? sample.slice(1) : sample
  const codes = codesOfShop(header ? names : [])
  const columns = names.map((name, at): Column => {
    if (codes.has(plainHeading(name)) || isNameOfPeople(name)) return { name, left_out: 'identifier' }
    const cells = rows.map(row => row[at] ?? '')
    return { name, kind: kindOf(name, cells) }
  })
  const texts = groups.filter(group => columnsOf(group).some(at => columns[at]?.kind === undefined))
  const made = texts.flatMap(group => joinGroup(group, rows, columns, options))
  const pair = header && texts.length === 0 ? sourceAndTarget(names) : undefined
  if (pair) join(columns, pair.source, pair.target)
  const aside = pair !== undefined || isOfMessages(texts, names)
  const notes = names.flatMap((name, at) => (aside && isNoteName(name) ? [at] : []))
  const limit = aside ? names.findIndex(isLimitName) : -1
  // Tables of messages often have no heading above their keys.
  const unnamed = sample[0]?.[0] === ''
  const own = aside ? columns.map((column, at) => setAside(column, at === 0 && unnamed)) : columns
  const all = texts.length > 0 || pair !== undefined ? own.map(besideLanguages) : own
  const key = all.findIndex((column, at) => namesRows(column) && rows.some(row => /\p{L}/u.test(row[at] ?? '')))
  const asks = header && !aside && codes.size === 0 && isReadByPeople(sample[0] ?? [])
  const found = { header, asks, columns: all, notes, ...(limit >= 0 && { limit }), ...(key >= 0 && { key }), added: [] }
  return withAsked(withColumns(found, made), options.asked)
}

/** Other columns of such a table are keys and comments, and no texts of their own. */
function isOfMessages(groups: readonly LanguageGroup[], names: readonly string[]): boolean {
  return groups.some(({ base }) => base === '') || (groups.length === 1 && names.some(isMessageKey))
}

/** True for a column of keys: what it holds tells a translator what the row is about. Bare numbers would tell nothing. */
function namesRows({ name, left_out, kind }: Column): boolean {
  return left_out === 'key' ? isRowName(name) : kind === 'identifier' && left_out === undefined
}

/**
 * The layout in which the columns that a person asks for by name count as text: each of their cells is looked at. Texts in other languages
 * are never written over: who asks for such a column gets it as the source (`sourceOf`).
 */
function withAsked(layout: TableLayout, asked: ScanOptions['asked']): TableLayout {
  if (asked === undefined) return layout
  const columns = layout.columns.map(column => {
    const { left_out, kind, ...rest } = column
    const reason = left_out ?? kind
    return reason !== undefined && reason !== 'other_language' && asked(column.name, reason) ? rest : column
  })
  return { ...layout, columns }
}

function setAside(column: Column, unnamed: boolean): Column {
  if (column.message || column.left_out) return column
  if (unnamed || isKeyName(column.name) || isLimitName(column.name)) return { ...column, left_out: 'key' }
  return isNoteName(column.name) ? { ...column, left_out: 'do_not_translate' } : column
}

/**
 * A column of texts that are in one language, beside columns that are in several. A translation would take its place: in a file for all
 * languages its text would be in one of them for all.
 */
function besideLanguages(column: Column): Column {
  const { message, left_out, kind } = column
  return message || left_out !== undefined || kind !== undefined ? column : { ...column, left_out: 'beside' }
}

/** A column that the table lacks, with the indexes of the columns that it stands after and takes its texts from. */
interface Made {
  readonly name: string
  readonly after: number
  readonly source: number
}

/** Says in `columns` what those of a group are for. Gives the column that is to be made, where the target has none. */
function joinGroup(group: LanguageGroup, rows: Sample, columns: Column[], options: LayoutOptions): readonly Made[] {
  const own = options.target === undefined ? undefined : columnFor(group, options.target)
  // A table in one language that is the target holds what is to be translated, whatever its heading says.
  if (columnsOf(group).length === 1 && own !== undefined) return []
  const source = sourceOf(group, rows, columns, own, options)
  for (const at of group.columns.keys()) change(columns, at, at === source ? {} : { left_out: 'other_language' })
  // Where a column in a language is the source, one that says none tells the texts apart.
  if (group.unsaid !== undefined) change(columns, group.unsaid, group.unsaid === source ? {} : { left_out: 'key' })
  if (own !== undefined) join(columns, source, own)
  if (options.target === undefined || own !== undefined) return []
  const name = headingFor(options.target, [...group.columns.values()], options.fits)
  return [{ name, after: Math.max(...group.columns.keys()), source }]
}

function join(columns: Column[], source: number, target: number): void {
  change(columns, target, { source })
  change(columns, source, { target })
}

function change(columns: Column[], at: number, facts: Partial<Column>): void {
  const column = columns[at]
  if (column) columns[at] = { name: column.name, message: true, ...facts }
}

function columnsOf({ columns, unsaid }: LanguageGroup): readonly number[] {
  return unsaid === undefined ? [...columns.keys()] : [...columns.keys(), unsaid]
}

/**
 * The source is the column that a person asks for by name, else the one in the language of the source, else the one that is called so, else
 * the one with the fewest empty cells. Where several have as few: English, else one that says no language, else the leftmost.
 */
function sourceOf(
  group: LanguageGroup,
  rows: Sample,
  columns: readonly Column[],
  target: number | undefined,
  { source, asked }: LayoutOptions,
): number {
  const others = columnsOf(group).filter(at => at !== target)
  const wanted = others.filter(at => asked?.(columns[at]?.name ?? '', at === group.unsaid ? 'key' : 'other_language'))
  const said = source === undefined ? undefined : columnOfSource(group, source)
  const filled = (at: number): number => rows.filter(row => (row[at] ?? '') !== '').length
  const isUsable = said !== undefined && said !== target && (group.unsaid === undefined || filled(said) > 0)
  if (wanted.length !== 1 && isUsable) return said
  let best: { at: number; rank: number } | undefined
  for (const at of wanted.length === 1 ? wanted : others) {
    const called = at === group.unsaid && isSourceName(columns[at]?.name ?? '')
    const ahead = isEnglish(group.columns.get(at)?.tag ?? '') ? 0.5 : at === group.unsaid ? 0.25 : 0
    const rank = filled(at) + (called ? rows.length : ahead)
    if (best === undefined || rank > best.rank) best = { at, rank }
  }
  return best?.at ?? 0
}

/** The layout with the columns that are made; all indexes are then those of the result. */
function withColumns(layout: TableLayout, made: readonly Made[]): TableLayout {
  if (made.length === 0) return layout
  const moved = (at: number): number => at + made.filter(({ after }) => after < at).length
  const columns: Column[] = []
  const added: number[] = []
  for (const [at, column] of layout.columns.entries()) {
    const one = made.find(({ source }) => source === at)
    const target = column.target === undefined ? undefined : moved(column.target)
    const source = column.source === undefined ? undefined : moved(column.source)
    columns.push({ ...column, source, target: one ? moved(one.after) + 1 : target })
    for (const { name, source: from } of made.filter(({ after }) => after === at)) {
      added.push(columns.length)
      columns.push({ name, message: true, source: moved(from), added: true })
    }
  }
  const { notes, limit, key } = layout
  return {
    ...layout,
    columns,
    added,
    notes: notes.map(moved),
    ...(limit !== undefined && { limit: moved(limit) }),
    ...(key !== undefined && { key: moved(key) }),
  }
}

function unique(names: readonly string[]): string[] {
  const taken = new Map<string, number>()
  return names.map(name => {
    const count = (taken.get(name) ?? 0) + 1
    taken.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}
