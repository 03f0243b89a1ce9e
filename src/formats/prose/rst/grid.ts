/**
 * Tables that are drawn as a grid. What is in a cell is read as if it stood alone, on as many lines as it has; a translation is broken into lines
 * that have room in it, and where it has more of them than the row, the row gets taller. Cells over several columns or rows are not read.
 */
import type { ProseBlock, TextBeside, TextRange } from '../dialect.ts'
import { type SourceLine, sourceLinesOf, twoColumnsIn } from '../lines.ts'

const HEAD = /^\+(?:=+\+)+$/

/** Reads what stands in a cell. */
export type CellReading = (lines: readonly SourceLine[]) => readonly ProseBlock[]

/** The texts of a table, row by row, those of a cell together; undefined for one that is not read. */
export function gridOf(lines: readonly SourceLine[], read: CellReading): ProseBlock[] | undefined {
  const border = lines[0]?.text ?? ''
  const edges = Array.from(border.matchAll(/\+/g), ({ index }) => index)
  const isBorder = ({ text }: SourceLine) =>
    text === border || (HEAD.test(text) && text.replaceAll('=', '-') === border)
  const last = lines.at(-1)
  if (last === undefined || !isBorder(last)) return undefined
  const blocks: ProseBlock[] = []
  let row: SourceLine[] = []
  for (const line of lines.slice(1)) {
    if (line.column !== lines[0]?.column) return undefined
    if (!isBorder(line)) {
      row.push(line)
      continue
    }
    const drawn = rowOf(row, edges)
    if (drawn === undefined) return undefined
    blocks.push(...drawn.blocks(read))
    row = []
  }
  return blocks
}

function rowOf(lines: readonly SourceLine[], edges: readonly number[]): GridRow | undefined {
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last) return undefined
  const cells: string[][] = edges.slice(1).map(() => [])
  for (const { text } of lines) {
    const places = placesOf(text, edges)
    if (places === undefined || places.some(at => text[at] !== '|') || places.at(-1) !== text.length - 1)
      return undefined
    for (const [index, cell] of cells.entries())
      cell.push(text.slice((places[index] ?? 0) + 1, places[index + 1]).trimEnd())
  }
  const widths = edges.slice(1).map((edge, index) => edge - (edges[index] ?? 0) - 1)
  return new GridRow({ start: first.at, end: last.end }, first.column, cells, widths)
}

/**
 * Which signs of a line stand at columns, which are sorted; undefined where it ends before the last. In a grid each sign has a column, marks over
 * letters too; those of East Asia have two.
 */
function placesOf(text: string, columns: readonly number[]): readonly number[] | undefined {
  const places: number[] = []
  let at = 0
  let used = 0
  for (const column of columns) {
    while (used < column && at < text.length) {
      const sign = String.fromCodePoint(text.codePointAt(at) ?? 32)
      used += gridWidth(sign)
      at += sign.length
    }
    if (used !== column || at >= text.length) return undefined
    places.push(at)
  }
  return places
}

function gridWidth(text: string): number {
  return [...text].length + twoColumnsIn(text)
}

/** What is written in place of a stretch of a cell. */
interface Redrawn extends TextRange {
  readonly text: string
}

/** A row between two borders, which is drawn anew where a text in it changes. */
class GridRow {
  readonly range: TextRange
  readonly #indent: number
  readonly #cells: readonly (readonly string[])[]
  /** Each cell as a text of its own. */
  readonly #texts: readonly string[]
  readonly #widths: readonly number[]
  readonly #written: Redrawn[][]

  constructor(range: TextRange, indent: number, cells: readonly (readonly string[])[], widths: readonly number[]) {
    this.range = range
    this.#indent = indent
    this.#cells = cells
    this.#texts = cells.map(lines => lines.join('\n'))
    this.#widths = widths
    this.#written = cells.map(() => [])
  }

  /** Its texts lie beside each other: each has a place of its own in the range, in their order, and the last one brings what is drawn. */
  blocks(read: CellReading): ProseBlock[] {
    const found = this.#texts.flatMap((text, cell) => {
      const own = read(sourceLinesOf(text))
      // A table in a cell would have to be drawn anew within it.
      const isRead = own.every(({ drawn, room }) => drawn === undefined && room === undefined)
      return (isRead ? own : [leftOut(text)]).map(block => ({ block, cell }))
    })
    return found.map(({ block, cell }, index) => {
      const start = Math.min(this.range.start + index, this.range.end - 1)
      const kind = block.kind === 'p' || block.kind === 'quote' ? 'cell' : block.kind
      const drawn = this.#textBeside(cell, block, index === found.length - 1)
      return { ...block, kind, start, end: start + 1, drawn }
    })
  }

  #textBeside(cell: number, { start, end }: TextRange, isLast: boolean): TextBeside {
    const text = this.#texts[cell] ?? ''
    const column = gridWidth(text.slice(text.lastIndexOf('\n', start - 1) + 1, start))
    const width = this.#widths[cell] ?? 0
    return {
      whole: this.range,
      raw: text.slice(start, end),
      isLast,
      onLines: (line, begins) => onLines(line.split(' '), column, width, begins),
      put: written => this.#written[cell]?.push({ start, end, text: written }),
      draw: eol => (this.#written.every(({ length }) => length === 0) ? undefined : this.#draw(eol)),
    }
  }

  #draw(eol: string): string {
    const before = this.#cells.map(trimmed)
    const after = this.#texts.map((text, cell) => trimmed(replaced(text, this.#written[cell] ?? []).split('\n')))
    const most = (cells: readonly (readonly string[])[]) => Math.max(...cells.map(({ length }) => length))
    // Blank lines under all cells are meant.
    const height = most(after) + (this.#cells[0]?.length ?? 0) - most(before)
    const lines = Array.from({ length: height }, (_, at) => {
      const pieces = after.map((cell, index) => {
        const line = cell[at] ?? ''
        return line + ' '.repeat(Math.max(0, (this.#widths[index] ?? 0) - gridWidth(line)))
      })
      return `|${pieces.join('|')}|`
    })
    return lines.join(eol + ' '.repeat(this.#indent))
  }
}

function leftOut(text: string): ProseBlock {
  const start = text.length - text.trimStart().length
  const because = 'tables in cells are not read'
  return { kind: 'code', level: 0, start, end: text.trimEnd().length, lines: 'several', left_out: 'code', because }
}

/** The lines of a cell without the blank ones at its end. */
function trimmed(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex(line => line.trim() !== '')
  return lines.slice(0, last + 1)
}

function replaced(text: string, written: readonly Redrawn[]): string {
  let whole = ''
  let from = 0
  for (const { start, end, text: own } of written) {
    whole += text.slice(from, start) + own
    from = end
  }
  return whole + text.slice(from)
}

/** Words on lines of a width, from a column on; undefined where one of them has no room. `begins`: a word that may begin a line. */
function onLines(
  words: readonly string[],
  column: number,
  width: number,
  begins: (word: string) => boolean,
): string | undefined {
  const lines: string[] = []
  let current: string | undefined
  for (const word of words) {
    const longer = current === undefined ? word : `${current} ${word}`
    if (current !== undefined && column + gridWidth(longer) > width && begins(word) && !/[\\+]$/.test(current)) {
      lines.push(current)
      current = word
    } else current = longer
  }
  if (current !== undefined) lines.push(current)
  return lines.every(line => column + gridWidth(line) <= width) ? lines.join(`\n${' '.repeat(column)}`) : undefined
}
