import type { ApiError } from '../../client/errors.ts'
import {
  type Approvable,
  approvable,
  type Candidate,
  candidate,
  isApproved,
  type WantedApproval,
} from '../approving.ts'
import type { Consented } from '../consent/carry-out.ts'
import { QUESTION_MS, spendingName } from '../consent/spending.ts'
import type { CallContext } from '../context.ts'
import { ToolRefusal } from '../failure.ts'
import type { ApprovedOne, NotApproved } from './approved.ts'
import { endsTurns, reportUnexpected } from './failures.ts'
import { inTurn, isThrottled, type Turns } from './in-turn.ts'
import { type FileRun, runOfId } from './run.ts'
import type { RunMemory } from './run-memory.ts'

/** So many requests are under way at once. */
const AT_ONCE = 4
/** So many seconds of a call are left for the question, or for the answer. */
const LAST_SECONDS = 5
/** How long a plan that was read for a question counts as read, in milliseconds: as long as the question may stay open. */
const READ_MS = QUESTION_MS

/**
 * The plans of a run, to be approved as they were shown.
 *
 * @throws {ToolRefusal} run_unknown; plan_changed, where the caller read others; invalid_arguments
 */
export async function plansOfRun(
  { batch_id, plan_revision }: { readonly batch_id: string; readonly plan_revision?: string | undefined },
  context: CallContext,
): Promise<{ readonly run: FileRun; readonly wanted: readonly WantedApproval[] }> {
  const run = await runOfId(batch_id, context)
  if (plan_revision === run.plan_revision) {
    return { run, wanted: run.members.map(one => ({ batch_id: one.batch_id, plan_revision: one.plan_revision ?? '' })) }
  }
  throw new ToolRefusal(plan_revision === undefined ? 'invalid_arguments' : 'plan_changed', [
    plan_revision === undefined
      ? 'Nothing was spent: plan_revision is missing.'
      : 'Nothing was spent: that is no longer the plan of all of these files.',
    `create_batch with the same files shows the present plans, and the call that approves them.`,
  ])
}

/** Reads each plan of a run. `before`: what is said of one that was approved earlier. @throws {ToolRefusal} not_all_read, where the time of the call does not suffice; what all share */
export async function readRun(
  wanted: readonly WantedApproval[],
  memory: RunMemory,
  before: (one: Candidate) => ApprovedOne,
  context: CallContext,
): Promise<{
  readonly approvals: readonly Approvable[]
  readonly before: readonly ApprovedOne[]
  readonly failures: readonly NotApproved[]
}> {
  const { clock, report } = context.parts
  const read = async (one: WantedApproval): Promise<Candidate | NotApproved> => {
    const known = memory.read.get(one.batch_id)
    if (known !== undefined && known.until > clock() && known.candidate.wanted.plan_revision === one.plan_revision)
      return known.candidate
    try {
      const found = await candidate(one, context)
      memory.read.set(one.batch_id, { candidate: found, until: clock() + READ_MS })
      return found
    } catch (error) {
      if (endsTurns(error, context)) throw error
      reportUnexpected(error, 'approve_batch', report)
      return { wanted: one, error }
    }
  }
  const { ends, throttled } = await inTurn(wanted, read, paceOf(context), context)
  const all = ends.flatMap(end => end ?? [])
  context.signal.throwIfAborted()
  if (all.length < wanted.length) throw notAllRead(all.length, wanted.length, throttled)
  const approvals: Approvable[] = []
  const approved: ApprovedOne[] = []
  const failures: NotApproved[] = []
  for (const one of all) {
    try {
      if ('error' in one) failures.push(one)
      else if (isApproved(one.batch)) approved.push(before(one))
      else approvals.push(approvable(one))
    } catch (error) {
      failures.push({ wanted: one.wanted, error })
    }
  }
  return { approvals, before: approved, failures }
}

function paceOf({ parts, longest_wait }: CallContext) {
  return { at_once: AT_ONCE, until: parts.clock() + Math.max(1, longest_wait - LAST_SECONDS) * 1000 }
}

function notAllRead(read: number, all: number, throttled: ApiError | undefined): Error {
  if (throttled !== undefined && read === 0) return throttled
  return new ToolRefusal('not_all_read', [
    `Nothing was spent, and nobody was asked yet: ${read} of ${all} plans could be read in the time of this call.`,
    'Make the same call again: it goes on with the others.',
  ])
}

/** What a person agreed to in an earlier call, and was not approved then; with what takes back what was booked for it. */
export function agreedBefore(
  approvals: readonly Approvable[],
  memory: RunMemory | undefined,
  context: CallContext,
): ReadonlyMap<Approvable, Consented['undo']> {
  const now = context.parts.clock()
  return new Map(
    approvals.flatMap(one => {
      const agreed = memory?.agreed.get(nameOf(one, context))
      return agreed !== undefined && agreed.until > now ? [[one, agreed.undo]] : []
    }),
  )
}

function nameOf({ wanted, amounts }: Approvable, { principal }: CallContext): string {
  return spendingName({ principal, approvals: [{ ...wanted, amounts }] })
}

/**
 * Approves what a person agreed to, a few at a time. What the time of the call does not suffice for is remembered as agreed to. `undo`: of
 * those that she agreed to in this call.
 */
export async function approveRun(
  approvals: readonly Approvable[],
  approve: (one: Approvable) => Promise<ApprovedOne | NotApproved>,
  { undo, memory }: Pick<Consented, 'undo'> & { readonly memory: RunMemory },
  context: CallContext,
): Promise<Turns<ApprovedOne | NotApproved>> {
  const { clock } = context.parts
  const until = clock() + QUESTION_MS
  for (const one of approvals) {
    const name = nameOf(one, context)
    if ((memory.agreed.get(name)?.until ?? 0) <= clock()) memory.agreed.set(name, { undo, until })
  }
  let done = 0
  const work = async (one: Approvable) => {
    const end = await approve(one)
    // What was cut off is still agreed to.
    if ('error' in end && (isThrottled(end.error) || context.signal.aborted)) throw end.error
    memory.agreed.delete(nameOf(one, context))
    memory.read.delete(one.batch.id)
    done += 1
    await context.progress((100 * done) / approvals.length, `${done} of ${approvals.length} files approved`, 'often')
    return end
  }
  return await inTurn(approvals, work, paceOf(context), context)
}
