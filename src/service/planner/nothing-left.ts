/** What is said where a selection takes nothing of a file. */
import type { Reason } from '../../formats/index.ts'
import type { Selection } from '../domain/intent.ts'
import { type PlanRefusal, planInvalid } from '../domain/plan-refusal.ts'
import type { Survey } from '../domain/survey.ts'
import { partsThatExist } from './prose/refusal.ts'
import { isByName, matches, reasonInWords } from './selection.ts'
import { refusalOfSettings } from './settings-file.ts'

/** 422 `plan_invalid`: the selection takes nothing of the file. `reasons`: why, in the words of a plan, where that was measured. */
export function nothingLeft(
  { include, exclude, also }: Selection,
  survey: Survey,
  reasons?: readonly string[],
): PlanRefusal {
  const { parts, choices } = survey
  const named = [...include, ...exclude].filter(
    pattern => !isByName(pattern) || parts.some(({ part }) => matches(pattern, { part })),
  )
  const asked = named.map(pattern => `“${pattern.said}”`).join(', ')
  const { rows } = choices
  const numbered = rows !== undefined && include.some(pattern => pattern.by === 'rows')
  const where = numbered ? `It has ${rows.called}s ${rows.first} to ${rows.last}.` : partsThatExist(survey)
  const surveyed = parts.some(part => part.left_out.already_translated !== undefined)
  const isSo = (reason: Reason): boolean | undefined => reasons?.some(said => said.startsWith(reasonInWords(reason)))
  const done = !also.includes('already_translated') && (isSo('already_translated') ?? surveyed)
  const elsewhere = !done && isSo('other_language') ? ' The file has its texts for other languages than that.' : ''
  const hint = done ? ' To translate again what is translated already, say “retranslate everything”.' : elsewhere
  const what = asked === '' ? 'As asked' : `With ${asked} as asked`
  const message = `${what}, no text is left to translate. ${where}${hint}`
  return refusalOfSettings(survey, asked) ?? planInvalid('selection', message)
}
