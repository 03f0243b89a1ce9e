/**
 * Every check of a translation before it is written (ENG-2). A good translation that is refused does more harm than a flaw that is only
 * noted, so what translators do on purpose (a number in words, a name left as it is) is never refused.
 */

import { checkCodes } from './codes.ts'
import type { Check, Checked, Conditions, Issue } from './issue.ts'
import { checkCharacters, checkEdges, checkFormula, checkHidden, checkLength, checkLineBreaks } from './layout.ts'
import { checkNumbers } from './numbers.ts'
import { checkPlurals } from './plurals.ts'
import { checkScript, checkUntranslated } from './script.ts'
import { checkTerms } from './terms.ts'

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
  checkHidden,
]

/**
 * Every issue of a translation, in the order of the checks; none for a translation that may be written as it is. The translation must
 * already have the white space of its source around it (`withEdgesOf`).
 */
export function issuesIn(segment: Checked, translation: string, conditions: Conditions): Issue[] {
  if (segment.text.trim() === '') return []
  if (translation.trim() === '') return [{ kind: 'empty', severity: 'refuse', message: 'The translation is empty.' }]
  return CHECKS.flatMap(check => check(segment, translation, conditions))
}
