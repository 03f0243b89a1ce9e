/** What stands above a table: the title of an export, the day it was made. */
import { hasHeader, type Sample } from './header.ts'
import { languageGroups, sourceAndTarget } from './languages.ts'
import { isKeyName } from './profiles.ts'

/** So many rows of titles are looked for. */
const MOST_ABOVE = 10

/**
 * How many rows stand above the row of headings. Rows are titles only where a row below them names languages, and has at least twice as
 * many cells: all else is data, and a row that is left out by mistake would not be noticed.
 */
export function rowsAbove(sample: Sample): number {
  const at = sample
    .slice(0, MOST_ABOVE + 1)
    .findIndex((row, from) => namesLanguages(row) && hasHeader(sample.slice(from), true))
  const most = filled(sample[at] ?? []) / 2
  return at > 0 && sample.slice(0, at).every(row => filled(row) <= most) ? at : 0
}

/** Whether a row, taken as the row of headings, names columns of languages. */
function namesLanguages(row: readonly string[]): boolean {
  return languageGroups(row, row[0] === '' || row.some(isKeyName)).length > 0 || sourceAndTarget(row) !== undefined
}

function filled(row: readonly string[]): number {
  return row.filter(cell => cell !== '').length
}
