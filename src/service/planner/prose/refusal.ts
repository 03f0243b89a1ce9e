import { type PlanRefusal, planInvalid } from '../../domain/plan-refusal.ts'
import type { Survey } from '../../domain/survey.ts'
import { separatorOf } from '../survey.ts'

/** A part was asked for that the file does not have. */
export function nothingCalled(said: string, survey: Survey): PlanRefusal {
  return planInvalid('selection', `Nothing in this file is called “${said}”. ${partsThatExist(survey)}`)
}

/** The file's parts in a sentence, the first of many. */
export function partsThatExist({ parts, extension }: Survey): string {
  const separator = separatorOf(extension)
  const rootOf = (part: string) => (separator === '' ? part : (part.split(separator)[0] ?? part))
  const names = [...new Set(parts.map(({ part }) => rootOf(part)))]
  if (names.length <= 1 && parts.length <= 1) return 'It has no named parts to choose from; ask for all of it.'
  const shown = (names.length > 1 ? names : parts.map(({ part }) => part)).slice(0, 12)
  return `Its parts are: ${shown.join(', ')}${names.length > shown.length ? ', …' : ''}.`
}
