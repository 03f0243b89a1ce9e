import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  originValidationResponse,
  PARSE_ERROR,
} from '@modelcontextprotocol/server'
import type { ServerParts } from '../context.ts'
import { createServer } from '../server.ts'
import { BROKEN, readJsonBody, TOO_LARGE } from './body.ts'
import type { Gate } from './gate.ts'
import { sessionOwnerOf } from './principal.ts'
import { problem } from './problem.ts'
import { Sessions } from './sessions.ts'
import { isSubscribing, Subscriptions } from './subscriptions.ts'

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
/** The limit for all owners together; each of them has a much lower one. */
const MAX_SUBSCRIPTIONS = 10_000

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
    maxSubscriptions: MAX_SUBSCRIPTIONS,
    onerror: error => parts.report('request refused', error),
  })
  const subscriptions = new Subscriptions(parts.ending)
  const sessions = new Sessions(build, { max_sessions, idle_ms, max_body }, parts.clock)
  return {
    async fetch(request) {
      const refused = hostHeaderValidationResponse(request, names) ?? originValidationResponse(request, names)
      if (refused) return refused
      try {
        const caller = await gate?.admit(request)
        if (caller instanceof Response) return caller
        const body = await readJsonBody(request, max_body)
        if (body === TOO_LARGE) return problem(413, 'Payload Too Large')
        if (body === BROKEN) return problem(400, 'Parse error: Invalid JSON', { code: PARSE_ERROR })
        const stopped = caller && (await gate?.check(caller, body))
        if (stopped) return stopped
        const legacy = await isLegacyRequest(request, body, { maxRequestBodySize: max_body })
        const given = { ...(caller && { authInfo: caller }), ...(body !== undefined && { parsedBody: body }) }
        if (legacy) return await sessions.fetch(request, given)
        if (!isSubscribing(body)) return await modern.fetch(request, given)
        return await subscriptions.serve(request, sessionOwnerOf(caller), one => modern.fetch(one, given))
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
