/** Clauses that may mean the opposite of what they seem to ask. They are reported as not understood, and never carried out. */
import { areWords, chooses, rolesOfGroup, stanceOf } from './group-facts.ts'
import type { Group } from './groups.ts'
import type { WordRole } from './lexicon.ts'
import { type Context, hasRole } from './reading.ts'

const DENIALS: ReadonlySet<WordRole> = new Set(['not', 'skip', 'translate'])

/** `the notes don't matter`, `notes (no)`: words after a part that cannot be read may well mean that the part is not wanted. */
export function deniesLast(context: Context, group: Group, after: Group): boolean {
  const last = group.runs.at(-1) ?? []
  const verb = group.marks.at(-1)
  const goesOn = after.marks.length === 0 && verb?.role === 'translate' && verb.postfix
  const denies =
    after.marks.some(({ role }) => role !== 'translate') &&
    after.marks.every(({ role, postfix }) => !postfix && DENIALS.has(role))
  if (!(denies || goesOn) || after.separated !== (after.runs.length === 0)) return false
  if (!['target', 'add', 'only'].includes(stanceOf(rolesOfGroup(group)))) return false
  const guides = after.runs.flat().some(item => hasRole(context.tokens[item.at], 'guide'))
  const unread = after.runs.every(run => areWords(run) && !chooses(context, run))
  return unread && !guides && areWords(last) && chooses(context, last)
}

/** `Installation to Usage`: a stretch of the file, not two parts of it. */
export function spansTo(context: Context, group: Group, after: Group): boolean {
  const [last, first] = [group.runs.at(-1) ?? [], after.runs[0] ?? []]
  const into = !after.separated && after.marks.length === 1 && after.marks[0]?.role === 'into'
  return into && [last, first].every(run => areWords(run) && chooses(context, run))
}

/** `no reason to skip the notes`: the words before the verb were not understood, so what the verb asks for is not carried out. */
export function isDenied(context: Context, before: Group, roles: ReadonlySet<WordRole>): boolean {
  const said = before.runs.flat()
  const unread = said.length > 0 && said.every(item => context.reading.fates[item.at] === 'not_understood')
  return (
    unread && rolesOfGroup(before).has('not') && (['translate', 'skip', 'out'] as const).some(role => roles.has(role))
  )
}

/** `without skipping the notes`: two words that leave something out, so that it is unclear what is to be translated. */
export function skipsSkipping({ marks, runs }: Group, roles: ReadonlySet<WordRole>): boolean {
  const first = runs[0]?.[0]?.at ?? 0
  return roles.has('skip') && marks.filter(mark => mark.role === 'skip' && !mark.postfix && mark.at < first).length > 1
}

/** `skip Installation except Linux`: an exception from what is left out, which a plan cannot express. */
export function exceptsFromNothing(before: Group, roles: ReadonlySet<WordRole>): boolean {
  const leavesOut = before.runs.length > 0 && stanceOf(rolesOfGroup(before)) === 'remove'
  return leavesOut && roles.has('skip') && !roles.has('not')
}

/**
 * `name and description needed, notes not`: the mark at the end is not meant for an earlier run that says something else. Returns the
 * index of the last such run; -1 for none.
 */
export function strangerIn(context: Context, { marks, runs }: Group): number {
  if ((marks[0]?.at ?? 0) < (runs[0]?.[0]?.at ?? 0)) return -1
  return runs
    .slice(0, -1)
    .findLastIndex(
      run => run.some(item => context.tokens[item.at]?.roles.size === 0) && areWords(run) && !chooses(context, run),
    )
}
