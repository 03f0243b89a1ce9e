/** Tables that are drawn as a grid, whose cells may go over several columns and rows. */
import type { SourceLine } from '../lines.ts'
import { type DrawnCell, type DrawnTable, trimmed } from './cells.ts'
import { inGrid, RuledLine } from './columns.ts'
import { type CellEdges, outlinesIn } from './outlines.ts'
import { type SizeNeed, sizesFor } from './sizes.ts'

const HEAD = /^\+=[=+]+=\+$/

/** A table in its lines; undefined where they do not meet. */
export function gridOf(lines: readonly SourceLine[]): DrawnTable | undefined {
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last) return undefined
  const heads = lines.flatMap(({ text }, at) => (HEAD.test(text) ? [at] : []))
  if (heads.length > 1 || heads.includes(1) || heads.includes(lines.length - 1)) return undefined
  const [head = -1] = heads
  const ruled = lines.map(({ text }, at) => new RuledLine(at === head ? text.replaceAll('=', '-') : text, inGrid))
  if (lines.some(({ column }) => column !== first.column) || ruled.some(({ width }) => width !== ruled[0]?.width))
    return undefined
  const outlines = outlinesIn(ruled)
  if (outlines === undefined) return undefined
  return new Grid({ start: first.at, end: last.end }, { lines, ruled, head, outlines })
}

interface Drawing {
  readonly lines: readonly SourceLine[]
  readonly ruled: readonly RuledLine[]
  /** The line below the header; -1 where there is none. */
  readonly head: number
  readonly outlines: readonly CellEdges[]
}

/** Where a cell begins and ends among the columns and rows. */
interface Span {
  readonly column: number
  readonly row: number
  readonly nextColumn: number
  readonly nextRow: number
}

class Grid implements DrawnTable {
  readonly range: DrawnTable['range']
  readonly indent: number
  readonly cells: readonly DrawnCell[]
  readonly count = inGrid
  readonly #drawing: Drawing
  /** The columns and lines at which there are edges. */
  readonly #across: readonly number[]
  readonly #down: readonly number[]
  readonly #spans: readonly Span[]
  /** The index of the cell in each column of each row. */
  readonly #owners: readonly (readonly number[])[]

  constructor(range: DrawnTable['range'], drawing: Drawing) {
    this.range = range
    this.indent = drawing.lines[0]?.column ?? 0
    this.#drawing = drawing
    this.#across = sorted(drawing.outlines.flatMap(({ across }) => across))
    this.#down = sorted(drawing.outlines.flatMap(({ down }) => down))
    this.#spans = spansOf(drawing.outlines, this.#across, this.#down)
    this.#owners = ownersOf(this.#spans, this.#across.length - 1, this.#down.length - 1)
    this.cells = drawing.outlines.map((outline, index) => cellIn(outline, drawing, placeOf(this.#spans[index])))
  }

  draw(cells: readonly (readonly string[])[]): readonly string[] {
    const widths = this.#widths(cells)
    const heights = this.#heights(cells)
    const drawn: string[] = []
    /** On which line each row begins. */
    const tops: number[] = []
    for (const [row, height] of [...heights, 0].entries()) {
      const line = (inside: boolean) => this.#line({ cells, widths, tops, at: drawn.length, row, inside })
      tops.push(drawn.length + 1)
      drawn.push(line(false))
      for (let left = height; left > 0; left -= 1) drawn.push(line(true))
    }
    return drawn
  }

  #widths(cells: readonly (readonly string[])[]): number[] {
    const needs = this.#spans.map(({ column, nextColumn }, index) => {
      const has = (this.#across[nextColumn] ?? 0) - (this.#across[column] ?? 0) - 1
      const widest = widestOf(cells[index] ?? [])
      return { from: column, to: nextColumn, size: widest > has ? widest + 1 : widest }
    })
    return sizesFor(gapsIn(this.#across), this.#across.slice(1).fill(1), needs)
  }

  #heights(cells: readonly (readonly string[])[]): number[] {
    const before = gapsIn(this.#down)
    const isShared = before.map(() => false)
    const blank = [...before]
    for (const [index, { row, nextRow }] of this.#spans.entries()) {
      if (nextRow > row + 1) isShared.fill(true, row, nextRow)
      else blank[row] = Math.min(blank[row] ?? 0, (before[row] ?? 0) - (this.cells[index]?.lines.length ?? 0))
    }
    const needs: SizeNeed[] = this.#spans.map(({ row, nextRow }, index) => {
      // Blank lines under all cells of a row are meant.
      const size = (cells[index]?.length ?? 0) + (isShared[row] ? 0 : (blank[row] ?? 0))
      return { from: row, to: nextRow, size }
    })
    const least = before.map((height, row) => (isShared[row] ? height : 0))
    return sizesFor(least, this.#down.slice(1).fill(1), needs)
  }

  /** A line of a row, or the edge above it, through which cells over several rows go. */
  #line({ cells, widths, tops, at, row, inside }: LineToDraw): string {
    const drawn: string[] = []
    const edge = this.#drawing.ruled[this.#down[row] ?? 0]
    const fill = this.#down[row] === this.#drawing.head ? '=' : '-'
    const signAt = (column: number) => (inside ? '|' : (edge?.sign(this.#across[column] ?? 0) ?? ''))
    for (let column = 0; column < widths.length; ) {
      const owner = this.#owners[row]?.[column]
      const span = owner === undefined ? undefined : this.#spans[owner]
      drawn.push(signAt(column))
      if (owner !== undefined && span && (inside || span.row < row)) {
        const width = this.#between(widths, column, span.nextColumn)
        const text = cells[owner]?.[at - (tops[span.row] ?? 0)] ?? ''
        drawn.push(text + ' '.repeat(Math.max(0, width - inGrid(text))))
        column = span.nextColumn
      } else {
        drawn.push(fill.repeat(widths[column] ?? 0))
        column += 1
      }
    }
    return drawn.join('') + signAt(widths.length)
  }

  #between(widths: readonly number[], from: number, to: number): number {
    let width = to - from - 1
    for (let column = from; column < to; column += 1) width += widths[column] ?? 0
    return width
  }
}

interface LineToDraw {
  readonly cells: readonly (readonly string[])[]
  readonly widths: readonly number[]
  readonly tops: readonly number[]
  readonly at: number
  readonly row: number
  readonly inside: boolean
}

function cellIn({ left, right, top, bottom }: CellEdges, { lines, ruled }: Drawing, place: string): DrawnCell {
  const own = ruled.slice(top + 1, bottom)
  return {
    place,
    lines: trimmed(own.map(line => line.between(left + 1, right).trimEnd())),
    begins: own.map((line, at) => (lines[top + 1 + at]?.at ?? 0) + line.place(left + 1)),
    width: right - left - 1,
    breaks: true,
  }
}

function widestOf(lines: readonly string[]): number {
  return lines.reduce((most, line) => Math.max(most, inGrid(line)), 0)
}

function sorted(edges: readonly number[]): number[] {
  return [...new Set(edges)].sort((one, other) => one - other)
}

function gapsIn(edges: readonly number[]): number[] {
  return edges.slice(1).map((edge, at) => edge - (edges[at] ?? 0) - 1)
}

function placeOf(span: Span | undefined): string {
  return span ? `${span.row}-${span.nextRow}/${span.column}-${span.nextColumn}` : ''
}

function spansOf(outlines: readonly CellEdges[], across: readonly number[], down: readonly number[]): Span[] {
  const [columns, rows] = [across, down].map(edges => new Map(edges.map((edge, at) => [edge, at])))
  return outlines.map(({ left, right, top, bottom }) => ({
    ...{ column: columns?.get(left) ?? 0, nextColumn: columns?.get(right) ?? 0 },
    ...{ row: rows?.get(top) ?? 0, nextRow: rows?.get(bottom) ?? 0 },
  }))
}

function ownersOf(spans: readonly Span[], columns: number, rows: number): number[][] {
  const owners = Array.from({ length: rows }, () => new Array<number>(columns))
  for (const [index, { row, nextRow, column, nextColumn }] of spans.entries())
    for (let at = row; at < nextRow; at += 1) owners[at]?.fill(index, column, nextColumn)
  return owners
}
