import type { Batch } from '../../contract/batch.ts'
import type { CallContext } from '../context.ts'
import { DATA_NOTICE } from '../render/data.ts'
import { counted } from '../render/numbers.ts'
import { awaitsTranslations, step } from '../steps.ts'
import { isMoving, waitFor } from '../waiting.ts'
import { failedFields, failedLines } from './failed.ts'
import { endsTurns, type Failed, throttledNote } from './failures.ts'
import { inTurn } from './in-turn.ts'
import { type FileRun, handleOf, type RunMember, runOfId } from './run.ts'
import { statesIn } from './told-of-run.ts'

type Seen = { readonly member: RunMember; readonly batch: Batch } | { readonly failed: Failed }

const AT_ONCE = 4

/**
 * How the files of a run stand: how many are in which state. Waits until none is worked on any more, or the time is up.
 *
 * @throws {ToolRefusal} run_unknown
 * @throws {ApiError} what all share
 */
export async function stateOfRun(batch_id: string, wait_seconds: number, context: CallContext) {
  const run = await runOfId(batch_id, context)
  const { clock } = context.parts
  const until = clock() + Math.min(wait_seconds, context.longest_wait) * 1000
  const look = async (member: RunMember): Promise<Seen> => {
    try {
      const seconds = Math.max(0, (until - clock()) / 1000)
      return { member, batch: (await waitFor(member.batch_id, seconds, context)).batch }
    } catch (error) {
      if (endsTurns(error, context)) throw error
      return { failed: { name: member.path, error } }
    }
  }
  const end = clock() + context.longest_wait * 1000
  const { ends, throttled } = await inTurn(run.members, look, { at_once: AT_ONCE, until: end }, context)
  context.signal.throwIfAborted()
  const seen = ends.flatMap(one => one ?? [])
  if (seen.length === 0 && throttled !== undefined) throw throttled
  const batches = seen.flatMap(one => ('batch' in one ? [one] : []))
  const failed = seen.flatMap(one => ('failed' in one ? [one.failed] : []))
  const states = statesIn(batches)
  const unseen = run.members.length - seen.length
  const warnings = [
    ...(unseen === 0 ? [] : [`${counted(unseen, 'file')} could not be looked at in the time of this call.`]),
    ...(throttled === undefined ? [] : [throttledNote(throttled)]),
  ]
  return {
    data: {
      batch_id: run.run_id,
      plan_revision: run.plan_revision,
      files: run.members.length,
      states,
      ...failedFields(failed),
      ...(warnings.length > 0 && { warnings }),
      data_notice: DATA_NOTICE,
      next_step: nextFrom(
        run,
        batches.map(({ batch }) => batch),
      ),
    },
    lines: [
      `${counted(run.members.length, 'file')} of one run.`,
      ...states.map(({ state, files }) => `${counted(files, 'file')}: ${state}.`),
      ...failedLines(failed),
    ],
  }
}

/** The plan of each is shown where it is made: create_batch finds all again. */
function nextFrom(run: FileRun, batches: readonly Batch[]): string {
  const handle = handleOf(run)
  if (batches.some(awaitsTranslations)) return step('translate_segments', { ...handle })
  if (batches.some(({ status }) => status === 'awaiting_review'))
    return `create_batch with the same files shows the plans and the call that approves them`
  if (batches.some(isMoving)) return step('get_batch', { batch_id: run.run_id, wait_seconds: 25 })
  return step('get_result', { batch_id: run.run_id })
}
