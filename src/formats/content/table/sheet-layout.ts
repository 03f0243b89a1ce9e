/** The first rows of a sheet of a workbook, by which its columns are judged, and what these are for. */
import type { ScanOptions } from '../../format.ts'
import { columnLetters } from './cell-names.ts'
import { headingsOf, layoutOf, type TableLayout } from './columns.ts'
import type { Sample } from './header.ts'
import { languageRowsOf } from './language-rows.ts'
import { rowsAbove } from './titles.ts'

/** So many rows with cells are looked at. */
export const SAMPLE_ROWS = 300
/** What stands further to the right is not looked at for a table. */
export const MOST_COLUMNS = 512

export interface SheetHead {
  readonly sample: Sample
  /** The numbers of its rows. */
  readonly numbers: readonly number[]
  /** The number of its first column, from 1. */
  readonly from: number
  /** How many rows of titles stand above. */
  readonly above: number
  readonly whole: boolean
}

/** A row with what its cells show, by the number of their column. */
export interface ShownRow {
  readonly number: number
  readonly cells: ReadonlyMap<number, string>
}

/** `whole`: the sheet has no further rows. */
export function sheetHead(rows: readonly ShownRow[], whole: boolean): SheetHead {
  const first = Math.min(...rows.map(({ cells }) => Math.min(...cells.keys())))
  const from = Number.isFinite(first) ? first : 1
  const all = rows.map(({ cells }) => {
    const width = Math.min(Math.max(0, ...cells.keys()) - from + 1, MOST_COLUMNS)
    return Array.from({ length: Math.max(0, width) }, (_, at) => cells.get(from + at) ?? '')
  })
  const above = rowsAbove(all)
  return { sample: all.slice(above), numbers: rows.map(({ number }) => number), from, above, whole }
}

/** What the columns of a sheet are for, and what cannot be done in it. */
export interface SheetLayout extends TableLayout {
  /** The number of the row of headings; 0 where there is none. */
  readonly head: number
  /** It holds texts in several languages; its headings are names for programs. */
  readonly languages: boolean
  /** A row for each language: nothing of it is translated. */
  readonly by_rows: boolean
  /** The heading of a column that would have to be put between others, which is not done. */
  readonly lacks?: string | undefined
}

export function layoutOfSheet(
  head: SheetHead,
  { target, source, asked }: ScanOptions,
  part: (name: string) => string,
): SheetLayout {
  const { sample, from, numbers, above, whole } = head
  const options = {
    source,
    asked: asked && ((name: string, reason: Parameters<typeof asked>[1]) => asked(part(name), reason)),
    fits: () => true,
    unnamed: (at: number) => `column ${columnLetters(from + at)}`,
  }
  const found = layoutOf(sample, { ...options, target: target?.language })
  const width = sample.reduce((widest, row) => Math.max(widest, row.length), 0)
  const between = found.added.some(at => at < width) || found.added.length > 1
  const layout = between ? withoutTargets(layoutOf(sample, options)) : found
  const said = {
    head: found.header ? (numbers[above] ?? 0) : 0,
    languages: found.columns.some(({ message }) => message),
    by_rows: languageRowsOf({ sample, whole }, {}) !== undefined,
  }
  return { ...layout, ...said, ...(between && { lacks: found.columns[found.added[0] ?? 0]?.name }) }
}

function withoutTargets(layout: TableLayout): TableLayout {
  const columns = layout.columns.map(column =>
    column.message && column.left_out === undefined ? { ...column, left_out: 'other_language' as const } : column,
  )
  return { ...layout, columns }
}

/** Whether a sheet has columns of languages, and the language that its texts are in. */
export function headingsOfSheet({ sample }: SheetHead): ReturnType<typeof headingsOf> {
  return headingsOf(sample)
}
