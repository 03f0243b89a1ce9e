import type { Fate } from './clauses.ts'
import { deniesLast, exceptsFromNothing, isDenied, skipsSkipping, spansTo, strangerIn } from './denials.ts'
import { rolesOfGroup, stanceOf } from './group-facts.ts'
import type { Group } from './groups.ts'
import type { WordRole } from './lexicon.ts'
import { readRun } from './operands.ts'
import { type Context, hasRole, noteFate, type Stance } from './reading.ts'
import { forSomeAlone, isForOneAlone, onlyForThat, onlyInThat, partsByLanguage } from './some-alone.ts'

/** Reads the groups of one piece of an instruction into `context.reading`. @throws {PlanRefusal} for what cannot be planned */
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
    const roles = rolesOfGroup(group)
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
      for (const item of language) noteFate(context, item, 'not_understood')
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
      if (after !== undefined && sharesEnd(context, group, after))
        for (const role of rolesOfGroup(after)) roles.add(role)
      if (after !== undefined) lookAhead(group, roles, rolesOfGroup(after))
      readGroup(context, group, roles)
    }
  }
}

/** `the menu into French`, `English to German`: words before `into` are what to translate; a language before it is the source. */
function lookAhead(group: Group, roles: Set<WordRole>, after: ReadonlySet<WordRole>): void {
  if (!after.has('into') && !after.has('translate')) return
  if (roles.size === 0) roles.add('translate')
  const items = group.runs.flat()
  const language = items.length === 1 && items[0]?.as === 'language'
  if (after.has('into') && roles.has('not') && roles.has('translate')) roles.add('into')
  if (after.has('into') && language && [...roles].every(role => role === 'translate')) roles.add('from')
}

/** `メモもエラーも翻訳しないで`: the verb at the end of the list applies to all of the list. */
function sharesEnd({ tokens }: Context, group: Group, after: Group): boolean {
  const listed = ({ marks }: Group) => marks[0]?.role === 'also' && tokens[marks[0].at]?.text === 'も'
  return group.marks.length === 1 && listed(group) && listed(after)
}

/** Reads a group without the last `count` runs, which are noted as not understood. */
function readWithoutEnd(context: Context, group: Group, count: number): void {
  const from = group.runs.length - count
  const end = { ...group, marks: from === 0 ? group.marks : [], runs: group.runs.slice(from) }
  if (from > 0) {
    const begin = { ...group, runs: group.runs.slice(0, from), afterComma: group.afterComma.slice(0, from) }
    readGroup(context, begin, rolesOfGroup(begin))
  }
  settleGroup(context, end, 'not_understood')
}

/** `leave out everything but the menu`: the exception is all that is chosen, so the group counts as `only`. */
function exceptOnly({ tokens }: Context, group: Group, roles: Set<WordRole>): void {
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
function inherit(before: Group, roles: Set<WordRole>): void {
  const earlier = rolesOfGroup(before)
  if (!roles.has('into') || !earlier.has('translate')) return
  if (earlier.has('also')) roles.add('also')
  if (earlier.has('not')) roles.add('not')
}

/** `keep the names in English`: the names stay in this language; it is not a target. */
function keepsLanguage(before: Group, roles: ReadonlySet<WordRole>): boolean {
  const keeps = before.marks.some(mark => mark.role === 'keep' || mark.role === 'as_is')
  return keeps && roles.has('into') && !roles.has('translate')
}

/** Whether a group names no other language than that of the file: what stays as it is can stay only in that one. */
function isSource({ source }: Context, group: Group): boolean {
  const same = (tag: string) => new Intl.Locale(tag).language === new Intl.Locale(source).language
  return group.runs.flat().every(item => item.as !== 'language' || same(item.tag))
}

function fateOf(context: Context, group: Group): Fate {
  return context.reading.fates[group.marks[0]?.at ?? -1] ?? 'not_understood'
}

function settleGroup(context: Context, group: Group, fate: Fate): void {
  for (const mark of group.marks) context.reading.fates[mark.at] = fate
  for (const item of group.runs.flat()) noteFate(context, item, item.as === 'language' ? fate : 'not_understood')
}

function readGroup(context: Context, group: Group, roles: ReadonlySet<WordRole>): void {
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
      return run.map(item => noteFate(context, item, 'not_understood'))
    return readRun(context, { stance, roles, group, joined }, run)
  })
  // A mark was carried out when that is true for any of its operands; else it has the fate of the first one.
  const shared: Fate = fates.includes('applied') ? 'applied' : (fates[0] ?? 'not_understood')
  for (const mark of words) {
    const style = mark.role === 'translate' && shared === 'guidance' && !roles.has('not')
    const own = mark.role === 'use' ? (fates[0] ?? shared) : shared
    context.reading.fates[mark.at] = style ? 'applied' : own
  }
}

/** `retranslate the menu`: what is translated already is translated again. */
function readAgain({ reading }: Context, stance: Stance): void {
  const list = stance === 'remove' || stance === 'keep' ? reading.alsoNot : reading.also
  list.push('already_translated')
}

/** There are two tiers: `not lite` means standard. */
function readTier(context: Context, mark: { at: number; role: WordRole }, group: Group): void {
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
