/** What stands around a token: the questions that are asked of its neighbours. */
import type { Survey } from '../../domain/survey.ts'
import { knownLanguageName } from './language-names.ts'
import type { Token } from './lexer.ts'
import { isGenericNoun, plain } from './part-names.ts'
import { CLASSES, type WordClass, type WordRole } from './words.ts'

const MEMBERS = new Map(
  Object.entries(CLASSES).map(([name, words]): [string, ReadonlySet<string>] => [
    name,
    new Set(words.split('|').map(plain)),
  ]),
)

/** Whether a token is one of the words of a class, which its rule asks for. */
export function isOne(token: { readonly text: string } | undefined, of: WordClass): boolean {
  const text = plain(token?.text ?? '')
  return MEMBERS.get(of)?.has(text) === true
}

export function has(token: Token | undefined, ...roles: readonly WordRole[]): boolean {
  return token?.kind === 'word' && roles.some(role => token.roles.has(role))
}

/** A token with its one function; `to` is its last token, where it has several. */
export interface Item {
  /** `unread`: its clause is not understood, whatever else it holds. */
  readonly as:
    | 'mark'
    | 'language'
    | 'word'
    | 'quote'
    | 'rows'
    | 'part'
    | 'unread'
    | 'separator'
    | 'boundary'
    | 'nothing'
  readonly at: number
  readonly to: number
  /** Of a mark. */
  readonly role?: WordRole
  /** Of a mark: it applies to what stands before it. */
  readonly postfix?: boolean
  readonly tag?: string
}

export const isEdge = (token: Token | undefined): boolean =>
  token === undefined || ['stop', 'comma', 'open', 'close'].includes(token.kind)
export const isLink = (token: Token | undefined): boolean => token?.kind === 'comma' || has(token, 'and')
export const isArticle = (token: Token | undefined): boolean => has(token, 'glue') && !has(token, 'guide')
export const isFillerWord = (token: Token | undefined): boolean => isArticle(token) || has(token, 'polite')
export const isNounWord = (token: Token | undefined): boolean => token?.kind === 'word' && isGenericNoun(token.text)

/** Where a token stands: all tokens, its place, and what was made of those before it. */
export interface Place {
  readonly tokens: readonly Token[]
  readonly at: number
  readonly before: readonly Item[]
  readonly survey: Survey
}

export function lastContent(items: readonly Item[]): Item | undefined {
  return items.findLast(item => item.as !== 'nothing')
}

/** Whether a language follows, perhaps after articles: `de l'anglais`, `into the German language`. */
export function languageFollows(tokens: readonly Token[], at: number): boolean {
  for (let next = at + 1; next <= at + 4; next++) {
    const token = tokens[next]
    if (token?.text === ':') continue
    if (token?.kind === 'language') return true
    if (token?.tag !== undefined) return isEdge(tokens[next + 1]) || connects(tokens[next + 1])
    if (!isFillerWord(token) && !has(token, 'everything', 'also', 'guide')) return false
    if (has(token, 'guide') && tokens[next + 1]?.kind !== 'language') return false
  }
  return false
}

export const connects = (token: Token | undefined): boolean =>
  has(token, 'into', 'into_weak', 'from', 'polite', 'also', 'skip', 'only', 'but', 'lite', 'standard', 'and')

/** A name or tag that could be a language's, though no catalogue has it. */
export function looksForeign(name: string): boolean {
  if (/^\p{Lu}[\p{L}\p{M}]+$/u.test(name) || /^[a-z]{2,3}(?:[-_][a-z0-9]{1,8})*$/i.test(name)) return true
  return knownLanguageName(name) !== undefined
}

/** Whether readers follow a list of languages: `for German and French users`. */
export function readersFollow(tokens: readonly Token[], at: number): boolean {
  const from = tokens.slice(at + 1, at + 4).findIndex(token => token.kind === 'language')
  let end = at + 1 + from
  while (tokens[end]?.kind === 'language' || isLink(tokens[end])) end += 1
  return has(tokens[end], 'guide')
}
