/** The cells of a row by their columns. */
import type { Cell } from './rows.ts'

export class CellsOfRow {
  readonly #cells: readonly Cell[]
  /** Only where they do not stand in the order of their columns, as they do in what programs write. */
  readonly #known: ReadonlyMap<number, Cell> | undefined

  constructor(cells: readonly Cell[]) {
    this.#cells = cells
    // Programs show the last of several cells with one name, or refuse the workbook.
    this.#known = isInOrder(cells) ? undefined : new Map(cells.map(cell => [cell.column, cell]))
  }

  /** The cell in a column, the last one where there are several; undefined where there is none. */
  get(column: number): Cell | undefined {
    if (this.#known) return this.#known.get(column)
    let [from, to] = [0, this.#cells.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((this.#cells[middle]?.column ?? 0) < column) from = middle + 1
      else to = middle
    }
    const cell = this.#cells[from]
    return cell?.column === column ? cell : undefined
  }
}

function isInOrder(cells: readonly Cell[]): boolean {
  for (let at = 1; at < cells.length; at += 1) {
    if ((cells[at]?.column ?? 0) <= (cells[at - 1]?.column ?? 0)) return false
  }
  return true
}
