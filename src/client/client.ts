import { randomUUID } from 'node:crypto'
import { type ApiOperation, api } from '../contract/operations.ts'
import { createCircuits } from './circuit.ts'
import type { ApiCredential } from './credential.ts'
import { type Clock, IDLE_MS, startDeadline, systemClock, transferMs } from './deadline.ts'
import type { Downloaded, DownloadOptions, DownloadTarget, DownloadTools } from './download.ts'
import { ApiError } from './errors.ts'
import { type Paused, patiently } from './patient.ts'
import type { CallInput } from './request.ts'
import type { ApiResponse, Incomplete, ListOperation, Read } from './response.ts'
import { tried } from './retry.ts'
import { prepare, sendOnce } from './send.ts'
import { createTransport } from './transport.ts'
import type { OnProgress, UploadFile } from './upload.ts'

export interface ClientOptions {
  /** Called once for each call, so that an embedded service can start at the first one. The result is not cached here. */
  connect: Connect
  userAgent: string
  /** Time limit of a call over all its attempts, in milliseconds; default 60,000. A file adds time by its size (transferMs). */
  deadlineMs?: number
  /** The longest time without a byte while a file is sent or received, in milliseconds; default 30,000. */
  idleMs?: number
  /** Most attempts of a call, the first included; default 5. */
  maxAttempts?: number
  clock?: Clock
  /** Uniform in [0, 1), for the jitter of retries. */
  random?: () => number
  /** A new idempotency key. */
  newKey?: () => string
  /** Present where somebody would rather wait than be refused: a call outlasts the pauses that a service asks for, each told here. */
  paused?: Paused | undefined
  /** Where a trace is under way: the value of the header `traceparent` (W3C Trace Context) that says so. */
  traceparent?: (() => string | undefined) | undefined
}

export interface CallOptions {
  signal?: AbortSignal | undefined
  deadlineMs?: number | undefined
  /** For creation. Where absent, a random key is made; all attempts of the call use the same one. */
  idempotencyKey?: string | undefined
  /** For creation: the label of the project (assumptions.md, Creation). */
  project?: string | undefined
  /** Sent as multipart/form-data with the body's text fields, by operations that take it. */
  file?: UploadFile | undefined
  onProgress?: OnProgress | undefined
  /**
   * Sends it once, whatever comes of it, and takes a failure for no sign that the service is down: for a request that waits, which
   * something on the way may cut off.
   */
  once?: boolean | undefined
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
  /** All pages of a list. Each is requested when it is needed. @throws {ApiError} as `call` does */
  pages<Op extends ListOperation>(
    operation: Op,
    input: CallInput<Op>,
    options?: CallOptions,
  ): AsyncIterable<ApiResponse<Op>>
  /**
   * Saves the file behind a signed link. Our credential is not sent. The file appears whole or not at all.
   *
   * @throws {ApiError} link_refused, file_exists, file_error, or as `call` does
   */
  download(url: string, to: DownloadTarget, options?: DownloadOptions): Promise<Downloaded>
  /** Aborts the calls under way and closes the connections. */
  close(): Promise<void>
  /** A client with another credential that shares the connections of this one. Closing one closes both. */
  over(connect: Connect): Client
}

type Connect = () => Promise<ApiCredential>

const DEADLINE_MS = 60_000
const MAX_ATTEMPTS = 5

/** What all calls of one client share. */
interface ClientTools extends DownloadTools {
  readonly newKey: () => string
  readonly paused: Paused | undefined
  readonly traceparent: ClientOptions['traceparent']
}

/** Makes a client. Before the first call nothing is loaded and nothing is sent. */
export function createClient(options: ClientOptions): Client {
  const { clock = systemClock, random = Math.random, newKey = randomUUID, maxAttempts = MAX_ATTEMPTS } = options
  const { userAgent, deadlineMs = DEADLINE_MS, idleMs = IDLE_MS, paused, traceparent } = options
  const transport = createTransport()
  const circuits = createCircuits(clock)
  const tools: ClientTools = {
    transport,
    circuits,
    clock,
    random,
    newKey,
    maxAttempts,
    userAgent,
    deadlineMs,
    idleMs,
    paused,
    traceparent,
  }
  const over = (connect: Connect): Client => ({
    deadlineMs,
    call: (operation, input, callOptions) => callOver(connect, operation, input, tools, callOptions),
    pages: (operation, input, callOptions) => pagesOver(connect, operation, input, tools, callOptions),
    // Loaded where a file is fetched, since most that starts fetches none.
    download: async (url, to, downloadOptions) =>
      (await import('./download.ts')).download(url, to, tools, downloadOptions),
    close: () => transport.close(),
    over,
  })
  return over(options.connect)
}

/** Makes one call, again after each pause that the service asks for where somebody waits. All its turns have one idempotency key. */
function callOver<Op extends ApiOperation>(
  connect: Connect,
  operation: Op,
  input: CallInput<Op>,
  tools: ClientTools,
  options: CallOptions = {},
  cursor?: string,
): Promise<ApiResponse<Op>> {
  const newKey = once(tools.newKey)
  const one = () => callOnce(connect, operation, input, { ...tools, newKey }, options, cursor)
  if (options.once) return one()
  return patiently(one, { ...tools, signal: options.signal })
}

/** Makes one call within its deadline. If the credential is refused, the call is made again with each one that `renew` gives. */
async function callOnce<Op extends ApiOperation>(
  connect: Connect,
  operation: Op,
  input: CallInput<Op>,
  tools: ClientTools,
  { signal, deadlineMs, once = false, ...extras }: CallOptions,
  cursor: string | undefined,
): Promise<ApiResponse<Op>> {
  const { clock, random, userAgent, newKey, traceparent } = tools
  const maxAttempts = once ? 1 : tools.maxAttempts
  const sending = extras.file === undefined ? 0 : transferMs(extras.file.size)
  const deadline = startDeadline(deadlineMs ?? tools.deadlineMs + sending, clock, signal)
  try {
    let credential = await deadline.race(connect)
    for (;;) {
      const request = prepare(operation, input, credential, {
        ...{ userAgent, newKey, cursor, traceparent: traceparent?.() },
        ...extras,
      })
      const { body } = request
      const repeatable = () => typeof body === 'string' || body === null || body.repeatable()
      const plan = { retry: operation.retry, repeatable, maxAttempts, deadline, random }
      const about = { origin: request.origin, operation: operation.id, reads: operation.method === 'GET' }
      const sending = { circuits: tools.circuits, clock, ...about, plan, counts: !once }
      let read: Read<Op>
      try {
        read = await tried(sending, hearing => sendOnce(request, tools, { deadline, hearing }))
      } catch (error) {
        const { renew } = credential
        // A request whose credential was refused has changed nothing, so every operation may be sent again.
        if (renew === undefined || !isOfCredential(error)) throw error
        credential = await deadline.race(() => renew(error, operation.scope))
        if (!repeatable()) throw error
        continue
      }
      if ('answer' in read) return read.answer
      return await completed(connect, operation, read, tools, { signal, deadlineMs: deadline.remaining() })
    }
  } catch (error) {
    throw error instanceof ApiError ? error.of(operation.id) : error
  } finally {
    deadline.end()
  }
}

/**
 * Reads what a success left out. @throws {ApiError} as reading does; a change that has happened says so
 */
async function completed<Op extends ApiOperation>(
  connect: Connect,
  operation: Op,
  { lacking, complete }: Incomplete<Op>,
  tools: ClientTools,
  options: CallOptions,
): Promise<ApiResponse<Op>> {
  try {
    const found =
      lacking.by === 'batches.get'
        ? await callOver(connect, api.batches.get, { params: lacking.params }, tools, options)
        : await callOver(connect, api.glossaries.get, { params: lacking.params }, tools, options)
    return complete(found.data)
  } catch (error) {
    if (operation.method === 'GET' || !(error instanceof ApiError)) throw error
    throw error.afterSuccess(Object.values(lacking.params).join())
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

/** The fields of a page that say whether and where the list goes on. */
interface Page {
  readonly has_more: boolean
  readonly next_cursor: string | null
  readonly request_id: string
}

/** Makes a value when it is first needed, then gives the same one: all attempts of a call have the same idempotency key. */
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

/** The error for a page that says there is more, without a new cursor. Without this check such a list would never end. */
function endless(operation: ListOperation, request_id: string): ApiError {
  const message = `The service's answer to ${operation.id} breaks the contract: has_more without a new next_cursor; request_id ${request_id}.`
  return new ApiError({ code: 'contract_violation', param: 'next_cursor', request_id, message })
}
