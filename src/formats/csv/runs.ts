/**
 * Runs: cells of one column that no translation ever replaces, such as numbers, identifiers and other languages. A file may have
 * millions of them, so the cells of up to 64 rows are one unit, whose text has a line for each. A translation cannot change which
 * cells these are, so a result is read into the same units. The text is made only where it is asked for, which is rare.
 */

import type { Reason } from '../format.ts'
import { type CsvUnit, type Escape, readCell } from './cell.ts'
import type { Chunk, RecordReader } from './chunks.ts'
import type { CsvRecord } from './scanner.ts'

const ROWS_TOGETHER = 64

/** A record in its chunk. */
export interface RecordPlace {
  readonly chunk: Chunk
  readonly record: CsvRecord
  readonly number: number
}

/** The run of a column that is open now. `first` and `last` are rows; `end` is the byte offset where its last cell ends. */
export interface ColumnRun {
  readonly path: string
  readonly part: string
  reason: Reason
  stretches: Stretch[]
  latest: Stretch | undefined
  first: number
  last: number
  end: number
}

/** The cells of a run in one chunk. `fields` has three numbers for each: start, end, kind. */
interface Stretch {
  readonly chunk: Chunk
  readonly fields: number[]
}

/** What reads the records of a table, one after the other, and what it finds. */
export interface RowsReader {
  readonly read: RecordReader
  readonly found: FoundUnits
  /** Called after the last record. */
  end(): void
}

/** The units of a table in file order. This is a class and not closures: those of one table would slow down the next. */
export class FoundUnits {
  /** The number of the next unit. */
  index = 0
  readonly #mark: Escape
  readonly #runs: ColumnRun[] = []
  #units: CsvUnit[] = []
  #until = 0
  #end = 0

  constructor(mark: Escape) {
    this.#mark = mark
  }

  add(unit: CsvUnit): void {
    this.index += 1
    if (unit.end > this.#end) this.#end = unit.end
    this.#units.push(unit)
  }

  /** The units that were found since the last call. */
  take(): readonly CsvUnit[] {
    const units = this.#units
    this.#units = []
    return units
  }

  runOf(path: string, part: string): ColumnRun {
    const run: ColumnRun = { path, part, reason: 'number', stretches: [], latest: undefined, first: 0, last: 0, end: 0 }
    this.#runs.push(run)
    return run
  }

  /** Adds the cell with index `at` of a record to the run of its column. `stop` is the byte offset in the file where its text ends. */
  leaveOut(run: ColumnRun, reason: Reason, { chunk, record, number }: RecordPlace, at: number, stop: number): void {
    if (run.reason !== reason) this.#close(run)
    let { latest } = run
    if (latest === undefined) {
      run.first = number
      run.reason = reason
    }
    run.last = number
    run.end = stop
    if (latest?.chunk !== chunk) {
      latest = { chunk, fields: [] }
      run.latest = latest
      run.stretches.push(latest)
    }
    const { fields } = latest
    // One push with all three takes several times as long.
    fields.push(record.starts[at] ?? 0)
    fields.push(record.ends[at] ?? 0)
    fields.push(record.kinds[at] ?? 0)
  }

  /** Called where a record begins. Ends all runs at every 64th row. */
  begin(row: number): void {
    if (row < this.#until) return
    this.end()
    this.#until = row - (row % ROWS_TOGETHER) + ROWS_TOGETHER
  }

  end(): void {
    for (const run of this.#runs) this.#close(run)
  }

  /** Ends a run. Its unit has an empty range after all units found so far, so that units stay in order. */
  #close(run: ColumnRun): void {
    if (run.stretches.length === 0) return
    if (run.end > this.#end) this.#end = run.end
    this.add(new UnitOfRun(run, this.index, this.#end, this.#mark))
    run.stretches = []
    run.latest = undefined
  }
}

/** The unit of a run. This is a class, because an object literal with a getter costs more than the text. */
class UnitOfRun implements CsvUnit {
  readonly index: number
  readonly path: string
  readonly part: string
  readonly ordinal: number | undefined
  readonly start: number
  readonly end: number
  readonly charset = 'utf-8'
  readonly left_out: Reason
  readonly #mark: Escape
  readonly #stretches: readonly Stretch[]

  constructor(run: ColumnRun, index: number, end: number, mark: Escape) {
    this.index = index
    this.path = `${run.path}${run.first === run.last ? '' : `${run.first}-`}${run.last}]`
    this.part = run.part
    this.ordinal = run.first === run.last ? run.first : undefined
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

function textsOf({ chunk, fields }: Stretch, mark: Escape): string[] {
  const texts: string[] = []
  for (let at = 0; at < fields.length; at += 3) {
    const kind = fields[at + 2] ?? 0
    texts.push(readCell(chunk.textAt(fields[at] ?? 0, fields[at + 1] ?? 0, kind), kind, mark))
  }
  return texts
}
