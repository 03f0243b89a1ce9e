/** What a group of an instruction is about, before it is read. */
import { facetIn } from './facets.ts'
import { findPart } from './find-part.ts'
import type { Group } from './groups.ts'
import type { Operand } from './item.ts'
import type { WordRole } from './lexicon.ts'
import { type Context, phrase, type Stance } from './reading.ts'

/** What the marks of a group say. */
export function rolesOfGroup(group: Group): Set<WordRole> {
  return new Set(group.marks.map(mark => mark.role))
}

/** What a group does with its operands. */
export function stanceOf(roles: ReadonlySet<WordRole>): Stance {
  const leaves = roles.has('skip') || (roles.has('out') && !roles.has('not'))
  if (roles.has('from')) return roles.has('not') || leaves ? 'nothing' : 'source'
  if (roles.has('instead') || (roles.has('swap') && !roles.has('into'))) return 'replace'
  if (leaves) return roles.has('not') ? 'restore' : 'remove'
  if (roles.has('only')) return roles.has('not') ? 'nothing' : 'only'
  if (roles.has('keep') || roles.has('as_is')) return roles.has('not') ? 'restore' : 'keep'
  if (roles.has('not')) return 'remove'
  return roles.has('also') ? 'add' : 'target'
}

/** The languages among operands, in order. */
export function tagsIn(items: readonly Operand[]): string[] {
  return items.flatMap(item => (item.as === 'language' ? [item.tag] : []))
}

/** The languages that a group names. */
export function tagsOf(group: Group): string[] {
  return tagsIn(group.runs.flat())
}

/** Whether a run has only words: no language and no quote. */
export function areWords(run: readonly Operand[]): boolean {
  return run.every(item => item.as === 'word')
}

/** Whether words are the name of a part, or speak of rows. */
export function chooses(context: Context, words: readonly Operand[]): boolean {
  if (words.length === 0) return false
  const said = phrase(context, words)
  return (
    findPart(said, context.survey.parts) !== undefined ||
    facetIn(said, context.survey) !== undefined ||
    words.some(item => context.tokens[item.at]?.ranges !== undefined)
  )
}
