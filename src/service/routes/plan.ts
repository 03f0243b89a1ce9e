import { api } from '../../contract/operations.ts'
import { planningRefusal } from '../domain/batch-state.ts'
import { ServiceError } from '../domain/errors.ts'
import { requireFile } from '../files/original.ts'
import { handle } from '../http/route.ts'
import { requireBatch } from '../store/batches.ts'
import { viewPlanned } from '../views/plan.ts'
import { currentPlan } from './current-plan.ts'
import { chargesOf } from './spending.ts'
import { limitAdvice } from './spending-limits.ts'

/** Plans by an instruction in the caller's words: a new plan, or a refinement of the present one (PLN-1). */
export const planBatchRoute = handle(
  api.batches.plan,
  async ({ params, body, caller, signal }, { db, files, jobs, clock }) => {
    const batch = await requireBatch(db, caller.workspace.id, params.batch_id)
    const refusal = planningRefusal(batch.status, batch.archived === 1)
    if (refusal !== undefined) {
      throw new ServiceError(
        refusal,
        batch.archived === 1
          ? 'An archived translation cannot be planned. Unarchive it first (archived: false).'
          : `A translation that is ${batch.status} cannot be planned, only one that awaits review.`,
      )
    }
    if (batch.sample_of !== null) throw new ServiceError('plan_invalid', IS_SAMPLE)
    await requireFile(batch, files, clock())
    await jobs.plan(batch.id, body.instruction, signal)
    const planned = await requireBatch(db, caller.workspace.id, batch.id)
    return { data: viewPlanned(planned, await currentPlan(db, planned)) }
  },
)

const IS_SAMPLE =
  'This is a sample of another translation and has its plan. Plan that translation, then ask for a sample of the new plan.'

export const getPlanRoute = handle(api.batches.getPlan, async ({ params, caller }, { db, clock }) => {
  const batch = await requireBatch(db, caller.workspace.id, params.batch_id)
  const stored = await currentPlan(db, batch)
  if (stored === undefined || batch.status !== 'awaiting_review') return { data: viewPlanned(batch, stored) }
  // Read anew each time, so it is no part of the revision.
  const left = await limitAdvice(db, caller, chargesOf(stored.plan), clock())
  return { data: viewPlanned(batch, { ...stored, plan: { ...stored.plan, advice: [...stored.plan.advice, ...left] } }) }
})
