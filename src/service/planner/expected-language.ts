/** Where an instruction expects a language, and where a doubtful word (`de`, `it`, `polish`) is the name of one. */
import { connects, type Item, isEdge, isGlue, isWordThat, lastContent } from './item.ts'
import { knownLanguageName } from './language-names.ts'
import type { Token } from './token.ts'

/** Whether a language follows, perhaps after articles: `de l'anglais`, `into the German language`, but not `ins schöne Deutsche`. */
export function languageFollows(tokens: readonly Token[], at: number): boolean {
  for (let next = at + 1; next < tokens.length && next <= at + 4; next++) {
    const token = tokens[next]
    if (token?.text === ':') continue
    if (token?.kind === 'language') return true
    if (token?.tag !== undefined) return isEdge(tokens[next + 1]) || connects(tokens[next + 1])
    if (!isGlue(token) && !token?.roles.has('everything') && !token?.roles.has('also') && !token?.roles.has('guide'))
      return false
    if (token?.roles.has('guide') && tokens[next + 1]?.kind !== 'language') return false
  }
  return false
}

/** A name or tag that could be a language's, though no catalogue has it. */
export function looksForeign(name: string): boolean {
  if (/^\p{Lu}[\p{L}\p{M}]+$/u.test(name) || /^[a-z]{2,3}(?:[-_][a-z0-9]{1,8})*$/i.test(name)) return true
  return knownLanguageName(name) !== undefined
}

/** Whether an unknown name follows where a language is expected: `translate to Klingon`. */
export function foreignNameFollows(tokens: readonly Token[], at: number, before: readonly Item[]): boolean {
  const next = tokens[at + 1]
  if (next?.kind !== 'word' || next.roles.size > 0 || !isEdge(tokens[at + 2])) return false
  if (!looksForeign(next.text)) return false
  // `then email it to Bob`, `… . We sell in France and Spain`: the verb of this very clause has to ask for a language.
  const clause = before.slice(before.findLastIndex(item => item.as === 'boundary') + 1)
  const verb = clause.findLastIndex(item => item.as === 'mark' && item.role === 'translate')
  return verb >= 0 && !clause.slice(verb).some(item => isWordThat(tokens[item.at], 'unable'))
}

function isEveryday(token: Token | undefined): boolean {
  return EVERYDAY.has(token?.text.toLowerCase() ?? '')
}

/** English words that are also tags: after `translate` they are most likely words. */
const EVERYDAY: ReadonlySet<string> = new Set([
  'it',
  'no',
  'is',
  'or',
  'to',
  'so',
  'as',
  'am',
  'be',
  'my',
  'he',
  'hi',
  'id',
  'in',
])

/** Words such as `de`, `it` or `polish` are languages where a list of languages or `into` and `from` stand around them. */
export function expectsLanguage(tokens: readonly Token[], at: number, before: readonly Item[]): boolean {
  const last = lastContent(before)
  const next = tokens[at + 1]
  if (!isEdge(next) && !connects(next)) return false
  if (last?.as === 'mark' && ['into', 'from'].includes(last.role)) return true
  // `no omitas …`, `sin omitir …`: a word that negates what follows is not a language.
  if (!isEdge(next) && (isWordThat(tokens[at], 'not') || isWordThat(tokens[at], 'skip'))) return false
  if (last?.as === 'mark') {
    const lists = ['also', 'skip', 'only', 'instead', 'swap', 'translate', 'use'].includes(last.role)
    // `into de, fr and also it`: after `also`, `it` at the end of a clause is the tag, not the pronoun.
    const also = /\balso$/i.test(tokens[last.at]?.text ?? '')
    return lists && (!isEveryday(tokens[at]) || (isEdge(next) && (also || anotherFollows(tokens, at))))
  }
  const opens = (last === undefined || last.as === 'boundary') && (isEdge(next) || !isEveryday(tokens[at]))
  // `into German, that's it`
  if (before.at(-1)?.as === 'nothing' && isEveryday(tokens[at])) return false
  if (last?.as === 'separator') {
    const previous = before.findLast(item => item.as !== 'nothing' && item.as !== 'separator')
    return previous?.as === 'language' || (previous === undefined && anotherFollows(tokens, at))
  }
  return (
    opens && (anotherFollows(tokens, at) || ((next === undefined || next.kind === 'stop') && !isEveryday(tokens[at])))
  )
}

function anotherFollows(tokens: readonly Token[], at: number): boolean {
  const [next, after, afterThat] = tokens.slice(at + 1, at + 4)
  if (next === undefined || next.kind === 'stop') return false
  if (after?.tag !== undefined && !after.roles.has('not')) return true
  return after?.roles.has('and') === true && afterThat?.tag !== undefined
}
