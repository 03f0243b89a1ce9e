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

/** A parameter by its number; a price has other digits beside it. */
const NUMBERED = /\$[1-9](?![\d.,]*\d)/
const FIRST = /\$1(?![\d.,]*\d)/
/** Any sum of money, or what a name of a program may be. */
const DOLLAR = /\$\d/
/** What MediaWiki chooses a word by. */
const MAGIC_WORD = /\{\{(?:PLURAL|GENDER|GRAMMAR|formatnum):\$?[1-9]/i

/**
 * `laravel` where texts of a file have names behind colons and hardly any has another code; `dollar` where they have parameters by number,
 * `$1` more often than all others. Undefined: the texts show nothing.
 *
 * @param keys the keys of the texts, which may be sentences; none where a file has none
 */
export function syntaxShownBy(texts: readonly string[], keys: readonly string[] = []): PlaceholderSyntax | undefined {
  return isLaravel(texts, keys) ? 'laravel' : isDollar(texts) ? 'dollar' : undefined
}

function isLaravel(texts: readonly string[], keys: readonly string[]): boolean {
  let named = 0
  let inKeys = false
  const names = new Set<string>()
  for (const [at, text] of texts.entries()) {
    const name = nameIn(text)
    if (name === undefined) continue
    names.add(name)
    named += 1
    inKeys ||= nameIn(keys[at] ?? '') === name
  }
  // Most files have none: they are looked through no second time.
  if (named === 0) return false
  const other = texts.reduce((count, text) => count + (OTHER.test(text) && !NAME.test(text) ? 1 : 0), 0)
  if (other * NAMED_TO_OTHER > named) return false
  return inKeys || names.has(OF_VALIDATION) || (named >= LEAST_TEXTS && named >= names.size * REPEATED)
}

function nameIn(text: string): string | undefined {
  return text.includes(':') ? NAME.exec(text)?.groups?.name : undefined
}

function isDollar(texts: readonly string[]): boolean {
  const some = texts.filter(text => text.includes('$') && DOLLAR.test(text))
  if (some.some(text => MAGIC_WORD.test(text))) return true
  const first = some.filter(text => FIRST.test(text)).length
  return first >= LEAST_TEXTS && first * 2 > some.length && some.every(text => NUMBERED.test(text))
}
