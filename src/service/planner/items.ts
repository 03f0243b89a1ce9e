import { canonicalTag } from '../domain/languages.ts'
import { expectsLanguage, foreignNameFollows, languageFollows } from './expected-language.ts'
import { connects, type Item, isEdge, isGlue, isWordThat, lastContent } from './item.ts'
import { languageCalled } from './language-names.ts'
import type { WordRole } from './lexicon.ts'
import { isGenericNoun } from './part-names.ts'
import type { Token } from './token.ts'

const MARKS: readonly WordRole[] = [
  'not',
  'skip',
  'instead',
  'keep',
  'as_is',
  'only',
  'also',
  'translate',
  'swap',
  'use',
]

/** Roles of words that have a meaning of their own, even if the word is also a particle. */
const SAYING: readonly WordRole[] = [
  'guide',
  'unable',
  'bound',
  'everything',
  'rest',
  'existing',
  'missing',
  'fuzzy',
  'hidden',
]

/** Decides for each token what it does at its place. */
export function itemsOf(tokens: readonly Token[]): Item[] {
  const items: Item[] = []
  let conditional = false
  let bounded = false
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (token === undefined) continue
    conditional = token.kind === 'word' ? conditional || token.roles.has('condition') : conditional && !isEdge(token)
    bounded = isBound(tokens, at) || (bounded && !endsBound(tokens, at))
    if (conditional || bounded) {
      // After a condition or a bound, no word has its usual role: `only if cheap` asks for nothing, nor does `up to Options`.
      items.push({ as: token.kind === 'quote' ? 'quote' : 'word', at })
      continue
    }
    const before = items.at(-1)
    const inBrackets = before?.as === 'language' ? bracketedLanguage(tokens, at, before.tag) : undefined
    if (inBrackets !== undefined && before?.as === 'language') {
      // `German (de)`: the tag in brackets says which German.
      items[items.length - 1] = { ...before, tag: inBrackets, brackets: [at, at + 1, at + 2] }
      at += 2
    } else items.push(...itemOf(tokens, at, items))
  }
  return items
}

/** Whether a token begins a bound: `up to Options`, `from Usage to Options`, but not `a partir del inglés`. */
function isBound(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  if (token?.kind !== 'word' || token.postfix === true || languageFollows(tokens, at)) return false
  if (!token.roles.has('from') && !token.roles.has('from_weak')) return token.roles.has('bound')
  const ahead = tokens.slice(at + 1, at + 8)
  const end = ahead.findIndex(isEdge)
  const clause = end < 0 ? ahead : ahead.slice(0, end)
  const until = clause.findIndex(({ text }) => /^(?:to|on|onwards?|an|hasta)$/i.test(text))
  return token.roles.has('bound') || (until > 0 && !languageFollows(tokens, at + 1 + until))
}

/** Whether a bound ends at a token: at `into` in `up to Options into German`, not at `and` in `between Usage and Options`. */
function endsBound(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  if (token?.kind === 'word' && token.roles.has('and')) return false
  return isEdge(token) || ((isWordThat(token, 'into') || isWordThat(token, 'into_weak')) && languageFollows(tokens, at))
}

/** The tag in brackets after a language: `German (de)`, `English (UK)`. */
function bracketedLanguage(tokens: readonly Token[], at: number, tag: string): string | undefined {
  const inner = tokens[at + 1]
  if (tokens[at]?.kind !== 'open' || inner === undefined || tokens[at + 2]?.kind !== 'close') return undefined
  const region = /^(?:[A-Z]{2}|\d{3})$/.test(inner.text) ? canonicalTag(`${tag}-${inner.text}`) : undefined
  return region ?? inner.tag
}

function itemOf(tokens: readonly Token[], at: number, before: readonly Item[]): Item[] {
  const token = tokens[at]
  if (token === undefined) return []
  switch (token.kind) {
    case 'stop':
      return [{ as: 'boundary', at }]
    case 'comma':
      return [{ as: answersColon(tokens, at) ? 'nothing' : 'separator', at }]
    case 'open':
    case 'close':
      return [{ as: 'separator', at }]
    case 'quote': {
      const last = lastContent(before)
      const tag = last?.as === 'mark' && ['into', 'from'].includes(last.role) ? languageCalled(token.text) : undefined
      return [tag === undefined ? { as: 'quote', at } : { as: 'language', at, tag }]
    }
    case 'language':
      return isAdjective(tokens, at, before) ? [{ as: 'word', at }] : [{ as: 'language', at, tag: token.tag ?? '' }]
    case 'word':
      return wordItem(tokens, token, at, before)
  }
}

function wordItem(tokens: readonly Token[], token: Token, at: number, before: readonly Item[]): Item[] {
  if (token.tag !== undefined && expectsLanguage(tokens, at, before)) return [{ as: 'language', at, tag: token.tag }]
  const roles = token.roles
  const postfix = token.postfix === true
  const mark = (role: WordRole): Item[] => [{ as: 'mark', at, role, postfix }]
  if (postfix && (roles.has('into') || roles.has('from'))) {
    const role = roles.has('into') ? 'into' : 'from'
    return lastContent(before)?.as === 'language' ? mark(role) : [{ as: 'nothing', at }]
  }
  if ((roles.has('from') || roles.has('from_weak')) && languageFollows(tokens, at)) return mark('from')
  if ((roles.has('into') || roles.has('into_weak')) && languageFollows(tokens, at)) return mark('into')
  if (roles.has('for')) {
    if (languageFollows(tokens, at) && !readersFollow(tokens, at)) return mark('into')
    return [{ as: saysSomething(tokens, at + 1) ? 'word' : 'nothing', at }]
  }
  if (roles.has('also') && roles.has('glue') && tokens[at + 1]?.roles.has('guide')) return [{ as: 'nothing', at }]
  // `weder die Notizen noch …`
  if (token.text === 'noch' && tokens.slice(0, at).some(({ text }) => /^weder$/i.test(text)))
    return [{ as: 'separator', at, and: true }]
  if (roles.has('but') && exceptsFrom(tokens, at, before)) return mark('skip')
  if (roles.has('but')) return [{ as: 'boundary', at }]
  if (roles.has('again')) return mark('translate')
  if (isAnswer(tokens, at, before)) return [{ as: 'nothing', at }]
  if (namesState(tokens, token, at, before)) return [{ as: 'word', at }]
  for (const role of MARKS) {
    if (!roles.has(role)) continue
    const marks = marksOf(roles, at, postfix, role)
    return endsVerb(tokens, at, before, role) ? marks.map(item => ({ ...item, closes: true }) as const) : marks
  }
  if (roles.has('out')) return mark('out')
  if (roles.has('standard')) return mark('standard')
  if (roles.has('lite')) return mark('lite')
  if (roles.has('and')) return [{ as: 'separator', at, and: true }]
  if (roles.has('into')) return mark('into')
  if (roles.has('into_weak') && foreignNameFollows(tokens, at, before)) return mark('into')
  if (SAYING.some(role => roles.has(role))) return [{ as: 'word', at }]
  const particle = (['polite', 'glue', 'into_weak', 'from_weak'] as const).some(role => roles.has(role))
  if (particle && !roles.has('descriptor')) return [{ as: 'nothing', at }]
  return [{ as: 'word', at }]
}

/** Whether a verb ends its clause and has its object before it: `die Notizen weglassen, …`, `the notes skipped, …`. */
function endsVerb(tokens: readonly Token[], at: number, before: readonly Item[], role: WordRole): boolean {
  const next = tokens[at + 1]
  if (!isEdge(next) || next?.kind === 'open' || next?.text === ':') return false
  const last = lastContent(before)
  const object = (item: Item | undefined) => item?.as === 'word' || item?.as === 'quote' || item?.as === 'language'
  if (role === 'skip' || role === 'keep') return object(last)
  const negated = role === 'translate' && last?.as === 'mark' && last.role === 'not'
  return negated && object(lastContent(before.slice(0, before.lastIndexOf(last))))
}

/** Whether a word answers to what is before a colon: `notes: no`. */
function answersColon(tokens: readonly Token[], at: number): boolean {
  const answer = tokens[at + 1]
  const marks = (['not', 'skip', 'out', 'as_is'] as const).some(role => isWordThat(answer, role))
  return /^[:：]$/.test(tokens[at]?.text ?? '') && marks && isEdge(tokens[at + 2])
}

/** Whether a word is an answer by itself, so that it does not apply to what follows: `No, informal`. */
function isAnswer(tokens: readonly Token[], at: number, before: readonly Item[]): boolean {
  const opens = before.length === 0 || before.at(-1)?.as === 'boundary'
  return opens && tokens[at + 1]?.kind === 'comma' && /^(?:no|nein|non|nee)$/i.test(tokens[at]?.text ?? '')
}

/** Whether `but` makes an exception: `all sections but Usage`, not `all sections, but keep Usage`. */
function exceptsFrom(tokens: readonly Token[], at: number, before: readonly Item[]): boolean {
  const last = lastContent(before)
  if (last === undefined || !isPlainNoun(tokens, last)) return false
  const next = tokens.slice(at + 1).find(token => !isGlue(token))
  const marked = [...MARKS, 'lite', 'standard'] as const
  return (
    next !== undefined &&
    (next.kind === 'quote' || (next.kind === 'word' && !marked.some(role => next.roles.has(role))))
  )
}

/** Whether a state names entries: `only untranslated strings`, not `keep Acme untranslated`, which says what to do. */
function namesState(tokens: readonly Token[], { roles }: Token, at: number, before: readonly Item[]): boolean {
  if (!(['existing', 'missing', 'fuzzy'] as const).some(role => roles.has(role))) return false
  if (!roles.has('as_is')) return true
  const next = tokens[at + 1]
  const last = before.findLast(item => item.as !== 'nothing' && !isPlainNoun(tokens, item))
  if (last?.as === 'mark') return ['only', 'translate', 'also'].includes(last.role)
  const opens = last === undefined || last.as === 'boundary'
  return opens || isGenericNoun(next?.text ?? '') || isWordThat(next, 'only')
}

function isPlainNoun(tokens: readonly Token[], item: Item): boolean {
  const token = tokens[item.at]
  return item.as === 'word' && (isGenericNoun(token?.text ?? '') || isWordThat(token, 'everything'))
}

/** Whether a language only describes a noun and is no target: `the German market`, `British English spelling`. */
function isAdjective(tokens: readonly Token[], at: number, before: readonly Item[]): boolean {
  if (isVerb(tokens, at, before) || isCompared(tokens, at) || describesPart(tokens, at, before)) return true
  if (isLink(tokens[at + 1]) && before.some(item => item.as === 'word' && isWordThat(tokens[item.at], 'for'))) {
    return isWordThat(tokens[endOfLanguages(tokens, at)], 'guide')
  }
  if (!isWordThat(tokens[at + 1], 'guide')) return false
  const opener = tokens[at - 1]?.roles.has('glue') === true ? tokens[at - 2] : tokens[at - 1]
  const last = lastContent(before)
  if (isWordThat(opener, 'for') || (last?.as === 'word' && isWordThat(tokens[at - 1], 'and'))) return true
  if (last?.as === 'mark') return last.role === 'use'
  return !(last?.as === 'separator' && before.some(item => item.as === 'language'))
}

/** Whether the name of a language is a verb, at the beginning of a sentence: `Polish the text and …`. */
function isVerb(tokens: readonly Token[], at: number, before: readonly Item[]): boolean {
  const last = lastContent(before)
  if (!/^polish$/i.test(tokens[at]?.text ?? '') || (last !== undefined && last.as !== 'boundary')) return false
  const next = tokens[at + 1]
  if (isWordThat(next, 'and')) return isWordThat(tokens[at + 2], 'translate')
  return next !== undefined && !isEdge(next) && !connects(next)
}

/** Whether a language is a model for the style, not a target: `like the French version`. */
function isCompared(tokens: readonly Token[], at: number): boolean {
  const opener = tokens.slice(Math.max(0, at - 3), at).findLast(token => !isGlue(token) || /^wie$/i.test(token.text))
  return /^(?:like|unlike|matching|wie|comme|como)$/i.test(opener?.text ?? '')
}

/** Whether a language describes a part, or has a style of its own: `the Polish notes`, `except German, which is formal`. */
function describesPart(tokens: readonly Token[], at: number, before: readonly Item[]): boolean {
  const last = lastContent(before)
  if (last?.as !== 'mark') return false
  const next = tokens[at + 1]
  if (last.role === 'skip' && next?.roles.has('glue') === true) {
    return isWordThat(
      tokens.slice(at + 1, at + 5).find(token => !token.roles.has('glue')),
      'guide',
    )
  }
  if (!['translate', 'skip', 'only', 'keep'].includes(last.role) || next?.kind !== 'word') return false
  const noun = next.roles.size === 0 || isGenericNoun(next.text)
  return noun && next.tag === undefined && next.postfix !== true && /^\p{Script=Latin}/u.test(next.text)
}

/** Whether a word with a meaning of its own follows, after any articles: `for our customers`, not `for me, please`. */
function saysSomething(tokens: readonly Token[], from: number): boolean {
  const next = tokens.slice(from).find(token => !isGlue(token) || token.roles.has('guide'))
  if (next?.kind === 'language') return true
  return next?.kind === 'word' && !isEdge(next) && !MARKS.some(role => next.roles.has(role)) && !next.roles.has('into')
}

/** Whether readers follow a list of languages: `for German and French users`. */
function readersFollow(tokens: readonly Token[], at: number): boolean {
  const language = tokens.slice(at + 1, at + 4).findIndex(token => token.kind === 'language')
  return language >= 0 && isWordThat(tokens[endOfLanguages(tokens, at + 1 + language)], 'guide')
}

/** The place after a list of languages. */
function endOfLanguages(tokens: readonly Token[], from: number): number {
  let end = from
  while (tokens[end]?.kind === 'language' || isLink(tokens[end])) end += 1
  return end
}

function isLink(token: Token | undefined): boolean {
  return token?.kind === 'comma' || token?.roles.has('and') === true
}

function marksOf(roles: ReadonlySet<WordRole>, at: number, postfix: boolean, first: WordRole): Item[] {
  const both = first === 'not' && roles.has('translate')
  const marks: WordRole[] = both ? ['not', 'translate'] : [first]
  return marks.map(role => ({ as: 'mark', at, role, postfix }))
}
