/** What comes back as a workbook: written by us, and saved anew by whatever program the reviewer has. */
import { FormatError, workbookRows } from '../../formats/index.ts'
import { type ReturnedRow, ReviewFileFault } from './row.ts'
import { isHeading, rowsOfLines, type TableLine } from './table.ts'

/**
 * The rows of all sheets that have the headings of a review: some put the languages into one workbook. Other sheets are passed over.
 *
 * @throws {ReviewFileFault} it is no workbook, or no sheet has the headings
 */
export async function readWorkbook(bytes: Uint8Array): Promise<readonly ReturnedRow[]> {
  const sheets = await sheetsIn(bytes)
  const some = sheets.filter(([heading]) => heading !== undefined && isHeading(heading))
  return (some.length > 0 ? some : [sheets[0] ?? []]).flatMap(rowsOfLines)
}

/** A row of a sheet may have a cell in the last of 16,384 columns. */
const MOST_COLUMNS = 200

async function sheetsIn(bytes: Uint8Array): Promise<readonly (readonly TableLine[])[]> {
  const sheets = new Map<string, TableLine[]>()
  try {
    for await (const { sheet, number, cells } of workbookRows(bytes)) {
      const lines = sheets.get(sheet) ?? []
      sheets.set(sheet, lines)
      const columns = Array.from({ length: Math.min(MOST_COLUMNS, Math.max(...cells.keys())) }, (_, at) =>
        cells.get(at + 1),
      )
      const no_text = columns.flatMap((cell, at) =>
        cell === undefined || cell.is === 'text' ? [] : [[at, NO_TEXT[cell.is]] as const],
      )
      // What has no result is no empty cell, of which nothing would be said.
      const shown = columns.map(cell => (cell?.is === 'formula' ? cell.text || '=' : (cell?.text ?? '')))
      lines.push({ line: number, cells: shown, no_text: new Map(no_text) })
    }
  } catch (error) {
    if (error instanceof FormatError) throw new ReviewFileFault(error.message)
    throw error
  }
  return [...sheets.values()]
}

const VALUE =
  'as its translation, of which a workbook does not keep what was typed: set the cell to Text, and type it again'
const NO_TEXT = {
  formula: 'has a formula as its translation: set the cell to Text, and type what it shall say',
  number: `has a number or a date ${VALUE}`,
  truth: `has TRUE, FALSE or an error ${VALUE}`,
} as const
