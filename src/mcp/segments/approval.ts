import { type InputRequiredResult, isInputRequiredResult } from '@modelcontextprotocol/server'
import { ApiError } from '../../client/errors.ts'
import type { Batch } from '../../contract/batch.ts'
import { approvable, approveNow, consentTo, isApproved, nothingSpent, type WantedApproval } from '../approving.ts'
import { noteDecline } from '../consent/consent.ts'
import type { CallContext } from '../context.ts'
import { ToolRefusal } from '../failure.ts'
import { currentPlan } from '../plans.ts'
import { stateOf } from '../render/batch.ts'
import { AGENT, nextFor, step } from '../steps.ts'

/**
 * Approves a plan by which the caller's own model translates. Nobody is asked, unless that takes very many tokens of the caller's own
 * plan. Does nothing if the batch is approved already. Gives the question where the host has to be asked.
 *
 * @throws {ToolRefusal} other_engine, also when the plan has another cost; nothing_to_translate_yet; or as consent does
 * @throws {ApiError} plan_changed; no_plan_yet; or as reading and approving the plan do
 */
export async function approveOwn(
  batch: Batch,
  wanted: WantedApproval,
  context: CallContext,
): Promise<InputRequiredResult | undefined> {
  await noteDecline([batch.id], context)
  if (isApproved(batch)) return undefined
  if (batch.status !== 'awaiting_review') {
    throw new ToolRefusal('nothing_to_translate_yet', [
      `Nothing was changed: the translation is ${stateOf(batch)}.`,
      `Next: ${nextFor(batch, undefined)}`,
    ])
  }
  const known = await currentPlan(batch.id, context)
  if (known === undefined) throw new ApiError({ code: 'no_plan_yet', message: 'There is no plan yet' })
  const ready = approvable({ wanted, batch, known, request_id: null })
  if (known.plan.engine !== AGENT || ready.amounts.some(({ payer }) => payer !== 'assistant')) {
    throw new ToolRefusal('other_engine', [
      'Nothing was changed or spent: another engine translates this plan, not you.',
      `Next: ${step('approve_batch', { ...wanted })} once the cost and what is left out are fine.`,
    ])
  }
  const call = { tool: 'translate_segments', input: { ...wanted } }
  const consented = await consentTo([ready], { call }, context)
  if (isInputRequiredResult(consented)) return consented
  try {
    const { kind } = await approveNow(ready, context)
    if (kind === 'before') await consented.undo()
  } catch (error) {
    if (nothingSpent(error)) await consented.undo()
    // The answer was lost. The next call, for segments, fails if the batch is not approved.
    if (!(error instanceof ApiError && error.may_have_applied)) throw error
  }
  return undefined
}
