import type { WantedApproval } from '../approving.ts'
import type { CallContext } from '../context.ts'
import { ToolRefusal } from '../failure.ts'
import { step } from '../steps.ts'
import { rootedProject } from './request.ts'
import { plannedAs, type SentDelta, sentOf } from './run-record.ts'

/**
 * What was sent of a plan of sync.
 *
 * @throws {ToolRefusal} sync_unknown; sync_not_created; sync_refused
 */
export async function sentDeltas(sync_revision: string, context: CallContext): Promise<readonly SentDelta[]> {
  const request = await plannedAs(sync_revision, context)
  return (await sentOf(sync_revision, await rootedProject(request, context))).deltas
}

/**
 * The plans that create_batch showed, to be approved as they were shown.
 *
 * @throws {ToolRefusal} sync_not_planned, where one has none yet; as `sentDeltas` does
 */
export async function sentPlans(sync_revision: string, context: CallContext): Promise<readonly WantedApproval[]> {
  const deltas = await sentDeltas(sync_revision, context)
  return deltas.map(({ batch_id, plan_revision }) => {
    if (plan_revision !== null) return { batch_id, plan_revision }
    throw new ToolRefusal('sync_not_planned', [
      'Nothing was done: not all files of this plan were planned yet.',
      `Next: ${step('create_batch', { sync_revision })}`,
    ])
  })
}
