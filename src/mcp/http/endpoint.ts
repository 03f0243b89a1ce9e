import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isJsonContentType,
  isLegacyRequest,
  originValidationResponse,
  PARSE_ERROR,
} from '@modelcontextprotocol/server'
import type { ServerParts } from '../context.ts'
import { createServer } from '../server.ts'
import type { Gate } from './gate.ts'
import { problem } from './problem.ts'
import { Sessions } from './sessions.ts'

/** MCP over Streamable HTTP as one function from request to response. */
export interface Endpoint {
  fetch(request: Request): Promise<Response>
  /** Sessions of 2025-era clients that are open now. */
  readonly sessions: number
  /** Ends the sessions that have been idle too long; happens by itself every minute. */
  reap(): Promise<void>
  /** Ends what is under way: streams, sessions, calls. */
  close(): Promise<void>
}

export interface EndpointOptions {
  /** Host names (without ports) under which requests may come in, and pages of which may call: others are refused (MCP-12). */
  readonly hostnames: readonly string[]
  readonly max_sessions?: number
  readonly idle_ms?: number
  /** Bytes of a request body; files never travel inside a message. */
  readonly max_body?: number
  /** Absent where whoever reaches the port may call; then all requests come from one principal. */
  readonly gate?: Gate | undefined
}

const MAX_SESSIONS = 200
const IDLE_MS = 30 * 60_000
const MAX_BODY = 4 * 1024 * 1024

/**
 * Serves both protocol eras from the one factory: modern clients statelessly, a server object for each request; 2025-era ones
 * in sessions, since without one they cannot be asked, cancelled or notified.
 */
export function createEndpoint(parts: ServerParts, options: EndpointOptions): Endpoint {
  const { hostnames, max_sessions = MAX_SESSIONS, idle_ms = IDLE_MS, max_body = MAX_BODY, gate } = options
  const names = [...hostnames]
  const build = () => createServer(parts)
  const modern = createMcpHandler(build, {
    legacy: 'reject',
    maxRequestBodySize: max_body,
    onerror: error => parts.report('request refused', error),
  })
  const sessions = new Sessions(build, { max_sessions, idle_ms, max_body }, parts.clock)
  return {
    async fetch(request) {
      const refused = hostHeaderValidationResponse(request, names) ?? originValidationResponse(request, names)
      if (refused) return refused
      try {
        const caller = await gate?.admit(request)
        if (caller instanceof Response) return caller
        const body = await bodyOf(request, max_body)
        if (body === BROKEN) return problem(400, 'Parse error: Invalid JSON', { code: PARSE_ERROR })
        const stopped = caller && (await gate?.check(caller, body))
        if (stopped) return stopped
        const legacy = await isLegacyRequest(request, body, { maxRequestBodySize: max_body })
        const given = { ...(caller && { authInfo: caller }), ...(body !== undefined && { parsedBody: body }) }
        return await (legacy ? sessions.fetch(request, given) : modern.fetch(request, given))
      } catch (error) {
        parts.report('request failed', error)
        return problem(500, 'The request could not be served.')
      }
    },
    get sessions() {
      return sessions.size
    },
    reap: () => sessions.reap(),
    async close() {
      await Promise.all([sessions.close(), modern.close()])
    },
  }
}

const BROKEN = Symbol('not JSON')

/**
 * The JSON body, read once for whoever answers: each of them would copy the request to look into it. Undefined, and unread, where
 * it does not say that it is JSON within the bound: they refuse that themselves.
 */
async function bodyOf(request: Request, max_body: number): Promise<unknown> {
  const size = Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY)
  if (request.method !== 'POST' || !(size <= max_body) || !isJsonContentType(request.headers.get('content-type')))
    return undefined
  const text = await request.text()
  try {
    return JSON.parse(text)
  } catch {
    return BROKEN
  }
}
