import { ApiError } from '../client/errors.ts'
import { api } from '../contract/operations.ts'
import type { Plan } from '../contract/plan.ts'
import type { CallContext } from './context.ts'
import { AGENT } from './steps.ts'

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

/** Remembers a plan that was shown to this caller. */
export function rememberPlan(batchId: string, plan: Plan | null, context: CallContext): void {
  if (plan === null) return
  const { callerState } = context.parts
  callerState.plans.set(planKey(batchId, context), plan)
  if (plan.engine === AGENT) callerState.hands_out = true
}

function planKey(batchId: string, context: CallContext): string {
  return `${context.principal}\n${batchId}`
}
