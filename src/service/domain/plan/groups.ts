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

const MARKS: readonly Role[] = ['not', 'skip', 'instead', 'keep', 'as_is', 'only', 'also', 'translate', 'use']

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
      return [{ as: 'language', at, tag: token.tag ?? '' }]
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
    if (token?.kind === 'language') return true
    if (token?.tag !== undefined) return isEdge(tokens[next + 1]) || connects(tokens[next + 1])
    if (!isGlue(token) && !token?.roles.has('everything') && !token?.roles.has('also') && !token?.roles.has('guide'))
      return false
    if (token?.roles.has('guide') && tokens[next + 1]?.kind !== 'language') return false
  }
  return false
}

/** `translate to Klingon`: a name nobody knows, where a language should stand. */
function foreignNameFollows(tokens: readonly Token[], at: number, before: readonly Item[]): boolean {
  const next = tokens[at + 1]
  if (next?.kind !== 'word' || next.roles.size > 0 || !/^\p{Lu}/u.test(next.text)) return false
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

/** Words such as `de`, `it` or `polish` are languages where a list of languages or `into` and `from` stand around them. */
function expectsLanguage(tokens: readonly Token[], at: number, before: readonly Item[]): boolean {
  const last = lastContent(before)
  const next = tokens[at + 1]
  if (!isEdge(next) && !connects(next)) return false
  if (last?.as === 'mark')
    return ['into', 'from', 'also', 'skip', 'only', 'instead', 'translate', 'use'].includes(last.role)
  const opens = last === undefined || last.as === 'boundary'
  if (last?.as === 'separator') {
    const previous = before.findLast(item => item.as !== 'nothing' && item.as !== 'separator')
    return previous?.as === 'language' || (previous === undefined && anotherFollows(tokens, at))
  }
  return opens && (anotherFollows(tokens, at) || (next === undefined && tokens[at]?.roles.size === 0))
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

function empty(separated: boolean): Group {
  return { marks: [], runs: [], afterComma: [], separated }
}

/** Marks with nothing behind them belong to what stands before them. */
function attached(groups: readonly Group[]): Group[] {
  const result: Group[] = []
  for (const group of groups) {
    const owner = result.at(-1)
    const looksBack = group.runs.length === 0 && group.marks.every(mark => LOOKING_BACK.has(mark.role))
    const onlyTranslate = group.marks.every(mark => mark.role === 'translate')
    if (owner !== undefined && looksBack && !group.separated && owner.runs.length > 0 && !onlyTranslate) {
      owner.marks.push(...group.marks)
    } else result.push(group)
  }
  return result
}
