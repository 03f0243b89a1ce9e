/** Reading one cell of a record. */
import { type Escape, isBlank, readCell, textInQuotes } from './cell.ts'
import type { Chunk } from './chunks.ts'
import { type CsvRecord, ESCAPED, QUOTED, TRAILING } from './scanner.ts'

/** The text of a cell, and where it is in the file, in bytes. */
export interface CellText {
  readonly text: string
  /** The whole cell as the file has it. Undefined for a text in proper quotes. */
  readonly raw: string | undefined
  readonly start: number
  readonly end: number
  /** The index of its column. */
  readonly at: number
}

/** Reads the text of a cell. Quotes and blanks around it are found as bytes, so that only the text itself is decoded. */
export function readAt(mark: Escape, chunk: Chunk, record: CsvRecord, at: number): CellText | undefined {
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
  const isPlain = record.inner_lines === 0 && (kind & ESCAPED) === 0
  if (quotes !== 0) return { text: isPlain ? inner : textInQuotes(inner, kind, mark), raw: undefined, start, end, at }
  return { text: inner, raw: to - from === last - first ? inner : chunk.textAt(first, last, kind), start, end, at }
}

const SPACE = 0x20
/** The bit in which small and large letters of ASCII differ. */
const SMALL = 0x20

/** `isProse` for a cell of ASCII without a sign of code: looked at as bytes, this takes a fraction of the time. */
export function hasTwoAsciiWords({ cells }: Chunk, { starts, ends }: CsvRecord, at: number): boolean {
  const last = (ends[at] ?? 0) - 1
  for (let next = (starts[at] ?? 0) + 2; next < last; next += 1) {
    if (cells[next] !== SPACE) continue
    if (isLetter(cells[next + 1]) && isLetter(cells[next - 1]) && isLetter(cells[next - 2])) return true
  }
  return false
}

function isLetter(code = 0): boolean {
  const small = code | SMALL
  return small >= 0x61 && small <= 0x7a
}
