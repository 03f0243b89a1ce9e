/** Reading one cell of a record. */
import { type Escape, isBlank, readCell, textInQuotes } from './cell.ts'
import type { Chunk } from './chunks.ts'
import { type CsvRecord, QUOTED, TRAILING } from './scanner.ts'

/** The text of a cell, and where it is in the file, in bytes. */
export interface Read {
  readonly text: string
  /** The whole cell as the file has it. Undefined for a text in proper quotes. */
  readonly raw: string | undefined
  readonly start: number
  readonly end: number
  /** The index of its column. */
  readonly at: number
}

/** Reads the text of a cell. Quotes and blanks around it are found as bytes, so that only the text itself is decoded. */
export function readAt(mark: Escape, chunk: Chunk, record: CsvRecord, at: number): Read | undefined {
  const first = record.starts[at] ?? 0
  const last = record.ends[at] ?? 0
  if (first === last) return undefined
  const { cells, offset, width } = chunk
  const kind = record.kinds[at] ?? 0
  if ((kind & TRAILING) !== 0) {
    const raw = chunk.textAt(first, last, kind)
    return { text: readCell(raw, kind, mark), raw, start: offset + first * width, end: offset + last * width, at }
  }
  const quotes = kind & QUOTED
  let from = first + quotes
  let to = last - quotes
  while (from < to && isBlank(cells[from] ?? 0)) from += 1
  while (to > from && isBlank(cells[to - 1] ?? 0)) to -= 1
  const inner = chunk.textAt(from, to, kind)
  const start = offset + from * width
  const end = offset + to * width
  if (quotes !== 0) return { text: textInQuotes(inner, kind, mark), raw: undefined, start, end, at }
  return { text: inner, raw: to - from === last - first ? inner : chunk.textAt(first, last, kind), start, end, at }
}
