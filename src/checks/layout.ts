/** The outer shape of a translation: white space at its ends, lines, length, first character, characters that break a file. */

import { asCode, deceivingIn } from '../contract/hidden.ts'
import { becomesFormula } from '../formats/index.ts'
import type { Checked, Conditions, Issue } from './issue.ts'

/**
 * The translation with the white space that its source begins and ends with. Engines lose or add white space there, but the file needs
 * its own.
 */
export function withEdgesOf(source: string, translation: string): string {
  const lead = source.slice(0, source.length - source.trimStart().length)
  return lead + translation.trim() + source.slice(Math.max(lead.length, source.trimEnd().length))
}

export function checkEdges({ text }: Checked, translation: string): readonly Issue[] {
  if (withEdgesOf(text, translation) === translation) return []
  const message = 'The white space before or after the text is not the same as in the source.'
  return [{ kind: 'edges', severity: 'refuse', message }]
}

/**
 * Another number of lines is never refused: translators may wrap a long text differently. Where a file cannot have a line break, its
 * format writes none.
 */
export function checkLineBreaks({ text }: Checked, translation: string): readonly Issue[] {
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

/** Counts Unicode code points, as the formats with a length limit do. An emoji with modifiers is more than one. */
export function checkLength({ text, max_length }: Checked, translation: string): readonly Issue[] {
  const length = [...translation].length
  if (max_length === undefined || length <= max_length) return []
  const severity = [...text].length > max_length ? 'note' : 'refuse'
  return [{ kind: 'length', severity, message: `The translation has ${length} characters; at most ${max_length} fit.` }]
}

/** A spreadsheet must not run what its author never wrote (https://owasp.org/www-community/attacks/CSV_Injection). */
export function checkFormula({ text }: Checked, translation: string, { spreadsheet }: Conditions): readonly Issue[] {
  if (spreadsheet !== true || !becomesFormula(text, translation)) return []
  const message = `The translation begins with ${JSON.stringify(translation[0])}, which a spreadsheet would run as a formula.`
  return [{ kind: 'formula', severity: 'refuse', message }]
}

/** Control characters except tabs and line breaks, halves of surrogate pairs, and U+FFFD, which replaces a lost character. */
const BROKEN = /[\p{Cs}\ufffd]|(?![\t\n\r])\p{Cc}/gu

export function checkCharacters({ text }: Checked, translation: string): readonly Issue[] {
  const broken = [...new Set(translation.match(BROKEN))].filter(character => !text.includes(character))
  if (broken.length === 0) return []
  const names = broken.map(character => asCode(character).slice(1, -1))
  const message = `The translation has characters that the source does not have: ${names.join(', ')}.`
  return [{ kind: 'codes', severity: 'refuse', message }]
}

const SOFT_HYPHEN = '\u00ad'

/** Characters that can hide a message. They never stop a file; a soft hyphen is only noted, since long German words may have one. */
export function checkHidden({ text }: Checked, translation: string): readonly Issue[] {
  const hidden = deceivingIn(translation).filter(character => !text.includes(character))
  if (hidden.length === 0) return []
  const severity = hidden.every(character => character === SOFT_HYPHEN) ? 'note' : 'repair'
  const message = `The translation has characters that do not show and that the source does not have: ${hidden.slice(0, SHOWN).map(asCode).join(' ')}.`
  return [{ kind: 'codes', severity, message }]
}

/** The most hidden characters that one message names. */
const SHOWN = 10
