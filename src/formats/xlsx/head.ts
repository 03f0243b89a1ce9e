/** The first rows of a sheet, by which its columns are judged. */

import { MOST_COLUMNS, SAMPLE_ROWS, type SheetHead, sheetHead } from '../content/table/sheet-layout.ts'
import { shownIn } from './cell-text.ts'
import { piecesOfSheet } from './rows.ts'
import type { SharedStrings } from './strings.ts'
import type { Sheet, Workbook } from './workbook.ts'

export async function headOfSheet(book: Workbook, sheet: Sheet, strings: SharedStrings): Promise<SheetHead> {
  const rows: { number: number; cells: Map<number, string> }[] = []
  let whole = true
  reading: for await (const piece of piecesOfSheet(book, sheet)) {
    for (const { number, cells } of piece.rows) {
      const shown = new Map<number, string>()
      for (const cell of cells) {
        const text = shownIn(cell, strings)
        if (text !== '' && shown.size < MOST_COLUMNS) shown.set(cell.column, text)
      }
      if (shown.size === 0) continue
      if (rows.length === SAMPLE_ROWS) {
        whole = false
        break reading
      }
      rows.push({ number, cells: shown })
    }
  }
  return sheetHead(rows, whole)
}
