/** The unit of one text in a table. What is seldom asked for is made only then: a table has millions of cells. */
import type { Charset, PlaceholderSyntax, Reason, UnitContext } from '../format.ts'
import { type CsvPlace, type CsvUnit, type Escape, readCell } from './cell.ts'
import type { Chunk } from './chunks.ts'
import type { CsvRecord } from './scanner.ts'

/** The cell that names a row. */
export class RowName {
  readonly #chunk: Chunk
  readonly #first: number
  readonly #last: number
  readonly #kind: number
  readonly #mark: Escape

  constructor(chunk: Chunk, { starts, ends, kinds }: CsvRecord, at: number, mark: Escape) {
    this.#chunk = chunk
    this.#first = starts[at] ?? 0
    this.#last = ends[at] ?? 0
    this.#kind = kinds[at] ?? 0
    this.#mark = mark
  }

  get text(): string {
    return readCell(this.#chunk.textAt(this.#first, this.#last, this.#kind), this.#kind, this.#mark)
  }
}

/** What all texts of a column share. */
interface OfColumn {
  readonly name: string
  /** The beginning of each `Unit.path` in the column, up to the number of the row. */
  readonly path: string
  /** Of texts whose row has no name. */
  readonly context: UnitContext
}

const LONGEST_NAME = 100

export class TextUnit implements CsvUnit {
  readonly index: number
  readonly ordinal: number
  readonly start: number
  readonly end: number
  readonly text: string
  readonly raw: string | undefined
  readonly charset: Charset
  readonly eol: string | undefined
  readonly left_out: Reason | undefined
  readonly syntax: PlaceholderSyntax | undefined
  readonly note: string | undefined
  readonly max_length: number | undefined
  readonly target: string | undefined
  readonly place: CsvPlace
  readonly #column: OfColumn
  readonly #row: RowName | undefined

  constructor(column: OfColumn, row: RowName | undefined, said: SaidOfText) {
    this.index = said.index
    this.ordinal = said.ordinal
    this.start = said.start
    this.end = said.end
    this.text = said.text
    this.raw = said.raw
    this.charset = said.charset
    this.eol = said.eol
    this.left_out = said.left_out
    this.syntax = said.syntax
    this.note = said.note
    this.max_length = said.max_length
    this.target = said.target
    this.place = said.place
    this.#column = column
    this.#row = row
  }

  get path(): string {
    return `${this.#column.path}${this.ordinal}]`
  }

  get part(): string {
    return this.#column.name
  }

  get slot(): string {
    return this.#column.name
  }

  get context(): UnitContext {
    const { name: column, context } = this.#column
    const row = this.#row?.text.slice(0, LONGEST_NAME)
    if (!row && !this.target) return context
    return { row: row || undefined, column, present: this.target || undefined }
  }
}

/** What is known of a text where it is found. */
export type SaidOfText = Omit<TextUnit, 'path' | 'part' | 'slot' | 'context'>
