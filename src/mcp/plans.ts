import { ApiError } from '../client/errors.ts'
import type { Batch } from '../contract/batch.ts'
import { api } from '../contract/operations.ts'
import type { Plan } from '../contract/plan.ts'
import type { CallContext } from './context.ts'
import { AGENT, awaitsTranslations } from './steps.ts'
import { waitFor } from './waiting.ts'

/** The plan of a translation, and whether the service itself gave it. */
export interface KnownPlan {
  readonly plan: Plan
  /** True if it was read from the service. False if the API cannot read a plan: then it is the plan last shown to this caller. */
  readonly read: boolean
}

export interface PlanState {
  readonly known: KnownPlan | undefined
  readonly offered: boolean
}

/** The current plan; undefined if there is no plan yet, or if it cannot be known. @throws {ApiError} as `call` does */
export async function currentPlan(batchId: string, context: CallContext): Promise<KnownPlan | undefined> {
  return (await planState(batchId, context)).known
}

/** The current plan, and whether the service offers reading it. @throws {ApiError} as `call` does */
export async function planState(batchId: string, context: CallContext): Promise<PlanState> {
  try {
    const { data } = await context.parts.client.call(
      api.batches.getPlan,
      { params: { batch_id: batchId } },
      { signal: context.signal },
    )
    return { offered: true, known: data.plan === null ? undefined : { plan: data.plan, read: true } }
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'resource_not_found')) throw error
    const remembered = context.parts.callerState.plans.get(planKey(batchId, context))
    return { offered: false, known: remembered && { plan: remembered, read: false } }
  }
}

/** A translation as it is when the wait for it has ended, and its plan. */
export interface WaitedFor extends PlanState {
  readonly batch: Batch
  readonly request_id: string
}

/**
 * Waits for a translation as `waitFor` does, and reads its plan beside it, so that the plan costs no time of its own. Before there is one,
 * and where a plan that is no longer needed for a decision cannot be read, none is known.
 *
 * @throws {ApiError} as `call` does
 */
export async function waitWithPlan(batchId: string, seconds: number, context: CallContext): Promise<WaitedFor> {
  const beside = settled(planState(batchId, context))
  const { batch, request_id, looks } = await waitFor(batchId, seconds, context)
  const needed = batch.status === 'awaiting_review' || awaitsTranslations(batch)
  const early = await beside
  if (batch.status === 'queued' || batch.status === 'analyzing') return { batch, request_id, ...UNPLANNED }
  // A plan that was read before the translation reached its state may be an older one, or not have been there.
  const isCurrent = looks === 1 && 'state' in early && (early.state.known !== undefined || !early.state.offered)
  const late = isCurrent ? early : await settled(planState(batchId, context))
  if ('state' in late) return { batch, request_id, ...late.state }
  if (needed) throw late.error
  return { batch, request_id, ...UNPLANNED }
}

const UNPLANNED = { known: undefined, offered: true } as const

/** How something ended. It can be left to itself meanwhile: a failure is no unhandled one. */
function settled(state: Promise<PlanState>): Promise<{ state: PlanState } | { error: unknown }> {
  return state.then(
    known => ({ state: known }),
    (error: unknown) => ({ error }),
  )
}

/** Remembers a plan that was shown to this caller. */
export function rememberPlan(batchId: string, plan: Plan | null, context: CallContext): void {
  if (plan === null) return
  const { callerState } = context.parts
  callerState.plans.set(planKey(batchId, context), plan)
  if (plan.engine === AGENT) noteSegments(context)
}

/** Remembers that the service has segments, unless it said that it has none. */
export function noteSegments({ parts: { callerState } }: Pick<CallContext, 'parts'>): void {
  callerState.hands_out ??= true
}

function planKey(batchId: string, context: CallContext): string {
  return `${context.principal}\n${batchId}`
}
