/**
 * Every check of a translation before it is written (ENG-2). A good translation that is refused does more harm than a flaw that is only
 * noted, so what translators do on purpose (a number in words, a name left as it is) is never refused.
 */

import type { Conditions, Issue } from './issue.ts'
import { type Checked, checkedPair } from './pair.ts'
import { REGISTRY } from './registry.ts'

/**
 * Every issue of a translation, in the order of the checks; none for a translation that may be written as it is. The translation must
 * already have the white space of its source around it (`withEdgesOf`).
 */
export function issuesIn(segment: Checked, translation: string, conditions: Conditions): Issue[] {
  if (segment.text.trim() === '') return []
  if (translation.trim() === '') return [{ kind: 'empty', severity: 'refuse', message: 'The translation is empty.' }]
  const pair = checkedPair(segment, translation)
  const { unchecked = [] } = conditions
  const issues: Issue[] = []
  for (const { name, severity, always, find } of REGISTRY) {
    if (always !== true && unchecked.includes(name)) continue
    for (const flaw of find(pair, conditions)) issues.push({ kind: name, severity, ...flaw })
  }
  return issues
}
