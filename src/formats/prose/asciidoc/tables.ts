/** The cells of a table, each as its lines, as Asciidoctor finds them. */
import type { SourceLine } from '../lines.ts'
import { COMMENT } from './marks.ts'

/** What is in a cell: lines of text, or what is shown as it is. `verse`: its lines stay lines. `document`: blocks, with indents that say something. */
type CellStyle = 'text' | 'code' | 'verse' | 'document'

interface DrawnCell {
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
export function cellsOf(rows: readonly SourceLine[], attributes: string): DrawnCell[] | undefined {
  if (NOT_READ.test(attributes)) return undefined
  const columns = columnsOf(attributes)
  if (columns === undefined) return undefined
  const places = new Places(columns, hasHeader(rows, attributes))
  const cells: DrawnCell[] = []
  for (const line of rows) {
    // Comments are taken out of a table before its cells are looked for.
    if (COMMENT.test(line.text)) continue
    let from = 0
    for (let bar = barIn(line.text, 0); ; bar = barIn(line.text, bar + 1)) {
      const piece = line.text.slice(from, bar < 0 ? undefined : bar)
      const spec = bar < 0 ? undefined : specOf(piece, from === 0)
      const said = spec ? piece.slice(0, spec.index) : piece
      const cell = cells.at(-1)
      const column = cell?.style === 'document' && from === 0 ? line.column : 0
      cell?.lines.push(cut(line, from, said, column))
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

/** Where rows end. A cell has the style of the column of its number in the row, also where cells before it go over several. */
class Places {
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
  next(spec: RegExpExecArray | undefined): CellStyle {
    const [, first, rows, onlyRows, sign, own] = spec ?? []
    const count = Math.min(Number(first ?? '1'), MOST_COLUMNS)
    const styles: CellStyle[] = []
    for (let copies = sign === '*' ? count : 1; copies > 0; copies -= 1) {
      styles.push(styleOf(own ?? (this.#inHeader ? '' : this.#columns[this.#cell])))
      if (sign === '*') this.#take(1, 1)
      else this.#take(count, Math.min(Number(rows ?? onlyRows ?? '1'), MOST_COLUMNS))
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

function barIn(text: string, from: number): number {
  let bar = text.indexOf('|', from)
  while (bar > 0 && text[bar - 1] === '\\') bar = text.indexOf('|', bar + 1)
  return bar
}

function cut(line: SourceLine, from: number, said: string, column: number): SourceLine {
  const text = said.trim()
  const lead = said.length - said.trimStart().length
  const at = line.at + from + (text === '' ? 0 : lead)
  return { at, end: at + text.length, column, text }
}
