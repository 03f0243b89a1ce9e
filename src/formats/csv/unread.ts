/** What a cell of CSV is, by what the scanner has seen of it. */
import type { JudgedColumn } from '../content/table/kinds.ts'
import type { Reason } from '../format.ts'
import { WIDE, WORDED } from './scanner.ts'

const FIRST_DIGIT = 0x30
const LAST_DIGIT = 0x39

/**
 * Like `leftOutTogether`, for a cell without quotes and white space. `kind` is that of the scanner, `first` the code of the first
 * character. Undefined also where these two do not decide, and the text has to be looked at.
 */
export function leftOutByKind(column: JudgedColumn, kind: number, first: number): Reason | undefined {
  if (column.left_out) return column.left_out
  if ((kind & WORDED) === 0) return first >= FIRST_DIGIT && first <= LAST_DIGIT ? 'number' : undefined
  return (kind & WIDE) === 0 ? column.kind : undefined
}
