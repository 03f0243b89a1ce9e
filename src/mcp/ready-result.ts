import { ApiError } from '../client/errors.ts'
import type { Batch } from '../contract/batch.ts'
import { api } from '../contract/operations.ts'
import type { CallContext } from './context.ts'

/** The result; undefined for one that is not ready of a batch in a state that only a newer service knows. @throws {ApiError} as `call` does */
export async function readyResult({ id, status }: Batch, { parts, signal }: CallContext) {
  try {
    return await parts.client.call(api.batches.result, { params: { batch_id: id } }, { signal })
  } catch (error) {
    const isOpen = status !== 'completed' && error instanceof ApiError && error.status === 409
    if (isOpen) return undefined
    throw error
  }
}
