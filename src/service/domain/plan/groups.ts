import { knownLanguageName } from './language-names.ts'
import type { Token } from './lexer.ts'
import type { Role } from './lexicon.ts'

/** A token with the one thing it does where it stands. */
export type Item =
  | { readonly as: 'mark'; readonly at: number; readonly role: Role; readonly postfix: boolean }
  | { readonly as: 'language'; readonly at: number; readonly tag: string; readonly brackets?: readonly number[] }
  | { readonly as: 'quote'; readonly at: number }
  | { readonly as: 'word'; readonly at: number }
  | { readonly as: 'separator' | 'boundary' | 'nothing'; readonly at: number; readonly and?: boolean }

export type Operand = Extract<Item, { as: 'language' | 'quote' | 'word' }>

/** What some marks say of what stands with them: `[skip] the notes`, `[also][into] French`. */
export interface Group {
  readonly marks: Extract<Item, { as: 'mark' }>[]
  /** Operands, cut at commas and conjunctions. */
  readonly runs: Operand[][]
  /** True for runs that a comma, not an "and", sets apart from the run before. */
  readonly afterComma: boolean[]
  /** A comma or an "and" stands before it: it shares nothing with the group before. */
  separated: boolean
}

const MARKS: readonly Role[] = ['not', 'skip', 'instead', 'keep', 'as_is', 'only', 'also', 'translate', 'swap', 'use']

/** Decides for each token what it does where it stands. */
export function itemsOf(tokens: readonly Token[]): Item[] {
  const items: Item[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (token === undefined) continue
    const inBrackets = items.length > 0 ? bracketedLanguage(tokens, at) : undefined
    const before = items.at(-1)
    if (inBrackets !== undefined && before?.as === 'language') {
      // `German (de)`: the tag in brackets says which German.
      items[items.length - 1] = { ...before, tag: inBrackets, brackets: [at, at + 1, at + 2] }
      at += 2
    } else items.push(...itemOf(tokens, at, items))
  }
  return items
}

function bracketedLanguage(tokens: readonly Token[], at: number): string | undefined {
  const inner = tokens[at + 1]
  const brackets = tokens[at]?.kind === 'open' && tokens[at + 2]?.kind === 'close'
  return brackets ? inner?.tag : undefined
}

function itemOf(tokens: readonly Token[], at: number, before: readonly Item[]): Item[] {
  const token = tokens[at]
  if (token === undefined) return []
  switch (token.kind) {
    case 'stop':
      return [{ as: 'boundary', at }]
    case 'comma':
    case 'open':
    case 'close':
      return [{ as: 'separator', at }]
    case 'quote':
      return [{ as: 'quote', at }]
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
  const mark = (role: Role): Item[] => [{ as: 'mark', at, role, postfix }]
  if (postfix && (roles.has('into') || roles.has('from'))) {
    const role = roles.has('into') ? 'into' : 'from'
    return lastContent(before)?.as === 'language' ? mark(role) : [{ as: 'nothing', at }]
  }
  if ((roles.has('from') || roles.has('from_weak')) && languageFollows(tokens, at)) return mark('from')
  if ((roles.has('into') || roles.has('into_weak')) && languageFollows(tokens, at)) return mark('into')
  if (roles.has('for'))
    return languageFollows(tokens, at) && !readersFollow(tokens, at) ? mark('into') : [{ as: 'nothing', at }]
  if (roles.has('also') && roles.has('glue') && tokens[at + 1]?.roles.has('guide')) return [{ as: 'nothing', at }]
  if (roles.has('but')) return [{ as: 'boundary', at }]
  for (const role of MARKS) if (roles.has(role)) return marksOf(roles, at, postfix, role)
  if (roles.has('out')) return mark('out')
  if (roles.has('standard')) return mark('standard')
  if (roles.has('lite')) return mark('lite')
  if (roles.has('and')) return [{ as: 'separator', at, and: true }]
  if (roles.has('into')) return mark('into')
  if (roles.has('into_weak') && foreignNameFollows(tokens, at, before)) return mark('into')
  if (roles.has('guide') || roles.has('unable') || roles.has('everything') || roles.has('rest'))
    return [{ as: 'word', at }]
  if ((roles.has('polite') || roles.has('glue')) && !roles.has('descriptor')) return [{ as: 'nothing', at }]
  return [{ as: 'word', at }]
}

/** `the German market`, `British English spelling`: the language says which market, not what to translate into. */
function isAdjective(tokens: readonly Token[], at: number, before: readonly Item[]): boolean {
  if (!hasRole(tokens[at + 1], 'guide')) return false
  const opener = tokens[at - 1]?.roles.has('glue') === true ? tokens[at - 2] : tokens[at - 1]
  if (hasRole(opener, 'for')) return true
  const last = lastContent(before)
  if (last?.as === 'mark') return last.role === 'use'
  return !(last?.as === 'separator' && before.some(item => item.as === 'language'))
}

function readersFollow(tokens: readonly Token[], at: number): boolean {
  const language = tokens.slice(at + 1, at + 4).findIndex(token => token.kind === 'language')
  return language >= 0 && hasRole(tokens[at + 2 + language], 'guide')
}

function hasRole(token: Token | undefined, role: Role): boolean {
  return token?.kind === 'word' && token.roles.has(role)
}

function marksOf(roles: ReadonlySet<Role>, at: number, postfix: boolean, first: Role): Item[] {
  const both = first === 'not' && roles.has('translate')
  const marks: Role[] = both ? ['not', 'translate'] : [first]
  return marks.map(role => ({ as: 'mark', at, role, postfix }))
}

function lastContent(items: readonly Item[]): Item | undefined {
  return items.findLast(item => item.as !== 'nothing')
}

const isGlue = (token: Token | undefined): boolean =>
  token?.kind === 'word' && (token.roles.has('glue') || token.roles.has('polite')) && token.tag === undefined

/** Articles may stand between: `ins schöne Deutsche` not, `de l'anglais` and `into the German language` yes. */
function languageFollows(tokens: readonly Token[], at: number): boolean {
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
  if (/^\p{Lu}[\p{L}\p{M}]+$/u.test(name) || /^[a-z]{2,3}(?:[-_][a-z0-9]{2,4})*$/i.test(name)) return true
  return knownLanguageName(name) !== undefined
}

/** `translate to Klingon`: a name nobody knows, where a language should stand. */
function foreignNameFollows(tokens: readonly Token[], at: number, before: readonly Item[]): boolean {
  const next = tokens[at + 1]
  if (next?.kind !== 'word' || next.roles.size > 0 || !isEdge(tokens[at + 2])) return false
  if (!looksForeign(next.text)) return false
  return before.some(item => item.as === 'mark' && item.role === 'translate')
}

function isEdge(token: Token | undefined): boolean {
  return token === undefined || ['comma', 'stop', 'open', 'close'].includes(token.kind) || token.roles.has('and')
}

function connects(token: Token | undefined): boolean {
  const roles = token?.roles
  return (
    roles !== undefined &&
    (['into', 'into_weak', 'from', 'polite', 'also', 'skip', 'only', 'but', 'lite', 'standard'] as const).some(role =>
      roles.has(role),
    )
  )
}

function isEveryday(token: Token | undefined): boolean {
  return EVERYDAY.has(token?.text.toLowerCase() ?? '')
}

/** English words that are also tags: after `translate` they are rather words. */
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
function expectsLanguage(tokens: readonly Token[], at: number, before: readonly Item[]): boolean {
  const last = lastContent(before)
  const next = tokens[at + 1]
  if (!isEdge(next) && !connects(next)) return false
  if (last?.as === 'mark' && ['into', 'from'].includes(last.role)) return true
  if (last?.as === 'mark') {
    const lists = ['also', 'skip', 'only', 'instead', 'swap', 'translate', 'use'].includes(last.role)
    return lists && (!isEveryday(tokens[at]) || (isEdge(next) && anotherFollows(tokens, at)))
  }
  const opens = last === undefined || last.as === 'boundary'
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

/** Marks that look back where nothing follows them: `the notes not`, `the menu only`, `Acme as is`. */
const LOOKING_BACK: ReadonlySet<Role> = new Set(['not', 'skip', 'out', 'as_is', 'keep', 'only', 'also', 'translate'])

/** The groups of one piece of an instruction (no full stop inside), in order. */
export function groupsOf(items: readonly Item[]): Group[] {
  const groups: Group[] = []
  let current = empty(false)
  let separator: 'comma' | 'and' | undefined
  const close = (): void => {
    if (current.marks.length > 0 || current.runs.length > 0) groups.push(current)
    current = empty(separator !== undefined)
  }
  for (const item of items) {
    if (item.as === 'separator')
      separator = item.and === true && separator === undefined ? 'and' : (separator ?? 'comma')
    else if (item.as === 'mark' && item.postfix) {
      const owner = current.runs.length > 0 ? current : separator === undefined ? groups.at(-1) : undefined
      ;(owner ?? current).marks.push(item)
      if (owner === current) close()
      separator = undefined
    } else if (item.as === 'mark') {
      if (item.role === 'into') splitObject(current, groups)
      if (current.runs.length > 0 || separator !== undefined) close()
      current.marks.push(item)
      separator = undefined
    } else if (item.as === 'language' || item.as === 'quote' || item.as === 'word') {
      const run = separator === undefined ? current.runs.at(-1) : undefined
      if (run === undefined) {
        current.runs.push([item])
        current.afterComma.push(separator === 'comma')
      } else run.push(item)
      separator = undefined
    }
  }
  close()
  return attached(groups)
}

/** `into French and the menu into German`: the menu belongs to the `into` behind it. */
function splitObject(current: Group, groups: Group[]): void {
  const last = current.runs.at(-1)
  const isInto = current.marks.some(mark => mark.role === 'into')
  if (!isInto || last === undefined || current.runs.length < 2 || last.some(item => item.as === 'language')) return
  groups.push({
    ...current,
    marks: [...current.marks],
    runs: current.runs.slice(0, -1),
    afterComma: current.afterComma.slice(0, -1),
  })
  current.marks.length = 0
  current.runs.splice(0, current.runs.length - 1)
  current.afterComma.splice(0, current.afterComma.length - 1)
  current.separated = true
}

function empty(separated: boolean): Group {
  return { marks: [], runs: [], afterComma: [], separated }
}

/** Marks with nothing behind them belong to what stands before them. */
function attached(groups: readonly Group[]): Group[] {
  const result: Group[] = []
  for (const group of groups) {
    const owner = result.at(-1)
    const looksBack = group.runs.length === 0 && group.marks.every(mark => LOOKING_BACK.has(mark.role))
    const alone = owner !== undefined && group.runs.length === 0 && group.marks.every(mark => mark.role === 'instead')
    if (alone) {
      // `use Dutch instead`: what is named takes the place of all before, as anything named afresh does.
      owner.marks.push(...group.marks.map(mark => ({ ...mark, role: 'use' as const })))
      continue
    }
    const onlyTranslate = group.marks.every(mark => mark.role === 'translate')
    if (owner !== undefined && looksBack && !group.separated && owner.runs.length > 0 && !onlyTranslate) {
      owner.marks.push(...group.marks)
    } else result.push(group)
  }
  return result
}
