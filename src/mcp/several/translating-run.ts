import { isInputRequiredResult } from '@modelcontextprotocol/server'
import { creatorAccount } from '../account.ts'
import { approveNow, consentTo, nothingSpent } from '../approving.ts'
import { noteDecline } from '../consent/consent.ts'
import type { CallContext } from '../context.ts'
import { ToolRefusal } from '../failure.ts'
import { step } from '../steps.ts'
import { type StreamHandle, translateStream } from '../sync/translating.ts'
import { type ApprovedOne, notApprovedLine } from './approved.ts'
import { agreedBefore, approveRun, plansOfRun, readRun } from './approving-run.ts'
import { firstOf } from './rows.ts'
import { type FileRun, runOfId } from './run.ts'
import { memoryOf } from './run-memory.ts'

export interface TranslateRunInput {
  readonly batch_id: string
  readonly plan_revision?: string | undefined
  readonly target_language?: string | undefined
  readonly translations?: readonly string[] | undefined
}

/**
 * Hands out the lines of all files of a run as one stream, and takes answers to them. The first call, with `plan_revision`, approves the
 * plans: nobody is asked, unless all of them together take very many tokens of the caller's own plan.
 *
 * @throws {ToolRefusal} run_unknown; plan_changed; as `translateStream` and consent do
 * @throws {ApiError} as the calls do
 */
export async function translateRun({ batch_id, plan_revision, ...asked }: TranslateRunInput, context: CallContext) {
  await creatorAccount(context)
  const run = await runOfId(batch_id, context)
  const files = run.members.map(one => ({ ...one, source_path: one.path, service_languages: one.target_languages }))
  const handle: StreamHandle = {
    lines: { batch_id },
    approve: { batch_id, plan_revision: run.plan_revision },
    result: { batch_id },
  }
  const approve = async () =>
    plan_revision === undefined ? undefined : await approveOwnRun(run, plan_revision, context)
  return await translateStream(files, { ...asked, handle, approve }, context)
}

/** Approves what the caller's own model translates of a run, with one question where one is needed. */
async function approveOwnRun({ run_id }: FileRun, plan_revision: string, context: CallContext) {
  const { wanted, run } = await plansOfRun({ batch_id: run_id, plan_revision }, context)
  await noteDecline(
    wanted.map(({ batch_id }) => batch_id),
    context,
  )
  const memory = memoryOf(run.run_id, context)
  const { approvals, failures } = await readRun(
    wanted,
    memory,
    ({ batch, request_id, known }) => nothing(batch, request_id, known),
    context,
  )
  // What another engine translates is approved by approve_batch.
  const own = approvals.filter(({ amounts }) => amounts.every(({ payer }) => payer === 'assistant'))
  const earlier = agreedBefore(own, memory, context)
  const unasked = own.filter(one => !earlier.has(one))
  const call = { tool: 'translate_segments', input: { batch_id: run_id, plan_revision } }
  const consented = await consentTo(unasked, { call }, context)
  if (isInputRequiredResult(consented)) return consented
  const one = async (wish: (typeof own)[number]) => {
    try {
      const approval = await approveNow(wish, context)
      const { batch } = approval.kind === 'before' ? approval.candidate : approval.approved
      return nothing(batch, null, wish.known)
    } catch (error) {
      if (nothingSpent(error)) await (earlier.get(wish) ?? consented.undo)(wish.amounts)
      return { wanted: wish.wanted, error }
    }
  }
  const { ends, throttled } = await approveRun(own, one, { undo: consented.undo, memory }, context)
  if (throttled !== undefined) throw throttled
  const failed = [...failures, ...ends.flatMap(end => (end !== undefined && 'error' in end ? [end] : []))]
  const left = ends.filter(end => end === undefined).length
  if (left + failed.length === 0) return undefined
  throw new ToolRefusal('not_all_approved', [
    `${left + failed.length} of ${wanted.length} files could not be approved${failed.length === 0 ? ' in the time of this call' : ''}; the others are.`,
    ...firstOf(failed.map(notApprovedLine), 'more that failed'),
    ...(left === 0 ? [] : ['Make the same call again: it goes on, and nobody is asked again within ten minutes.']),
    ...(failed.length === 0
      ? []
      : [
          'create_batch with the same files shows the plans as they are now, and goes on with those.',
          `${step('translate_segments', { batch_id: run_id })} translates the others without them.`,
        ]),
  ])
}

/** One that is approved and spends nothing of a workspace. */
function nothing(
  batch: ApprovedOne['batch'],
  request_id: string | null,
  known: { plan: ApprovedOne['plan'] } | undefined,
): ApprovedOne {
  const spent = { credits_reserved: null, credit_balance: null, amounts: [], warnings: [] }
  return { batch, ...spent, request_id, plan: known?.plan, next_step: '' }
}
