import { ApiError } from '../client/errors.ts'
import { writeExactWishes } from '../contract/exact-wishes.ts'
import { extensionOf } from '../contract/formats.ts'
import { sameTag } from '../contract/language-tags.ts'
import { api } from '../contract/operations.ts'
import type { Planned } from '../contract/plan.ts'
import type { CallContext } from './context.ts'

/** A folder that may be named for a language. */
const MAYBE = /[\\/][a-z]{2,3}(?:[-_@][a-z\d]+)*[\\/]/i

/**
 * An instruction for a file of sources and translations, with the language of its folder in front: it is that of the translations which the
 * file has, `sv/LC_MESSAGES/app.po`. Unchanged for other files.
 */
export async function withFolderOfTranslations(instruction: string, path: string | undefined): Promise<string> {
  if (path === undefined || !MAYBE.test(path)) return instruction
  const { languageOfFolders, traitsOf } = await import('./formats.ts')
  const folder = traitsOf(extensionOf(path)).bilingual ? languageOfFolders(path) : undefined
  return folder === undefined ? instruction : `${writeExactWishes({ folder_language: folder.tag })} ${instruction}`
}

/**
 * Tells the service what the folder of a file says of its language, `locales/fr/app.json`, where neither the file nor its text shows it or
 * the text shows another than a folder that surely says one; it is planned again with that. Where the service refuses, the plan stays as it
 * was. Only the name of a language leaves this machine. `told`: an earlier call has told it.
 */
export async function fromItsFolder<Answer extends Planned>(
  answer: Answer,
  path: string | undefined,
  { parts, signal }: CallContext,
  told = false,
): Promise<Answer> {
  const { batch, plan } = answer
  if (path === undefined || plan === null || batch.status !== 'awaiting_review') return answer
  const from = plan.source_language_from
  if (from !== 'default' && (from !== 'detected' || told)) return answer
  const { languageOfFolders, traitsOf } = await import('./formats.ts')
  const folder = languageOfFolders(path)
  if (folder === undefined || (from === 'detected' && !folder.sure)) return answer
  const isSame = sameTag(folder.tag, plan.source_language ?? '')
  // The folder of a catalogue says the language of its translations. What is detected in the language of the folder needs no other reason.
  const isOfTranslations = traitsOf(extensionOf(path)).bilingual === true && !isSame
  if (isOfTranslations || (isSame && from === 'detected')) return answer
  const body = { instruction: writeExactWishes({ folder_language: folder.tag }) }
  try {
    const planned = await parts.client.call(api.batches.plan, { params: { batch_id: batch.id }, body }, { signal })
    return { ...answer, ...planned.data }
  } catch (error) {
    if (error instanceof ApiError && REFUSED.has(error.code)) return answer
    throw error
  }
}

/** The language of the folder is that of the target, or none that the service translates from. */
const REFUSED: ReadonlySet<string> = new Set(['plan_invalid', 'language_not_supported'])
