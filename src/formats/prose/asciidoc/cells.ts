/** The cells of tables, as they are found before what is in them is read. */
import type { CellNotation } from '../dialect.ts'
import type { SourceLine } from '../lines.ts'

/** What is in a cell: lines of text, or what is shown as it is. `verse`: its lines stay lines. `document`: blocks, with indents that say something. */
export type CellStyle = 'text' | 'code' | 'verse' | 'document'

export interface StyledCell {
  readonly lines: SourceLine[]
  readonly style: CellStyle
  readonly quotes: CellNotation['quotes']
}

/** A stretch of a line without the white space around it. `from`: where it begins in the text of the line. */
export function cut(line: SourceLine, from: number, said: string, column: number): SourceLine {
  const text = said.trim()
  const lead = said.length - said.trimStart().length
  const at = line.at + from + (text === '' ? 0 : lead)
  return { at, end: at + text.length, column, text }
}
