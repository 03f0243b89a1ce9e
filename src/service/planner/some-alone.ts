/** Clauses that choose parts for only some of the languages. A plan cannot express that; it must not become a choice for all of them. */
import { chooses, rolesOfGroup, tagsIn, tagsOf } from './group-facts.ts'
import type { Group } from './groups.ts'
import type { Operand } from './item.ts'
import { type Context, hasRole } from './reading.ts'

/** `errors only to German and notes only to French`: other parts for each language, which a plan cannot express. */
export function partsByLanguage(groups: readonly Group[]): boolean {
  const limited = groups.filter(group => {
    const roles = rolesOfGroup(group)
    return roles.has('only') && roles.has('into') && !roles.has('not') && tagsOf(group).length > 0
  })
  const words = groups.some(group => group.runs.flat().some(item => item.as === 'word'))
  return words && new Set(limited.map(group => tagsOf(group).join(' '))).size > 1
}

/**
 * `the notes into French and the menu into German`, `do not translate the notes into French`: a choice of parts for only one
 * language, which a plan cannot express.
 */
export function onlyForThat(context: Context, group: Group, after: Group): boolean {
  const roles = rolesOfGroup(group)
  const tags = tagsOf(after)
  if (
    !rolesOfGroup(after).has('into') ||
    roles.has('into') ||
    roles.has('from') ||
    roles.has('keep') ||
    tags.length === 0
  )
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
 * parts for only some of the languages, which a plan cannot express.
 */
export function forSomeAlone(context: Context, group: Group, after: Group): number {
  const { reading, targets } = context
  const roles = rolesOfGroup(group)
  const tags = tagsOf(after)
  const limits = limitsLanguages(after)
  if (!(rolesOfGroup(after).has('into') || limits) || tags.length === 0 || roles.has('keep') || roles.has('from'))
    return 0
  const before = roles.has('skip') || limits ? targets : []
  const named = [...reading.fresh, ...reading.added, ...tagsOf(group), ...before]
  if (named.every(tag => tags.includes(tag))) return 0
  const last = group.runs.findLastIndex(run => run.some(item => item.as === 'language') || !chooses(context, run))
  return group.runs.length - 1 - last
}

/** Whether a group limits the languages without `into`: `only French`, `not French`, `also French`. */
function limitsLanguages(group: Group): boolean {
  const roles = rolesOfGroup(group)
  const items = group.runs.flat()
  const limits = (['only', 'not', 'also'] as const).some(role => roles.has(role))
  return limits && !roles.has('into') && items.every(item => item.as === 'language')
}

/** `German and Italian, but Italian only for the menu`: a choice for one of the languages. */
export function onlyInThat({ reading, targets, tokens }: Context, before: Group, group: Group): boolean {
  const roles = rolesOfGroup(group)
  const first = group.runs[0]?.[0]?.at ?? -1
  const aims = roles.has('not') ? hasRole(tokens[first], 'for') : roles.has('only')
  if (!aims || roles.has('into')) return false
  const run = before.runs.at(-1) ?? []
  const [language] = run
  if (run.length !== 1 || language?.as !== 'language') return false
  const before_it = before.runs.slice(0, -1).flat()
  const others = tagsIn(before_it)
  // Its group was read before and added it to `fresh` once: only a second time means that it was named earlier, too.
  const fresh = reading.fresh.filter(tag => tag === language.tag).length
  const again = fresh > 1 || targets.includes(language.tag)
  return again && [...others, ...reading.fresh, ...targets].some(tag => tag !== language.tag)
}

/** `into German and French, the notes French`, `notes: French`, `no French for the notes`: parts for only one language. */
export function isForOneAlone(context: Context, group: Group, at: number): boolean {
  const { reading, targets, tokens } = context
  const roles = rolesOfGroup(group)
  const limits = (['only', 'not', 'skip', 'also'] as const).some(role => roles.has(role))
  const others = [...reading.fresh, ...reading.added, ...(limits || roles.size === 0 ? targets : [])]
  const pair = acrossColon(context, group, at)
  const words = pair.filter(item => item.as !== 'language' && !hasRole(tokens[item.at], 'for'))
  const tags = tagsIn(pair)
  // `into German and French the notes` is for both.
  if (tags.length === 0 || words.length === 0 || (pair[0]?.as === 'language' && (roles.has('into') || !limits)))
    return false
  return chooses(context, words) && others.some(tag => !tags.includes(tag))
}

/** A run together with the run on the other side of a colon: `notes: French`. */
function acrossColon({ tokens }: Context, { runs }: Group, at: number): readonly Operand[] {
  const [before, run] = [runs[at - 1] ?? [], runs[at] ?? []]
  const colon = (side: readonly Operand[]) => /^[:：]$/.test(tokens[(side.at(-1)?.at ?? -2) + 1]?.text ?? '')
  if (colon(run)) return [...run, ...(runs[at + 1] ?? [])]
  return colon(before) ? [...before, ...run] : run
}
