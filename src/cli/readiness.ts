import type { Client } from '../client/client.ts'
import { api } from '../contract/operations.ts'

/** How long readiness waits for each server that it asks, and how long its answer is repeated, in milliseconds. */
const READY_MS = 2000

/** True where the API takes a call, in so many milliseconds. */
export function reachable(client: Client, deadlineMs = READY_MS): Promise<boolean> {
  return client.call(api.account.get, {}, { deadlineMs }).then(
    () => true,
    () => false,
  )
}

/** True where an address answers with a status that is good. */
export function answers(address: URL, good: (status: number) => boolean): Promise<boolean> {
  return fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(READY_MS) }).then(
    async answer => {
      await answer.body?.cancel()
      return good(answer.status)
    },
    () => false,
  )
}

/** Gives all who ask within a short time the same answer: anybody may ask, and each check costs calls. */
export function lately(look: () => Promise<boolean>, clock: () => number): () => Promise<boolean> {
  let seen: { readonly answer: Promise<boolean>; readonly at: number } | undefined
  return () => {
    const age = clock() - (seen?.at ?? 0)
    // A clock that was put back says nothing of how old the answer is.
    if (seen === undefined || age < 0 || age >= READY_MS) seen = { answer: look(), at: clock() }
    return seen.answer
  }
}
