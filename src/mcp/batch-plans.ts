import { ApiError } from '../client/errors.ts'
import { LIMITS } from '../contract/limits.ts'
import { api } from '../contract/operations.ts'
import type { BatchPlan } from '../contract/plan.ts'
import type { CallContext } from './context.ts'

/** What is known of the plans of translations, by their ids. */
export type BatchPlans = ReadonlyMap<string, BatchPlan>

/** The languages of up to a page of translations, in one call for each 50. @throws {ApiError} as `call` does */
export async function batchPlans(ids: readonly string[], { parts, signal }: CallContext): Promise<BatchPlans> {
  const starts = ids.flatMap((_, at) => (at % LIMITS.batch_plans === 0 ? at : []))
  const pages = await Promise.all(
    starts.map(at => {
      const query = { ids: ids.slice(at, at + LIMITS.batch_plans) }
      return parts.client.call(api.batches.plans, { query }, { signal })
    }),
  )
  return new Map(pages.flatMap(({ data }) => data).map(plan => [plan.batch_id, plan]))
}

/**
 * The same, but empty where the service does not say them: it may be another one, or the caller may not read; what they stand beside is
 * told all the same.
 */
export async function offeredPlans(ids: readonly string[], context: CallContext): Promise<BatchPlans> {
  if (context.caller?.scopes.includes(api.batches.plans.scope) === false) return new Map()
  return await batchPlans(ids, context).catch((error: unknown) => {
    if (error instanceof ApiError && error.code !== 'cancelled') return new Map()
    throw error
  })
}
