/** Names of cells and ranges: `C12`, `$A$1:$D$4`. Columns and rows count from 1. */

export interface CellName {
  readonly column: number
  readonly row: number
}

export interface CellRange {
  readonly from: CellName
  readonly to: CellName
}

const CELL = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/
const A = 'A'.charCodeAt(0)
const LETTERS = 26

/** Undefined for what is no name of a cell. */
export function cellNamed(name: string): CellName | undefined {
  const [, letters, row] = CELL.exec(name) ?? []
  if (letters === undefined || row === undefined) return undefined
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * LETTERS + letter.charCodeAt(0) - A + 1
  return { column, row: Number(row) }
}

/** Undefined for what is no range of cells in one sheet. */
export function rangeNamed(name: string): CellRange | undefined {
  const [first = '', last = first] = name.split(':')
  const [from, to] = [cellNamed(first), cellNamed(last)]
  return from && to && { from, to }
}

/** `C` for 3. */
export function columnLetters(column: number): string {
  let letters = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / LETTERS)) {
    letters = String.fromCharCode(A + ((rest - 1) % LETTERS)) + letters
  }
  return letters
}
