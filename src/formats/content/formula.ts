/** How a spreadsheet may begin to read a cell as a formula; some take the full-width signs for the same. */
const FORMULA_START = /^[=+\-@\t\r＝＋－＠]/

/**
 * True where a spreadsheet may run the translation of a cell, and its author did not write it so: it begins with a sign of
 * formulas, and the source does not begin with that same sign. `-5 °C` for `-5 °C` is fine, `=5` for `-5` is not.
 */
export function becomesFormula(source: string, translation: string): boolean {
  return FORMULA_START.test(translation) && translation[0] !== source[0]
}
