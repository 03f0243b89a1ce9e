/**
 * The texts in the cells of a drawn table. What is in a cell is read as if it stood alone, on as many lines as it has; a table of which a text
 * changes is drawn anew as a whole, with room for all that its cells hold then.
 */
import type { ProseBlock, TextBeside, TextRange } from '../dialect.ts'
import { type SourceLine, sourceLinesOf } from '../lines.ts'
import type { ColumnCount } from './columns.ts'

/** Reads what stands in a cell. */
export type CellReading = (lines: readonly SourceLine[]) => readonly ProseBlock[]

export interface DrawnCell {
  /** Which rows and columns it is in. */
  readonly place: string
  /** Its lines as they stand between its edges, without the blank ones at its end. */
  readonly lines: readonly string[]
  /** Where each of them is in the file. */
  readonly begins: readonly number[]
  /** So wide lines are broken. */
  readonly width: number
  /** Whether a text that is on one line may be broken into several. */
  readonly breaks: boolean
}

export interface DrawnTable {
  readonly range: TextRange
  readonly indent: number
  /** Row by row. */
  readonly cells: readonly DrawnCell[]
  readonly count: ColumnCount
  /** Its lines where its cells have these. */
  draw(cells: readonly (readonly string[])[]): readonly string[]
}

/** A table in its lines; undefined where it is none. */
export type TableReading = (lines: readonly SourceLine[]) => DrawnTable | undefined

/** The texts of a table, row by row, those of a cell together. */
export function textsInCells(table: DrawnTable, read: CellReading, again: TableReading): ProseBlock[] {
  const redrawing = new Redrawing(table, again)
  const found = table.cells.flatMap((cell, index) => {
    const places = new PlacesInCell(cell)
    return read(sourceLinesOf(cell.lines.join('\n'))).map(block => ({ block, index, place: places.of(block) }))
  })
  let from = table.range.start
  return found.map(({ block, index, place }, at) => {
    const kind = block.kind === 'p' || block.kind === 'quote' ? 'cell' : block.kind
    // Texts lie beside each other: one that begins before the last has ended has only a place behind it.
    const range = place.start < from ? { start: from, end: from } : place
    from = range.end
    return { ...block, kind, ...range, drawn: redrawing.textBeside(index, block, at === found.length - 1) }
  })
}

/** Where the texts of a cell are in the file: the first line of each. They are asked for in their order. */
class PlacesInCell {
  readonly #cell: DrawnCell
  #line = 0
  #begin = 0

  constructor(cell: DrawnCell) {
    this.#cell = cell
  }

  of({ start, end }: TextRange): TextRange {
    const { lines, begins } = this.#cell
    const length = () => lines[this.#line]?.length ?? Infinity
    while (this.#begin + length() < start) {
      this.#begin += length() + 1
      this.#line += 1
    }
    const shift = (begins[this.#line] ?? 0) - this.#begin
    return { start: shift + start, end: shift + Math.min(end, this.#begin + length()) }
  }
}

/** What is written in place of a stretch of a cell; undefined where nothing is. */
interface Redrawn extends TextRange {
  text(): string | undefined
}

/** No line of a cell gets wider: all others would get as wide. */
const WIDEST = 1000

class Redrawing {
  readonly #table: DrawnTable
  readonly #again: TableReading
  /** Each cell as a text of its own. */
  readonly #texts: readonly string[]
  readonly #written: readonly Redrawn[][]

  constructor(table: DrawnTable, again: TableReading) {
    this.#table = table
    this.#again = again
    this.#texts = table.cells.map(({ lines }) => lines.join('\n'))
    this.#written = table.cells.map(() => [])
  }

  textBeside(index: number, { start, end, lines, drawn: inner }: ProseBlock, isLast: boolean): TextBeside {
    const own = { whole: this.#table.range, isLast, draw: (eol: string) => this.#draw(eol) }
    // A table in a cell is drawn before the cell is.
    if (inner?.isLast) this.#written[index]?.push({ ...inner.whole, text: () => inner.draw('\n') })
    if (inner) return { ...inner, ...own }
    const { cells, count } = this.#table
    const text = this.#texts[index] ?? ''
    const { width = 0, breaks = false } = cells[index] ?? {}
    const raw = text.slice(start, end)
    const column = count(text.slice(text.lastIndexOf('\n', start - 1) + 1, start))
    const stays = lines === 'one' || (!breaks && !raw.includes('\n'))
    const room = { column, width: stays ? Infinity : width, count }
    return {
      ...{ ...own, raw },
      onLines: (line, begins) => onLines(line.split(' '), room, begins),
      put: written => this.#written[index]?.push({ start, end, text: () => written }),
    }
  }

  /** What a table would be read from otherwise than it is meant is not drawn. */
  #draw(eol: string): string | undefined {
    const { cells, indent } = this.#table
    const meant = cells.map(({ lines }, index) => {
      const text = this.#texts[index] ?? ''
      const changed = replaced(text, this.#written[index] ?? [])
      return changed === text ? lines : trimmed(changed.split('\n'))
    })
    if (meant.every((lines, index) => lines === cells[index]?.lines)) return undefined
    const drawn = this.#table.draw(meant).map((line, at) => (at > 0 && line !== '' ? ' '.repeat(indent) + line : line))
    const read = this.#again(sourceLinesOf(' '.repeat(indent) + drawn.join('\n')))?.cells
    const isMeant = ({ place }: DrawnCell, index: number) =>
      place === read?.[index]?.place && isSameText(meant[index] ?? [], read[index]?.lines ?? [])
    return read?.length === cells.length && cells.every(isMeant) ? drawn.join(eol) : undefined
  }
}

/** The lines of a cell without the blank ones at its end. */
export function trimmed(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex(line => line.trim() !== '')
  return lines.slice(0, last + 1)
}

function isSameText(meant: readonly string[], read: readonly string[]): boolean {
  return meant.length === read.length && meant.every((line, at) => line.trimEnd() === read[at]?.trimEnd())
}

function replaced(text: string, written: readonly Redrawn[]): string {
  let whole = ''
  let from = 0
  for (const { start, end, text: own } of written) {
    whole += text.slice(from, start) + (own() ?? text.slice(start, end))
    from = end
  }
  return whole + text.slice(from)
}

interface Room {
  readonly column: number
  readonly width: number
  readonly count: ColumnCount
}

/**
 * Words on lines from a column on, as wide as there is room, or as one of them is. Two blanks, between which is an empty word, stay together.
 * `begins`: a word that may begin a line.
 */
function onLines(
  words: readonly string[],
  { column, width, count }: Room,
  begins: (word: string) => boolean,
): string | undefined {
  const lines: string[] = []
  let used = 0
  let current: string[] = []
  for (const word of words) {
    const more = count(word)
    const isFull = current.length > 0 && column + used + 1 + more > width
    if (isFull && begins(word) && !/(?:^|[\\+])$/.test(current.at(-1) ?? '')) {
      lines.push(current.join(' '))
      current = []
    }
    used = current.length === 0 ? more : used + 1 + more
    current.push(word)
    if (column + used > Math.max(width === Infinity ? 0 : width, WIDEST)) return undefined
  }
  lines.push(current.join(' '))
  return lines.join(`\n${' '.repeat(column)}`)
}
