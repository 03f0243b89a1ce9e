import type { CallContext } from '../context.ts'
import { ToolRefusal } from '../failure.ts'
import { isRunId } from '../several/run.ts'
import { refuseBeside } from '../sync/beside.ts'
import { type TranslatingInput, translating } from './translating.ts'

type Asked = { readonly [name in keyof TranslatingInput]?: TranslatingInput[name] | undefined } & {
  readonly sync_revision?: string | undefined
}

/**
 * Lines of one translation, or of all files of a plan of sync or of a run.
 *
 * @throws {ToolRefusal} invalid_arguments; as the one or the other does
 */
export async function translateEither(
  { batch_id, plan_revision, sync_revision, ...asked }: Asked,
  context: CallContext,
) {
  if (sync_revision !== undefined) {
    refuseBeside({ batch_id, plan_revision, ...asked }, 'Nothing was changed', ['target_language', 'translations'])
    return await (await import('../sync/translating.ts')).translateSynced({ sync_revision, ...asked }, context)
  }
  if (isRunId(batch_id)) {
    const { target_language, translations, ...others } = asked
    const given = Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [name]))
    if (given.length > 0) {
      throw new ToolRefusal('invalid_arguments', [
        `Nothing was changed: ${given.join(' and ')} ${given.length === 1 ? 'is' : 'are'} for one translation, and ${batch_id} is a run of several files.`,
        'Leave that out, or give the batch_id and plan_revision of one of its files.',
      ])
    }
    const { translateRun } = await import('../several/translating-run.ts')
    return await translateRun({ batch_id, plan_revision, target_language, translations }, context)
  }
  if (batch_id !== undefined && plan_revision !== undefined)
    return await translating({ batch_id, plan_revision, ...asked }, context)
  throw new ToolRefusal('invalid_arguments', [
    `Nothing was changed: ${batch_id === undefined ? 'batch_id' : 'plan_revision'} is missing. Give batch_id and plan_revision.`,
  ])
}
