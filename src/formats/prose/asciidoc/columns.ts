/** What the attributes of a table say of its columns, and where its rows end. */
import type { CellStyle } from './cells.ts'

/** What the specifier of a cell says. */
export interface CellSpec {
  /** How often the cell is repeated. */
  readonly copies: number
  /** Over how many columns and rows it goes. */
  readonly columns: number
  readonly rows: number
  /** The letter of its own style. */
  readonly style: string | undefined
}

export const PLAIN_SPEC: CellSpec = { copies: 1, columns: 1, rows: 1, style: undefined }

/** A column: how often it is repeated, where its cells stand, how wide it is, their style. */
const COLUMN = /^(?:(\d{1,4})\*)?(?:[<^>](?:\.[<^>]?)?|\.[<^>])?(?:\d{1,9}%?|~)?([a-z])?$/
const COLUMNS = /(?:^|[\s,%])cols\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s,"']+))/
const OPTIONS = /(?:^|[\s,])(?:options|opts)\s*=\s*"?([^"\]]*)|%([\w%-]+)/g
export const MOST_CELL_COLUMNS = 1000

/** The styles of the columns that a table names; undefined where they are not understood, none where it names none. */
export function columnStylesOf(attributes: string): readonly string[] | undefined {
  const [, double, single, bare] = COLUMNS.exec(attributes) ?? []
  const said = (double ?? single ?? bare ?? '').replaceAll(' ', '')
  if (said === '') return []
  if (/^\d{1,4}$/.test(said)) return Array.from({ length: Math.min(Number(said), MOST_CELL_COLUMNS) }, () => '')
  const columns: string[] = []
  for (const each of said.split(said.includes(',') ? ',' : ';')) {
    const [found, times = '1', style = ''] = COLUMN.exec(each) ?? []
    if (found === undefined || columns.length > MOST_CELL_COLUMNS) return undefined
    for (let left = Math.min(Number(times), MOST_CELL_COLUMNS); left > 0; left -= 1) columns.push(style)
  }
  return columns
}

/** Whether the attributes say that the first row is a header, or that it is none. */
export function saysHeader(attributes: string): boolean | undefined {
  const options = Array.from(attributes.matchAll(OPTIONS), ([, listed, short]) => listed ?? short).join(',')
  if (/\bnoheader\b/.test(options)) return false
  return /\bheader\b/.test(options) ? true : undefined
}

/** Where rows end. A cell has the style of the column of its number in the row, also where cells before it go over several. */
export class CellPlaces {
  readonly #columns: readonly string[]
  /** How many columns of this row and of the next ones are taken by cells of rows above. */
  readonly #taken: number[] = []
  #visited = 0
  #cell = 0
  #inHeader: boolean

  constructor(columns: readonly string[], hasHeader: boolean) {
    this.#columns = columns
    this.#inHeader = hasHeader
  }

  /** The style of the next cell, whose own one counts first. The cells of a header are text. */
  next({ copies, columns, rows, style }: CellSpec = PLAIN_SPEC): CellStyle {
    const styles: CellStyle[] = []
    for (let left = copies; left > 0; left -= 1) {
      styles.push(styleOf(style ?? (this.#inHeader ? '' : this.#columns[this.#cell])))
      this.#take(columns, rows)
    }
    // What is repeated is one text: where one of its copies is code, it is.
    return styles.includes('code') ? 'code' : (styles[0] ?? 'text')
  }

  #take(columns: number, rows: number): void {
    if (this.#columns.length === 0) return
    this.#cell += 1
    this.#visited += columns
    for (let row = 1; row < rows; row += 1) this.#taken[row] = (this.#taken[row] ?? 0) + columns
    if (this.#visited + (this.#taken[0] ?? 0) < this.#columns.length) return
    this.#taken.shift()
    this.#cell = 0
    this.#visited = 0
    this.#inHeader = false
  }
}

const STYLES: Readonly<Record<string, CellStyle>> = { l: 'code', m: 'code', v: 'verse', a: 'document' }

function styleOf(letter: string | undefined): CellStyle {
  return STYLES[letter ?? ''] ?? 'text'
}
