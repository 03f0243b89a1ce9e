/** How source code names texts: pure, a line at a time. */

/** How a line names something: a text in quotes, or a name in a place that is for names of texts alone. */
export interface Mention {
  readonly name: string
  /** True where the place is for names of texts: an argument of `t(…)`, `R.string.…`. */
  readonly sure: boolean
}

/** What comes before a text in quotes that is the name of a text: a call, an attribute. */
const CALLS =
  /(?:(?:^|[^\w])[$]?(?:t|tc|te|tr|i18n\.\w+|translate|translation|trans|getMessage|formatMessage|localize|gettext|ngettext|pgettext|lang|__|_)\s*\(\s*|i18nKey=\{?|keypath=|\bid\s*[:=]\s*\{?)$/i
const QUOTED = /(["'`])((?:(?!\1)[^\\]){1,200})\1/g
/** How many characters in front of a quote tell what it is for. */
const BEFORE = 40

/** Names outside of quotes, as some frameworks write them. */
const NAMES: readonly RegExp[] = [
  // Android
  /\bR\.(?:string|plurals|array)\.(\w+)/g,
  /@(?:string|plurals|array)\/(\w+)/g,
  // Flutter
  /(?:\bl10n|\bloc|\blocalizations|\bAppLocalizations\.of\(\w+\)|\bS\.of\(\w+\)|\bS\.current)[!?]?\.(\w+)/gi,
  // Angular
  /@@([\w.-]+)/g,
  // Browser extensions
  /__MSG_(\w+)__/g,
]

/** What a line names, each name once for each way. */
export function mentionsIn(line: string): readonly Mention[] {
  const quoted = [...line.matchAll(QUOTED)].flatMap(({ 2: name = '', index }) =>
    name.includes('${') ? [] : [{ name, sure: CALLS.test(line.slice(Math.max(0, index - BEFORE), index)) }],
  )
  const bare = NAMES.flatMap(pattern => [...line.matchAll(pattern)].map(({ 1: name = '' }) => ({ name, sure: true })))
  return [...quoted, ...bare]
}

/** Words beside which something stands that is for nobody else. */
const SECRET_WORDS =
  /api[_-]?key|secret|passw|passphrase|credential|private[_-]?key|access[_-]?key|authorization|bearer|auth[_-]?token|BEGIN [A-Z ]*KEY/i
/** Keys as their makers mark them, and an address with a password. */
const SECRETS =
  /\b(?:AKIA|ASIA|gh[opsu]_|github_pat_|glpat-|sk[-_]|xox[abprs]-|AIza|eyJ)[\w-]{8,}|:\/\/[^/\s:@]+:[^/\s@]+@/
/** Long texts of letters and digits that are no words. */
const LONG_TEXT = /[\w+/=-]{32,}/g

/** Whether a line may hold what is to stay here. `name`: the text that it names, which may well be called `login.password`. */
export function mayHoldSecret(line: string, name: string): boolean {
  const rest = line.replaceAll(name, '')
  const isNoWord = (text: string) => /\d/.test(text) && /[A-Za-z]/.test(text)
  return SECRET_WORDS.test(rest) || SECRETS.test(rest) || (rest.match(LONG_TEXT) ?? []).some(isNoWord)
}
