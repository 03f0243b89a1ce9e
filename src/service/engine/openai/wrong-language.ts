/** Whether an answer is in another language than asked for. One short text cannot show that; the texts of a round together can. */

import { areNear } from '../../../checks/index.ts'
import { detectLanguage } from '../../domain/detect-language.ts'
import { isPlainlyIn } from '../../domain/frequent-words.ts'

/** With fewer letters a detector is not sure. */
const LEAST_LETTERS = 150

/** True where the texts together are surely in a language that is neither the target nor close to it. */
export async function inWrongLanguage(texts: readonly string[], target: string): Promise<boolean> {
  const sample = texts.join('\n')
  if ((sample.match(/\p{L}/gu)?.length ?? 0) < LEAST_LETTERS) return false
  if (isPlainlyIn(target, sample)) return false
  const detected = await detectLanguage(sample)
  return detected !== undefined && !areNear(detected, target) && (await isDetectable(target))
}

/** The detector reports a language that it does not know as another one: only languages that it knows can be judged. */
async function isDetectable(tag: string): Promise<boolean> {
  const { eld } = await import('eld/small')
  const { language } = new Intl.Locale(tag)
  return Object.values(eld.info().Languages).includes(language === 'nb' || language === 'nn' ? 'no' : language)
}
