/** A spreadsheet may read a cell that begins like this as a formula. Some treat the full-width signs like the others. */
const FORMULA_START = /^[=+\-@\t\r＝＋－＠]/

/**
 * True where the translation of a cell begins with the sign of a formula and the source does not begin with the same sign. A
 * spreadsheet may run it, although the author of the source wrote no formula. `-5 °C` for `-5 °C` is fine, `=5` for `-5` is not.
 */
export function becomesFormula(source: string, translation: string): boolean {
  return FORMULA_START.test(translation) && translation[0] !== source[0]
}
