import type { Client } from '../client/client.ts'
import { ApiError } from '../client/errors.ts'
import type { Operation } from '../contract/operation.ts'
import { api } from '../contract/operations.ts'

/** A client, and whether a change may have been made through it. */
export interface WatchedClient {
  readonly client: Client
  /** True after a change that was answered with success, and after one of which nobody knows whether it was done. */
  readonly changed: () => boolean
}

/** Watches what one call of a tool changes: a failure after a change does not mean that nothing was changed. */
export function watchedClient(client: Client): WatchedClient {
  let changed = false
  const note = ({ id, method }: Operation, may: boolean) => {
    // A sample that nobody approved is in no list, spends nothing, and is the same one whenever it is asked for.
    changed ||= may && method !== 'GET' && id !== api.batches.sample.id
  }
  const watched = (of: Client): Client => ({
    ...of,
    async call(operation, input, options) {
      try {
        const answer = await of.call(operation, input, options)
        note(operation, true)
        return answer
      } catch (error) {
        note(operation, error instanceof ApiError && error.may_have_applied)
        throw error
      }
    },
    over: connect => watched(of.over(connect)),
  })
  return { client: watched(client), changed: () => changed }
}
