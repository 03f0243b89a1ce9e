/** The cells of a workbook as they are shown, for who reads it as a table and writes nothing into it. */
import type { ByteStream } from '../format.ts'
import { type Cell, piecesOfSheet } from './rows.ts'
import { plainString, type SharedStrings, sharedStringsOf, textOfString } from './strings.ts'
import { openWorkbook } from './workbook.ts'

/** What a cell is: a text, what a formula gives, a number or date (its text is the number that is stored), a truth value or an error. */
export type CellKind = 'text' | 'formula' | 'number' | 'truth'

export interface ShownCell {
  /** As it is, with white space around it. */
  readonly text: string
  readonly is: CellKind
}

export interface WorkbookRow {
  readonly sheet: string
  /** From 1. */
  readonly number: number
  /** By the number of the column, from 1. */
  readonly cells: ReadonlyMap<number, ShownCell>
}

/** The rows of all sheets that have cells with something in them, sheet by sheet. @throws {FormatError} as `openWorkbook`, while iterating */
export async function* shownRows(source: ByteStream): AsyncGenerator<WorkbookRow> {
  const book = await openWorkbook(source)
  const strings = await sharedStringsOf(book)
  for (const sheet of book.sheets.filter(({ macro }) => !macro)) {
    for await (const { rows } of piecesOfSheet(book, sheet)) {
      for (const { number, cells } of rows) {
        const shown = cells.map(cell => [cell.column, shownCell(cell, strings)] as const)
        const filled = shown.filter(([, { text, is }]) => text !== '' || is === 'formula')
        if (filled.length > 0) yield { sheet: sheet.name, number, cells: new Map(filled) }
      }
    }
  }
}

function shownCell(cell: Cell, strings: SharedStrings): ShownCell {
  const text = unescaped(writtenIn(cell, strings))
  return { text, is: cell.formula ? 'formula' : (KINDS.get(cell.type) ?? 'number') }
}

const KINDS: ReadonlyMap<string, CellKind> = new Map([
  ...(['s', 'inlineStr', 'str'] as const).map(type => [type, 'text'] as const),
  ...(['b', 'e'] as const).map(type => [type, 'truth'] as const),
])

function writtenIn({ type, value, inline }: Cell, strings: SharedStrings): string {
  if (type === 's') return strings.texts[Number(value?.text ?? -1)] ?? ''
  if (type === 'inlineStr') return inline ? (plainString(inline.nodes) ?? textOfString(inline.nodes)) : ''
  return value?.text ?? ''
}

/** Characters that are written by their number, as Excel and LibreOffice do with a carriage return: `_x000D_` (ECMA-376, 22.9.2.19). */
function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([\da-fA-F]{4})_/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
}
