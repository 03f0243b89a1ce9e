import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  originValidationResponse,
  PARSE_ERROR,
} from '@modelcontextprotocol/server'
import type { Client } from '../../client/client.ts'
import type { ServerParts } from '../context.ts'
import { createServer } from '../server.ts'
import { BROKEN, readJsonBody, TOO_LARGE } from './body.ts'
import type { CallerInfo } from './caller-info.ts'
import { ConnectedStreams } from './connected-streams.ts'
import type { Gate } from './gate.ts'
import { sessionOwnerOf } from './principal.ts'
import { problem } from './problem.ts'
import { Sessions } from './sessions.ts'
import { isSubscribing, Subscriptions } from './subscriptions.ts'

/** Takes what is known of a call: the id of its connection where callers have one, and a method of MCP or `other`. */
export type NoteCall = (call: { readonly caller?: string; readonly operation?: string }) => void

/** MCP over Streamable HTTP as one function from request to response. */
export interface Endpoint {
  /** `note` is told who calls, and which method of MCP. */
  fetch(request: Request, note?: NoteCall): Promise<Response>
  /** How many sessions of 2025-era clients are open now. */
  readonly sessions: number
  /** Ends the sessions that have been idle too long. Also runs by itself, at least once a minute. */
  reap(): Promise<void>
  /** Ends the event streams of callers whose connection has ended. Also runs by itself, every few seconds. */
  endStreams(): Promise<void>
  /** Ends what is under way: streams, sessions, calls. */
  close(): Promise<void>
}

export interface EndpointOptions {
  /** Host names without ports. A request with another Host, or from a page of another host, is refused (MCP-12). */
  readonly hostnames: readonly string[]
  readonly max_sessions?: number
  readonly idle_ms?: number
  /** How often it is looked whether the connections with open streams still hold, in milliseconds. */
  readonly streams_ms?: number
  /** The most bytes of a request body. Files never travel inside a message. */
  readonly max_body?: number
  /** Absent where callers need no token: then everybody who reaches the port may call, and all are one principal. */
  readonly gate?: Gate | undefined
  /** Gives each session of a 2025-era client its own client of the API, for a limit of its own; absent: all have that of the parts. */
  readonly clientOf?: ((caller: 'session' | 'stateless') => Client) | undefined
}

const MAX_SESSIONS = 200
const IDLE_MS = 30 * 60_000
const STREAMS_MS = 5000
const MAX_BODY = 4 * 1024 * 1024
/** The limit for all owners together. The limit of each owner is much lower. */
const MAX_SUBSCRIPTIONS = 10_000

/**
 * Serves both protocol eras from the same factory. Modern clients are stateless: each request gets a server object. 2025-era clients
 * get sessions: without a session such a client cannot be asked, cancelled or notified.
 */
export function createEndpoint(parts: ServerParts, options: EndpointOptions): Endpoint {
  const { hostnames, max_sessions = MAX_SESSIONS, idle_ms = IDLE_MS, max_body = MAX_BODY } = options
  const { streams_ms = STREAMS_MS, gate, clientOf } = options
  const names = [...hostnames]
  const stateless = clientOf === undefined ? parts : { ...parts, client: clientOf('stateless') }
  const inSession = () => (clientOf === undefined ? parts : { ...parts, client: clientOf('session') })
  const modern = createMcpHandler(() => createServer(stateless), {
    legacy: 'reject',
    maxRequestBodySize: max_body,
    maxSubscriptions: MAX_SUBSCRIPTIONS,
    onerror: error => parts.report('request refused', error),
  })
  const subscriptions = new Subscriptions(parts.ending)
  const sessions = new Sessions(() => createServer(inSession()), { max_sessions, idle_ms, max_body }, parts.clock)
  const streams = gate && new ConnectedStreams(gate.connected, { every_ms: streams_ms, report: parts.report })
  const answer = answering({ sessions, modern, subscriptions }, max_body)
  return {
    async fetch(request, note) {
      const refused = hostHeaderValidationResponse(request, names) ?? originValidationResponse(request, names)
      if (refused) return refused
      try {
        const caller = await gate?.admit(request)
        if (caller instanceof Response) return caller
        if (caller) note?.({ caller: caller.caller.principal })
        const body = await readJsonBody(request, max_body)
        if (body === TOO_LARGE) return problem(413, 'Payload Too Large')
        if (body === BROKEN) return problem(400, 'Parse error: Invalid JSON', { code: PARSE_ERROR })
        note?.({ operation: operationOf(request.method, body) })
        const stopped = caller && (await gate?.check(caller, body, request.headers.get('mcp-protocol-version')))
        if (stopped) return stopped
        const answered = await answer(request, caller, body)
        return caller && streams ? streams.keep(answered, caller.caller) : answered
      } catch (error) {
        parts.report('request failed', error)
        return problem(500, 'The request could not be served.')
      }
    },
    get sessions() {
      return sessions.size
    },
    reap: () => sessions.reap(),
    endStreams: async () => streams?.sweep(),
    async close() {
      streams?.close()
      await Promise.all([sessions.close(), modern.close()])
    },
  }
}

/** The methods that are told apart in metrics and logs. */
const METHODS: ReadonlySet<unknown> = new Set([
  ...['initialize', 'ping', 'tools/list', 'tools/call', 'resources/list', 'resources/read'],
  ...['resources/templates/list', 'prompts/list', 'prompts/get', 'completion/complete', 'server/discover'],
  ...['subscriptions/listen', 'notifications/initialized', 'notifications/cancelled'],
])

/** The method of a message; that of HTTP where none came, as when a session is listened to. */
function operationOf(method: string, body: unknown): string {
  if (body === undefined) return method === 'GET' ? 'listen' : 'end_session'
  const said: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'method') : undefined
  return typeof said === 'string' && METHODS.has(said) ? said : 'other'
}

interface Legs {
  readonly sessions: Sessions
  readonly modern: ReturnType<typeof createMcpHandler>
  readonly subscriptions: Subscriptions
}

/** Passes a request that was let in to the part that serves its client. */
function answering({ sessions, modern, subscriptions }: Legs, maxRequestBodySize: number) {
  return async (request: Request, info: CallerInfo | undefined, body: unknown): Promise<Response> => {
    const legacy = await isLegacyRequest(request, body, { maxRequestBodySize })
    const given = { ...(info && { authInfo: info }), ...(body !== undefined && { parsedBody: body }) }
    if (legacy) return await sessions.fetch(request, given)
    if (!isSubscribing(body)) return await modern.fetch(request, given)
    return await subscriptions.serve(request, sessionOwnerOf(info), one => modern.fetch(one, given))
  }
}
