import type { Client } from '../client/client.ts'

/** The deadline of one API call inside a tool call, in milliseconds. Some hosts give up near 30 s, and must get a failure before. */
const CALL_MS = 25_000

/** The same client with a deadline of at most `CALL_MS` for calls that name none. What sends or fetches a file keeps its own. */
export function promptClient(client: Client): Client {
  const deadlineMs = Math.min(client.deadlineMs, CALL_MS)
  return {
    ...client,
    deadlineMs,
    call: (operation, input, options) =>
      client.call(operation, input, {
        ...options,
        deadlineMs: options?.deadlineMs ?? (options?.file ? undefined : deadlineMs),
      }),
    pages: (operation, input, options) =>
      client.pages(operation, input, { ...options, deadlineMs: options?.deadlineMs ?? deadlineMs }),
  }
}
