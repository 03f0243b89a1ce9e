import { isInputRequiredResult } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { ApiError } from '../../client/errors.ts'
import type { Batch } from '../../contract/batch.ts'
import { api } from '../../contract/operations.ts'
import type { Plan } from '../../contract/plan.ts'
import { accountOf, creatorAccount } from '../account.ts'
import {
  type Approvable,
  type Approval,
  approvable,
  approveNow,
  type Candidate,
  candidate,
  consentTo,
  isApproved,
  nothingSpent,
  type WantedApproval,
} from '../approving.ts'
import { type Amount, totalOf } from '../consent/amount.ts'
import type { Consented, Question } from '../consent/carry-out.ts'
import { noteDecline } from '../consent/consent.ts'
import type { CallContext } from '../context.ts'
import { ToolRefusal } from '../failure.ts'
import { recoveryFor } from '../recovery.ts'
import { amountsText } from '../render/amount.ts'
import { labelOf, shownBatch, stateOf } from '../render/batch.ts'
import { DATA_NOTICE, visible } from '../render/data.ts'
import { count, counted } from '../render/numbers.ts'
import { concernsAll, reasonOf, reportUnexpected } from '../several/failures.ts'
import type { Several } from '../several/rows.ts'
import { nextAfterSeveral } from '../several/steps.ts'
import { BatchBrief, batchIdInput, common } from '../shapes.ts'
import { nextFor, step } from '../steps.ts'
import { tool } from '../tool.ts'

const revision = z.string().min(1)

const input = z.strictObject({
  batch_id: batchIdInput.optional(),
  plan_revision: revision.optional().describe('of the plan you read: plan.plan_revision'),
  approvals: z
    .array(z.strictObject({ batch_id: z.string().min(1), plan_revision: revision }))
    .min(1)
    .max(50)
    .optional()
    .describe('instead of the two: several plans, one question with one total'),
  sync_revision: z.string().optional().describe('instead: all of a plan_sync'),
  sample: z
    .boolean()
    .optional()
    .describe('true: a few risky texts only, at their own small cost, and shows them; the rest waits for its own yes'),
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
    'Spends credits, or an account with an engine: starts translating the plan you read; gives back what is reserved and the new balance. ' +
    'A person is asked first, in a dialog or outside the chat; the same call again waits for the answer. Read cost and plan.not_included before.',
  effect: 'spend',
  calls: [api.account.get, api.batches.get, api.batches.getPlan, api.batches.approve],
  input,
  output: z.looseObject({
    batch: BatchBrief.optional(),
    batches: z.array(BatchBrief).optional(),
    credits_reserved: z.number().nullable(),
    credit_balance: z.number().nullable(),
    ...common,
  }),
  run: async (asked, context) => {
    const wanted =
      asked.sync_revision === undefined ? wantedIn(asked) : await sentWith(asked.sync_revision, asked, context)
    if (asked.sample === true) return await sampleOnly(wanted, asked, context)
    await noteDecline(
      wanted.map(({ batch_id }) => batch_id),
      context,
    )
    await creatorAccount(context)
    const { approvals, before, failures: early } = await standing(wanted, context)
    if (approvals.length + before.length === 0) throw noneApproved(early)
    const { approval_code, ...repeated } = asked
    const call = { tool: 'approve_batch', input: repeated }
    const apart = early.map(({ wanted: { batch_id }, error }) => `${batch_id} (${reasonOf(error).code})`)
    const other = sampleInstead(asked, approvals, context)
    const consented = await consentTo(approvals, { call, approval_code, apart, other }, context)
    if (isInputRequiredResult(consented)) return consented
    if (consented.other === true) return await sampleOnly(wanted, repeated, context)
    const outcomes = await approveAll(approvals, context)
    await giveBack(approvals, outcomes, consented)
    const failures = [...early, ...outcomes.flatMap(outcome => ('error' in outcome ? [outcome] : []))]
    const done = [...before, ...outcomes.flatMap(outcome => ('batch' in outcome ? [outcome] : []))]
    if (done.length === 0) throw noneApproved(failures)
    const answer = told(done, failures, {
      several: asked.approvals !== undefined || asked.sync_revision !== undefined,
      balance: await balanceAfter(outcomes, context),
    })
    if (asked.sync_revision === undefined) return answer
    const { sync_revision } = asked
    return { ...answer, data: { ...answer.data, sync_revision, next_step: step('get_result', { sync_revision }) } }
  },
})

/** What a person may choose where her answer to one large plan is awaited on a page or at a terminal; undefined where there is nothing. */
function sampleInstead({ approvals }: Input, [one]: readonly Approvable[], context: CallContext): Question['other'] {
  if (approvals !== undefined || one?.known?.plan.sample_texts === undefined) return undefined
  return async () => (await import('../sampling.ts')).offeredSample(one, context)
}

async function sampleOnly(wanted: readonly WantedApproval[], { approval_code }: Input, context: CallContext) {
  const [one] = wanted
  if (one === undefined || wanted.length > 1) {
    throw new ToolRefusal('invalid_arguments', [
      'Nothing was spent: a sample is of one translation. Give batch_id and plan_revision.',
    ])
  }
  // Loaded for such calls alone: none before the first answer of the program.
  const { approveSample } = await import('../sampling.ts')
  return await approveSample({ wanted: one, approval_code }, context)
}

/** How the wanted approvals stand: those to be asked about, those that were approved before, and those that cannot be approved. */
interface Standing {
  readonly approvals: readonly Approvable[]
  readonly before: readonly Done[]
  readonly failures: readonly Failure[]
}

/** Reads each translation and its plan. One that cannot be approved does not stop the others, unless all would share its fault. */
async function standing(wanted: readonly WantedApproval[], context: CallContext): Promise<Standing> {
  const approvals: Approvable[] = []
  const before: Done[] = []
  const failures: Failure[] = []
  for (const one of wanted) {
    try {
      const read = await candidate(one, context)
      if (isApproved(read.batch)) before.push(approvedBefore(read))
      else approvals.push(approvable(read))
    } catch (error) {
      if (context.signal.aborted || concernsAll(error)) throw error
      reportUnexpected(error, 'approve_batch', context.parts.report)
      failures.push({ wanted: one, error })
    }
  }
  return { approvals, before, failures }
}

/** The failure where none was approved: the only one, else all of them, each with its reason and what helps. */
function noneApproved(failures: readonly Failure[]): unknown {
  const [only] = failures
  if (failures.length === 1) return only?.error
  // Of several, the code is told of the one after which nobody knows what was spent.
  const worst = failures.find(({ error }) => !isSpared(error)) ?? only
  const codes = new Set(failures.map(({ error }) => (error instanceof ApiError ? error.code : '')))
  const helps = [...codes].flatMap(code => {
    const next = recoveryFor(code, { effect: 'spend', may_have_applied: false }).next
    return code === '' || next === undefined ? [] : [`After ${visible(code, 60)}: ${next}`]
  })
  return new ToolRefusal(reasonOf(worst?.error).code, [
    failures.every(({ error }) => isSpared(error))
      ? `Nothing was spent: none of ${counted(failures.length, 'translation')} was approved.`
      : 'None is known to be approved; get_batch shows each as it is now, before anything is repeated.',
    ...failures.map(failureText),
    ...helps,
  ])
}

/** The plans that create_batch showed for a plan of sync. @throws {ToolRefusal} as `sentPlans` does; invalid_arguments */
async function sentWith(sync_revision: string, asked: Input, context: CallContext): Promise<readonly WantedApproval[]> {
  const [{ refuseBeside }, { sentPlans }] = await Promise.all([
    import('../sync/beside.ts'),
    import('../sync/sent-plans.ts'),
  ])
  refuseBeside(asked, 'Nothing was spent', ['approval_code'])
  return await sentPlans(sync_revision, context)
}

/** @throws {ToolRefusal} invalid_arguments */
function wantedIn({ batch_id, plan_revision, approvals }: Input) {
  if (approvals !== undefined && batch_id === undefined && plan_revision === undefined) {
    const ids = new Set(approvals.map(one => one.batch_id))
    if (ids.size === approvals.length) return approvals
    throw new ToolRefusal('invalid_arguments', [
      'Nothing was spent: a batch_id stands in approvals twice. Name each translation once.',
    ])
  }
  if (approvals === undefined && batch_id !== undefined && plan_revision !== undefined) {
    return [{ batch_id, plan_revision }]
  }
  const missing = batch_id === undefined ? 'batch_id' : 'plan_revision'
  throw new ToolRefusal('invalid_arguments', [
    approvals === undefined
      ? `Nothing was spent: ${missing} is missing. Give batch_id and plan_revision, or approvals with a list of them.`
      : 'Nothing was spent: give either batch_id and plan_revision, or approvals, not both.',
  ])
}

/** A translation that is approved, and what this call did for it. */
interface Done {
  readonly batch: Batch
  readonly credits_reserved: number | null
  readonly credit_balance: number | null
  readonly amounts: readonly Amount[]
  readonly warnings: readonly string[]
  readonly request_id: string | null
  readonly plan: Plan | undefined
  readonly next_step: string
}

interface Failure {
  readonly wanted: WantedApproval
  readonly error: unknown
}

/** Approves one after the other. A failure does not stop the others: a person has agreed to all of them. */
async function approveAll(approvals: readonly Approvable[], context: CallContext): Promise<(Done | Failure)[]> {
  const outcomes: (Done | Failure)[] = []
  for (const one of approvals) {
    try {
      const approval = await approveNow(one, context)
      outcomes.push(approval.kind === 'before' ? approvedBefore(approval.candidate) : approvedNow(one, approval))
    } catch (error) {
      outcomes.push({ wanted: one.wanted, error })
    }
  }
  return outcomes
}

/** Takes back what was booked for the plans of which nothing was spent; what may have been spent stays booked. */
async function giveBack(
  approvals: readonly Approvable[],
  outcomes: readonly (Done | Failure)[],
  { undo }: Consented,
): Promise<void> {
  const unspent = approvals.filter((_, at) => {
    const outcome = outcomes[at]
    return outcome !== undefined && ('error' in outcome ? nothingSpent(outcome.error) : outcome.amounts.length === 0)
  })
  if (unspent.length === approvals.length) return await undo()
  const back = unspent.flatMap(({ amounts }) => amounts)
  if (back.length > 0) await undo(back)
}

function approvedNow(one: Approvable, approval: Extract<Approval, { kind: 'approved' }>): Done {
  const { batch, credits_reserved, credit_balance } = approval.approved
  const warnings = approval.lost_answer
    ? ['The answer to the approval was lost; the translation shows that it was approved once.']
    : []
  const next_step = nextFor(batch, one.known?.plan)
  const { request_id } = approval
  const { amounts, known } = one
  return { batch, credits_reserved, credit_balance, amounts, warnings, request_id, plan: known?.plan, next_step }
}

/**
 * A translation that was approved before: nothing is spent twice.
 *
 * @throws {ToolRefusal} batch_not_awaiting_approval, when it was approved with another plan
 */
function approvedBefore({ batch, known, wanted, request_id }: Candidate): Done {
  if (known && known.plan.plan_revision !== wanted.plan_revision) {
    throw new ToolRefusal('batch_not_awaiting_approval', [
      'Nothing was spent by this call: the translation was approved with another plan than the one you named.',
      `It is ${stateOf(batch)}. Next: ${nextFor(batch, known.plan)}`,
    ])
  }
  const warnings = ['It was approved before: nothing was spent by this call.']
  const nothing = { credits_reserved: null, credit_balance: null, amounts: [] }
  return { batch, ...nothing, warnings, request_id, plan: known?.plan, next_step: nextFor(batch, known?.plan) }
}

/**
 * The balance after all of these: what the last approval told. Read anew where the last said none (its answer was lost, or another call had
 * approved it) and credits were reserved; null where that fails.
 */
async function balanceAfter(outcomes: readonly (Done | Failure)[], context: CallContext): Promise<number | null> {
  const done = outcomes.flatMap(outcome => ('batch' in outcome ? [outcome] : []))
  const last = outcomes.at(-1)
  const told = last !== undefined && 'batch' in last ? last.credit_balance : null
  if (told !== null || outcomes.length < 2 || !done.some(({ credits_reserved }) => (credits_reserved ?? 0) > 0))
    return told
  const account = await accountOf(context).catch(() => undefined)
  return account?.credit_balance ?? null
}

interface Telling {
  readonly several: boolean
  readonly balance: number | null
}

function told(done: readonly Done[], failures: readonly Failure[], { several, balance }: Telling) {
  const [first] = done
  const reserved = sumOf(done.map(({ credits_reserved }) => credits_reserved))
  const shown = done.map(({ batch, plan }) => shownBatch(batch, plan))
  const [refused, unknown] = [true, false].map(spared =>
    failures.filter(({ error }) => isSpared(error) === spared).map(({ wanted }) => wanted.batch_id),
  )
  const warnings = [
    ...done.flatMap(one => one.warnings.map(text => (several ? `${labelOf(one.batch)}: ${text}` : text))),
    ...failures.map(failureText),
  ]
  return {
    data: {
      ...(several ? { batches: shown } : { batch: shown[0] }),
      credits_reserved: reserved,
      credit_balance: balance,
      ...named('not_approved', refused),
      ...named('not_known', unknown),
      ...(warnings.length > 0 ? { warnings } : {}),
      data_notice: DATA_NOTICE,
      ...(first?.request_id ? { request_id: first.request_id } : {}),
      next_step: several ? nextAfterSeveral(done.map(severalOf)) : (first?.next_step ?? ''),
    },
    lines: several
      ? [`Approved ${counted(done.length, 'translation')}${costText(done, reserved, balance)}.`, ...done.map(lineOf)]
      : done.map(one => `Approved${costText([one], reserved, balance)}. ${lineOf(one)}`),
  }
}

function named(field: string, ids: readonly string[] = []): Readonly<Record<string, readonly string[]>> {
  return ids.length === 0 ? {} : { [field]: ids }
}

/** True where this call spent nothing: the service refused, or this program did. */
function isSpared(error: unknown): boolean {
  return nothingSpent(error) || error instanceof ToolRefusal
}

/** `bat_1 was not approved: plan_changed: …` */
function failureText({ wanted, error }: Failure): string {
  const { code, reason } = reasonOf(error)
  return `${visible(wanted.batch_id, 60)} ${fateOf(error)}: ${code}: ${reason}`
}

function severalOf({ batch, plan }: Done): Several {
  return { title: labelOf(batch), batch, plan: plan ?? null }
}

function fateOf(error: unknown): string {
  return isSpared(error) ? 'was not approved' : 'may be approved, get_batch shows it'
}

function lineOf({ batch, plan }: Done): string {
  return `${labelOf(batch, plan)}: ${stateOf(batch)}.`
}

/** `: 12 credits reserved, 88 left`; for an account with an engine, about what it is charged. */
function costText(done: readonly Done[], reserved: number | null, balance: number | null): string {
  const others = totalOf(done.flatMap(({ amounts }) => amounts)).filter(({ unit }) => unit !== 'credits')
  const facts = [
    ...(reserved === null || (reserved === 0 && others.length > 0) ? [] : [`${counted(reserved, 'credit')} reserved`]),
    ...(others.length === 0 ? [] : [amountsText(others)]),
    ...(balance === null || reserved === null || reserved === 0 ? [] : [`${count(balance)} left`]),
  ]
  return facts.length === 0 ? '' : `: ${facts.join(', ')}`
}

function sumOf(numbers: readonly (number | null)[]): number | null {
  const known = numbers.flatMap(number => number ?? [])
  return known.length === 0 ? null : known.reduce((sum, number) => sum + number, 0)
}
