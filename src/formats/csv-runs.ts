/**
 * Cells that no translation ever replaces, column by column: numbers, identifiers, other languages. There are millions of them,
 * so those of up to 64 rows are one unit, whose text has a line for each. Which cells those are depends on nothing that a
 * translation can change, so that a result is read into the same units.
 */
import type { Reason, Unit } from './unit.ts'

const ROWS_TOGETHER = 64

export interface LeftOutRun {
  /** Adds a cell of the column. `end` is where its text ends in the file. */
  put(reason: Reason, text: string, row: number, end: number): void
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
  lines: string[]
  first: number
  last: number
  end: number
}

export function leftOutRuns(found: (unit: Unit) => void): LeftOutRuns {
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
    if (run.lines.length === 0) return
    const rows = run.first === run.last ? `${run.first}` : `${run.first}-${run.last}`
    const text = run.lines.join('\n')
    run.lines = []
    if (run.end > end) end = run.end
    const facts = { path: `${run.path}${rows}]`, part: run.part, left_out: run.reason, charset: 'utf-8' } as const
    add({ index, ...facts, start: end, end, text, raw: '' })
  }
  const closeAll = (): void => runs.forEach(close)
  return {
    add,
    index: () => index,
    ofColumn(path, part) {
      const run: Run = { path, part, reason: 'number', lines: [], first: 0, last: 0, end: 0 }
      runs.push(run)
      return {
        put(reason, text, row, at) {
          if (run.reason !== reason) close(run)
          if (run.lines.length === 0) run.first = row
          run.reason = reason
          run.lines.push(text)
          run.last = row
          run.end = at
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
