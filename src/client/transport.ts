import type { Agent, buildConnector, Dispatcher } from 'undici'
import type { Method } from '../contract/operation.ts'
import type { Deadline } from './deadline.ts'
import { deadlineError } from './deadline.ts'
import { ApiError } from './errors.ts'
import { tlsFailure } from './tls.ts'

/** Largest answer that is accepted as one of the API. Real answers are far smaller. */
export const LARGEST_ANSWER_BYTES = 64 * 1024 * 1024

/** Connections to one or more origins, kept alive between calls. Files use separate ones, which have no limit of size. */
export interface Transport {
  api(request: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>
  files(request: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>
  /** Aborts the requests under way and closes all connections. */
  close(): Promise<void>
}

interface Agents {
  api: Agent
  files: Agent
}

/** Makes a transport. undici is imported at the first request, since that takes about 50 ms. Only the caller's signal limits time. */
export function createTransport(): Transport {
  let agents: Promise<Agents> | undefined
  let closed = false
  const load = async (): Promise<Agents> => {
    const { Agent, buildConnector } = await import('undici')
    const common = { headersTimeout: 0, bodyTimeout: 0, connect: noting(buildConnector({})) }
    return { api: new Agent({ ...common, maxResponseSize: LARGEST_ANSWER_BYTES }), files: new Agent(common) }
  }
  const open = () => {
    if (closed) throw new ApiError({ code: 'cancelled', message: 'The client is closed.' })
    agents ??= load()
    return agents
  }
  return {
    api: async request => (await open()).api.request(request),
    files: async request => (await open()).files.request(request),
    async close() {
      closed = true
      const { api, files } = (await agents) ?? {}
      await Promise.all([api?.destroy(), files?.destroy()])
    },
  }
}

/** The error of a connection that did not come to be: no byte of a request left this machine on it, whatever its code says. */
class Unconnected extends Error {
  override readonly name = 'Unconnected'
  readonly code: string

  constructor(cause: Error) {
    super(cause.message, { cause })
    this.code = systemCode(cause)
  }
}

/** A connector whose failures are told apart from those of a connection that was there, and whose connections end with their first error. */
export function noting(connect: buildConnector.connector): buildConnector.connector {
  return (to, callback) =>
    connect(to, (...[error, socket]) => {
      if (error !== null) return callback(new Unconnected(error), null)
      // After an error of TLS Node leaves a socket open, and undici would wait for its end.
      socket.once('error', () => socket.destroy())
      callback(null, socket)
    })
}

export interface SentRequest {
  method: Method
  origin: string
  deadline: Pick<Deadline, 'fault'>
}

/**
 * The error for a failed exchange: `timeout` or `cancelled` if the call had ended, an ApiError unchanged, `tls_error` where no secure
 * connection was agreed on, `not_an_api` if the answer is not HTTP or too large, else `network_error`. The original message is left out: it may quote what was sent.
 */
export function transportError(error: unknown, { method, origin, deadline }: SentRequest): ApiError {
  const cause = systemCode(error)
  const isSent = !(error instanceof Unconnected)
  const may_have_applied = method !== 'GET' && isSent
  const fault = cause === 'UND_ERR_DESTROYED' ? 'cancelled' : deadline.fault()
  if (fault !== null) return deadlineError(fault, may_have_applied)
  if (error instanceof ApiError) return error
  if (cause === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' || isRubbish(error)) {
    return new ApiError({ code: 'not_an_api', message: `What ${origin} answers is not the API.`, may_have_applied })
  }
  const distrust = tlsFailure(cause)
  if (distrust !== undefined && !isSent) {
    return new ApiError({ code: 'tls_error', message: `${origin} is not trusted: ${distrust.why}${distrust.mend}` })
  }
  const connection = distrust === undefined ? 'connection' : 'secure connection'
  const what = isSent ? `The ${connection} to ${origin} broke` : `${origin} cannot be reached`
  return new ApiError({ code: 'network_error', message: `${what} (${cause}).`, may_have_applied })
}

/** True if the answer is not HTTP. A parser error of undici without data means that the answer broke off. */
function isRubbish(error: unknown): boolean {
  return error instanceof Error && error.name === 'HTTPParserError' && 'data' in error && error.data !== ''
}

/** The `code` of a node or undici error, such as ECONNRESET. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown cause'
}

/** The bytes of an answer. undici's body yields buffers, but its type says otherwise. */
export function bytesIn(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return body
}

/** One header of an answer as text; undefined when absent. */
export function headerValue(headers: Dispatcher.ResponseData['headers'], name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}
