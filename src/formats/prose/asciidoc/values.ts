/** The cells of tables that hold values with separators between them, `a,b` or `a:b`. */
import type { SourceLine } from '../lines.ts'
import { cut, type StyledCell } from './cells.ts'
import type { CellPlaces } from './columns.ts'
import { PREPROCESSED } from './marks.ts'
import { isInQuotes, type TableNotation } from './notation.ts'

/** The cells of rows; undefined where the last one is not closed. */
export function valueCellsOf(
  rows: readonly SourceLine[],
  notation: TableNotation,
  places: CellPlaces,
): StyledCell[] | undefined {
  const { format, separator } = notation
  // Such a line would go on in the next one.
  if (format === 'dsv' && rows.some(({ text }) => text.endsWith(`\\${separator}`))) return undefined
  const cells: StyledCell[] = []
  let lines: SourceLine[] = []
  let closing = CLOSINGS[format]()
  const close = (): void => {
    cells.push(cellAs(lines, notation, places))
    lines = []
    closing = CLOSINGS[format]()
  }
  for (const line of rows) {
    if (line.text === '' || PREPROCESSED.test(line.text)) {
      if (lines.length > 0) lines.push(line)
      continue
    }
    const column = lines.length > 0 ? line.column : 0
    let from = 0
    for (let end = 0, seen = 0; end >= 0; seen = end + separator.length) {
      end = line.text.indexOf(separator, seen)
      closing.add(line.text.slice(seen, end < 0 ? undefined : end))
      if (end < 0) lines.push(cut(line, from, line.text.slice(from), from === 0 ? column : 0))
      else if (closing.isOpen()) closing.add(separator)
      else {
        lines.push(cut(line, from, line.text.slice(from, end), from === 0 ? column : 0))
        close()
        from = end + separator.length
      }
    }
    closing.add('\n')
    if (!closing.isOpen()) close()
  }
  return lines.length > 0 ? undefined : cells
}

/** Whether a cell goes on behind what has been added to it: pieces between separators, separators, and ends of lines. */
interface Closing {
  add(piece: string): void
  isOpen(): boolean
}

/** A separator behind a backslash is text. */
class Backslash implements Closing {
  #last = ''

  add(piece: string): void {
    this.#last = piece.slice(-1)
  }

  isOpen(): boolean {
    return this.#last === '\\'
  }
}

/**
 * What begins with a quotation mark goes on up to one that closes it. Two of them stand for one, so only their numbers at both ends say
 * whether it is closed.
 */
class QuotationMarks implements Closing {
  #pieces = 0
  #leading = 0
  #trailing = 0
  #isOne = false

  add(piece: string): void {
    const text = piece.trim()
    if (text === '') return
    this.#pieces += 1
    if (this.#pieces === 1) this.#leading = marksIn(text, 0, 1)
    this.#trailing = marksIn(text, text.length - 1, -1)
    this.#isOne = this.#pieces === 1 && text === '"'
  }

  isOpen(): boolean {
    return this.#isOne || (this.#leading % 2 === 1 && this.#trailing % 2 === 0)
  }
}

function marksIn(text: string, from: number, step: 1 | -1): number {
  let count = 0
  while (text[from + count * step] === '"') count += 1
  return count
}

const CLOSINGS: Readonly<Record<TableNotation['format'], () => Closing>> = {
  psv: () => new Backslash(),
  dsv: () => new Backslash(),
  csv: () => new QuotationMarks(),
}

function cellAs(held: readonly SourceLine[], { format, separator }: TableNotation, places: CellPlaces): StyledCell {
  const style = places.next()
  const lines = style === 'document' ? [...held] : held.map(line => ({ ...line, column: 0 }))
  const raw = lines.map(({ text }) => text).join('\n')
  if (format === 'csv' && isInQuotes(raw)) return { lines: withoutQuotes(lines), style, quotes: 'around' }
  // Blocks are told by their signs, of which some are separators.
  const isHidden = format === 'dsv' && style === 'document' && raw.includes(`\\${separator}`)
  return { lines, style: isHidden ? 'code' : style, quotes: format === 'csv' ? 'possible' : 'none' }
}

function withoutQuotes(lines: readonly SourceLine[]): SourceLine[] {
  const last = lines.length - 1
  return lines.map((line, at) => {
    const [from, to] = [at === 0 ? 1 : 0, line.text.length - (at === last ? 1 : 0)]
    if (from === 0 && to === line.text.length) return line
    return cut(line, from, line.text.slice(from, to), at === 0 ? 0 : line.column)
  })
}
