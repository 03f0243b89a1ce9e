/**
 * What a translation must carry over unchanged: codes that a program fills in or reads. `protect` cuts a text into what is
 * translated and what is not; `comparePlaceholders` lists the codes that a translation lost or added.
 */

import type { PlaceholderSyntax } from '../format.ts'
import { icuPlaceholders, icuRuns } from './icu.ts'
import type { TextRun } from './text-run.ts'

interface Found {
  readonly text: string
  readonly index: number
}

/**
 * The patterns by name, tried in this order at each place. Repetition is bounded everywhere, so that no text makes the
 * search slow.
 */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  i18next: /\$t\([^()]{0,200}(?:\([^()]{0,200}\)[^()]{0,200})?\)/u,
  mustache: /\{\{\{?[^{}]{0,300}\}\}\}?/u,
  block: /\{%(?:[^%]|%(?!\})){0,300}%\}/u,
  template: /[$#%@]\{[^{}]{0,300}\}/u,
  subtitle: /\{\\[^{}]{1,200}\}/u,
  brace:
    /\{\s?[\w$][\w$.[\]-]{0,60}(?:\s*(?:![rsa])?(?::[^{}\s][^{}]{0,100}|\|[^{}]{1,100}|,\s*(?:number|date|time|spellout|ordinal|duration|list|choice)\s*(?:,[^{}]{0,100})?))?\s?\}|\{\}/u,
  python: /%\([^()\s][^()]{0,60}\)[-#0 +]*\d*(?:\.\d+)?[diouxXeEfFgGcrsa]/u,
  objc: /%#@\w{1,60}@/u,
  variable: /(?<![\d%])%(?!(?:hh?|ll?|[Lqjzt])?[a-zA-Z]%)[A-Za-z_][\w.-]{1,60}%(?![\w%$])/u,
  localized: /%(?:\d{1,2}\$)?I\d{0,4}(?:\.\d{1,4})?[diuf](?![A-Za-z])/u,
  printf:
    /%(?:\d{1,2}\$)?[-+#0' ]{0,4}(?:\*(?:\d{1,2}\$)?|\d{1,4})?(?:\.(?:\*(?:\d{1,2}\$)?|\d{0,4}))?(?:<PRI\w{1,10}>|(?:hh|h|ll|l|L|q|j|z|t|I64|I32)?[diouxXeEfFgGaAcCsSpnm@])|%%/u,
  qt: /%L?\d{1,2}(?![\d$])/u,
  strftime: /(?<!\d)%[-_0^#]?[YBHMSbyjIZzk](?!\p{L})/u,
  chrome: /\$[A-Za-z_][\w@]{1,60}\$(?!\w)/u,
  tag: /<\/?[A-Za-z][\w:.-]{0,60}(?:\s+[\w:@.-]{1,60}(?:\s*=\s*(?:"[^"]{0,4000}"|'[^']{0,4000}'|[^\s"'<>=]{1,500}))?){0,40}\s*\/?>|<\/?\d{1,3}\s*\/?>|<!--(?:[^<]|<(?!!--)){0,4000}?-->|<!\[CDATA\[|\]\]>/u,
  entity: /&(?:[A-Za-z][A-Za-z0-9]{1,31}|#\d{1,7}|#[xX][0-9A-Fa-f]{1,6});/u,
  linked: /@(?:\.[a-z]{1,20})?:(?:\([\w.]{1,60}\)|[A-Za-z]\w{0,60}(?:\.\w{1,60}){0,9})/u,
  address:
    /(?:\b(?:https?|ftp|file):\/\/|\bmailto:|\bwww\.)(?:(?!&(?:[lg]t|quot|#39);)[!#-;=?-~]){0,2000}[\w/#=&%~+@$}-]/u,
  email: /(?<![\w.+-])[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}/u,
}

/** For each sign, the patterns whose matches always contain it. A text without the sign needs none of these patterns. */
const SIGNS: readonly (readonly [sign: RegExp, patterns: readonly string[]])[] = [
  [/%/, ['python', 'objc', 'variable', 'localized', 'printf', 'qt', 'strftime']],
  [/\{/, ['mustache', 'block', 'template', 'subtitle', 'brace']],
  [/\$/, ['i18next', 'chrome']],
  [/<|\]\]>/, ['tag']],
  [/&/, ['entity']],
  [/@/, ['linked', 'email']],
  [/:\/\/|www\.|mailto:/, ['address']],
]

/** Patterns that count only where the file says so. They are tried before all others. */
const ALSO: Partial<Record<PlaceholderSyntax, RegExp>> = {
  shell: /\$(?:\w{1,60}|\{[^{}]{0,300}\}|\([^()]{0,300}\)|[?#@*!$-])/u,
  tilde: /~(?:(?:'[\s\S]|[-+]?\d{1,4}|[vV#]),?){0,7}[:@]{0,2}[A-Za-z%&|~$*?{}()[\]<>;^/\n]/u,
  boost: /%\|[^|]{1,40}\||%\d{1,2}%|%<[^<>]{1,60}>/u,
}
/** Joined patterns by syntax and signs. Few texts have more than one sign, and a shorter pattern compiles and searches faster. */
const CODES = new Map<string, RegExp>()

/** One pattern that joins all patterns that can match in a text. */
function codeIn(text: string, syntax: PlaceholderSyntax): RegExp {
  const signs = SIGNS.map(([sign]) => sign.test(text))
  const key = `${syntax} ${signs.join()}`
  const known = CODES.get(key)
  if (known) return known
  const wanted = new Set(SIGNS.flatMap(([, patterns], at) => (signs[at] ? patterns : [])))
  const general = Object.entries(PATTERNS).flatMap(([name, pattern]) => (wanted.has(name) ? pattern : []))
  const sources = [ALSO[syntax] ?? [], general].flat().map(pattern => `(?:${pattern.source})`)
  const code = new RegExp(sources.join('|') || '(?!)', 'gu')
  CODES.set(key, code)
  return code
}

const PRINTF =
  /^%(?<position>\d+\$)?(?<flags>[-+#0' ]*)(?<size>[\d.*$]*(?:hh|h|ll|l|L|q|j|z|t|I64|I32)?)(?<letter>[diouxXeEfFgGaAcCsSpnm@])$/
/** An entity is written for readers, not for programs: a translation may spell it differently („ for &quot;). */
const FREE = /^&/
/** Without one of these signs no pattern can match, except those of `tilde`. Most texts have none, so this test is enough for them. */
const MAY_HAVE_CODE = /[%{<$&@]|\]\]>|:\/\/|www\.|mailto:/

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
 * plural forms, so a code inside branches counts as often as in the branch that has the most of it.
 */
export function placeholdersOf(text: string, syntax: PlaceholderSyntax = 'general'): Map<string, number> {
  const inIcu = syntax === 'icu' ? icuPlaceholders(text, literal => counted(literal, syntax)) : undefined
  return inIcu ?? counted(text, syntax)
}

/** The codes that a translation lost, and those it has too many of. A code is listed once for each occurrence that differs. */
export function comparePlaceholders(
  source: string,
  target: string,
  syntax: PlaceholderSyntax = 'general',
): { missing: string[]; extra: string[] } {
  const [ofSource, ofTarget] = [placeholdersOf(source, syntax), placeholdersOf(target, syntax)]
  if (ofSource.size === 0 && ofTarget.size === 0) return { missing: [], extra: [] }
  const [wanted, found] = numberedAlike(ofSource, ofTarget, source, target)
  const missing = surplus(wanted, found)
  const extra = surplus(found, wanted)
  if (syntax === 'icu') return { missing, extra }
  return { missing: unhidden(missing, wanted, target), extra: unhidden(extra, found, source) }
}

/** Past this number of different codes, a code counts as absent where no pattern finds it: each of them is a pass over the text. */
const MOST_LOOKED_FOR = 200

/** Without the codes that the other text has as often. They are counted as plain strings: characters can hide them, as `%c` in `%c'nin`. */
function unhidden(codes: readonly string[], counts: ReadonlyMap<string, number>, other: string): string[] {
  const looked = new Map<string, boolean>()
  return codes.filter(code => {
    const before = looked.get(code)
    if (before !== undefined || looked.size >= MOST_LOOKED_FOR) return before ?? true
    const absent = other.split(code).length - 1 < (counts.get(code) ?? 0)
    looked.set(code, absent)
    return absent
  })
}

/** Codes that surely take an argument, where no file says that the text is a printf format: `%S` and `%m` may be parts of a time. */
const SURE_ARGUMENT = /[diuxXfFgGcs@]$/

/**
 * The codes that take their arguments in order, `%s of %d`, without numbers and `%%`. Empty where the order is free: codes are
 * numbered, or the text may be a time (`%H:%M`).
 */
export function orderedArguments(text: string, syntax: PlaceholderSyntax = 'general'): readonly string[] {
  if ((syntax !== 'printf' && syntax !== 'general') || !text.includes('%')) return []
  const codes = [...codesIn(text, syntax)].map(found => plain(found.text)).filter(code => /^%[^%({]/.test(code))
  const sure = codes.every(code => ARGUMENT.test(code) && (syntax === 'printf' || SURE_ARGUMENT.test(code)))
  return sure ? codes : []
}

/** Whether a translation has exactly the codes of its source, in any order. */
export function samePlaceholders(source: string, target: string, syntax: PlaceholderSyntax = 'general'): boolean {
  const { missing, extra } = comparePlaceholders(source, target, syntax)
  return missing.length === 0 && extra.length === 0
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

function mayHaveCode(text: string, syntax: PlaceholderSyntax | undefined): boolean {
  return MAY_HAVE_CODE.test(text) || (syntax === 'tilde' && text.includes('~'))
}

function* codesIn(text: string, syntax: PlaceholderSyntax): Generator<Found> {
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
  const before = text.slice(Math.max(0, found.index - 3), found.index)
  const after = text.slice(found.index + found.text.length, found.index + found.text.length + 2)
  const glued = /^[\p{L}\p{M}]|^['’]\p{L}/u.test(after)
  const afterNumber = /\d\s*$/.test(before)
  if (parts.flags?.includes(' ')) return !glued && !afterNumber && /[dsfu]/.test(parts.letter ?? '')
  if (!glued && !afterNumber) return true
  return (!glued || !afterNumber) && (/[dsuxXf@]/.test(parts.letter ?? '') || parts.size !== '')
}

/** The code without gettext's flag `I`, which asks for the digits of the language: a translator may add or drop the flag. */
function plain(code: string): string {
  return code.replace(/^(%(?:\d+\$)?)I(?=[\d.]*[diuf]$)/, '$1')
}

function counted(text: string, syntax: PlaceholderSyntax): Map<string, number> {
  const counts = new Map<string, number>()
  if (!mayHaveCode(text, syntax)) return counts
  for (const found of codesIn(text, syntax)) {
    const code = plain(found.text)
    if (!FREE.test(code)) counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  return counts
}

const POSITION = /^%\d{1,2}\$/
/** A code that takes an argument. A `*` for its width or its precision takes one more argument, before its own. */
const ARGUMENT =
  /^%(?!\d+\$)(?<flags>[-+#0' ]*)(?<width>\*|\d*)(?<precision>\.(?:\*|\d*))?(?<rest><PRI\w+>|(?:hh|h|ll|l|L|q|j|z|t|I64|I32)?[diouxXeEfFgGaAcCsSpn@])$/

/** `%s %d` may become `%2$d %1$s`: where only one text numbers its codes, the codes of the other text are numbered in their order. */
function numberedAlike(
  wanted: Map<string, number>,
  found: Map<string, number>,
  source: string,
  target: string,
): [Map<string, number>, Map<string, number>] {
  const numbers = (codes: Map<string, number>): boolean => [...codes.keys()].some(code => POSITION.test(code))
  if (numbers(wanted) === numbers(found)) return [wanted, found]
  return numbers(wanted) ? [wanted, numbered(target)] : [numbered(source), found]
}

function numbered(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  let position = 0
  const next = (star: string): string => {
    position += 1
    return star.replace('*', `*${position}$`)
  }
  for (const found of codesIn(text, 'general')) {
    if (FREE.test(found.text)) continue
    const parts = ARGUMENT.exec(found.text)?.groups
    let code = plain(found.text)
    if (parts !== undefined) {
      const { flags = '', width = '', precision = '', rest = '' } = parts
      const before = [width, precision].map(part => (part.includes('*') ? next(part) : part)).join('')
      position += 1
      code = `%${position}$${flags}${before}${rest}`
    }
    counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  return counts
}

function surplus(of: ReadonlyMap<string, number>, over: ReadonlyMap<string, number>): string[] {
  return [...of].flatMap(([code, count]) =>
    Array.from({ length: Math.max(0, count - (over.get(code) ?? 0)) }, () => code),
  )
}
