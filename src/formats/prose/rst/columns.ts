/** The signs of a line by their columns, as tables count them. */
import { twoColumnsIn, widthOf } from '../lines.ts'

/** How many columns a text takes in a table. */
export type ColumnCount = (text: string) => number

/** In a grid each sign has a column, marks over letters too; those of East Asia and pictures have two. */
export const inGrid: ColumnCount = text => [...text].length + twoColumnsIn(text)

/** In a simple table marks over letters have none. */
export const inSimple: ColumnCount = text => (isPlain(text) ? text.length : widthOf(text))

function isPlain(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text)
}

/** A line whose signs are found by their columns. The second column of a wide sign holds it, too. */
export class RuledLine {
  readonly width: number
  readonly #text: string
  /** Where the sign at each column begins; absent where each has one. */
  readonly #begins: readonly number[] | undefined

  constructor(text: string, count: ColumnCount) {
    this.#text = text
    this.#begins = isPlain(text) ? undefined : beginsIn(text, count)
    this.width = this.#begins?.length ?? text.length
  }

  sign(column: number): string {
    return this.#text[this.place(column)] ?? ''
  }

  between(from: number, to = Infinity): string {
    return this.#text.slice(this.place(from), this.place(to))
  }

  /** The place of a column in the text; its end for those behind it. */
  place(column: number): number {
    return column < this.width ? (this.#begins?.[column] ?? column) : this.#text.length
  }
}

function beginsIn(text: string, count: ColumnCount): readonly number[] {
  const begins: number[] = []
  let at = 0
  for (const sign of text) {
    for (let left = count(sign); left > 0; left -= 1) begins.push(at)
    at += sign.length
  }
  return begins
}
