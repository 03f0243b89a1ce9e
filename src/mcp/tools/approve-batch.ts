import * as z from 'zod'
import { ApiError } from '../../client/errors.ts'
import type { Batch } from '../../contract/batch.ts'
import { api } from '../../contract/operations.ts'
import type { Approved } from '../../contract/plan.ts'
import { accountOf, creatorAccount } from '../account.ts'
import { consent } from '../consent/consent.ts'
import type { CallContext } from '../context.ts'
import { ToolRefusal } from '../failure.ts'
import { currentPlan, type KnownPlan } from '../plans.ts'
import { labelOf, shownBatch, stateOf, titleOf } from '../render/batch.ts'
import { DATA_NOTICE } from '../render/data.ts'
import { count, counted } from '../render/numbers.ts'
import { costLine, engineLine, languageLine, notIncludedLines, notUnderstood } from '../render/plan.ts'
import { BatchBrief, batchIdInput, common } from '../shapes.ts'
import { nextFor } from '../steps.ts'
import { tool } from '../tool.ts'

const input = z.strictObject({
  batch_id: batchIdInput,
  plan_revision: z.string().min(1).describe('of the plan you read: plan.plan_revision'),
  approval_code: z
    .string()
    .optional()
    .describe('the code that a refusal of this tool printed; only after the person said yes'),
})
type Input = z.output<typeof input>

export const approveBatch = tool({
  name: 'approve_batch',
  title: 'Approve the cost and start translating',
  description:
    'Spends workspace credits: reserves the cost of the plan you read and starts the translation; gives back the reserved credits and the new balance. ' +
    'A person is asked first where the host can ask. Read plan.credit_cost and plan.not_included before; plan_batch changes them.',
  effect: 'spend',
  calls: [api.account.get, api.batches.get, api.batches.getPlan, api.batches.approve],
  input,
  output: z.looseObject({
    batch: BatchBrief,
    credits_reserved: z.number().nullable(),
    credit_balance: z.number().nullable(),
    ...common,
  }),
  run: async (asked, context) => {
    await creatorAccount(context)
    const options = { signal: context.signal }
    const { data: batch, request_id } = await context.parts.client.call(
      api.batches.get,
      { params: { batch_id: asked.batch_id } },
      options,
    )
    const known = await currentPlan(asked.batch_id, context)
    if (isApproved(batch)) return alreadyApproved(batch, known, asked, request_id)
    const cost = spendable(batch, known, asked, request_id)
    const lines = cost === 0 ? [] : questionLines(batch, known, cost, await balanceFor(cost, request_id, context))
    const question = await consent(
      {
        spending: { principal: context.principal, batch_id: batch.id, plan_revision: asked.plan_revision, cost },
        lines,
        approval_code: asked.approval_code,
      },
      context,
    )
    if (question) return question
    return approve(batch, asked, known, context)
  },
})

function isApproved(batch: Batch): boolean {
  return batch.status === 'translating' || batch.status === 'completed'
}

/**
 * The cost of the plan that the caller read, in credits (APR-3).
 *
 * @throws {ApiError} plan_changed, when that is not the current plan; no_plan_yet; batch_not_awaiting_approval, for a failed batch
 */
function spendable(batch: Batch, known: KnownPlan | undefined, asked: Input, request_id: string): number {
  if (batch.status === 'failed') {
    throw new ApiError({
      code: 'batch_not_awaiting_approval',
      message: `The translation has failed: ${stateOf(batch)}`,
      request_id,
    })
  }
  if (known && known.plan.plan_revision !== asked.plan_revision) {
    const message = 'The plan has another revision than the one you named'
    throw new ApiError({ code: 'plan_changed', message, request_id })
  }
  const cost = known?.plan.credit_cost ?? batch.credit_cost
  if (cost === null) {
    throw new ApiError({ code: 'no_plan_yet', message: 'There is no plan with a cost yet', request_id })
  }
  return cost
}

/** What the person reads: name, cost, balance, languages, engine, and what is not included. */
function questionLines(batch: Batch, known: KnownPlan | undefined, cost: number, credit_balance: number): string[] {
  const head = `Translate ${titleOf(batch)} for ${counted(cost, 'credit')}? The balance is ${count(credit_balance)} and would be ${count(credit_balance - cost)}.`
  if (!known) return [head, 'What is left out could not be read from this service.']
  const { plan } = known
  const remembered = known.read ? [] : ['This is the plan last shown here; the service cannot be asked for it again.']
  return [
    head,
    languageLine(plan),
    costLine(plan),
    engineLine(plan),
    ...notIncludedLines(plan.not_included),
    ...notUnderstood(plan),
    ...remembered,
  ].filter(Boolean)
}

/**
 * The present balance, in credits. A cost above the balance is refused before a person is asked.
 *
 * @throws {ApiError} insufficient_credits; or as reading the account does
 */
async function balanceFor(cost: number, request_id: string, context: CallContext): Promise<number> {
  context.parts.callerState.accounts.delete(context.principal)
  const { credit_balance } = await accountOf(context)
  if (cost <= credit_balance) return credit_balance
  const message = `This costs ${counted(cost, 'credit')} and the balance is ${count(credit_balance)}`
  throw new ApiError({ code: 'insufficient_credits', message, request_id })
}

async function approve(batch: Batch, asked: Input, known: KnownPlan | undefined, context: CallContext) {
  const { client, callerState } = context.parts
  const params = { batch_id: batch.id }
  try {
    const { data, request_id } = await client.call(
      api.batches.approve,
      { params, body: { expected_plan_revision: asked.plan_revision } },
      { signal: context.signal },
    )
    callerState.accounts.delete(context.principal)
    return approved(data, known, request_id, [])
  } catch (error) {
    // Another call approved it first, or the answer was lost. The present state shows whether it is approved.
    const late = error instanceof ApiError && error.code === 'batch_not_awaiting_approval'
    if (!late && !(error instanceof ApiError && error.may_have_applied)) throw error
    const { data: now, request_id } = await client.call(api.batches.get, { params }, { signal: context.signal })
    if (!isApproved(now)) throw error
    if (late) return alreadyApproved(now, (await currentPlan(batch.id, context)) ?? known, asked, request_id)
    const warning = 'The answer to the approval was lost; the translation shows that it was approved once.'
    return approved({ batch: now, credits_reserved: now.credit_cost, credit_balance: null }, known, request_id, [
      warning,
    ])
  }
}

function approved(
  { batch, credits_reserved, credit_balance }: Approved,
  known: KnownPlan | undefined,
  request_id: string,
  warnings: string[],
) {
  const reserved = credits_reserved === null ? 'Approved' : `Approved: ${counted(credits_reserved, 'credit')} reserved`
  const balance = credit_balance === null ? '' : `, ${count(credit_balance)} left`
  return {
    data: {
      batch: shownBatch(batch),
      credits_reserved,
      credit_balance,
      ...(warnings.length > 0 ? { warnings } : {}),
      data_notice: DATA_NOTICE,
      request_id,
      next_step: nextFor(batch, known?.plan),
    },
    lines: [`${reserved}${balance}. ${labelOf(batch)}: ${stateOf(batch)}.`],
  }
}

/**
 * The answer to an approval of a batch that is approved already: nothing is spent twice.
 *
 * @throws {ToolRefusal} batch_not_awaiting_approval, when the batch was approved with another plan
 */
function alreadyApproved(batch: Batch, known: KnownPlan | undefined, asked: Input, request_id: string) {
  if (known && known.plan.plan_revision !== asked.plan_revision) {
    throw new ToolRefusal('batch_not_awaiting_approval', [
      'Nothing was spent by this call: the translation was approved with another plan than the one you named.',
      `It is ${stateOf(batch)}. Next: ${nextFor(batch, known.plan)}`,
    ])
  }
  const warning = 'It was approved before: nothing was spent by this call.'
  return approved({ batch, credits_reserved: null, credit_balance: null }, known, request_id, [warning])
}
