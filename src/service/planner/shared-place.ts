import { sameTag } from '../../contract/language-tags.ts'
import type { Format, Open } from '../../formats/index.ts'
import { languageName } from '../domain/languages.ts'
import { planInvalid } from '../domain/plan-refusal.ts'

/**
 * Refuses two languages of a plan that have one place in a file which holds all its languages beside each other: `pt` and `pt-BR` are one
 * column. The second would be written over the first, and both be charged; where the first is the source, its text would be lost.
 *
 * @throws {PlanRefusal} plan_invalid
 */
export async function refuseSharedPlaces(
  { languages }: Pick<Format, 'languages'>,
  open: Open,
  { source, targets }: { readonly source: string; readonly targets: readonly string[] },
): Promise<void> {
  const all = [source, ...targets]
  for (const [at, one] of all.entries()) {
    const other = all.slice(at + 1).find(tag => sameTag(tag, one))
    if (other === undefined || (await languages?.(open()))?.several !== true) continue
    const names = [one, other].map(tag => `${languageName(tag)} (${tag})`).join(' and ')
    const rest = at === 0 ? 'The file is in the first already: name another target.' : 'Name one of them.'
    throw planInvalid('target_language', `${names} have one and the same place in this file. ${rest}`)
  }
}
