/** Words of cells that formulas compare: translated, the formulas would find nothing. */

const QUOTED = /"((?:[^"]|"")*)"/g
const COMPARING: ReadonlySet<string | undefined> = new Set(['=', '<', '>'])
const BLANKS: ReadonlySet<string | undefined> = new Set([' ', '\t', '\r', '\n'])
/** Functions that look for a text, or choose by it. */
const LOOKING = /\b(?:\w+IFS?|X?MATCH|[VHX]?LOOKUP|SWITCH|FILTER|GETPIVOTDATA)\s*\(/i

/** The words that a formula compares with cells. `choices`: it may be nothing but a list of what a cell can have. */
export function comparedWords(formula: string, choices: boolean): string[] {
  if (!formula.includes('"')) return []
  const [, list] = (choices && /^\s*"([^"]*)"\s*$/.exec(formula)) || []
  if (list !== undefined) return list.split(/[,;]/)
  const isLooking = LOOKING.test(formula)
  return [...formula.matchAll(QUOTED)].flatMap(({ 0: whole, 1: word = '', index }) =>
    isLooking || isCompared(formula, index, index + whole.length) ? word.replaceAll('""', '"') : [],
  )
}

/** Whether a sign that compares is beside a text in quotes, whatever blanks are between. */
function isCompared(formula: string, from: number, to: number): boolean {
  let [before, behind] = [from - 1, to]
  while (BLANKS.has(formula[before])) before -= 1
  while (BLANKS.has(formula[behind])) behind += 1
  return COMPARING.has(formula[before]) || COMPARING.has(formula[behind])
}
