/** What people call the parts of a workbook. */
import { SHEET_SEPARATOR } from './facts.ts'
import type { Sheet, Workbook } from './workbook.ts'

/** Where there is one sheet, its columns are called as they are. */
export function partOfSheet({ sheets }: Pick<Workbook, 'sheets'>, { name }: Sheet): (column: string) => string {
  return sheets.length > 1 ? column => `${name}${SHEET_SEPARATOR}${column}` : column => column
}
