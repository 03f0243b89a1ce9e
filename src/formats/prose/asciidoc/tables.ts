/** The cells of a table, each as its lines, as Asciidoctor finds them. */
import type { SourceLine } from '../lines.ts'
import { COMMENT } from './marks.ts'

/** What is in a cell: lines of text, or what is shown as it is. `verse`: its lines stay lines. */
export type CellStyle = 'text' | 'code' | 'verse'

export interface Cell {
  readonly lines: SourceLine[]
  readonly style: CellStyle
}

/** What stands before the bar of a cell: how often it is repeated or over how many columns and rows it goes, where it stands, its style. */
const SPEC = '(?:(?:(\\d{1,9})(?:\\.(\\d{1,9}))?|\\.(\\d{1,9}))([*+]))?(?:[<^>](?:\\.[<^>]?)?|\\.[<^>])?([a-z])?'
const AT_START = new RegExp(`^${SPEC}$`)
const BEGINS_CELL = new RegExp(`^${SPEC}\\|`)
/** A column: how often it is repeated, where its cells stand, how wide it is, their style. */
const COLUMN = /^(?:(\d{1,4})\*)?(?:[<^>](?:\.[<^>]?)?|\.[<^>])?(?:\d{1,9}%?|~)?([a-z])?$/
const COLUMNS = /(?:^|[\s,%])cols\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s,"']+))/
/** Tables in other notations, or with other bars. */
const NOT_READ = /(?:format|separator)\s*=/
const OPTIONS = /(?:^|[\s,])(?:options|opts)\s*=\s*"?([^"\]]*)|%([\w%-]+)/g
const MOST_COLUMNS = 1000

/** The cells of rows; undefined for a table that is not read. */
export function cellsOf(rows: readonly SourceLine[], attributes: string): Cell[] | undefined {
  if (NOT_READ.test(attributes)) return undefined
  const columns = columnsOf(attributes)
  if (columns === undefined) return undefined
  const places = new Places(columns, hasHeader(rows, attributes))
  const cells: Cell[] = []
  for (const line of rows) {
    // Comments are taken out of a table before its cells are looked for.
    if (COMMENT.test(line.text)) continue
    let from = 0
    for (let bar = barIn(line.text, 0); ; bar = barIn(line.text, bar + 1)) {
      const piece = line.text.slice(from, bar < 0 ? undefined : bar)
      const spec = bar < 0 ? undefined : specOf(piece, from === 0)
      const said = spec ? piece.slice(0, spec.index) : piece
      cells.at(-1)?.lines.push(cut(line, from, said))
      if (bar < 0) break
      cells.push({ lines: [], style: places.next(spec) })
      from = bar + 1
    }
  }
  return cells
}

/** The styles of the columns that a table names; undefined where they are not understood, none where it names none. */
function columnsOf(attributes: string): readonly string[] | undefined {
  const [, double, single, bare] = COLUMNS.exec(attributes) ?? []
  const said = (double ?? single ?? bare ?? '').replaceAll(' ', '')
  if (said === '') return []
  if (/^\d{1,4}$/.test(said)) return Array.from({ length: Math.min(Number(said), MOST_COLUMNS) }, () => '')
  const columns: string[] = []
  for (const each of said.split(said.includes(',') ? ',' : ';')) {
    const [found, times = '1', style = ''] = COLUMN.exec(each) ?? []
    if (found === undefined || columns.length > MOST_COLUMNS) return undefined
    for (let left = Math.min(Number(times), MOST_COLUMNS); left > 0; left -= 1) columns.push(style)
  }
  return columns
}

/** Whether the first row is a header: it says so, or a blank line follows the first line. */
function hasHeader(rows: readonly SourceLine[], attributes: string): boolean {
  const options = Array.from(attributes.matchAll(OPTIONS), ([, listed, short]) => listed ?? short).join(',')
  if (/\bnoheader\b/.test(options)) return false
  if (/\bheader\b/.test(options)) return true
  if ((rows[0]?.text ?? '') === '' || rows[1]?.text !== '') return false
  return BEGINS_CELL.test(rows.slice(1).find(({ text }) => text !== '')?.text ?? '|')
}

/** What stands before a bar, at the end of what is before it: behind a blank, unless it is the first on its line. */
function specOf(piece: string, isFirst: boolean): RegExpExecArray | undefined {
  if (isFirst) return AT_START.exec(piece) ?? behindText(piece)
  return behindText(piece)
}

function behindText(piece: string): RegExpExecArray | undefined {
  const from = Math.max(piece.lastIndexOf(' '), piece.lastIndexOf('\t'))
  const spec = from < 0 ? null : AT_START.exec(piece.slice(from + 1))
  if (spec) spec.index = from
  return spec ?? undefined
}

/** In which column the next cell is: cells before it may go over several columns and rows. */
class Places {
  readonly #columns: readonly string[]
  /** How many rows each column is still taken from above. */
  readonly #taken: number[]
  #column = 0
  #inHeader: boolean

  constructor(columns: readonly string[], hasHeader: boolean) {
    this.#columns = columns
    this.#taken = columns.map(() => 0)
    this.#inHeader = hasHeader
  }

  /** The style of the next cell, whose own one counts first. The cells of a header are text. */
  next(spec: RegExpExecArray | undefined): CellStyle {
    const [, first, rows, onlyRows, sign, own] = spec ?? []
    this.#skipTaken()
    const style = own ?? (this.#inHeader ? '' : (this.#columns[this.#column] ?? ''))
    const count = Math.min(Number(first ?? '1'), MOST_COLUMNS)
    if (sign === '*') for (let left = count; left > 0; left -= 1) this.#take(1, 1)
    else this.#take(count, Number(rows ?? onlyRows ?? '1'))
    return style === 'l' || style === 'm' ? 'code' : style === 'v' ? 'verse' : 'text'
  }

  #take(columns: number, rows: number): void {
    this.#skipTaken()
    for (let left = columns; left > 0 && this.#column < this.#columns.length; left -= 1) {
      this.#taken[this.#column] = rows
      this.#column += 1
    }
  }

  /** Past the columns that cells of rows above go into, and into the next row at the end of one. */
  #skipTaken(): void {
    if (this.#columns.length === 0) return
    while ((this.#taken[this.#column] ?? 0) > 0 || this.#column >= this.#columns.length) {
      if (this.#column < this.#columns.length) {
        this.#column += 1
        continue
      }
      this.#column = 0
      this.#inHeader = false
      for (const [at, left] of this.#taken.entries()) this.#taken[at] = Math.max(0, left - 1)
    }
  }
}

function barIn(text: string, from: number): number {
  let bar = text.indexOf('|', from)
  while (bar > 0 && text[bar - 1] === '\\') bar = text.indexOf('|', bar + 1)
  return bar
}

function cut(line: SourceLine, from: number, said: string): SourceLine {
  const text = said.trim()
  const lead = said.length - said.trimStart().length
  const at = line.at + from + (text === '' ? 0 : lead)
  return { at, end: at + text.length, column: 0, text }
}
