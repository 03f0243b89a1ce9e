/**
 * What a translation must carry over unchanged: codes that a program fills in or reads. `protect` cuts a text into what is
 * translated and what is not. The codes are a table (`code-patterns.ts`); `compare-placeholders.ts` compares those of two texts.
 */

import { PLACEHOLDER_SYNTAXES, type PlaceholderSyntax } from '../format.ts'
import { ALL_SIGNS, CODE_PATTERNS, CODES_OF_SYNTAX, SIGN_NAMES, type Sign } from './code-patterns.ts'
import { icuPlaceholders, icuRuns } from './icu.ts'
import type { TextRun } from './text-run.ts'

/** A code and where it begins in its text. */
interface Found {
  readonly text: string
  readonly index: number
}

/** Joined patterns by syntax and signs. Few texts have more than one sign, and a shorter pattern compiles and searches faster. */
const JOINED = new Map<string, RegExp[]>(PLACEHOLDER_SYNTAXES.map(syntax => [syntax, []]))

/** One pattern that joins all patterns that can match in a text. */
function codeIn(text: string, syntax: PlaceholderSyntax): RegExp {
  const signs = signsOf(text)
  const known = JOINED.get(syntax)?.[signs]
  if (known) return known
  const general = CODE_PATTERNS.filter(({ sign }) => (signs & (1 << SIGN_NAMES.indexOf(sign))) !== 0)
  const patterns = [CODES_OF_SYNTAX[syntax] ?? [], general].flat().map(({ pattern }) => `(?:${pattern.source})`)
  const code = new RegExp(patterns.join('|') || '(?!)', 'gu')
  const joined = JOINED.get(syntax)
  if (joined) joined[signs] = code
  return code
}

/** The signs that a text has: a bit for each. */
function signsOf(text: string): number {
  let found = 0
  for (let at = 0; at < ALL_SIGNS.length; at++) if (hasSign(text, ALL_SIGNS[at])) found |= 1 << at
  return found
}

function hasSign(text: string, sign: Sign | undefined): boolean {
  if (!sign?.any.some(piece => text.includes(piece)) || sign.lacks?.test(text)) return false
  return sign.and?.every(pattern => pattern.test(text)) ?? true
}

/** What follows the percent sign. The letters of `SURE` are those that programs commonly glue to a word. */
const PRINTF =
  /^%(?<position>\d+\$|\[\d+\])?(?<flags>[-+#0' ]*)(?<size>[\d.*$]*)(?<length>(?:hh|h|ll|l|L|q|j|z|t|I64|I32)?)(?<letter>[tT]?[A-Za-z@])$/
const SURE = /^[dsuxXf@]$/
/** Letters that no word begins with where a number is before them: `%5.1em`, `%li`. */
const SURE_WITH_SIZE = /^[diouxXeEfFgGaAcCsSpnm@]$/
/** Without one of these signs no pattern can match, except those of `ALSO_LOOKED_FOR`. Most texts have none, so this test is enough for them. */
const MAY_HAVE_CODE = /[%{<$&@[\\]|\*\||\]\]>|:\/\/|www\.|mailto:/
const ALSO_LOOKED_FOR: Partial<Record<PlaceholderSyntax, string>> = { tilde: '~', laravel: ':' }

/** Cuts a text into runs that, joined, are the text again. An invalid ICU message is cut by the patterns. */
export function protect(text: string, syntax: PlaceholderSyntax = 'general'): TextRun[] {
  if (!mayHaveCode(text, syntax)) return text === '' ? [] : [{ kind: 'text', text }]
  const pieces = (syntax === 'icu' && icuRuns(text)) || [{ kind: 'text', text } as const]
  return pieces.flatMap(piece => (piece.kind === 'code' ? [piece] : cut(piece.text, syntax)))
}

/** The text that a translator works on: each code is replaced by a space. */
export function literalText(text: string, syntax?: PlaceholderSyntax): string {
  if (!mayHaveCode(text, syntax)) return text
  return protect(text, syntax)
    .map(run => (run.kind === 'text' ? run.text : ' '))
    .join('')
}

/**
 * Joins the runs to one text after their literals were translated. In an ICU message an apostrophe before a brace would begin
 * quoted text (`l'{name}`), so the apostrophe is doubled there. A brace that a translator wrote is quoted.
 */
export function joinRuns(runs: readonly TextRun[], syntax?: PlaceholderSyntax): string {
  if (syntax !== 'icu') return runs.map(run => run.text).join('')
  return runs
    .map((run, at) => {
      if (run.kind === 'code') return run.text
      const quoted = run.text.replace(/[{}]+/g, "'$&'")
      const trailing = /(?<!')'*$/.exec(quoted)?.[0].length ?? 0
      return trailing % 2 === 1 && /^[{#]/.test(runs[at + 1]?.text ?? '') ? `${quoted}'` : quoted
    })
    .join('')
}

/**
 * The codes of a text and how often each occurs. In an ICU message, arguments count with their selectors. Languages differ in their
 * plural forms, so a code inside branches, or in the forms of Laravel (`:n apple|:n apples`), counts as often as in the one that has the
 * most of it.
 */
export function placeholdersOf(text: string, syntax: PlaceholderSyntax = 'general'): Map<string, number> {
  if (syntax === 'laravel' && text.includes('|')) return mostOf(text.split('|').map(form => counted(form, syntax)))
  const inIcu = syntax === 'icu' ? icuPlaceholders(text, literal => counted(literal, syntax)) : undefined
  return inIcu ?? counted(text, syntax)
}

function cut(text: string, syntax: PlaceholderSyntax): TextRun[] {
  const runs: TextRun[] = []
  let from = 0
  for (const found of codesIn(text, syntax)) {
    if (found.index > from) runs.push({ kind: 'text', text: text.slice(from, found.index) })
    runs.push({ kind: 'code', text: found.text })
    from = found.index + found.text.length
  }
  if (from < text.length) runs.push({ kind: 'text', text: text.slice(from) })
  return runs
}

/** False for a text that surely has no code: most have none, and are not looked through. */
export function mayHaveCode(text: string, syntax: PlaceholderSyntax | undefined): boolean {
  if (MAY_HAVE_CODE.test(text)) return true
  const also = syntax && ALSO_LOOKED_FOR[syntax]
  return also !== undefined && text.includes(also)
}

function mostOf(forms: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const most = new Map<string, number>()
  for (const form of forms) {
    for (const [code, count] of form) most.set(code, Math.max(count, most.get(code) ?? 0))
  }
  return most
}

/** The codes of a text in their order. */
export function* codesIn(text: string, syntax: PlaceholderSyntax): Generator<Found> {
  for (const match of text.matchAll(codeIn(text, syntax))) {
    const found = { text: match[0], index: match.index }
    if (syntax === 'printf' || isPlausible(found, text)) yield found
  }
}

/**
 * In a text that does not say it is a format, `%` is often a percent sign: "100% sure", "50 %discount", "5% de". A code needs
 * its letter to stand alone, unless it is one that programs commonly glue to a word ("%dpx", "%sfoo").
 */
function isPlausible(found: Found, text: string): boolean {
  const parts = found.text.startsWith('%') ? PRINTF.exec(found.text)?.groups : undefined
  if (!parts || parts.position) return true
  const { flags = '', size = '', length = '', letter = '' } = parts
  const before = text.slice(Math.max(0, found.index - 3), found.index)
  const after = text.slice(found.index + found.text.length, found.index + found.text.length + 2)
  const glued = /^[\p{L}\p{M}]|^['’]\p{L}/u.test(after)
  const afterNumber = /\d\s*$/.test(before)
  if (flags.includes(' ')) return !glued && !afterNumber && /^[dsfu]$/.test(letter)
  if (!glued && !afterNumber) return true
  if (glued && afterNumber) return false
  return SURE.test(letter) || (size !== '' && SURE_WITH_SIZE.test(letter)) || (length !== '' && letter === 'i')
}

/**
 * A code as it is compared. Translators may add or drop gettext's flag `I`, which asks for the digits of the language; Go's numbers are
 * those of others (`%[1]s`, `%1$s`); Laravel fills in `:Name` with a capital letter for `:name`.
 */
export function codeToCompare(code: string, syntax?: PlaceholderSyntax): string {
  if (syntax === 'laravel' && code.startsWith(':')) return code.toLowerCase()
  return code.replace(/^%\[(\d+)\]/, '%$1$$').replace(/^(%(?:\d+\$)?)I(?=[\d.]*[diuf]$)/, '$1')
}

/** An entity or an escaped quote is written for readers, not for programs: a translation may spell it differently („ for &quot;). */
export function isFree(code: string): boolean {
  return /^&|^\\["'u]/.test(code)
}

function counted(text: string, syntax: PlaceholderSyntax): Map<string, number> {
  const counts = new Map<string, number>()
  if (!mayHaveCode(text, syntax)) return counts
  for (const found of codesIn(text, syntax)) {
    const code = codeToCompare(found.text, syntax)
    if (!isFree(code)) counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  return counts
}
