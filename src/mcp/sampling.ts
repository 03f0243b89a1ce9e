import { type InputRequiredResult, isInputRequiredResult } from '@modelcontextprotocol/server'
import { ApiError } from '../client/errors.ts'
import type { Batch } from '../contract/batch.ts'
import { api } from '../contract/operations.ts'
import type { Plan, Planned } from '../contract/plan.ts'
import type { FoundLine } from '../contract/segments.ts'
import { creatorAccount } from './account.ts'
import {
  type Approvable,
  type Approval,
  approvable,
  approveNow,
  consentTo,
  isApproved,
  nothingSpent,
  spendingOf,
  type WantedApproval,
} from './approving.ts'
import { totalOf } from './consent/amount.ts'
import { noteDecline } from './consent/consent.ts'
import { toBeAsked } from './consent/decide.ts'
import { spendingName } from './consent/spending.ts'
import type { OfferedSpending } from './consent/ways.ts'
import type { CallContext } from './context.ts'
import { ToolRefusal } from './failure.ts'
import { planState, rememberPlan } from './plans.ts'
import { amountsText } from './render/amount.ts'
import { labelOf, shownBatch, stateOf } from './render/batch.ts'
import { DATA_NOTICE } from './render/data.ts'
import { count, counted } from './render/numbers.ts'
import { languageLabel } from './render/plan.ts'
import { questionLines } from './render/question.ts'
import { foundBlock, MOST_CHARACTERS } from './segments/found-lines.ts'
import { suspicions } from './segments/rules.ts'
import { nextFor, step } from './steps.ts'
import { DEFAULT_WAIT, waitFor } from './waiting.ts'

/** Lines asked for at once: a sample has fewer. */
const LINES = 20

interface Asking {
  readonly wanted: WantedApproval
  readonly approval_code: string | undefined
}

/**
 * Has a few texts of a plan translated and shows them, at their own cost and with a consent of their own, which counts for nothing else
 * (assumptions.md, Sample). The same call again asks and pays no second time: it waits for the same sample, and shows it.
 *
 * @throws {ToolRefusal} as consent does
 * @throws {ApiError} as sampling, approving and reading do; resource_not_found where the service knows no samples
 */
export async function approveSample({ wanted, approval_code }: Asking, context: CallContext) {
  await creatorAccount(context)
  const sample = await sampleFor(wanted, context).catch(async (error: unknown) => {
    // A person's no that came with the call holds for the translation, where its sample cannot be known.
    await noteDecline([wanted.batch_id], context)
    throw error
  })
  await noteDecline([sample.batch.id], context)
  const paid = isApproved(sample.batch) ? NOTHING : await paidFor(sample, { wanted, approval_code }, context)
  if (isInputRequiredResult(paid)) return paid
  const { batch, request_id } = await waitFor(sample.batch.id, DEFAULT_WAIT, context)
  if (batch.status !== 'completed') return unfinished(batch, wanted, { ...paid, request_id })
  return await shown(sample, wanted, { ...paid, request_id }, context)
}

/**
 * The sample of a plan, always the same one. Whatever becomes of the request, nothing is spent by it.
 *
 * @throws {ApiError} as the call does
 */
async function sampleFor({ batch_id, plan_revision }: WantedApproval, context: CallContext): Promise<Planned> {
  const input = { params: { batch_id }, body: { expected_plan_revision: plan_revision } }
  try {
    return (await context.parts.client.call(api.batches.sample, input, { signal: context.signal })).data
  } catch (error) {
    if (!(error instanceof ApiError) || !error.may_have_applied || context.signal.aborted) throw error
    const { code, message, request_id, status, retry_after_seconds, operation, param } = error
    throw new ApiError({
      ...{ code, message, request_id, retry_after_seconds, operation, param, may_have_applied: false },
      ...(status !== null && { status }),
    })
  }
}

/** What this call reserved for a sample, and the balance after it. */
interface Paid {
  readonly credits_reserved: number | null
  readonly credit_balance: number | null
}

const NOTHING: Paid = { credits_reserved: null, credit_balance: null }

/** The sample itself as something to approve, by its own plan. */
function approvableSample({ batch, plan }: Planned, sample_of: string): Approvable {
  const wanted = { batch_id: batch.id, plan_revision: plan?.plan_revision ?? '' }
  const known = plan === null ? undefined : { plan, read: true }
  return approvable({ wanted, batch, known, sample_of, request_id: null })
}

/**
 * The sample of a plan, as what a person may agree to instead of all of it. Undefined where the service makes none, or nothing is to be paid
 * for it: then all is as if there were no samples.
 */
export async function offeredSample(
  { wanted }: Approvable,
  context: CallContext,
): Promise<OfferedSpending | undefined> {
  try {
    const sample = await sampleFor(wanted, context)
    if (isApproved(sample.batch)) return undefined
    const one = approvableSample(sample, wanted.batch_id)
    const { batch, amounts, known } = one
    if (toBeAsked(amounts, context.parts.settings.ask_above_tokens).length === 0) return undefined
    return {
      name: spendingName(spendingOf([one], context)),
      batches: [batch.id],
      lines: questionLines([{ batch, plan: known?.plan, read: true, amounts }], undefined),
      label: `Sample first, for ${amountsText(totalOf(amounts))}`,
    }
  } catch (error) {
    if (context.signal.aborted || !(error instanceof ApiError)) throw error
    return undefined
  }
}

/** Asks a person, and approves the sample. */
async function paidFor(
  sample: Planned,
  { wanted, approval_code }: Asking,
  context: CallContext,
): Promise<Paid | InputRequiredResult> {
  const one = approvableSample(sample, wanted.batch_id)
  const call = { tool: 'approve_batch', input: { ...wanted, sample: true } }
  const consented = await consentTo([one], { call, approval_code }, context)
  if (isInputRequiredResult(consented)) return consented
  let approval: Approval
  try {
    approval = await approveNow(one, context)
  } catch (error) {
    if (nothingSpent(error)) await consented.undo()
    throw error
  }
  if (approval.kind === 'approved') {
    const { credits_reserved, credit_balance } = approval.approved
    return { credits_reserved, credit_balance }
  }
  await consented.undo()
  return NOTHING
}

interface Told extends Paid {
  readonly request_id: string
}

/** Of a sample that is still at work, or has failed. */
function unfinished(batch: Batch, wanted: WantedApproval, { request_id, ...paid }: Told) {
  if (batch.status === 'failed') {
    throw new ToolRefusal('sample_failed', [
      `The sample has ${stateOf(batch)}. What was reserved for it is given back.`,
      `Next: ${step('approve_batch', { ...wanted, sample: true })} makes another one; or approve the plan itself.`,
    ])
  }
  return {
    data: {
      ...{ batch: shownBatch(batch), ...paid, data_notice: DATA_NOTICE, request_id },
      next_step: `${step('approve_batch', { ...wanted, sample: true })} waits on, and shows the sample`,
    },
    lines: [`${paidText(paid)}${labelOf(batch)}: ${stateOf(batch)}.`],
  }
}

/** Shows the lines of a completed sample, and what is left to approve. */
async function shown(sample: Planned, wanted: WantedApproval, { request_id, ...paid }: Told, context: CallContext) {
  const { batch_id } = wanted
  const languages = await linesOf(sample, context)
  const whole = await context.parts.client.call(api.batches.get, { params: { batch_id } }, { signal: context.signal })
  const { known } = await planState(batch_id, context)
  const plan = known?.plan ?? null
  rememberPlan(batch_id, plan, context)
  const left = leftOf(whole.data, plan)
  const some = languages.flatMap(({ lines }) => lines)
  const warnings = suspicions([...new Set(some.filter(({ suspicious }) => suspicious).map(({ id }) => id))])
  const blocks = languages.map(({ language, lines }) => ({ language, ...foundBlock(lines) }))
  return {
    data: {
      ...{ batch: shownBatch(whole.data, plan ?? undefined), ...paid },
      sample: {
        batch_id: sample.batch.id,
        plan_revision: sample.plan_revision,
        languages: blocks.map(({ language, begin, lines, end }) => ({ target_language: language, begin, lines, end })),
      },
      ...(plan === null ? {} : { plan_revision: plan.plan_revision }),
      ...(warnings.length === 0 ? {} : { warnings }),
      ...{ data_notice: DATA_NOTICE, request_id },
      next_step: `show the person these lines; ${step('translate_segments', { batch_id: sample.batch.id, plan_revision: sample.plan_revision, translations: ['<number> <better translation>'] })} corrects one; then ${nextFor(whole.data, plan)}`,
    },
    lines: [
      `${paidText(paid)}The sample of ${labelOf(whole.data, plan ?? undefined)} is translated. ${left}`,
      ...blocks.flatMap(({ language, begin, text, end }) => [`Into ${languageLabel(language)}:`, begin, ...text, end]),
    ],
  }
}

function paidText({ credits_reserved, credit_balance }: Paid): string {
  if (credits_reserved === null || credits_reserved === 0) return ''
  const left = credit_balance === null ? '' : `, ${count(credit_balance)} left`
  return `${counted(credits_reserved, 'credit')} reserved for it${left}. `
}

function leftOf(batch: Batch, plan: Plan | null): string {
  if (batch.status !== 'awaiting_review') return `The translation itself is ${stateOf(batch)}.`
  const cost = plan?.credit_cost ?? null
  return cost === null
    ? 'The rest waits for its own approval.'
    : `The rest, for ${counted(cost, 'credit')}, waits for its own approval.`
}

interface SampledLanguage {
  readonly language: string
  readonly lines: readonly FoundLine[]
}

/** The lines of a sample into each of its languages, as long as they fit into a conversation: what is beyond is read with translate_segments. */
async function linesOf(sample: Planned, context: CallContext): Promise<readonly SampledLanguage[]> {
  const { batch, plan } = sample
  const languages: SampledLanguage[] = []
  let characters = 0
  for (const target_language of plan?.target_languages ?? []) {
    if (characters > MOST_CHARACTERS) break
    const query = {
      plan_revision: plan?.plan_revision ?? '',
      target_language,
      from_id: 1,
      limit: LINES,
      hand_out: false,
    }
    const { data } = await context.parts.client.call(
      api.batches.segments,
      { params: { batch_id: batch.id }, query },
      { signal: context.signal },
    )
    const lines = data.found?.lines ?? []
    for (const { text, translation } of lines) characters += text.length + (translation?.length ?? 0)
    languages.push({ language: target_language, lines })
  }
  return languages
}
