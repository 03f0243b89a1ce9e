/**
 * Tables that are drawn: those of a grid, and simple ones. A cell of a simple one has a text where it is on one line, and a translation has to
 * fit beside the next. Simple tables with cells of several lines, and tables with cells over several columns, are left as they are.
 */
import type { ProseBlock } from '../dialect.ts'
import { type SourceLine, widthOf } from '../lines.ts'
import { type CellReading, gridOf } from './grid.ts'

const GRID = /^\+(?:-+\+)+$/
const SIMPLE = /^=+(?: +=+)+$/

export function isTableBegin(text: string): boolean {
  return GRID.test(text) || SIMPLE.test(text)
}

/** The cells of a table; undefined for one that is not read. */
export function tableAt(lines: readonly SourceLine[], read: CellReading): ProseBlock[] | undefined {
  return lines[0]?.text.startsWith('+') ? gridOf(lines, read) : simpleOf(lines)
}

function simpleOf(lines: readonly SourceLine[]): ProseBlock[] | undefined {
  const border = lines[0]?.text ?? ''
  const columns = Array.from(border.matchAll(/=+/g), ({ index, 0: drawn }) => ({ start: index, width: drawn.length }))
  const cells: ProseBlock[] = []
  for (const line of lines) {
    if (line.text === border || line.text === '') continue
    // A first column that is empty goes on with the row before; other lines of signs span columns.
    if (line.column !== lines[0]?.column || /^[-=]{2}[-= ]*$/.test(line.text)) return undefined
    for (const [index, { start, width }] of columns.entries()) {
      const next = columns[index + 1]?.start
      const from = offsetOf(line.text, start) ?? line.text.length
      const to = next === undefined ? line.text.length : (offsetOf(line.text, next) ?? line.text.length)
      if (from > 0 && from < line.text.length && line.text[from - 1] !== ' ') return undefined
      const cell = cellOf(line, from, to, next === undefined ? undefined : width)
      if (cell) cells.push(cell)
    }
  }
  return lines.at(-1)?.text === border ? cells : undefined
}

/** The place in a line that is at a column. */
function offsetOf(text: string, column: number): number | undefined {
  let at = 0
  for (let used = 0; used < column; ) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 32)
    if (at >= text.length) return undefined
    used += widthOf(character)
    at += character.length
  }
  return at
}

/** `columns`: so wide is the line above it; between two columns nothing may stand. */
function cellOf(line: SourceLine, from: number, to: number, columns: number | undefined): ProseBlock | undefined {
  const within = line.text.slice(from, to)
  const text = within.trim()
  if (text === '') return undefined
  const lead = within.length - within.trimStart().length
  const start = line.at + from + lead
  const isLast = to >= line.text.length
  const padding = isLast ? 0 : within.length - lead - text.length
  const room = { width: columns === undefined ? Infinity : columns - lead, padding }
  return { kind: 'cell', level: 0, start, end: start + text.length, lines: 'one', room, place: 'cell' }
}
