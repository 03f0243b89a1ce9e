import type { Reason } from '../../../formats/format.ts'
import type { Fate } from './account.ts'
import { type Group, looksForeign, type Operand } from './groups.ts'
import { knownLanguageName } from './language-names.ts'
import type { Token } from './lexer.ts'
import type { Role } from './lexicon.ts'
import { isGeneric } from './part-names.ts'
import type { Tier } from './price.ts'
import { languageNotSupported, planInvalid } from './refusal.ts'
import { findPart, type Pattern } from './selection.ts'
import type { PartSurvey } from './survey.ts'

/** What the clauses of one instruction ask for, before it is joined with what was asked before. */
export interface Reading {
  readonly fresh: string[]
  readonly added: string[]
  readonly removed: string[]
  readonly replaced: string[]
  source?: string
  tier?: Tier
  everything: boolean
  readonly include: Pattern[]
  readonly exclude: Pattern[]
  /** Parts no longer left out. */
  readonly lifted: Pattern[]
  readonly also: Reason[]
  readonly alsoNot: Reason[]
  readonly keep: string[]
  readonly fates: (Fate | undefined)[]
}

export function emptyReading(tokens: readonly Token[]): Reading {
  return {
    fresh: [],
    added: [],
    removed: [],
    replaced: [],
    everything: false,
    include: [],
    exclude: [],
    lifted: [],
    also: [],
    alsoNot: [],
    keep: [],
    fates: tokens.map(() => undefined),
  }
}

/** What a group does with its operands. */
type Stance = 'target' | 'add' | 'remove' | 'restore' | 'only' | 'keep' | 'source' | 'replace' | 'nothing'

export interface Context {
  readonly text: string
  readonly tokens: readonly Token[]
  readonly parts: readonly PartSurvey[]
  readonly reading: Reading
}

/** Reads the groups of one piece of an instruction into `context.reading`. @throws PlanRefusal */
export function readGroups(context: Context, groups: readonly Group[]): void {
  for (let at = 0; at < groups.length; at++) {
    const group = groups[at]
    if (group === undefined) continue
    const before = group.separated ? undefined : groups[at - 1]
    const after = groups[at + 1]?.separated === false ? groups[at + 1] : undefined
    const roles = rolesOf(group)
    if (before !== undefined && keepsLanguage(before, roles)) {
      settleGroup(context, group, fateOf(context, before))
    } else if (after !== undefined && onlyForThat(context, group, after)) {
      for (const unread of [group, after]) settleGroup(context, unread, 'not_understood')
      at += 1
    } else {
      if (before !== undefined) inherit(before, roles)
      if (after !== undefined) lookAhead(group, roles, rolesOf(after))
      readGroup(context, group, roles)
    }
  }
}

function rolesOf(group: Group): Set<Role> {
  return new Set(group.marks.map(mark => mark.role))
}

/** `the menu into French`, `English to German`: what stands before `into` is what to translate, a language the source. */
function lookAhead(group: Group, roles: Set<Role>, after: ReadonlySet<Role>): void {
  if (!after.has('into') && !after.has('translate')) return
  if (roles.size === 0) roles.add('translate')
  const items = group.runs.flat()
  const language = items.length === 1 && items[0]?.as === 'language'
  if (after.has('into') && language && [...roles].every(role => role === 'translate')) roles.add('from')
}

/**
 * `the notes into French and the menu into German`, `do not translate the notes into French`: a choice of parts for one
 * language alone, which a plan cannot hold. Not to be read as a choice for all.
 */
function onlyForThat(context: Context, group: Group, after: Group): boolean {
  const roles = rolesOf(group)
  const tags = after.runs.flat().flatMap(item => (item.as === 'language' ? [item.tag] : []))
  if (!rolesOf(after).has('into') || roles.has('into') || roles.has('from') || roles.has('keep') || tags.length === 0)
    return false
  const words = group.runs.flat().filter(item => item.as !== 'language')
  const whole = words.every(
    item => item.as === 'word' && [...(context.tokens[item.at]?.roles ?? [])].some(role => role === 'everything'),
  )
  if (roles.has('not')) return roles.has('translate') && !whole
  if (whole || roles.has('skip') || roles.has('swap') || findPart(phrase(context, words), context.parts) === undefined)
    return false
  return (
    roles.has('also') || (context.reading.fresh.length > 0 && !tags.every(tag => context.reading.fresh.includes(tag)))
  )
}

/** `also translate it into French`, `do not translate it into French`: the first mark holds for what follows. */
function inherit(before: Group, roles: Set<Role>): void {
  const earlier = rolesOf(before)
  if (!roles.has('into') || !earlier.has('translate')) return
  if (earlier.has('also')) roles.add('also')
  if (earlier.has('not')) roles.add('not')
}

/** `keep the names in English`: the language is where they stay, no target. */
function keepsLanguage(before: Group, roles: ReadonlySet<Role>): boolean {
  const keeps = before.marks.some(mark => mark.role === 'keep' || mark.role === 'as_is')
  return keeps && roles.has('into') && !roles.has('translate')
}

function fateOf(context: Context, group: Group): Fate {
  return context.reading.fates[group.marks[0]?.at ?? -1] ?? 'not_understood'
}

function settleGroup(context: Context, group: Group, fate: Fate): void {
  for (const mark of group.marks) context.reading.fates[mark.at] = fate
  for (const item of group.runs.flat()) settle(context, item, item.as === 'language' ? fate : 'not_understood')
}

function stanceOf(roles: ReadonlySet<Role>): Stance {
  const leaves = roles.has('skip') || (roles.has('out') && !roles.has('not'))
  if (roles.has('from')) return roles.has('not') || leaves ? 'nothing' : 'source'
  if (roles.has('instead') || (roles.has('swap') && !roles.has('into'))) return 'replace'
  if (leaves) return roles.has('not') ? 'restore' : 'remove'
  if (roles.has('only')) return roles.has('not') ? 'nothing' : 'only'
  if (roles.has('keep') || roles.has('as_is')) return roles.has('not') ? 'restore' : 'keep'
  if (roles.has('not')) return 'remove'
  return roles.has('also') ? 'add' : 'target'
}

function readGroup(context: Context, group: Group, roles: ReadonlySet<Role>): void {
  const stance = stanceOf(roles)
  const tiers = group.marks.filter(mark => mark.role === 'standard' || mark.role === 'lite')
  for (const mark of tiers) readTier(context, mark, group)
  const words = group.marks.filter(mark => mark.role !== 'standard' && mark.role !== 'lite')
  if (group.runs.length === 0) {
    const harmless = tiers.length > 0 || words.every(mark => mark.role === 'translate' || mark.role === 'use')
    for (const mark of words) context.reading.fates[mark.at] = harmless ? 'applied' : 'not_understood'
    return
  }
  const fates = new Set<Fate>()
  for (const [at, run] of group.runs.entries()) {
    const joined = at > 0 && group.afterComma[at] === false
    for (const fate of readRun(context, { stance, roles, group, joined }, run)) fates.add(fate)
  }
  // A mark shares the fate of what it marks; where that is mixed, of what was done.
  const shared: Fate = fates.has('applied') ? 'applied' : fates.has('guidance') ? 'guidance' : 'not_understood'
  for (const mark of words)
    context.reading.fates[mark.at] =
      mark.role === 'translate' && shared === 'guidance' && !roles.has('not') ? 'applied' : shared
}

/** There are two tiers: what is not to be lite is to be standard. */
function readTier(context: Context, mark: { at: number; role: Role }, group: Group): void {
  const negated = group.marks.some(({ at, role }) => at < mark.at && ['not', 'skip', 'instead'].includes(role))
  const lite = (mark.role === 'lite') !== negated
  context.reading.fates[mark.at] = 'applied'
  context.reading.tier = lite ? 'lite' : 'standard'
}

interface Place {
  readonly stance: Stance
  readonly roles: ReadonlySet<Role>
  readonly group: Group
  /** Joined to the run before by "and". */
  readonly joined: boolean
}

function settle(context: Context, item: Operand, fate: Fate): Fate {
  context.reading.fates[item.at] = fate
  if (item.as === 'language') for (const inside of item.brackets ?? []) context.reading.fates[inside] = fate
  return fate
}

function readRun(context: Context, place: Place, run: readonly Operand[]): Fate[] {
  const { reading } = context
  const mapping =
    run.filter(item => item.as === 'quote').length > 1 ||
    (place.roles.has('use') && run.some(item => item.as === 'quote'))
  if (mapping) return run.map(item => settle(context, item, 'guidance'))
  const fates: Fate[] = []
  let words: Operand[] = []
  const flush = (): void => {
    if (words.length > 0) fates.push(...readWords(context, place, words))
    words = []
  }
  for (const item of run) {
    if (item.as === 'word') {
      words.push(item)
      continue
    }
    flush()
    if (item.as === 'quote') fates.push(readQuote(context, place, item))
    else if (reading.fates[item.at] === undefined) {
      const replaced = place.stance === 'replace' && run.some(other => other.as === 'language' && other.at < item.at)
      fates.push(settle(context, item, readLanguage(reading, replaced ? 'target' : place.stance, item.tag)))
    }
  }
  flush()
  return fates
}

function readLanguage(reading: Reading, stance: Stance, tag: string): Fate {
  switch (stance) {
    case 'target':
    case 'only':
      reading.fresh.push(tag)
      return 'applied'
    case 'add':
    case 'restore':
      reading.added.push(tag)
      return 'applied'
    case 'remove':
      reading.removed.push(tag)
      return 'applied'
    case 'replace':
      reading.replaced.push(tag)
      return 'applied'
    case 'source':
      if (reading.source !== undefined && reading.source !== tag) return 'not_understood'
      reading.source = tag
      return 'applied'
    case 'keep':
    case 'nothing':
      return 'not_understood'
  }
}

function readQuote(context: Context, place: Place, item: Operand): Fate {
  const said = context.tokens[item.at]?.text ?? ''
  const terms = place.stance === 'keep' || (place.stance === 'remove' && place.roles.has('translate'))
  if (terms) {
    context.reading.keep.push(said)
    return settle(context, item, 'applied')
  }
  const pattern = findPart(said, context.parts)
  if (pattern !== undefined && select(context.reading, place, pattern)) return settle(context, item, 'applied')
  if (place.stance === 'only') throw nothingCalled(said, context.parts)
  return settle(context, item, 'not_understood')
}

/** Words that name no language: a part, a term, a wish about style, or something nobody here can do. */
function readWords(context: Context, place: Place, words: readonly Operand[]): Fate[] {
  const { tokens, parts, reading } = context
  const all = (fate: Fate): Fate[] => words.map(item => settle(context, item, fate))
  const said = phrase(context, words)
  const has = (role: Role) => words.some(item => hasRole(tokens[item.at], role))
  const only = (...roles: Role[]) => words.every(item => roles.some(role => hasRole(tokens[item.at], role)))
  if (only('everything', 'rest', 'glue')) return all(readEverything(reading, place, has('rest')))
  for (const [role, reason] of [
    ['existing', 'already_translated'],
    ['hidden', 'hidden'],
  ] as const) {
    if (has(role) && only(role, 'everything', 'glue')) return all(takeReason(reading, place.stance, reason))
  }
  const bare = phrase(context, withoutOpening(context, words))
  const pattern = isNamed(place) ? (findPart(said, parts) ?? findPart(bare, parts)) : undefined
  if (pattern !== undefined && select(reading, place, pattern)) return all('applied')
  const terms = place.stance === 'keep' || (place.stance === 'remove' && place.roles.has('translate'))
  if (terms && !has('guide') && !has('unable')) {
    const term = termIn(context, words, place)
    if (term !== undefined) {
      reading.keep.push(term)
      return all('applied')
    }
  }
  if (has('unable')) return all('not_understood')
  const follows = place.joined && words.length <= 3 && reading.fates[previousOf(place, words)] === 'guidance'
  // What stands right after `translate` is what to translate, unless it speaks of nothing but style.
  const object = place.stance === 'target' && place.roles.has('translate') && !place.roles.has('into')
  if (has('guide') && (!object || only('guide', 'everything', 'glue'))) return all('guidance')
  if (follows) return all('guidance')
  if (place.stance === 'target' && place.roles.has('into')) refuseForeign(context, words, place)
  if (place.stance === 'only') throw nothingCalled(said, parts)
  return all('not_understood')
}

function previousOf(place: Place, words: readonly Operand[]): number {
  const first = words[0]?.at ?? 0
  return place.group.runs.flat().findLast(item => item.at < first)?.at ?? -1
}

function isNamed(place: Place): boolean {
  return place.stance !== 'nothing' && place.stance !== 'source' && place.stance !== 'replace'
}

function hasRole(token: Token | undefined, role: Role): boolean {
  return token?.roles.has(role) === true
}

/** Without the articles and pronouns before it: `dieses Menü` is `Menü`. */
function withoutOpening(context: Context, words: readonly Operand[]): readonly Operand[] {
  const first = words.findIndex(item => {
    const token = context.tokens[item.at]
    return !hasRole(token, 'glue') && !hasRole(token, 'everything')
  })
  return first > 0 ? words.slice(first) : words
}

/** The words as written, from the first to the last; articles and particles between them included. */
function phrase(context: Context, words: readonly Operand[]): string {
  const first = context.tokens[words[0]?.at ?? 0]
  const last = context.tokens[words.at(-1)?.at ?? 0]
  return context.text.slice(first?.start ?? 0, last?.end ?? 0)
}

function readEverything(reading: Reading, place: Place, rest: boolean): Fate {
  if (place.stance === 'keep') return 'applied'
  if (place.stance === 'remove' || place.stance === 'nothing' || place.stance === 'replace') return 'not_understood'
  if (rest) return 'not_understood'
  if (place.stance === 'target') reading.everything = true
  return 'applied'
}

function takeReason(reading: Reading, stance: Stance, reason: Reason): Fate {
  const takes = stance === 'add' || stance === 'target' || stance === 'restore'
  if (takes) reading.also.push(reason)
  else if (stance === 'remove' || stance === 'keep') reading.alsoNot.push(reason)
  else return 'not_understood'
  return 'applied'
}

/** False where a part cannot be meant: words after `into`, a name in a clause that asks for nothing. */
function select(reading: Reading, place: Place, pattern: Pattern): boolean {
  switch (place.stance) {
    case 'remove':
    case 'keep':
      reading.exclude.push(pattern)
      return true
    case 'only':
      reading.include.push(pattern)
      return true
    case 'restore':
    case 'add':
      reading.lifted.push(pattern)
      return true
    case 'target':
      if (!place.roles.has('translate') && !place.roles.has('into')) return false
      reading.include.push(pattern)
      return true
    case 'source':
    case 'replace':
    case 'nothing':
      return false
  }
}

/** `the product name Acme Cloud` → Acme Cloud. Lower-case words are a term only where it is said that they stay as they are. */
function termIn(context: Context, words: readonly Operand[], place: Place): string | undefined {
  const named = words.filter(
    item => !hasRole(context.tokens[item.at], 'descriptor') || /\p{Lu}/u.test(context.tokens[item.at]?.text ?? ''),
  )
  if (named.length === 0 || named.length > 6) return undefined
  const marked = named.filter(item =>
    /[\p{Lu}\p{N}]|[\p{Script=Han}\p{Script=Katakana}]/u.test(context.tokens[item.at]?.text ?? ''),
  )
  const article = /(?:^|\s)(?:die|der|das|den|dem)\s+$/i.test(
    context.text.slice(0, context.tokens[named[0]?.at ?? 0]?.start ?? 0),
  )
  if (marked.length === 0 && !place.roles.has('as_is')) return undefined
  if (
    article &&
    named.every(
      item =>
        isGeneric(context.tokens[item.at]?.text ?? '') || /^\p{Lu}\p{Ll}+$/u.test(context.tokens[item.at]?.text ?? ''),
    )
  )
    return undefined
  if (marked.length !== 0 && marked.length !== named.length) return undefined
  return phrase(context, named)
}

/** A name after `into` that no catalogue has is refused by name, not left unread: the plan would lack a language. */
function refuseForeign(context: Context, words: readonly Operand[], place: Place): void {
  const said = phrase(context, words)
  const known = knownLanguageName(said)
  const shown = known === undefined || known.toLowerCase() === said.toLowerCase() ? said : `${known} (${said})`
  const first = place.group.runs[0]?.[0]
  if (known !== undefined || (first?.at === words[0]?.at && looksForeign(said))) throw languageNotSupported(shown)
}

export function nothingCalled(said: string, parts: readonly PartSurvey[]) {
  return planInvalid('selection', `Nothing in this file is called “${said}”. ${partsThatExist(parts)}`)
}

/** The file's parts in a sentence, the first of many. */
export function partsThatExist(parts: readonly PartSurvey[]): string {
  const names = [...new Set(parts.map(({ part }) => part.split('.')[0] ?? part))]
  if (names.length <= 1 && parts.length <= 1) return 'It has no named parts to choose from; ask for all of it.'
  const shown = (names.length > 1 ? names : parts.map(({ part }) => part)).slice(0, 12)
  return `Its parts are: ${shown.join(', ')}${names.length > shown.length ? ', …' : ''}.`
}
