import { ApiError } from '../../client/errors.ts'
import type { Batch } from '../../contract/batch.ts'
import { api } from '../../contract/operations.ts'
import type { CallContext } from '../context.ts'
import { ToolRefusal } from '../failure.ts'
import { currentPlan } from '../plans.ts'
import { stateOf } from '../render/batch.ts'
import { AGENT, nextFor, step } from '../steps.ts'

/**
 * Approves a plan by which the caller's own model translates. This costs nothing, so no person is asked. Does nothing if the batch is
 * approved already.
 *
 * @throws {ToolRefusal} other_engine, also when the plan has a cost; nothing_to_translate_yet
 * @throws {ApiError} plan_changed; no_plan_yet; or as reading and approving the plan do
 */
export async function approveFree(batch: Batch, revision: string, context: CallContext): Promise<void> {
  if (batch.status === 'translating' || batch.status === 'completed') return
  if (batch.status !== 'awaiting_review') {
    throw new ToolRefusal('nothing_to_translate_yet', [
      `Nothing was changed: the translation is ${stateOf(batch)}.`,
      `Next: ${nextFor(batch, undefined)}`,
    ])
  }
  const plan = (await currentPlan(batch.id, context))?.plan
  if (plan === undefined) throw new ApiError({ code: 'no_plan_yet', message: 'There is no plan yet' })
  if (plan.plan_revision !== revision) {
    throw new ApiError({ code: 'plan_changed', message: 'The plan has another revision than the one you named' })
  }
  if (plan.engine !== AGENT || plan.credit_cost !== 0) {
    throw new ToolRefusal('other_engine', [
      'Nothing was changed or spent: another engine translates this plan, not you.',
      `Next: ${step('approve_batch', { batch_id: batch.id, plan_revision: revision })} once the cost and what is left out are fine.`,
    ])
  }
  const call = { params: { batch_id: batch.id }, body: { expected_plan_revision: revision } }
  try {
    await context.parts.client.call(api.batches.approve, call, { signal: context.signal })
  } catch (error) {
    // Another worker approved it first, or the answer was lost. The next call, for segments, fails if the batch is not approved.
    const late = error instanceof ApiError && (error.code === 'batch_not_awaiting_approval' || error.may_have_applied)
    if (!late) throw error
  }
}
