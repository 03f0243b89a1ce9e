/** Files that programs read, such as package.json: their texts are translated only where somebody asks for them. */
import { shownLine } from '../../contract/hidden.ts'
import { type PlanRefusal, planInvalid } from '../domain/plan-refusal.ts'
import type { Survey } from '../domain/survey.ts'

const NAMED = 6

/**
 * 422 `plan_invalid`: says what the file is called, and which of its texts may be asked for. `asked` is what was asked for already, in words.
 * Undefined where there is something, and for files that hold no settings.
 */
export function refusalOfSettings(survey: Survey, asked: string): PlanRefusal | undefined {
  const names = textsAmongSettings(survey).map(part => `“${shownLine(part)}”`)
  const [first] = names
  if (survey.settings === undefined || first === undefined || asked !== '') return undefined
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
  const texts = `Its texts are ${names.slice(0, NAMED).join(', ')}${more}.`
  return planInvalid(
    'selection',
    `This is ${survey.settings}, which programs read: nothing of it is translated unless you ask for it by name, for example “Translate only ${first} into German”. ${texts}`,
  )
}

/** The names of the parts with texts that people may read. */
export function textsAmongSettings({ parts }: Survey): string[] {
  return parts.filter(({ left_out }) => left_out.settings !== undefined).map(({ part }) => part)
}
