import type { InputRequiredResult } from '@modelcontextprotocol/server'
import { ApiError } from '../client/errors.ts'
import type { Batch } from '../contract/batch.ts'
import { api } from '../contract/operations.ts'
import type { Approved } from '../contract/plan.ts'
import { accountOf } from './account.ts'
import { lookUntil, unconfirmed } from './confirming.ts'
import { type Amount, amountsOf, totalOf, UNSTATED } from './consent/amount.ts'
import type { Consented, Question } from './consent/carry-out.ts'
import { consent } from './consent/consent.ts'
import type { Spending } from './consent/spending.ts'
import type { AllowedFolder } from './consent/ways.ts'
import type { CallContext } from './context.ts'
import { ToolRefusal } from './failure.ts'
import { isInside } from './files/allowed.ts'
import { currentPlan, type KnownPlan, planState } from './plans.ts'
import { stateOf } from './render/batch.ts'
import { count, counted } from './render/numbers.ts'
import { questionLines } from './render/question.ts'
import { step } from './steps.ts'

/** What a caller wants to approve: the plan that it read. */
export interface WantedApproval {
  readonly batch_id: string
  readonly plan_revision: string
}

/** A translation that is to be approved, as it is now. */
export interface Candidate {
  readonly wanted: WantedApproval
  readonly batch: Batch
  readonly known: KnownPlan | undefined
  /** Of a sample: the translation whose file it takes its texts from. */
  readonly sample_of?: string
  /** The service was asked for the plan, and there is none. */
  readonly unplanned?: boolean
  /** Of the request that read it; null where none did. */
  readonly request_id: string | null
}

/** A plan that awaits approval, and what it costs. */
export interface Approvable extends Candidate {
  readonly amounts: readonly Amount[]
}

/** Reads a translation and its plan. @throws {ApiError} as reading them does */
export async function candidate(wanted: WantedApproval, context: CallContext): Promise<Candidate> {
  const params = { batch_id: wanted.batch_id }
  const read = await context.parts.client.call(api.batches.get, { params }, { signal: context.signal })
  const { known, offered } = await planState(wanted.batch_id, context)
  const unplanned = offered && known === undefined
  return { wanted, batch: read.data, known, unplanned, request_id: read.request_id }
}

/** True for a translation that was approved before. */
export function isApproved(batch: Batch): boolean {
  return batch.status === 'translating' || batch.status === 'completed'
}

/**
 * The cost of the plan that the caller read (APR-3).
 *
 * @throws {ApiError} plan_changed, when that is not the current plan; no_plan_yet; batch_not_awaiting_approval, for a failed batch
 * @throws {ToolRefusal} batch_archived
 */
export function approvable(one: Candidate): Approvable {
  const { batch, known, wanted, request_id } = one
  if (batch.status === 'failed') {
    const message = `The translation has failed: ${stateOf(batch)}`
    throw new ApiError({ code: 'batch_not_awaiting_approval', message, request_id })
  }
  // Nobody is asked about what cannot be approved.
  if (batch.archived && batch.status === 'awaiting_review') throw archivedRefusal(batch)
  if (known && known.plan.plan_revision !== wanted.plan_revision) {
    const message = 'The plan has another revision than the one you named'
    throw new ApiError({ code: 'plan_changed', message, request_id })
  }
  const amounts = amountsOf(known?.plan, one.unplanned ? batch.credit_cost || null : batch.credit_cost)
  if (amounts === undefined) {
    throw new ApiError({ code: 'no_plan_yet', message: 'There is no plan with a cost yet', request_id })
  }
  return { ...one, amounts }
}

function archivedRefusal({ id }: Batch): ToolRefusal {
  return new ToolRefusal('batch_archived', [
    'Nothing was spent, and nobody was asked: an archived translation cannot be approved.',
    `If the person wants it after all: ${step('update_batch', { batch_id: id, archived: false })}, then the same call again.`,
  ])
}

/**
 * Asks a person to agree to all of these plans with one question. Gives the question where the host has to be asked. `apart`: what was
 * to be approved with them and cannot be, a line each.
 *
 * @throws {ToolRefusal} as consent does
 * @throws {ApiError} insufficient_credits; or as reading the account does
 */
export async function consentTo(
  approvals: readonly Approvable[],
  { apart, ...how }: Pick<Question, 'call' | 'approval_code' | 'other'> & { readonly apart?: readonly string[] },
  context: CallContext,
): Promise<Consented | InputRequiredResult> {
  const balance = await balanceFor(approvals, context)
  const asked = approvals.map(({ batch, known, amounts }) => ({
    ...{ batch, amounts },
    ...{ plan: known?.plan, read: known?.read ?? true },
  }))
  const spending = spendingOf(approvals, context)
  const covers = await foldersOf(approvals, context)
  return consent({ spending, lines: questionLines(asked, balance, apart), covers, ...how }, context)
}

/** The exact spending that these approvals are together. */
export function spendingOf(approvals: readonly Approvable[], { principal }: CallContext): Spending {
  return { principal, approvals: approvals.map(({ wanted, amounts }) => ({ ...wanted, amounts })) }
}

/** Whether an allowance for a folder holds: all files come from it. A file whose place is not known is in no folder. */
async function foldersOf(approvals: readonly Approvable[], { parts }: CallContext): Promise<AllowedFolder> {
  const sources = await Promise.all(approvals.map(({ batch, sample_of = batch.id }) => parts.sources.recall(sample_of)))
  return folder => folder === null || sources.every(source => source !== undefined && isInside(source, folder))
}

/**
 * The present balance, in credits; undefined where no credits are spent. A cost above the balance is refused before a person is asked.
 *
 * @throws {ToolRefusal} insufficient_credits, of several, with those that fit
 * @throws {ApiError} insufficient_credits; or as reading the account does
 */
async function balanceFor(approvals: readonly Approvable[], context: CallContext): Promise<number | undefined> {
  const cost = totalOf(approvals.flatMap(({ amounts }) => amounts)).find(({ unit }) => unit === 'credits')?.count
  if (cost === undefined) return undefined
  context.parts.callerState.accounts.delete(context.principal)
  const { credit_balance } = await accountOf(context)
  if (cost <= credit_balance || cost === UNSTATED) return credit_balance
  if (approvals.length > 1) throw tooMuchTogether(approvals, cost, credit_balance)
  const message = `This costs ${counted(cost, 'credit')} and the balance is ${count(credit_balance)}`
  const request_id = approvals[0]?.request_id
  throw new ApiError({ code: 'insufficient_credits', message, ...(request_id !== undefined && { request_id }) })
}

/** The refusal of a total that the balance does not cover, with the first of them that it covers: in their order, the caller's own. */
function tooMuchTogether(approvals: readonly Approvable[], cost: number, balance: number): ToolRefusal {
  let left = balance
  const fitting = approvals.filter(({ amounts }) => {
    const credits = totalOf(amounts).find(({ unit }) => unit === 'credits')?.count ?? 0
    if (credits > left) return false
    left -= credits
    return true
  })
  const those = step('approve_batch', { approvals: fitting.map(({ wanted }) => wanted) })
  return new ToolRefusal('insufficient_credits', [
    `Nothing was reserved or spent: these ${counted(approvals.length, 'translation')} cost ${counted(cost, 'credit')} together and the balance is ${count(balance)}.`,
    fitting.length === 0
      ? 'None of them fits by itself. Next: plan_batch for fewer languages, fewer parts or lite quality; or ask a workspace admin for credits.'
      : `${counted(fitting.length, 'translation')} for ${counted(balance - left, 'credit')} would fit, if the person wants these first: ${those}. For all, ask a workspace admin for credits, or make plans smaller with plan_batch.`,
  ])
}

/** True only where the service itself refused an approval. Every other failure may have come after the money was spent. */
export function nothingSpent(error: unknown): boolean {
  return error instanceof ApiError && !error.may_have_applied && error.code !== 'cancelled'
}

/** How one approval ended. `before`: another call had approved it. `lost_answer`: the answer was lost, and the translation shows that it counts. */
export type Approval =
  | {
      readonly kind: 'approved'
      readonly approved: Approved
      readonly lost_answer: boolean
      readonly request_id: string
    }
  | { readonly kind: 'before'; readonly candidate: Candidate }

/** Approves one plan. @throws {ApiError} as approving does; unconfirmed, where nothing says that it is approved */
export async function approveNow(one: Candidate, context: CallContext): Promise<Approval> {
  const { client, callerState } = context.parts
  const { batch_id, plan_revision } = one.wanted
  const body = { expected_plan_revision: plan_revision }
  try {
    const answer = await client.call(api.batches.approve, { params: { batch_id }, body }, { signal: context.signal })
    return await confirmed(one, answer.data, answer.request_id, context)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'unconfirmed') throw error
    return await afterFailure(one, error, context)
  } finally {
    callerState.accounts.delete(context.principal)
  }
}

/** What a success comes to. An answer that does not say it (an empty one, a 202) counts only with a translation that shows it. */
async function confirmed(
  one: Candidate,
  answer: Approved,
  request_id: string,
  context: CallContext,
): Promise<Approval> {
  const says = (answer.credits_reserved ?? 0) > 0
  const read = async () => (await readNow(one, context))?.data
  const { state, shown } = await lookUntil<Batch | undefined>(
    answer.batch,
    now => says || (now !== undefined && showsApproval(now, one.batch)),
    read,
    context,
  )
  if (!shown) throw unconfirmed(`Read afterwards, the translation ${shownAs(state)}.`, request_id)
  return { kind: 'approved', approved: { ...answer, batch: state ?? answer.batch }, lost_answer: false, request_id }
}

/** True for a translation that has left the review since: it is at work or done, also under a status that only a newer service knows. */
function showsApproval(now: Batch, before: Batch): boolean {
  return isApproved(now) || (before.status === 'awaiting_review' && !BEFORE_APPROVAL.has(now.status))
}

/** States that do not show an approval. `failed`: for whatever reason. */
const BEFORE_APPROVAL: ReadonlySet<string> = new Set(['analyzing', 'awaiting_review', 'failed'])

/** Another call approved it first, or the answer was lost: the present state shows whether it is approved. @throws {ApiError} as given, or as reading shows */
async function afterFailure(one: Candidate, error: ApiError, context: CallContext): Promise<Approval> {
  const late = error.code === 'batch_not_awaiting_approval'
  if (!late && !error.may_have_applied) throw error
  const now = await readNow(one, context)
  if (now === undefined || !isApproved(now.data)) throw late ? error : unsure(error, now?.data)
  if (late) {
    const known = (await currentPlan(one.wanted.batch_id, context)) ?? one.known
    return { kind: 'before', candidate: { ...one, batch: now.data, known, request_id: now.request_id } }
  }
  const credits_reserved = one.known?.plan.credit_cost ?? (now.data.credit_cost || null)
  const approved = { batch: now.data, credits_reserved, credit_balance: null }
  return { kind: 'approved', approved, lost_answer: true, request_id: now.request_id }
}

/** The translation as it is now; undefined where it cannot be read. */
async function readNow({ wanted: { batch_id } }: Candidate, { parts, signal }: CallContext) {
  return await parts.client.call(api.batches.get, { params: { batch_id } }, { signal }).catch(() => undefined)
}

function shownAs(batch: Batch | undefined): string {
  if (batch === undefined) return 'could not be read'
  return batch.status === 'failed' ? `has ${stateOf(batch)}` : `is ${stateOf(batch)}`
}

/** The error of an approval whose answer says nothing, with what reading the translation afterwards told; absent where that failed too. */
function unsure(error: ApiError, batch: Batch | undefined): ApiError {
  const { code, request_id, status, retry_after_seconds } = error
  const found =
    batch === undefined
      ? 'The translation could not be read afterwards.'
      : `Read afterwards, the translation is not approved (${stateOf(batch)}); that can still change.`
  return new ApiError({
    ...{ code, request_id, retry_after_seconds, may_have_applied: true },
    ...(status !== null && { status }),
    message: `${error.message} The approval may have taken effect. ${found}`,
  })
}
