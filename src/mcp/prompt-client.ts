import type { Client } from '../client/client.ts'

/** A call of the service inside a call of a tool, in milliseconds: some hosts give up near 30 s, and must hear of a failure before. */
const CALL_MS = 25_000

/** The same client with a deadline no longer than that for calls that name none; files take the time they need. */
export function promptClient(client: Client): Client {
  const deadlineMs = Math.min(client.deadlineMs, CALL_MS)
  return {
    ...client,
    deadlineMs,
    call: (operation, input, options) =>
      client.call(operation, input, { ...options, deadlineMs: options?.deadlineMs ?? deadlineMs }),
    pages: (operation, input, options) =>
      client.pages(operation, input, { ...options, deadlineMs: options?.deadlineMs ?? deadlineMs }),
  }
}
