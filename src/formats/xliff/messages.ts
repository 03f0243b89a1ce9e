/** ICU messages in XLIFF: their plurals get the branches that the target needs. */
import { withBranches } from '../content/icu-branches.ts'
import type { XliffUnit } from './place.ts'

/** The unit with these branches. The codes of a branch are in each copy of it. */
export function withTargetBranches<U extends Omit<XliffUnit, 'index'>>(unit: U, language: string | undefined): U {
  const { place, left_out } = unit
  if (!place || left_out === 'do_not_translate') return unit
  if (unit.syntax !== 'icu') return unit
  const grown = withBranches(unit, language)
  return { ...grown, place: { ...place, source: { ...place.source, text: grown.text, branches: true } } }
}
