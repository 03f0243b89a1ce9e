/** The beginning of a table, by which its columns are judged. */

import type { Sample } from '../content/table/header.ts'
import { rowsAbove } from '../content/table/titles.ts'
import { readCell } from './cell.ts'
import type { Chunk, Head } from './chunks.ts'
import { BACKSLASH, type Dialect, emptyRecord, readRecord } from './scanner.ts'

/** How many rows are read to find out what the columns are for. */
const SAMPLE_ROWS = 300

/** What is read of a table to find out what its columns are for. */
export interface Beginning {
  /** The first complete records of the table that are not blank. */
  readonly sample: Sample
  /** How many records come before the table: blank ones, `sep=;`, and titles. */
  readonly skipped: number
  /** How many of them come before the first title. */
  readonly untitled: number
  /** The end of its first line. */
  readonly eol: string
  /** The sample is the whole table. */
  readonly whole: boolean
}

export function startOfTable({ chunk, whole }: Head, dialect: Dialect): Beginning {
  const sample: string[][] = []
  let eol = ''
  let all = whole
  const record = emptyRecord()
  const mark = dialect.escape === BACKSLASH ? '\\' : '"'
  const numbers: number[] = []
  let number = 0
  for (let at = 0; at < chunk.cells.length && sample.length < SAMPLE_ROWS; at = record.next) {
    if (readRecord(chunk.cells, at, whole, dialect, record) !== 'whole') {
      all = false
      break
    }
    eol ||= chunk.textAt(record.ends[record.count - 1] ?? 0, record.next, 0)
    const cells = Array.from({ length: record.count }, (_, field) => {
      const kind = record.kinds[field] ?? 0
      return readCell(chunk.textAt(record.starts[field] ?? 0, record.ends[field] ?? 0, kind), kind, mark)
    })
    const blank = cells.every(cell => cell === '')
    number += 1
    if (blank || (sample.length === 0 && isSeparatorLine(chunk, record.next))) continue
    numbers.push(number)
    sample.push(cells)
  }
  const above = rowsAbove(sample)
  const before = (row: number): number => (numbers[row] ?? number + 1) - 1
  const found = { sample: sample.slice(above), skipped: before(above), untitled: before(0) }
  return { ...found, eol: eol || '\n', whole: all && record.next >= chunk.cells.length }
}

function isSeparatorLine(chunk: Chunk, next: number): boolean {
  return chunk.offset < 4 && next <= 7 && /^sep=.[\r\n]/i.test(chunk.textAt(0, next, 0))
}
