import { isInputRequiredResult } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { ApiError } from '../../client/errors.ts'
import { api } from '../../contract/operations.ts'
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
import type { Consented, Question } from '../consent/carry-out.ts'
import { noteDecline } from '../consent/consent.ts'
import type { CallContext } from '../context.ts'
import { ToolRefusal } from '../failure.ts'
import { recoveryFor } from '../recovery.ts'
import { stateOf } from '../render/batch.ts'
import { visible } from '../render/data.ts'
import { counted } from '../render/numbers.ts'
import { type ApprovedOne, isSpared, type NotApproved, notApprovedLine, tellApproved } from '../several/approved.ts'
import { agreedBefore, approveRun, plansOfRun, readRun } from '../several/approving-run.ts'
import { concernsAll, reasonOf, reportUnexpected } from '../several/failures.ts'
import { firstOf } from '../several/rows.ts'
import { type FileRun, isRunId } from '../several/run.ts'
import { memoryOf, type RunMemory } from '../several/run-memory.ts'
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
    const { wanted, run } = await wantedBy(asked, context)
    if (asked.sample === true) return await sampleOnly(wanted, asked, context)
    await noteDecline(
      wanted.map(({ batch_id }) => batch_id),
      context,
    )
    await creatorAccount(context)
    const memory = run && memoryOf(run.run_id, context)
    const { approvals, before, failures: early } = await standing(wanted, memory, context)
    if (approvals.length + before.length === 0) throw noneApproved(early)
    const { approval_code, ...repeated } = asked
    const call = { tool: 'approve_batch', input: repeated }
    const apart = early.map(({ wanted: { batch_id }, error }) => `${batch_id} (${reasonOf(error).code})`)
    const other = sampleInstead(asked, approvals, context)
    const earlier = agreedBefore(approvals, memory, context)
    const unasked = approvals.filter(one => !earlier.has(one))
    const consented = await consentTo(unasked, { call, approval_code, apart, other }, context)
    if (isInputRequiredResult(consented)) return consented
    if (consented.other === true) return await sampleOnly(wanted, repeated, context)
    const { ends, throttled } =
      memory === undefined
        ? { ends: await approveAll(approvals, context), throttled: undefined }
        : await approveRun(approvals, one => approveOne(one, context), { undo: consented.undo, memory }, context)
    await giveBack(approvals, ends, { ...consented, earlier })
    const outcomes = ends.flatMap(end => end ?? [])
    const failures = [...early, ...outcomes.flatMap(outcome => ('error' in outcome ? [outcome] : []))]
    const done = [...before, ...outcomes.flatMap(outcome => ('batch' in outcome ? [outcome] : []))]
    if (done.length === 0) throw failures.length === 0 ? throttled : noneApproved(failures)
    const answer = tellApproved(done, failures, {
      several: run !== undefined || asked.approvals !== undefined || asked.sync_revision !== undefined,
      balance: await balanceAfter(outcomes, context),
      ...{ run, throttled, left: ends.length - outcomes.length },
    })
    if (asked.sync_revision === undefined) return answer
    const { sync_revision } = asked
    return { ...answer, data: { ...answer.data, sync_revision, next_step: step('get_result', { sync_revision }) } }
  },
})

/** What a person may choose where her answer to one large plan is awaited on a page or at a terminal; undefined where there is nothing. */
function sampleInstead(
  { approvals }: Input,
  [one, ...others]: readonly Approvable[],
  context: CallContext,
): Question['other'] {
  if (approvals !== undefined || others.length > 0 || one?.known?.plan.sample_texts === undefined) return undefined
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
  readonly before: readonly ApprovedOne[]
  readonly failures: readonly NotApproved[]
}

/** Reads each translation and its plan. One that cannot be approved does not stop the others, unless all would share its fault. */
async function standing(
  wanted: readonly WantedApproval[],
  memory: RunMemory | undefined,
  context: CallContext,
): Promise<Standing> {
  if (memory !== undefined) {
    return await readRun(wanted, memory, approvedBefore, context)
  }
  const approvals: Approvable[] = []
  const before: ApprovedOne[] = []
  const failures: NotApproved[] = []
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
function noneApproved(failures: readonly NotApproved[]): unknown {
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
    ...firstOf(failures.map(notApprovedLine), 'more that failed'),
    ...helps,
  ])
}

/** The plans that are meant, and the run where they are those of one. @throws {ToolRefusal} as its parts do */
async function wantedBy(
  asked: Input,
  context: CallContext,
): Promise<{ readonly wanted: readonly WantedApproval[]; readonly run?: FileRun }> {
  const { batch_id, plan_revision, approvals, sync_revision } = asked
  if (sync_revision !== undefined) return { wanted: await sentWith(sync_revision, asked, context) }
  if (!isRunId(batch_id) || approvals !== undefined) return { wanted: wantedIn(asked) }
  return await plansOfRun({ batch_id, plan_revision }, context)
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

/** Approves one after the other. A failure does not stop the others: a person has agreed to all of them. */
async function approveAll(approvals: readonly Approvable[], context: CallContext): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const one of approvals) outcomes.push(await approveOne(one, context))
  return outcomes
}

type Outcome = ApprovedOne | NotApproved

async function approveOne(one: Approvable, context: CallContext): Promise<Outcome> {
  try {
    const approval = await approveNow(one, context)
    return approval.kind === 'before' ? approvedBefore(approval.candidate) : approvedNow(one, approval)
  } catch (error) {
    return { wanted: one.wanted, error }
  }
}

interface Undoing extends Consented {
  /** By what a person agreed to in an earlier call. */
  readonly earlier: ReadonlyMap<Approvable, Consented['undo']>
}

/** Takes back what was booked for the plans of which nothing was spent; what may have been spent stays booked. */
async function giveBack(
  approvals: readonly Approvable[],
  outcomes: readonly (Outcome | undefined)[],
  { undo, earlier }: Undoing,
): Promise<void> {
  const unspent = approvals.filter((_, at) => {
    const outcome = outcomes[at]
    return outcome !== undefined && ('error' in outcome ? nothingSpent(outcome.error) : outcome.amounts.length === 0)
  })
  for (const one of unspent) await earlier.get(one)?.(one.amounts)
  const own = unspent.filter(one => !earlier.has(one))
  if (own.length === approvals.length - earlier.size) return await undo()
  const back = own.flatMap(({ amounts }) => amounts)
  if (back.length > 0) await undo(back)
}

function approvedNow(one: Approvable, approval: Extract<Approval, { kind: 'approved' }>): ApprovedOne {
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
function approvedBefore({ batch, known, wanted, request_id }: Candidate): ApprovedOne {
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
async function balanceAfter(outcomes: readonly Outcome[], context: CallContext): Promise<number | null> {
  const done = outcomes.flatMap(outcome => ('batch' in outcome ? [outcome] : []))
  const last = outcomes.at(-1)
  const told = last !== undefined && 'batch' in last ? last.credit_balance : null
  if (told !== null || outcomes.length < 2 || !done.some(({ credits_reserved }) => (credits_reserved ?? 0) > 0))
    return told
  const account = await accountOf(context).catch(() => undefined)
  return account?.credit_balance ?? null
}
