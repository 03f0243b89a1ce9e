/**
 * Cells that a spreadsheet would not show as they are. One that begins like a formula would be run
 * (https://owasp.org/www-community/attacks/CSV_Injection); one that looks like a date, a number or a truth value would be turned into another
 * text, which would come back as a reviewer's. Such a cell gets an apostrophe in front, and loses it when it comes back.
 */
const APOSTROPHE = "'"

/** Full-width signs count, too: spreadsheets in East Asian languages take them for the others. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
/** Digits and signs with one word at most: `1. März`, `10:30`, `3/4`, `007`. */
const VALUE = /^[\p{Sc}(]?\s?\d[\d\s.,:/%()–-]{0,40}(?:\p{L}{0,12}\.?|\p{Sc})[\d\s.,:/-]{0,40}$/u
const DATE = /^(?:jan|feb|m[aä]r|mrz|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])\p{L}{0,12}\.?[\s/-]?\d[\d\s.,/-]*$/iu
const TRUTH = /^(?:true|false)$/i
/** What is longer is no value. */
const LONGEST_VALUE = 40

/** The cell for a text. */
export function guarded(text: string): string {
  return isRisky(text) ? APOSTROPHE + text : text
}

/** The text of a cell that nobody changed: `unguarded(guarded(text))` is `text`, whatever it is. */
export function unguarded(cell: string): string {
  return cell.startsWith(APOSTROPHE) && isRisky(cell) ? cell.slice(APOSTROPHE.length) : cell
}

/** The text of a cell that was changed, perhaps: where an apostrophe went out before the text, the one in front is that. */
export function unguardedLike(cell: string, exported: string): string {
  return cell.startsWith(APOSTROPHE) && (isRisky(cell) || isRisky(exported)) ? cell.slice(APOSTROPHE.length) : cell
}

/** Apostrophes that the text itself begins with are passed over: else its own would be taken for ours. */
function isRisky(text: string): boolean {
  const rest = text.replace(/^'+/, '')
  if (FORMULA.test(rest)) return true
  return rest.length <= LONGEST_VALUE && (VALUE.test(rest) || DATE.test(rest) || TRUTH.test(rest))
}
