import type { Client } from '../client/client.ts'
import { api } from '../contract/operations.ts'

/** Longest wait for a server that readiness asks, and how long an answer is used again, in milliseconds. */
const READY_MS = 2000

/** True when the API answers a call within `deadlineMs` milliseconds. */
export function reachable(client: Client, deadlineMs = READY_MS): Promise<boolean> {
  return client.call(api.account.get, {}, { deadlineMs }).then(
    () => true,
    () => false,
  )
}

/** True when an address answers with a status for which `good` is true. */
export function answers(address: URL, good: (status: number) => boolean): Promise<boolean> {
  return fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(READY_MS) }).then(
    async answer => {
      await answer.body?.cancel()
      return good(answer.status)
    },
    () => false,
  )
}

/** Uses one answer again for READY_MS: anybody may ask, and each check costs calls. */
export function lately(look: () => Promise<boolean>, clock: () => number): () => Promise<boolean> {
  let seen: { readonly answer: Promise<boolean>; readonly at: number } | undefined
  return () => {
    const age = clock() - (seen?.at ?? 0)
    // A negative age means that the clock was set back: the answer may be old.
    if (seen === undefined || age < 0 || age >= READY_MS) seen = { answer: look(), at: clock() }
    return seen.answer
  }
}
