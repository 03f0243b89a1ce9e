/**
 * What is looked at before a translation is written (ENG-2). A good translation refused costs its reader more than a flaw that
 * is only noted, so what people do on purpose (a number spelled out, a name left as it is) is never refused.
 */

import type { PlaceholderSyntax } from '../formats/index.ts'
import { checkCodes } from './codes.ts'
import type { FixedWords } from './glossary-terms.ts'
import { checkNumbers } from './numbers.ts'
import { checkPlurals } from './plurals.ts'
import { checkScript, checkUntranslated } from './script.ts'
import { checkTerms } from './terms.ts'

export type ProblemKind =
  | 'empty'
  | 'untranslated'
  | 'placeholders'
  | 'codes'
  | 'numbers'
  | 'edges'
  | 'line_breaks'
  | 'length'
  | 'glossary'
  | 'script'
  | 'plural_categories'
  | 'formula'
  | 'doubt'

/**
 * `refuse`: it must not be written; after one repair the source stays. `repair`: worth asking for once more, but better written
 * than left out. `note`: only said.
 */
export type Severity = 'refuse' | 'repair' | 'note'

/** What is wrong with a translation. `message` is for a model and for a person, and names the exact thing. */
export interface Problem {
  readonly kind: ProblemKind
  readonly severity: Severity
  readonly message: string
}

/** What a translation is held against; a `Job` is one. Give the same glossary for all segments of a job: its terms are read once. */
export interface Conditions extends FixedWords {
  readonly source: string
  readonly target: string
  /** The file is opened by spreadsheets, which run a cell that begins like a formula. */
  readonly spreadsheet?: boolean
}

/** What of a segment is checked; a unit of a file will do. */
export interface Checked {
  readonly text: string
  readonly syntax?: PlaceholderSyntax | undefined
  readonly note?: string | undefined
  readonly max_length?: number | undefined
}

export type Check = (segment: Checked, translation: string, conditions: Conditions) => readonly Problem[]

const CHECKS: readonly Check[] = [
  checkUntranslated,
  checkCodes,
  checkNumbers,
  checkEdges,
  checkLineBreaks,
  checkLength,
  checkTerms,
  checkScript,
  checkPlurals,
  checkFormula,
  checkCharacters,
]

/**
 * Everything that is wrong with a translation, in the order of the checks; none where it may be written as it is. The translation
 * is given with the edges of its source (`withEdgesOf`).
 */
export function problemsIn(segment: Checked, translation: string, conditions: Conditions): Problem[] {
  if (segment.text.trim() === '') return []
  if (translation.trim() === '') return [{ kind: 'empty', severity: 'refuse', message: 'The translation is empty.' }]
  return CHECKS.flatMap(check => check(segment, translation, conditions))
}

/** The heaviest severity among problems; undefined where there are none. */
export function worstOf(problems: readonly Problem[]): Severity | undefined {
  const order: readonly Severity[] = ['refuse', 'repair', 'note']
  return order.find(severity => problems.some(problem => problem.severity === severity))
}

/** White space around a text is the file's affair, not the translator's: engines lose it or add some. */
export function withEdgesOf(source: string, translation: string): string {
  const lead = source.slice(0, source.length - source.trimStart().length)
  return lead + translation.trim() + source.slice(Math.max(lead.length, source.trimEnd().length))
}

function checkEdges({ text }: Checked, translation: string): readonly Problem[] {
  if (withEdgesOf(text, translation) === translation) return []
  const message = 'The white space before or after the text is not the same as in the source.'
  return [{ kind: 'edges', severity: 'refuse', message }]
}

/** People wrap long texts anew, and do so freely; what a place cannot hold, its format does not write. */
function checkLineBreaks({ text }: Checked, translation: string): readonly Problem[] {
  const [wanted, found] = [linesOf(text), linesOf(translation)]
  if (wanted === found) return []
  const message = `The source has ${counted(wanted)}, the translation ${counted(found)}.`
  return [{ kind: 'line_breaks', severity: wanted === 1 || found === 1 ? 'repair' : 'note', message }]
}

function linesOf(text: string): number {
  return text.trim().split(/\r\n?|[\n\u2028\u2029]/).length
}

function counted(lines: number): string {
  return lines === 1 ? 'one line' : `${lines} lines`
}

/** Characters as people count them: an emoji with its modifiers is more than one here, since formats count so. */
function checkLength({ text, max_length }: Checked, translation: string): readonly Problem[] {
  const length = [...translation].length
  if (max_length === undefined || length <= max_length) return []
  const severity = [...text].length > max_length ? 'note' : 'refuse'
  return [{ kind: 'length', severity, message: `The translation has ${length} characters; at most ${max_length} fit.` }]
}

const FORMULA = /^[=+\-@\t\r]/

/** https://owasp.org/www-community/attacks/CSV_Injection */
function checkFormula({ text }: Checked, translation: string, { spreadsheet }: Conditions): readonly Problem[] {
  if (spreadsheet !== true || !FORMULA.test(translation) || FORMULA.test(text)) return []
  const message = `The translation begins with ${JSON.stringify(translation[0])}, which a spreadsheet would run as a formula.`
  return [{ kind: 'formula', severity: 'refuse', message }]
}

/** Control characters but line breaks and tabs, halves of a character, and the sign that one was lost. */
const BROKEN = /[\p{Cs}\ufffd]|(?![\t\n\r])\p{Cc}/gu

function checkCharacters({ text }: Checked, translation: string): readonly Problem[] {
  const broken = [...new Set(translation.match(BROKEN))].filter(character => !text.includes(character))
  if (broken.length === 0) return []
  const names = broken.map(
    character => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  )
  const message = `The translation has, and the source has not, the character ${names.join(', ')}.`
  return [{ kind: 'codes', severity: 'refuse', message }]
}
