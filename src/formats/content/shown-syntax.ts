/** The syntax of placeholders that only the texts of a whole file show. */
import type { PlaceholderSyntax } from '../format.ts'

/** A name behind a colon. In prose a blank or the end of the text follows a colon, but for slips. */
const NAME = /(?:^|[\s("'“„«>/-]):(?<name>[a-z][a-z0-9_]*)(?![\w:\p{L}])/u
/** The name that Laravel itself fills in, in messages of validation. */
const OF_VALIDATION = 'attribute'
/** Codes of other programs. A number in braces is one of Laravel's plural forms, too. */
const OTHER = /\{\{|[%$#]\{|\{[A-Za-z]|%(?:\d\$)?[sdi@]|%\(/
const LEAST_TEXTS = 3
/** In how many texts a name is, on average. A slip in prose is hardly ever made twice before the same word. */
const REPEATED = 1.5
/** In a file of Laravel others are rare: one text in so many that have names. */
const NAMED_TO_OTHER = 10

/** `laravel` where texts of a file have names behind colons and hardly any has another code. Undefined: the texts show nothing. */
export function syntaxShownBy(texts: Iterable<string>): PlaceholderSyntax | undefined {
  let named = 0
  let other = 0
  const names = new Set<string>()
  for (const text of texts) {
    const name = text.includes(':') ? NAME.exec(text)?.groups?.name : undefined
    if (name !== undefined) names.add(name)
    if (name !== undefined) named += 1
    else if (OTHER.test(text)) other += 1
  }
  if (other * NAMED_TO_OTHER > named) return undefined
  if (names.has(OF_VALIDATION)) return 'laravel'
  return named >= LEAST_TEXTS && named >= names.size * REPEATED ? 'laravel' : undefined
}
