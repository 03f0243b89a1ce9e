/** Rows with the cells that they lack: those of columns that are made, and those behind the end of a short row. */
import { type CsvRecord, emptyRecord } from './scanner.ts'

/** A record in which the cells that it lacks are empty, at the place where they would be written. */
export interface Widened {
  readonly record: CsvRecord
  /** For each cell that may be written, how many delimiters come before it; 0 for all that the file has. */
  readonly missing: readonly number[]
  /** The index of the last cell that may be written behind the end of the row; 0 where there is none. */
  readonly last: number
}

/** A column that takes translations. */
export interface TargetColumn {
  readonly at: number
  readonly added: boolean
}

/**
 * Widens one record after the other. What is written behind the end of a row stands where it does only because all before it is written,
 * too. So such cells are made in any case, but for the last.
 */
export class Widening {
  readonly #width: number
  readonly #added: ReadonlySet<number>
  readonly #targets: readonly TargetColumn[]
  readonly #record = emptyRecord()
  readonly #missing: number[] = []

  /** `width` is the number of columns; `lacks`: records have no cells for the columns that are added. */
  constructor(width: number, targets: readonly TargetColumn[], lacks: boolean) {
    this.#width = width
    this.#targets = targets
    this.#added = new Set(lacks ? targets.flatMap(({ at, added }) => (added ? [at] : [])) : [])
  }

  /**
   * The record with its missing cells, in an object that is used again; undefined where it lacks none. `hasText` says whether the target
   * column with an index has something to translate in this record.
   */
  of(record: CsvRecord, hasText: (record: CsvRecord, at: number) => boolean): Widened | undefined {
    const blank = record.count === 1 && record.starts[0] === record.ends[0]
    if (blank || (this.#added.size === 0 && record.count >= this.#width)) return undefined
    const wide = this.#record
    wide.count = 0
    wide.next = record.next
    wide.inner_lines = record.inner_lines
    for (let at = 0; at < record.count; at += 1) {
      const end = record.ends[at] ?? 0
      this.#put(record.starts[at] ?? 0, end, record.kinds[at] ?? 0, 0)
      while (this.#added.has(wide.count)) this.#put(end, end, 0, 1)
    }
    const behind = this.#targets.filter(({ at }) => at >= wide.count)
    const { at: last = 0 } = behind.findLast(({ at }) => hasText(wide, at)) ?? {}
    let written = wide.count - 1
    const end = wide.ends[written] ?? 0
    while (wide.count <= last) {
      const at = wide.count
      const column = behind.find(target => target.at === at)
      const made = column !== undefined && (column.added || hasText(wide, at))
      this.#put(end, end, 0, made ? at - written : 0)
      if (made) written = at
    }
    return { record: wide, missing: this.#missing, last }
  }

  #put(start: number, end: number, kind: number, missing: number): void {
    const { count, starts, ends, kinds } = this.#record
    starts[count] = start
    ends[count] = end
    kinds[count] = kind
    this.#missing[count] = missing
    this.#record.count += 1
  }
}
