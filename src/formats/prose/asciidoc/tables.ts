/** The cells of a table, each as its lines, as Asciidoctor finds them. */
import type { SourceLine } from '../lines.ts'
import { cut, type StyledCell } from './cells.ts'
import { CellPlaces, type CellSpec, columnStylesOf, MOST_CELL_COLUMNS, PLAIN_SPEC, saysHeader } from './columns.ts'
import { COMMENT, PREPROCESSED } from './marks.ts'
import type { TableNotation } from './notation.ts'
import { valueCellsOf } from './values.ts'

/** What stands before the bar of a cell: how often it is repeated or over how many columns and rows it goes, where it stands, its style. */
const SPEC = /^(?:(?:(\d{1,9})(?:\.(\d{1,9}))?|\.(\d{1,9}))([*+]))?(?:[<^>](?:\.[<^>]?)?|\.[<^>])?([a-z])?$/

/** The cells of rows; undefined for a table that is not read. */
export function cellsOf(
  lines: readonly SourceLine[],
  attributes: string,
  notation: TableNotation,
): StyledCell[] | undefined {
  const columns = columnStylesOf(attributes)
  if (columns === undefined) return undefined
  // Comments are taken out of a table before its cells are looked for.
  const rows = lines.filter(({ text }) => !COMMENT.test(text))
  const header = saysHeader(attributes) ?? hasHeader(rows, notation)
  const places = new CellPlaces(columns, header)
  if (notation.format === 'psv') return barredCellsOf(rows, notation.separator, places)
  // A blank cell at the beginning of a line is not seen: the others would be taken for those of the columns before.
  if (/^\s/.test(notation.separator) && new Set(columns).size > 1 && rows.some(({ column }) => column > 0))
    return undefined
  return valueCellsOf(rows, notation, places)
}

/** Whether the first row is a header without saying so: a blank line follows the first line, and behind that begins a cell. */
function hasHeader(rows: readonly SourceLine[], notation: TableNotation): boolean {
  const [first, second] = rows
  if (!first || first.text === '' || second?.text !== '') return false
  if (notation.format !== 'psv') return valueCellsOf([first], notation, new CellPlaces([], false)) !== undefined
  const next = rows.find(({ text }, at) => at > 0 && text !== '')?.text ?? notation.separator
  const bar = next.indexOf(notation.separator)
  return bar >= 0 && SPEC.test(next.slice(0, bar))
}

function barredCellsOf(rows: readonly SourceLine[], separator: string, places: CellPlaces): StyledCell[] {
  const cells: StyledCell[] = []
  for (const line of rows) {
    if (PREPROCESSED.test(line.text)) {
      cells.at(-1)?.lines.push(line)
      continue
    }
    let from = 0
    for (let bar = barIn(line.text, separator, 0); ; bar = barIn(line.text, separator, bar + separator.length)) {
      const piece = line.text.slice(from, bar < 0 ? undefined : bar)
      const spec = bar < 0 ? undefined : specOf(piece, from === 0)
      const said = spec ? piece.slice(0, spec.index) : piece
      const cell = cells.at(-1)
      const column = cell?.style === 'document' && from === 0 ? line.column : 0
      cell?.lines.push(cut(line, from, said, column))
      if (bar < 0) break
      cells.push({ lines: [], style: places.next(saidBy(spec)), quotes: 'none' })
      from = bar + separator.length
    }
  }
  return cells
}

/** What stands before a bar, at the end of what is before it: behind a blank, unless it is the first on its line. */
function specOf(piece: string, isFirst: boolean): RegExpExecArray | undefined {
  if (isFirst) return SPEC.exec(piece) ?? behindText(piece)
  return behindText(piece)
}

function behindText(piece: string): RegExpExecArray | undefined {
  const from = Math.max(piece.lastIndexOf(' '), piece.lastIndexOf('\t'))
  const spec = from < 0 ? null : SPEC.exec(piece.slice(from + 1))
  if (spec) spec.index = from
  return spec ?? undefined
}

function saidBy(spec: RegExpExecArray | undefined): CellSpec {
  if (!spec) return PLAIN_SPEC
  const [, first, rows, onlyRows, sign, style] = spec
  const count = Math.min(Number(first ?? '1'), MOST_CELL_COLUMNS)
  if (sign === '*') return { copies: count, columns: 1, rows: 1, style }
  return { copies: 1, columns: count, rows: Math.min(Number(rows ?? onlyRows ?? '1'), MOST_CELL_COLUMNS), style }
}

function barIn(text: string, separator: string, from: number): number {
  let bar = text.indexOf(separator, from)
  while (bar > 0 && text[bar - 1] === '\\') bar = text.indexOf(separator, bar + separator.length)
  return bar
}
