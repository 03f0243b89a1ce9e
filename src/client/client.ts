import { randomUUID } from 'node:crypto'
import type { ApiOperation } from '../contract/operations.ts'
import type { ApiCredential } from './credential.ts'
import { type Clock, startDeadline, systemClock } from './deadline.ts'
import { type Downloaded, type DownloadOptions, type DownloadTarget, type DownloadTools, download } from './download.ts'
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
   *
   * @throws {ApiError} a code of the API or one of FAULTS; and whatever `connect` throws
   */
  call<Op extends ApiOperation>(operation: Op, input: CallInput<Op>, options?: CallOptions): Promise<ApiResponse<Op>>
  /** The pages of a list, each asked for when it is needed, until the last. @throws {ApiError} as `call` does */
  pages<Op extends ListOperation>(
    operation: Op,
    input: CallInput<Op>,
    options?: CallOptions,
  ): AsyncIterable<ApiResponse<Op>>
  /**
   * Saves what a signed link leads to, without our credential; the file is there whole or not at all.
   *
   * @throws {ApiError} link_refused, file_exists, file_error, or as `call` does
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

/** What all calls of one client share. */
interface ClientTools extends DownloadTools {
  /** Time limit of a call that names none, in milliseconds. */
  readonly deadlineMs: number
  readonly newKey: () => string
}

/** Makes a client. Nothing is loaded and nobody is called before the first call. */
export function createClient(options: ClientOptions): Client {
  const { clock = systemClock, random = Math.random, newKey = randomUUID, maxAttempts = MAX_ATTEMPTS } = options
  const { userAgent, deadlineMs = DEADLINE_MS } = options
  const transport = createTransport()
  const tools: ClientTools = { transport, clock, random, newKey, maxAttempts, userAgent, deadlineMs }
  const over = (connect: Connect): Client => ({
    deadlineMs,
    call: (operation, input, callOptions) => callOver(connect, operation, input, tools, callOptions),
    pages: (operation, input, callOptions) => pagesOver(connect, operation, input, tools, callOptions),
    download: (url, to, downloadOptions) => download(url, to, tools, downloadOptions),
    close: () => transport.close(),
    over,
  })
  return over(options.connect)
}

/** One call within its deadline; where its credential is refused, once more with each other credential there is. */
async function callOver<Op extends ApiOperation>(
  connect: Connect,
  operation: Op,
  input: CallInput<Op>,
  tools: ClientTools,
  { signal, deadlineMs = tools.deadlineMs, ...extras }: CallOptions = {},
  cursor?: string,
): Promise<ApiResponse<Op>> {
  const { transport, clock, random, maxAttempts, userAgent } = tools
  const deadline = startDeadline(deadlineMs, clock, signal)
  const newKey = once(tools.newKey)
  try {
    let credential = await deadline.race(connect)
    for (;;) {
      const request = prepare(operation, input, credential, { userAgent, newKey, cursor, ...extras })
      const { body } = request
      const repeatable = () => typeof body === 'string' || body === null || body.repeatable()
      const plan = { retry: operation.retry, repeatable, maxAttempts, deadline, random }
      try {
        return await withRetries(plan, () => sendOnce(request, transport, clock, deadline))
      } catch (error) {
        const { renew } = credential
        // A request that was refused for its credential has changed nothing, whatever the operation.
        if (renew === undefined || !isOfCredential(error)) throw error
        credential = await deadline.race(() => renew(error, operation.scope))
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
  tools: ClientTools,
  options?: CallOptions,
) {
  let cursor: string | undefined
  do {
    const page = await callOver(connect, operation, input, tools, options, cursor)
    yield page
    const { has_more, next_cursor, request_id }: Page = page
    if (has_more && (next_cursor === null || next_cursor === cursor)) throw endless(operation, request_id)
    cursor = has_more ? (next_cursor ?? undefined) : undefined
  } while (cursor !== undefined)
}

/** Where a list goes on, as every page of one says it. */
interface Page {
  readonly has_more: boolean
  readonly next_cursor: string | null
  readonly request_id: string
}

/** Makes a value when it is first asked for, then gives the same one: all attempts of a call have one idempotency key. */
function once(make: () => string): () => string {
  let made: string | undefined
  return () => {
    made ??= make()
    return made
  }
}

function isOfCredential(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 401 || error.code === 'insufficient_scope')
}

/** A list that says it goes on but not where would be read for ever. */
function endless(operation: ListOperation, request_id: string): ApiError {
  const message = `The service's answer to ${operation.id} breaks the contract: has_more without a new next_cursor; request_id ${request_id}.`
  return new ApiError({ code: 'contract_violation', param: 'next_cursor', request_id, message })
}
