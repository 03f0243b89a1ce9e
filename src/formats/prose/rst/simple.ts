/**
 * Simple tables: columns below the signs of a border. Where the first column is blank, a line goes on with the row before. Signs under a row
 * say over which columns its cells go.
 */
import type { SourceLine } from '../lines.ts'
import { type DrawnCell, type DrawnTable, trimmed } from './cells.ts'
import { inSimple, RuledLine } from './columns.ts'
import { sizesFor } from './sizes.ts'

const BORDER = /^=[ =]*$/
const RULE = /^-[ -]*$/
const RUN = /[-=]+/g

/** A column, or several: the columns of text it is drawn in. */
interface Stretch {
  readonly from: number
  readonly to: number
}

/** The columns of which a cell is, up to, not including, the last. */
interface CellSpan {
  readonly column: number
  readonly next: number
}

/** A line of signs: over which columns each run of them goes. */
interface RuleLine {
  readonly sign: string
  readonly spans: readonly CellSpan[]
}

interface SimpleRow {
  readonly spans: readonly CellSpan[]
  /** The index of its first cell among all. */
  readonly first: number
  /** Blank lines below all of its cells. */
  readonly blank: number
}

/** What a table is made of, in its order. */
type Part = { readonly rule: RuleLine } | { readonly row: SimpleRow } | 'blank'

/** A table in its lines; undefined where they do not fit its columns. */
export function simpleOf(lines: readonly SourceLine[]): DrawnTable | undefined {
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last) return undefined
  const borders = lines.filter(({ text }) => BORDER.test(text))
  if (borders.length > 3 || last !== borders.at(-1)) return undefined
  if (borders.some(({ text }) => text.length !== first.text.length)) return undefined
  const isOutside = ({ text, column }: SourceLine) => text !== '' && column < first.column
  if (lines.some(line => isOutside(line) || line.text.includes('\t'))) return undefined
  const table = new Simple({ start: first.at, end: last.end }, first)
  return table.read(lines.slice(1)) ? table : undefined
}

class Simple implements DrawnTable {
  readonly range: DrawnTable['range']
  readonly indent: number
  readonly cells: DrawnCell[] = []
  readonly count = inSimple
  readonly #columns: readonly Stretch[]
  readonly #parts: Part[] = []
  /** The lines of the row that is being read. */
  #row: { readonly line: RuledLine; readonly at: number }[] = []

  constructor(range: DrawnTable['range'], border: SourceLine) {
    this.range = range
    this.indent = border.column
    this.#columns = runsIn(border.text)
    this.#parts.push({ rule: { sign: '=', spans: this.#alone() } })
  }

  /** Whether all lines fit. */
  read(lines: readonly SourceLine[]): boolean {
    return lines.every(line => this.#readLine(line)) && this.#row.length === 0
  }

  draw(cells: readonly (readonly string[])[]): readonly string[] {
    const columns = this.#wideEnough(cells)
    return this.#parts.flatMap(part => {
      if (part === 'blank') return ['']
      return 'rule' in part ? [ruleOf(part.rule, columns)] : rowOf(part.row, columns, cells)
    })
  }

  #readLine({ text, column, at }: SourceLine): boolean {
    if (RULE.test(text) || BORDER.test(text)) {
      const spans = this.#spansOf(runsIn(text))
      if (column !== this.indent || spans === undefined || !this.#endRow(spans)) return false
      this.#parts.push({ rule: { sign: text[0] ?? '', spans } })
      return true
    }
    const shift = text === '' ? 0 : column - this.indent
    const line = new RuledLine(' '.repeat(shift) + text, inSimple)
    const { to = 0 } = this.#columns[0] ?? {}
    if (line.between(0, to).trim() !== '') {
      if (!this.#endRow(this.#alone())) return false
    } else if (this.#row.length === 0) {
      // Text above the first one in the first column belongs to no row.
      if (text === '') this.#parts.push('blank')
      return text === ''
    }
    this.#row.push({ line, at: at - shift })
    return true
  }

  #alone(): CellSpan[] {
    return this.#columns.map((_, column) => ({ column, next: column + 1 }))
  }

  /** Over which columns runs of signs go; undefined unless over all of them, each in one. */
  #spansOf(runs: readonly Stretch[]): CellSpan[] | undefined {
    const spans: CellSpan[] = []
    let column = 0
    for (const { from, to } of runs) {
      if (this.#columns[column]?.from !== from) return undefined
      let next = column + 1
      while ((this.#columns[next - 1]?.to ?? to) < to) next += 1
      if (this.#columns[next - 1]?.to !== to) return undefined
      spans.push({ column, next })
      column = next
    }
    return column === this.#columns.length ? spans : undefined
  }

  /** Whether the lines that were read are a row. */
  #endRow(spans: readonly CellSpan[]): boolean {
    const lines = this.#row
    if (lines.length === 0) return true
    this.#row = []
    const first = this.cells.length
    for (const span of spans) {
      const cell = this.#cellOf(lines, span)
      if (cell === undefined) return false
      this.cells.push(cell)
    }
    const highest = this.cells.slice(first).reduce((most, cell) => Math.max(most, cell.lines.length), 0)
    this.#parts.push({ row: { spans, first, blank: lines.length - highest } })
    return true
  }

  /** Between two columns nothing may stand. */
  #cellOf(lines: readonly { readonly line: RuledLine; readonly at: number }[], span: CellSpan): DrawnCell | undefined {
    const { from = 0 } = this.#columns[span.column] ?? {}
    const { to = 0 } = this.#columns[span.next - 1] ?? {}
    const behind = this.#columns[span.next]?.from
    if (behind !== undefined && lines.some(({ line }) => line.between(to, behind).trim() !== '')) return undefined
    const own = trimmed(lines.map(({ line }) => line.between(from, behind).trimEnd()))
    return {
      place: `${this.#parts.length}/${span.column}-${span.next}`,
      lines: own,
      begins: lines.map(({ line, at }) => at + line.place(from)),
      width: own.reduce((most, text) => Math.max(most, inSimple(text)), to - from),
      breaks: false,
    }
  }

  #wideEnough(cells: readonly (readonly string[])[]): Stretch[] {
    const needs = this.#parts.flatMap(part => {
      if (part === 'blank' || 'rule' in part) return []
      // The last column has no end.
      const bounded = part.row.spans.filter(({ next }) => next < this.#columns.length)
      return bounded.map(({ column, next }, at) => ({
        ...{ from: column, to: next },
        size: (cells[part.row.first + at] ?? []).reduce((most, text) => Math.max(most, inSimple(text)), 0),
      }))
    })
    const between = this.#columns.map(({ to }, at) => (this.#columns[at + 1]?.from ?? to) - to)
    const before = this.#columns.map(({ from, to }) => to - from)
    let from = 0
    return sizesFor(before, between, needs).map((size, at) => {
      const stretch = { from, to: from + size }
      from = stretch.to + (between[at] ?? 0)
      return stretch
    })
  }
}

function runsIn(text: string): Stretch[] {
  return Array.from(text.matchAll(RUN), ({ index, 0: run }) => ({ from: index, to: index + run.length }))
}

function ruleOf({ sign, spans }: RuleLine, columns: readonly Stretch[]): string {
  let drawn = ''
  for (const { column, next } of spans) {
    const { from = 0 } = columns[column] ?? {}
    const { to = 0 } = columns[next - 1] ?? {}
    drawn += ' '.repeat(from - drawn.length) + sign.repeat(to - from)
  }
  return drawn
}

function rowOf(row: SimpleRow, columns: readonly Stretch[], cells: readonly (readonly string[])[]): string[] {
  const own = row.spans.map((_, at) => cells[row.first + at] ?? [])
  const height = own.reduce((most, cell) => Math.max(most, cell.length), 0) + row.blank
  return Array.from({ length: height }, (_, at) => {
    let drawn = ''
    let used = 0
    for (const [index, { column }] of row.spans.entries()) {
      const text = own[index]?.[at] ?? ''
      if (text === '') continue
      const from = columns[column]?.from ?? 0
      drawn += ' '.repeat(Math.max(0, from - used)) + text
      used = from + inSimple(text)
    }
    return drawn
  })
}
