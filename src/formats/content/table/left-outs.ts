/** What is never translated in a sheet: cells of one column that are left out for one reason, some rows together. */
import type { Reason, Unit } from '../../format.ts'
import { columnLetters } from './cell-names.ts'

type Cells = Pick<Unit, 'path' | 'part' | 'left_out' | 'text' | 'ordinal'>

const ROWS_TOGETHER = 64

interface Run {
  readonly column: number
  readonly part: string
  readonly reason: Reason
  readonly first: number
  last: number
  readonly texts: string[]
}

export class LeftOuts {
  readonly #runs = new Map<number, Run>()
  readonly #unit: (run: Cells) => void
  readonly #path: string
  #until = 0

  constructor(path: string, unit: (run: Cells) => void) {
    this.#path = path
    this.#unit = unit
  }

  /** Called where a row begins. */
  begin(row: number): void {
    if (row < this.#until) return
    this.end()
    this.#until = row - (row % ROWS_TOGETHER) + ROWS_TOGETHER
  }

  add(column: number, row: number, part: string, reason: Reason, text: string): void {
    const known = this.#runs.get(column)
    if (known?.reason === reason && known.part === part) {
      known.last = row
      known.texts.push(text)
      return
    }
    if (known) this.#close(known)
    this.#runs.set(column, { column, part, reason, first: row, last: row, texts: [text] })
  }

  end(): void {
    for (const run of this.#runs.values()) this.#close(run)
    this.#runs.clear()
  }

  #close({ column, part, reason, first, last, texts }: Run): void {
    const letters = columnLetters(column)
    const to = first === last ? '' : `:${letters}${last}`
    this.#unit({
      ...{ path: `${this.#path}${letters}${first}${to}=${reason}`, part, left_out: reason, text: texts.join('\n') },
      ordinal: first === last ? first : undefined,
    })
  }
}
