import type { Fate } from './account.ts'
import { facetIn } from './facets.ts'
import type { Group } from './groups.ts'
import type { Operand } from './items.ts'
import type { Role } from './lexicon.ts'
import { readRun } from './operands.ts'
import { type Context, hasRole, phrase, type Stance, settle } from './reading.ts'
import { findPart } from './selection.ts'

/** Reads the groups of one piece of an instruction into `context.reading`. @throws PlanRefusal */
export function readGroups(context: Context, groups: readonly Group[]): void {
  if (partsByLanguage(groups)) {
    for (const group of groups) settleGroup(context, group, 'not_understood')
    return
  }
  for (let at = 0; at < groups.length; at++) {
    const group = groups[at]
    if (group === undefined) continue
    const before = group.separated ? undefined : groups[at - 1]
    const next = groups[at + 1]
    const after = next?.separated === false ? next : undefined
    const roles = rolesOf(group)
    const apart = after === undefined ? 0 : forSomeAlone(context, group, after)
    exceptOnly(context, group, roles)
    if (before !== undefined && keepsLanguage(before, roles)) {
      const fate = fateOf(context, before)
      settleGroup(context, group, fate === 'applied' && !isSource(context, group) ? 'not_understood' : fate)
    } else if (
      skipsSkipping(group, roles) ||
      (before !== undefined && (exceptsFromNothing(before, roles) || isDenied(context, before, roles)))
    ) {
      settleGroup(context, group, 'not_understood')
    } else if (before !== undefined && onlyInThat(context, before, group)) {
      const language = before.runs.at(-1) ?? []
      for (const item of language) settle(context, item, 'not_understood')
      settleGroup(context, group, 'not_understood')
    } else if (after !== undefined && onlyForThat(context, group, after)) {
      for (const unread of [group, after]) settleGroup(context, unread, 'not_understood')
      at += 1
    } else if (next !== undefined && (deniesLast(context, group, next) || spansTo(context, group, next))) {
      readWithoutEnd(context, group, 1)
      settleGroup(context, next, 'not_understood')
      at += 1
    } else if (after !== undefined && apart > 0) {
      readWithoutEnd(context, group, apart)
      settleGroup(context, after, 'not_understood')
      at += 1
    } else {
      if (before !== undefined) inherit(before, roles)
      if (after !== undefined && sharesEnd(context, group, after)) for (const role of rolesOf(after)) roles.add(role)
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
  if (after.has('into') && roles.has('not') && roles.has('translate')) roles.add('into')
  if (after.has('into') && language && [...roles].every(role => role === 'translate')) roles.add('from')
}

/**
 * `the notes into French and the menu into German`, `do not translate the notes into French`: a choice of parts for one
 * language alone, which a plan cannot hold. Not to be read as a choice for all.
 */
function onlyForThat(context: Context, group: Group, after: Group): boolean {
  const roles = rolesOf(group)
  const tags = tagsOf(after)
  if (!rolesOf(after).has('into') || roles.has('into') || roles.has('from') || roles.has('keep') || tags.length === 0)
    return false
  const words = group.runs.flat().filter(item => item.as !== 'language')
  const whole = words.every(
    item => item.as === 'word' && [...(context.tokens[item.at]?.roles ?? [])].some(role => role === 'everything'),
  )
  if (roles.has('not')) return roles.has('translate') && !whole
  if (whole || roles.has('skip') || roles.has('swap') || !chooses(context, words)) return false
  return (
    roles.has('also') || (context.reading.fresh.length > 0 && !tags.every(tag => context.reading.fresh.includes(tag)))
  )
}

/**
 * `into German and French, the notes only into French`, `skip the notes in French`: how many runs at the end of a group choose
 * parts for some of the languages alone, which a plan cannot hold.
 */
function forSomeAlone(context: Context, group: Group, after: Group): number {
  const { reading, targets } = context
  const roles = rolesOf(group)
  const tags = tagsOf(after)
  const limits = limitsLanguages(after)
  if (!(rolesOf(after).has('into') || limits) || tags.length === 0 || roles.has('keep') || roles.has('from')) return 0
  const before = roles.has('skip') || limits ? targets : []
  const named = [...reading.fresh, ...reading.added, ...tagsOf(group), ...before]
  if (named.every(tag => tags.includes(tag))) return 0
  const last = group.runs.findLastIndex(run => run.some(item => item.as === 'language') || !chooses(context, run))
  return group.runs.length - 1 - last
}

/** `only French`, `not French`, `also French`: no `into` is said. */
function limitsLanguages(group: Group): boolean {
  const roles = rolesOf(group)
  const items = group.runs.flat()
  const limits = (['only', 'not', 'also'] as const).some(role => roles.has(role))
  return limits && !roles.has('into') && items.every(item => item.as === 'language')
}

/** `into German and French, the notes French`, `notes: French`, `no French for the notes`: parts for one language alone. */
function isForOneAlone(context: Context, group: Group, at: number): boolean {
  const { reading, targets, tokens } = context
  const roles = rolesOf(group)
  const limits = (['only', 'not', 'skip', 'also'] as const).some(role => roles.has(role))
  const others = [...reading.fresh, ...reading.added, ...(limits || roles.size === 0 ? targets : [])]
  const pair = acrossColon(context, group, at)
  const words = pair.filter(item => item.as !== 'language' && !hasRole(tokens[item.at], 'for'))
  const tags = pair.flatMap(item => (item.as === 'language' ? [item.tag] : []))
  // `into German and French the notes` is for both.
  if (tags.length === 0 || words.length === 0 || (pair[0]?.as === 'language' && (roles.has('into') || !limits)))
    return false
  return chooses(context, words) && others.some(tag => !tags.includes(tag))
}

/** A run with what stands on the other side of a colon: `notes: French`. */
function acrossColon({ tokens }: Context, { runs }: Group, at: number): readonly Operand[] {
  const [before, run] = [runs[at - 1] ?? [], runs[at] ?? []]
  const colon = (side: readonly Operand[]) => /^[:：]$/.test(tokens[(side.at(-1)?.at ?? -2) + 1]?.text ?? '')
  if (colon(run)) return [...run, ...(runs[at + 1] ?? [])]
  return colon(before) ? [...before, ...run] : run
}

/** `the notes don't matter`, `notes (no)`: what is said of a part and cannot be read may well say that it is not meant. */
function deniesLast(context: Context, group: Group, after: Group): boolean {
  const last = group.runs.at(-1) ?? []
  const verb = group.marks.at(-1)
  const goesOn = after.marks.length === 0 && verb?.role === 'translate' && verb.postfix
  const denies =
    after.marks.some(({ role }) => role !== 'translate') &&
    after.marks.every(({ role, postfix }) => !postfix && DENIALS.has(role))
  if (!(denies || goesOn) || after.separated !== (after.runs.length === 0)) return false
  if (!['target', 'add', 'only'].includes(stanceOf(rolesOf(group)))) return false
  const guides = after.runs.flat().some(item => hasRole(context.tokens[item.at], 'guide'))
  const unread = after.runs.every(run => run.every(item => item.as === 'word') && !chooses(context, run))
  return unread && !guides && last.every(item => item.as === 'word') && chooses(context, last)
}

/** `Installation to Usage`: a stretch of the file, not two parts of it. */
function spansTo(context: Context, group: Group, after: Group): boolean {
  const [last, first] = [group.runs.at(-1) ?? [], after.runs[0] ?? []]
  const into = !after.separated && after.marks.length === 1 && after.marks[0]?.role === 'into'
  return into && [last, first].every(run => run.every(item => item.as === 'word') && chooses(context, run))
}

const DENIALS: ReadonlySet<Role> = new Set(['not', 'skip', 'translate'])

/** `メモもエラーも翻訳しないで`: what ends the list is said of all of it. */
function sharesEnd({ tokens }: Context, group: Group, after: Group): boolean {
  const listed = ({ marks }: Group) => marks[0]?.role === 'also' && tokens[marks[0].at]?.text === 'も'
  return group.marks.length === 1 && listed(group) && listed(after)
}

/** `no reason to skip the notes`: what was said before the verb was not understood, and so is what it asks for. */
function isDenied(context: Context, before: Group, roles: ReadonlySet<Role>): boolean {
  const said = before.runs.flat()
  const unread = said.length > 0 && said.every(item => context.reading.fates[item.at] === 'not_understood')
  return unread && rolesOf(before).has('not') && (['translate', 'skip', 'out'] as const).some(role => roles.has(role))
}

/** `without skipping the notes`: two words that leave out, and no telling what is left. */
function skipsSkipping({ marks, runs }: Group, roles: ReadonlySet<Role>): boolean {
  const first = runs[0]?.[0]?.at ?? 0
  return roles.has('skip') && marks.filter(mark => mark.role === 'skip' && !mark.postfix && mark.at < first).length > 1
}

/** Reads a group, but for so many runs at its end. */
function readWithoutEnd(context: Context, group: Group, count: number): void {
  const from = group.runs.length - count
  const end = { ...group, marks: from === 0 ? group.marks : [], runs: group.runs.slice(from) }
  if (from > 0) {
    const begin = { ...group, runs: group.runs.slice(0, from), afterComma: group.afterComma.slice(0, from) }
    readGroup(context, begin, rolesOf(begin))
  }
  settleGroup(context, end, 'not_understood')
}

/** Whether words are the name of a part, or speak of rows. */
function chooses(context: Context, words: readonly Operand[]): boolean {
  if (words.length === 0) return false
  const said = phrase(context, words)
  return (
    findPart(said, context.survey.parts) !== undefined ||
    facetIn(said, context.survey) !== undefined ||
    words.some(item => context.tokens[item.at]?.ranges !== undefined)
  )
}

function tagsOf(group: Group): string[] {
  return group.runs.flat().flatMap(item => (item.as === 'language' ? [item.tag] : []))
}

/** `errors only to German and notes only to French`: parts for each language, of which a plan can hold none. */
function partsByLanguage(groups: readonly Group[]): boolean {
  const limited = groups.filter(group => {
    const roles = rolesOf(group)
    return roles.has('only') && roles.has('into') && !roles.has('not') && tagsOf(group).length > 0
  })
  const words = groups.some(group => group.runs.flat().some(item => item.as === 'word'))
  return words && new Set(limited.map(group => tagsOf(group).join(' '))).size > 1
}

/** `German and Italian, but Italian only for the menu`: a choice for one of the languages. */
function onlyInThat({ reading, targets, tokens }: Context, before: Group, group: Group): boolean {
  const roles = rolesOf(group)
  const first = group.runs[0]?.[0]?.at ?? -1
  const aims = roles.has('not') ? hasRole(tokens[first], 'for') : roles.has('only')
  if (!aims || roles.has('into')) return false
  const run = before.runs.at(-1) ?? []
  const [language] = run
  if (run.length !== 1 || language?.as !== 'language') return false
  const before_it = before.runs.slice(0, -1).flat()
  const others = before_it.flatMap(item => (item.as === 'language' ? [item.tag] : []))
  // Its own group has been read: it is among the fresh ones once more.
  const fresh = reading.fresh.filter(tag => tag === language.tag).length
  const again = fresh > 1 || targets.includes(language.tag)
  return again && [...others, ...reading.fresh, ...targets].some(tag => tag !== language.tag)
}

/** `leave out everything but the menu`: what is left out of leaving out is all that is meant. */
function exceptOnly({ tokens }: Context, group: Group, roles: Set<Role>): void {
  const skips = group.marks.filter(mark => mark.role === 'skip' || mark.role === 'out')
  const excepts = skips.filter(mark => hasRole(tokens[mark.at], 'everything'))
  const [except] = excepts
  const not = group.marks.find(mark => mark.role === 'not')
  const denied = skips.length === excepts.length && not !== undefined && (not.postfix || not.at < (except?.at ?? 0))
  if (excepts.length === 0 || (skips.length === excepts.length && !denied)) return
  roles.delete('skip')
  roles.delete('out')
  if (denied) roles.delete('not')
  roles.add('only')
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

/** What stays as it is stays in the language of the file, whatever else is said. */
function isSource({ source }: Context, group: Group): boolean {
  const same = (tag: string) => new Intl.Locale(tag).language === new Intl.Locale(source).language
  return group.runs.flat().every(item => item.as !== 'language' || same(item.tag))
}

/** `skip Installation except Linux`: a part of what is left out, which no plan can take back in. */
function exceptsFromNothing(before: Group, roles: ReadonlySet<Role>): boolean {
  const leavesOut = before.runs.length > 0 && stanceOf(rolesOf(before)) === 'remove'
  return leavesOut && roles.has('skip') && !roles.has('not')
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
  if (group.marks.some(mark => hasRole(context.tokens[mark.at], 'again'))) readAgain(context, stance)
  if (group.runs.length === 0) {
    const harmless = tiers.length > 0 || words.every(mark => mark.role === 'translate' || mark.role === 'use')
    for (const mark of words) context.reading.fates[mark.at] = harmless ? 'applied' : 'not_understood'
    return
  }
  const unread = stance === 'remove' && !roles.has('translate') ? strangerIn(context, group) : -1
  const fates = group.runs.flatMap((run, at) => {
    const joined = at > 0 && group.afterComma[at] === false
    if (at <= unread || isForOneAlone(context, group, at))
      return run.map(item => settle(context, item, 'not_understood'))
    return readRun(context, { stance, roles, group, joined }, run)
  })
  // A mark is carried out when it was for any of its operands; else it shares the fate of the one it stands at.
  const shared: Fate = fates.includes('applied') ? 'applied' : (fates[0] ?? 'not_understood')
  for (const mark of words) {
    const style = mark.role === 'translate' && shared === 'guidance' && !roles.has('not')
    const own = mark.role === 'use' ? (fates[0] ?? shared) : shared
    context.reading.fates[mark.at] = style ? 'applied' : own
  }
}

/** `name and description needed, notes not`: the last run that says something else, which the mark behind the list is not for. */
function strangerIn(context: Context, { marks, runs }: Group): number {
  if ((marks[0]?.at ?? 0) < (runs[0]?.[0]?.at ?? 0)) return -1
  return runs
    .slice(0, -1)
    .findLastIndex(
      run =>
        run.some(item => context.tokens[item.at]?.roles.size === 0) &&
        run.every(item => item.as === 'word') &&
        !chooses(context, run),
    )
}

/** `retranslate the menu`: what is done is done again. */
function readAgain({ reading }: Context, stance: Stance): void {
  const list = stance === 'remove' || stance === 'keep' ? reading.alsoNot : reading.also
  list.push('already_translated')
}

/** There are two tiers: what is not to be lite is to be standard. */
function readTier(context: Context, mark: { at: number; role: Role }, group: Group): void {
  const negated = group.marks.some(({ at, role }) => at < mark.at && ['not', 'skip', 'instead'].includes(role))
  const lite = (mark.role === 'lite') !== negated
  const { reading } = context
  const tier = lite ? 'lite' : 'standard'
  if (reading.fixed !== undefined && reading.tier !== undefined && reading.tier !== tier) {
    reading.fates[mark.at] = 'not_understood'
    return
  }
  // Of two tiers the later one holds.
  if (reading.tierAt !== undefined && reading.tier !== tier) reading.fates[reading.tierAt] = 'not_understood'
  reading.fates[mark.at] = 'applied'
  reading.tier = tier
  reading.tierAt = mark.at
}
