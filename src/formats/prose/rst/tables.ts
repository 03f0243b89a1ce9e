/**
 * Tables that are drawn: those of a grid, and simple ones. A cell has a text where it is on one line, and a translation has to fit between
 * the lines around it. Tables with cells of several lines, or over several columns, are left as they are.
 */
import type { ProseBlock } from '../dialect.ts'
import { type SourceLine, widthOf } from '../lines.ts'

const GRID = /^\+(?:-+\+)+$/
const GRID_HEAD = /^\+(?:=+\+)+$/
const SIMPLE = /^=+(?: +=+)+$/

export function isTableBegin(text: string): boolean {
  return GRID.test(text) || SIMPLE.test(text)
}

/** The cells of a table; undefined for one that is not read. */
export function tableAt(lines: readonly SourceLine[]): ProseBlock[] | undefined {
  return lines[0]?.text.startsWith('+') ? gridOf(lines) : simpleOf(lines)
}

function gridOf(lines: readonly SourceLine[]): ProseBlock[] | undefined {
  const border = lines[0]?.text ?? ''
  const edges = Array.from(border.matchAll(/\+/g), ({ index }) => index)
  const cells: ProseBlock[] = []
  for (const [at, line] of lines.entries()) {
    const isBorder = line.text === border || (GRID_HEAD.test(line.text) && line.text.replaceAll('=', '-') === border)
    if (isBorder !== (at % 2 === 0)) return undefined
    if (isBorder) continue
    for (const [index, edge] of edges.slice(0, -1).entries()) {
      const [from, to] = [offsetOf(line.text, edge), offsetOf(line.text, edges[index + 1] ?? edge)]
      if (from === undefined || to === undefined || line.text[from] !== '|' || line.text[to] !== '|') return undefined
      const cell = cellOf(line, from + 1, to, (edges[index + 1] ?? edge) - edge - 2)
      if (cell) cells.push(cell)
    }
  }
  return lines.length % 2 === 1 ? cells : undefined
}

function simpleOf(lines: readonly SourceLine[]): ProseBlock[] | undefined {
  const border = lines[0]?.text ?? ''
  const starts = Array.from(border.matchAll(/=+/g), ({ index }) => index)
  const cells: ProseBlock[] = []
  for (const line of lines) {
    if (line.text === border || line.text === '') continue
    // A first column that is empty goes on with the row before; other lines of signs span columns.
    if (line.column !== lines[0]?.column || /^[-=]{2}[-= ]*$/.test(line.text)) return undefined
    for (const [index, start] of starts.entries()) {
      const next = starts[index + 1]
      const from = offsetOf(line.text, start) ?? line.text.length
      const to = next === undefined ? line.text.length : (offsetOf(line.text, next) ?? line.text.length)
      if (from > 0 && from < line.text.length && line.text[from - 1] !== ' ') return undefined
      const cell = cellOf(line, from, to, next === undefined ? undefined : next - start - 1)
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

function cellOf(line: SourceLine, from: number, to: number, columns: number | undefined): ProseBlock | undefined {
  const within = line.text.slice(from, to)
  const text = within.trim()
  if (text === '') return undefined
  const lead = within.length - within.trimStart().length
  const start = line.at + from + lead
  const isLast = to >= line.text.length
  const padding = isLast ? 0 : within.length - lead - text.length
  const width = columns === undefined ? Infinity : columns - Math.max(0, lead - 1)
  // In the first column of a simple table a text needs no blank before it.
  const room = { width: columns === undefined ? Infinity : width, padding }
  return { kind: 'cell', level: 0, start, end: start + text.length, lines: 'one', room, place: 'cell' }
}
