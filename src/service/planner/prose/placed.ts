/** What each token does at its place: the same word may be a verb here and the name of a part there. */
import { canonicalTag } from '../../domain/languages.ts'
import type { Survey } from '../../domain/survey.ts'
import {
  connects,
  has,
  type Item,
  isArticle,
  isEdge,
  isFillerWord,
  isLink,
  isNounWord,
  isOne,
  languageFollows,
  lastContent,
  looksForeign,
  type Place,
  readersFollow,
} from './around.ts'
import { blocks, isAnswer, isLanguageBeside, isScript, isWithoutRows } from './doubts.ts'
import { facetIn } from './facets.ts'
import { languageCalled } from './language-names.ts'
import type { Token } from './lexer.ts'
import type { WordRole } from './words.ts'

/** Roles of words that act on others, in the order in which they are tried. */
const MARKS = ['not', 'skip', 'instead', 'keep', 'as_is', 'only', 'also', 'translate', 'swap', 'use', 'out'] as const
const SELECTING = ['skip', 'only', 'not', 'also', 'translate', 'keep'] as const
const LOOKING_BACK = ['only', 'out', 'also', 'as_is', 'skip'] as const
/** Roles of words that say something by themselves, even where the word is also a particle. */
const SAYING = ['guide', 'unable', 'everything', 'rest', 'existing', 'missing', 'fuzzy', 'hidden'] as const
const STATES = ['existing', 'missing', 'fuzzy', 'hidden'] as const
/** Decides for each token of a sentence what it does at its place. */
export function placed(tokens: readonly Token[], survey: Survey): Item[] {
  const items: Item[] = []
  let blocked: ReturnType<typeof blocks>
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (token === undefined) continue
    const last = items.at(-1)
    const inBrackets = last?.as === 'language' ? bracketed(tokens, at, last.tag ?? '') : undefined
    if (last !== undefined && inBrackets !== undefined) {
      // `German (de)`: the tag in brackets says which German.
      items[items.length - 1] = { ...last, tag: inBrackets, to: at + 2 }
      at += 2
      continue
    }
    blocked = blocks({ tokens, at, before: items, survey }, token, blocked)
    if (blocked !== undefined) items.push({ as: 'unread', at, to: at })
    else items.push({ at, to: at, ...itemOf({ tokens, at, before: items, survey }, token) })
    // `翻訳しないで`: one word says both.
    if (items.at(-1)?.role === 'not' && has(token, 'translate'))
      items.push({ as: 'mark', role: 'translate', postfix: token.postfix === true, at, to: at })
  }
  return items
}

/** The tag in brackets after a language: `German (de)`, `English (UK)`. */
function bracketed(tokens: readonly Token[], at: number, tag: string): string | undefined {
  const inner = tokens[at + 1]
  if (tokens[at]?.kind !== 'open' || inner === undefined || tokens[at + 2]?.kind !== 'close') return undefined
  const region = /^(?:[A-Z]{2}|\d{3})$/.test(inner.text) ? canonicalTag(`${tag}-${inner.text}`) : undefined
  return region ?? inner.tag
}

type Function = Omit<Item, 'at' | 'to'>

function itemOf(place: Place, token: Token): Function {
  switch (token.kind) {
    case 'stop':
      return { as: 'boundary' }
    case 'comma':
      if (token.text === '/' && !isLanguageBeside(place)) return { as: 'unread' }
      return { as: 'separator', role: /[:：]/.test(token.text) ? 'into' : 'but' }
    case 'open':
    case 'close':
      return { as: 'separator' }
    case 'rows':
      return { as: 'rows' }
    case 'name':
      return { as: 'part' }
    case 'quote': {
      const last = lastContent(place.before)
      const tag = last?.role === 'into' || last?.role === 'from' ? languageCalled(token.text) : undefined
      return tag === undefined ? { as: 'quote' } : { as: 'language', tag }
    }
    case 'language':
      if (isPart(place, token)) return { as: besideNoun(place) ? 'part' : 'unread' }
      if (isScript(place, token)) return { as: 'unread' }
      return isVerb(place) ? { as: 'word' } : { as: 'language', tag: token.tag ?? '' }
    case 'word':
      return wordItem(place, token)
  }
}

function wordItem(place: Place, token: Token): Function {
  const { tokens, at, before } = place
  const closing = isOne(token, 'closing') && isEdge(tokens[at + 1]) && tokens[at - 1]?.kind === 'comma'
  const postfix = closing || token.postfix === true
  const mark = (role: WordRole): Function => ({ as: 'mark', role, postfix })
  if (token.clash === true && (isEdge(tokens[at + 1]) || isNounWord(tokens[at + 1]))) return { as: 'unread' }
  if (isPart(place, token)) return { as: isCertain(place, token) ? 'part' : 'unread' }
  if (token.tag !== undefined && expectsLanguage(place, token)) return { as: 'language', tag: token.tag }
  if (postfix && has(token, 'into', 'from'))
    return lastContent(before)?.as === 'language' ? mark(has(token, 'into') ? 'into' : 'from') : { as: 'nothing' }
  if (has(token, 'from', 'from_weak') && languageFollows(tokens, at)) return mark('from')
  // `the notes stay in`
  if (has(token, 'into_weak') && lastContent(before)?.role === 'keep' && isEdge(tokens[at + 1])) return { as: 'unread' }
  const readers = isOne(token, 'one') && readersFollow(tokens, at)
  if (has(token, 'into', 'into_weak') && languageFollows(tokens, at) && !readers) return mark('into')
  // `weder die Notizen noch …`
  if (isOne(token, 'nor') && tokens.slice(0, at).some(other => isOne(other, 'neither')))
    return { as: 'separator', role: 'and' }
  if (has(token, 'for')) {
    if (languageFollows(tokens, at) && !readersFollow(tokens, at)) return mark('into')
    return { as: 'word' }
  }
  if (has(token, 'but')) return exceptsFrom(place) ? mark('skip') : { as: 'boundary' }
  if (has(token, 'again')) return mark('translate')
  if (isAnswer(place, token)) return { as: 'nothing' }
  if (namesState(place, token)) return { as: 'word' }
  if (isWithoutRows(place, token)) return { as: 'unread' }
  if (isOne(token, 'having') && joinsChoice(place)) return mark('also')
  const role = MARKS.find(each => token.roles.has(each))
  if (role !== undefined) return mark(role)
  if (has(token, 'standard')) return mark('standard')
  if (has(token, 'lite')) return mark('lite')
  if (has(token, 'and')) return { as: 'separator', role: 'and' }
  if (has(token, 'bound')) return { as: 'unread' }
  if (has(token, 'into') && /^\P{L}+$/u.test(token.text)) return { as: 'unread' }
  if (has(token, 'into') || (has(token, 'into_weak') && foreignFollows(place))) return mark('into')
  if (has(token, ...SAYING)) return { as: 'word' }
  if (isOne(token, 'bounding') && isOperand(before.at(-1)) && !isEdge(tokens[at + 1])) return { as: 'unread' }
  if (has(token, 'polite', 'glue', 'into_weak', 'from_weak') && !has(token, 'descriptor')) return { as: 'nothing' }
  return { as: 'word' }
}

/** `into German with the alt texts`: what follows is taken, too. */
function joinsChoice({ tokens, at, before, survey }: Place): boolean {
  if (lastContent(before)?.as !== 'language') return false
  const rest = tokens.slice(at + 1)
  const edge = rest.findIndex(isEdge)
  const words = rest.slice(0, edge < 0 ? rest.length : edge).filter(token => !isArticle(token))
  return facetIn(words.map(({ text }) => text).join(' '), survey)?.as === 'pattern'
}

const isOperand = (item: Item | undefined): boolean =>
  item !== undefined && ['word', 'part', 'quote', 'rows'].includes(item.as)

/** Whether a word that a part is called by stands where a part is named: beside a noun or a word that selects. */
function isPart(place: Place, token: Token): boolean {
  if (token.part !== true) return false
  const role = roleBefore(place)
  if (role === 'into' || role === 'from' || isOne(place.tokens[place.at - 1], 'degree')) return false
  if (besideNoun(place)) return true
  // `Translate all into German`, but not `Translate file and edit`.
  const list = [place.tokens[place.at - 1], place.tokens[place.at + 1]].some(isLink)
  if (role === 'translate' && has(token, 'everything') && !list && !has(place.tokens[place.at + 1], 'only'))
    return false
  return role !== undefined || selectedAfter(place)
}

/** `the bye section`, `the key bye`. */
function besideNoun({ tokens, at }: Place): boolean {
  const token = tokens[at]
  const acts = has(token, ...MARKS, 'glue')
  const opener =
    isArticle(tokens[at - 1]) ||
    has(tokens[at - 1], ...SELECTING) ||
    (!acts && (isEdge(tokens[at - 1]) || has(tokens[at - 1], 'and')))
  if (isNounWord(tokens[at + 1]) && opener && endsHere(tokens, at + 1)) return true
  return (
    isNounWord(tokens[at - 1]) && tokens[at - 1]?.part !== true && endsHere(tokens, at) && !has(token, ...LOOKING_BACK)
  )
}

function endsHere(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1]
  return (
    isEdge(next) ||
    has(next, 'and', ...LOOKING_BACK) ||
    (has(next, 'into', 'into_weak') && languageFollows(tokens, at + 1))
  )
}

/** The role of the mark right before a token, or of the list that it goes on, where the token ends its clause. */
function roleBefore({ tokens, at, before }: Place): WordRole | undefined {
  if (!endsHere(tokens, at)) return undefined
  const last = lastContent(before)
  if (last?.as === 'mark') return last.postfix === true ? undefined : last.role
  if (last?.as !== 'separator') return undefined
  const content = before.filter(item => item.as !== 'nothing' && item.as !== 'separator')
  const clause = content.slice(content.findLastIndex(item => item.as === 'boundary') + 1)
  const mark = clause.findLast(item => item.as === 'mark')
  return clause.at(-1)?.as === 'part' && mark?.postfix !== true ? mark?.role : undefined
}

/** `bye only`, `leave bye out`: the mark follows. */
function selectedAfter({ tokens, at, before }: Place): boolean {
  const last = lastContent(before)
  const opens = last === undefined || last.as === 'separator' || last.as === 'boundary'
  return has(tokens[at + 1], ...LOOKING_BACK) && isEdge(tokens[at + 2]) && (opens || last.role === 'keep')
}

/** Whether a word that names a part cannot mean anything else at its place. */
function isCertain(place: Place, token: Token): boolean {
  const { before, survey } = place
  const [previous, next] = [place.tokens[place.at - 1], place.tokens[place.at + 1]]
  // `skip only`, `translate again only`, `only part`, where both are keys.
  if (has(token, ...MARKS) && (next?.part === true || has(previous, 'again'))) return false
  if (besideNoun(place)) return true
  const { roles, text, tag } = token
  const role = roleBefore(place)
  if (tag !== undefined && !isOne(token, 'everyday')) return false
  if (roles.has('standard') || roles.has('lite') || roles.has('again')) return false
  if (roles.has('guide') && role !== 'skip' && role !== 'only' && role !== 'translate') return false
  if (roles.has('glue') || roles.has('rest') || isOne(token, 'whole')) return false
  if (roles.has('everything') && !['skip', 'only', 'translate'].includes(role ?? '')) return false
  const last = before.findLast(item => item.as !== 'nothing')
  const earlier = last && before[before.lastIndexOf(last) - 1]
  const looksBack =
    last?.as === 'mark' && earlier !== undefined && !['separator', 'boundary', 'mark'].includes(earlier.as)
  if (roles.size > 0 && (looksBack || role === undefined || role === 'keep')) return !looksBack
  const states = STATES.filter(state => roles.has(state))
  const facet = facetIn(text, survey)
  const there = (reason: string) => survey.parts.some(({ left_out }) => Object.keys(left_out).includes(reason))
  if (
    states.some(state =>
      state === 'fuzzy'
        ? 'fuzzy' in survey.choices.flags
        : state === 'hidden'
          ? there('hidden')
          : there('already_translated'),
    )
  )
    return false
  return facet === undefined || (facet.as === 'reason' && (role !== 'also' || !there(facet.reason)))
}

/** Words such as `de`, `it` or `polish` are languages where `into` and `from` or a list of languages stand around them. */
function expectsLanguage({ tokens, at, before }: Place, token: Token): boolean {
  const last = lastContent(before)
  const next = tokens[at + 1]
  const ends = isEdge(next) || has(next, 'and')
  if (!ends && !connects(next)) return false
  if (last?.as === 'mark') {
    if (last.role === 'into' || last.role === 'from') return true
    if (isOne(token, 'everyday')) return ends && last.role === 'also' && before.some(item => item.as === 'language')
    return isEdge(next) || !has(token, 'not', 'skip')
  }
  if (before.at(-1)?.as === 'nothing' && isOne(token, 'everyday')) return false
  if (!isEdge(next) && has(token, 'not', 'skip')) return false
  if (last?.as === 'separator')
    return before.findLast(item => !['nothing', 'separator'].includes(item.as))?.as === 'language'
  if ((last !== undefined && last.as !== 'boundary') || isOne(token, 'everyday')) return false
  return next === undefined || ends || anotherFollows(tokens, at)
}

function anotherFollows(tokens: readonly Token[], at: number): boolean {
  return tokens[at + 2]?.tag !== undefined && !has(tokens[at + 2], 'not')
}

/** Whether an unknown name follows where a language is expected: `translate to Klingon`. */
function foreignFollows({ tokens, at, before }: Place): boolean {
  const next = tokens[at + 1]
  if (next?.kind !== 'word' || next.roles.size > 0 || !isEdge(tokens[at + 2]) || !looksForeign(next.text)) return false
  // `then email it to Bob`: the verb of this very clause has to ask for a language.
  const clause = before.slice(before.findLastIndex(({ as }) => as === 'boundary' || as === 'separator') + 1)
  const verb = clause.findLastIndex(item => item.role === 'translate')
  return verb >= 0 && !clause.slice(verb).some(item => has(tokens[item.at], 'unable'))
}

/** Whether `but` makes an exception: `all sections but Usage`, not `all sections, but keep Usage`. */
function exceptsFrom({ tokens, at, before }: Place): boolean {
  const last = lastContent(before)
  const next = tokens.slice(at + 1).find(token => !isFillerWord(token))
  const noun = last?.as === 'word' && (isNounWord(tokens[last.at]) || has(tokens[last.at], 'everything'))
  return (
    noun && next !== undefined && !isEdge(next) && next.kind !== 'language' && !has(next, ...MARKS, 'lite', 'standard')
  )
}

/** Whether a state names entries: `only untranslated strings`, not `keep Acme untranslated`, which says what to do. */
function namesState({ tokens, at, before }: Place, token: Token): boolean {
  if (!has(token, ...STATES)) return false
  if (!has(token, 'as_is')) return true
  const last = before.findLast(
    item => item.as !== 'nothing' && !isNounWord(tokens[item.at]) && !has(tokens[item.at], 'everything'),
  )
  if (last?.as === 'mark') return ['only', 'translate', 'also'].includes(last.role ?? '')
  return last === undefined || last.as === 'boundary' || isNounWord(tokens[at + 1]) || has(tokens[at + 1], 'only')
}

/** Whether the name of a language is a verb, at the beginning of a sentence: `Polish the text and …`. */
function isVerb({ tokens, at, before }: Place): boolean {
  const last = lastContent(before)
  if (!isOne(tokens[at], 'verb') || (last !== undefined && last.as !== 'boundary')) return false
  const next = tokens[at + 1]
  return has(next, 'and') ? has(tokens[at + 2], 'translate') : !isEdge(next) && !connects(next)
}
