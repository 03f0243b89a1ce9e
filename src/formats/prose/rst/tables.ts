/** Tables that are drawn: those of a grid, and simple ones. */
import type { ProseBlock } from '../dialect.ts'
import type { SourceLine } from '../lines.ts'
import { type CellReading, textsInCells } from './cells.ts'
import { gridOf } from './grid.ts'
import { simpleOf } from './simple.ts'

const GRID = /^\+(?:-+\+)+$/
const SIMPLE = /^=+(?: +=+)+$/

export function isTableBegin(text: string): boolean {
  return GRID.test(text) || SIMPLE.test(text)
}

/** The texts in the cells of a table; undefined for one whose lines are none. */
export function tableAt(lines: readonly SourceLine[], read: CellReading): ProseBlock[] | undefined {
  const reading = lines[0]?.text.startsWith('+') ? gridOf : simpleOf
  const table = reading(lines)
  return table && textsInCells(table, read, reading)
}
