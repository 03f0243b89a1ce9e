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
const ZERO = '0'.charCodeAt(0)
const LETTERS = 26
const DIGITS = 10
const MOST_LETTERS = 3
const MOST_DIGITS = 7

/** Undefined for what is no name of a cell. */
export function cellNamed(name: string): CellName | undefined {
  return plainlyNamed(name) ?? namedAnyhow(name)
}

/** A name as programs write it into a cell, of which a sheet has millions: capitals and digits. */
function plainlyNamed(name: string): CellName | undefined {
  let column = 0
  let row = 0
  let letters = 0
  for (let at = 0; at < name.length; at += 1) {
    const [letter, digit] = [name.charCodeAt(at) - A, name.charCodeAt(at) - ZERO]
    if (letter >= 0 && letter < LETTERS && at === letters) {
      column = column * LETTERS + letter + 1
      letters += 1
    } else if (digit >= 0 && digit < DIGITS) row = row * DIGITS + digit
    else return undefined
  }
  const digits = name.length - letters
  const isName = letters > 0 && letters <= MOST_LETTERS && digits > 0 && digits <= MOST_DIGITS
  return isName ? { column, row } : undefined
}

function namedAnyhow(name: string): CellName | undefined {
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
