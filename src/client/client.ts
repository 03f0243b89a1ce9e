import { randomUUID } from 'node:crypto'
import type { ApiOperation } from '../contract/operations.ts'
import type { ApiCredential } from './credential.ts'
import { type Clock, startDeadline, systemClock } from './deadline.ts'
import { type Downloaded, type DownloadOptions, type DownloadTarget, download } from './download.ts'
import { ApiError } from './errors.ts'
import type { CallInput } from './request.ts'
import type { ApiResponse, ListOperation } from './response.ts'
import { withRetries } from './retry.ts'
import { prepare, sendOnce } from './send.ts'
import { createTransport } from './transport.ts'
import type { OnProgress, UploadFile } from './upload.ts'

export interface ClientOptions {
  /** Asked once a call, so that an embedded service may start at the first one; the caller caches. */
  connect: Connect
  userAgent: string
  /** Time limit of a call over all its attempts, in milliseconds; 60,000 unless said. */
  deadlineMs?: number
  /** Attempts of a call in all; 5 unless said. */
  maxAttempts?: number
  clock?: Clock
  /** Uniform in [0, 1), for the jitter of retries. */
  random?: () => number
  /** A new idempotency key. */
  newKey?: () => string
}

export interface CallOptions {
  signal?: AbortSignal | undefined
  deadlineMs?: number | undefined
  /** For creation; a random one is made when absent, and kept across the attempts of this call. */
  idempotencyKey?: string | undefined
  /** Sent as multipart/form-data with the body's text fields, by operations that take it. */
  file?: UploadFile | undefined
  onProgress?: OnProgress | undefined
}

export interface Client {
  /** Time limit of a call that names none, in milliseconds. */
  readonly deadlineMs: number
  /**
   * Calls one operation. Retries as the operation declares, within one deadline.
   * Throws ApiError: a code of the API or one of FAULTS; and whatever `connect` throws.
   */
  call<Op extends ApiOperation>(operation: Op, input: CallInput<Op>, options?: CallOptions): Promise<ApiResponse<Op>>
  /** The pages of a list, each asked for when it is needed, until the last. Throws as `call` does. */
  pages<Op extends ListOperation>(
    operation: Op,
    input: CallInput<Op>,
    options?: CallOptions,
  ): AsyncIterable<ApiResponse<Op>>
  /**
   * Saves what a signed link leads to, without our credential; the file is there whole or not at all.
   * Throws ApiError: `link_refused`, `file_exists`, `file_error`, or as `call` does.
   */
  download(url: string, to: DownloadTarget, options?: DownloadOptions): Promise<Downloaded>
  /** Breaks off what is under way and closes the connections. */
  close(): Promise<void>
  /** The same client with another credential: it shares the connections, and closing one closes all. */
  over(connect: Connect): Client
}

type Connect = () => Promise<ApiCredential>

const DEADLINE_MS = 60_000
const MAX_ATTEMPTS = 5

/** Makes a client. Nothing is loaded and nobody is called before the first call. */
export function createClient(options: ClientOptions): Client {
  const { clock = systemClock, random = Math.random, newKey = randomUUID, maxAttempts = MAX_ATTEMPTS } = options
  const { userAgent, deadlineMs: usualMs = DEADLINE_MS } = options
  const transport = createTransport()

  async function callOver<Op extends ApiOperation>(
    connect: Connect,
    operation: Op,
    input: CallInput<Op>,
    { signal, deadlineMs = usualMs, ...extras }: CallOptions = {},
    cursor?: string,
  ): Promise<ApiResponse<Op>> {
    const deadline = startDeadline(deadlineMs, clock, signal)
    try {
      let connection = await deadline.race(connect)
      let key: string | undefined
      const oneKey = () => {
        key ??= newKey()
        return key
      }
      for (;;) {
        const request = prepare(operation, input, connection, { userAgent, newKey: oneKey, cursor, ...extras })
        const { body } = request
        const repeatable = () => typeof body === 'string' || body === null || body.repeatable()
        const plan = { retry: operation.retry, repeatable, maxAttempts, deadline, random }
        try {
          return await withRetries(plan, () => sendOnce(request, transport, clock, deadline))
        } catch (error) {
          const { renew } = connection
          // What was refused for its credential has changed nothing, whatever the operation.
          if (renew === undefined || !isOfCredential(error)) throw error
          connection = await deadline.race(() => renew(error, operation.scope))
          if (!repeatable()) throw error
        }
      }
    } finally {
      deadline.end()
    }
  }

  async function* pagesOver<Op extends ListOperation>(
    connect: Connect,
    operation: Op,
    input: CallInput<Op>,
    callOptions?: CallOptions,
  ) {
    let cursor: string | undefined
    do {
      const page = await callOver(connect, operation, input, callOptions, cursor)
      yield page
      const {
        has_more,
        next_cursor,
        request_id,
      }: { has_more: boolean; next_cursor: string | null; request_id: string } = page
      if (has_more && (next_cursor === null || next_cursor === cursor)) throw endless(operation, request_id)
      cursor = has_more ? (next_cursor ?? undefined) : undefined
    } while (cursor !== undefined)
  }

  const over = (connect: Connect): Client => ({
    deadlineMs: usualMs,
    call: (operation, input, callOptions) => callOver(connect, operation, input, callOptions),
    pages: (operation, input, callOptions) => pagesOver(connect, operation, input, callOptions),
    download: (url, to, downloadOptions) =>
      download(url, to, { transport, clock, random, maxAttempts, userAgent }, downloadOptions),
    close: () => transport.close(),
    over,
  })
  return over(options.connect)
}

function isOfCredential(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 401 || error.code === 'insufficient_scope')
}

/** A list that says it goes on but not where would be read for ever. */
function endless(operation: ListOperation, request_id: string): ApiError {
  const message = `The service's answer to ${operation.id} breaks the contract: has_more without a new next_cursor; request_id ${request_id}.`
  return new ApiError({ code: 'contract_violation', param: 'next_cursor', request_id, message })
}
