/**
 * Cells that no translation ever replaces, column by column: numbers, identifiers, other languages. There are millions of them,
 * so those of up to 64 rows are one unit, whose text has a line for each. Which cells those are depends on nothing that a
 * translation can change, so that a result is read into the same units. Few ask for their text: it is made when somebody does.
 */
import type { Block } from './csv-blocks.ts'
import { type Escape, readCell } from './csv-cell.ts'
import type { Row } from './csv-scanner.ts'
import type { Reason, Unit } from './unit.ts'

const ROWS_TOGETHER = 64

/** A record in its block. */
export interface RowPlace {
  readonly block: Block
  readonly row: Row
  readonly number: number
}

export interface LeftOutRun {
  /** Adds the cell `at` of a record to its column's. `end` is where its text ends in the file. */
  put(reason: Reason, place: RowPlace, at: number, end: number): void
}

export interface LeftOutRuns {
  ofColumn(path: string, part: string): LeftOutRun
  /** The number of the next unit; it must be handed on then. */
  readonly index: () => number
  readonly add: (unit: Unit) => void
  /** A record begins: the runs before it may be over. */
  readonly begin: (row: number) => void
  readonly end: () => void
}

interface Run {
  readonly path: string
  readonly part: string
  reason: Reason
  stretches: Stretch[]
  latest: Stretch | undefined
  first: number
  last: number
  end: number
}

/** Cells of one block: start, end and kind of each, one after the other. */
interface Stretch {
  readonly block: Block
  readonly fields: number[]
}

export function leftOutRuns(mark: Escape, found: (unit: Unit) => void): LeftOutRuns {
  const runs: Run[] = []
  let index = 0
  let until = 0
  let end = 0
  const add = (unit: Unit): void => {
    index += 1
    if (unit.end > end) end = unit.end
    found(unit)
  }
  /** At the end of what was read: no other unit stands behind it yet. */
  const close = (run: Run): void => {
    if (run.stretches.length === 0) return
    if (run.end > end) end = run.end
    add(new UnitOfRun(run, index, end, mark))
    run.stretches = []
    run.latest = undefined
  }
  const closeAll = (): void => runs.forEach(close)
  return {
    add,
    index: () => index,
    ofColumn(path, part) {
      const run: Run = { path, part, reason: 'number', stretches: [], latest: undefined, first: 0, last: 0, end: 0 }
      runs.push(run)
      return {
        put(reason, { block, row, number }, at, stop) {
          if (run.reason !== reason) close(run)
          let { latest } = run
          if (latest === undefined) {
            run.first = number
            run.reason = reason
          }
          run.last = number
          run.end = stop
          if (latest?.block !== block) {
            latest = { block, fields: [] }
            run.latest = latest
            run.stretches.push(latest)
          }
          const { fields } = latest
          fields.push(row.starts[at] ?? 0)
          fields.push(row.ends[at] ?? 0)
          fields.push(row.kinds[at] ?? 0)
        },
      }
    },
    begin(row) {
      if (row < until) return
      closeAll()
      until = row - (row % ROWS_TOGETHER) + ROWS_TOGETHER
    },
    end: closeAll,
  }
}

/** The cells of a run. A class, since an object with a getter of its own costs more than the text. */
class UnitOfRun implements Unit {
  readonly index: number
  readonly path: string
  readonly part: string
  readonly start: number
  readonly end: number
  readonly charset = 'utf-8'
  readonly left_out: Reason
  readonly #mark: Escape
  readonly #stretches: readonly Stretch[]

  constructor(run: Run, index: number, end: number, mark: Escape) {
    this.index = index
    this.path = `${run.path}${run.first === run.last ? '' : `${run.first}-`}${run.last}]`
    this.part = run.part
    this.start = end
    this.end = end
    this.left_out = run.reason
    this.#mark = mark
    this.#stretches = run.stretches
  }

  get text(): string {
    return this.#stretches.flatMap(stretch => textsOf(stretch, this.#mark)).join('\n')
  }
}

function textsOf({ block, fields }: Stretch, mark: Escape): string[] {
  const texts: string[] = []
  for (let at = 0; at < fields.length; at += 3) {
    const kind = fields[at + 2] ?? 0
    texts.push(readCell(block.textAt(fields[at] ?? 0, fields[at + 1] ?? 0, kind), kind, mark))
  }
  return texts
}
