import { randomUUID } from 'node:crypto'
import {
  type McpHandlerRequestOptions,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { sessionOwnerOf } from './principal.ts'
import { problem } from './problem.ts'
import { whenRead } from './when-read.ts'

/** The limits of sessions and of their requests. */
export interface SessionLimits {
  readonly max_sessions: number
  /** Milliseconds that a session may have no request and no open stream. */
  readonly idle_ms: number
  /** The most bytes of a request body. */
  readonly max_body: number
}

interface Session {
  /** Only requests of this owner find the session (see sessionOwnerOf). */
  readonly owner: string
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly server: Server
  /** Requests under way and streams still open. */
  active: number
  /** When the last request or stream ended, in milliseconds since 1970. */
  seen: number
}

/** The code of the SDK for an ended session. Hosts that get it with status 404 open a new session. */
const SESSION_NOT_FOUND = -32_001

/**
 * Sessions of 2025-era clients: without a session such a client cannot be asked, cancelled or notified. Each session belongs to one
 * owner. Their number is limited, and idle ones are ended (MCP-12). At the limit, a new session replaces the longest idle one.
 */
export class Sessions {
  readonly #open = new Map<string, Session>()
  readonly #limits: SessionLimits
  readonly #build: () => Server
  readonly #clock: () => number
  readonly #reaper: NodeJS.Timeout

  constructor(build: () => Server, limits: SessionLimits, clock: () => number) {
    this.#build = build
    this.#limits = limits
    this.#clock = clock
    this.#reaper = setInterval(() => void this.reap(), Math.min(limits.idle_ms, 60_000))
    this.#reaper.unref()
  }

  get size(): number {
    return this.#open.size
  }

  /** Answers one request. Its `mcp-session-id` names the session; a request without this header opens a new one. */
  async fetch(request: Request, given: McpHandlerRequestOptions = {}): Promise<Response> {
    const id = request.headers.get('mcp-session-id')
    if (id === null) return this.#openWith(request, given)
    const session = this.#open.get(id)
    if (session?.owner === sessionOwnerOf(given.authInfo)) return this.#within(session, request, given)
    return problem(404, 'Session not found: it has ended. Initialize again.', { code: SESSION_NOT_FOUND })
  }

  /** Ends the sessions that have been idle too long. */
  async reap(): Promise<void> {
    const limit = this.#clock() - this.#limits.idle_ms
    await Promise.all(
      [...this.#open].filter(([, one]) => one.active === 0 && one.seen <= limit).map(([id]) => this.#end(id)),
    )
  }

  async close(): Promise<void> {
    clearInterval(this.#reaper)
    await Promise.all([...this.#open.keys()].map(id => this.#end(id)))
  }

  async #openWith(request: Request, given: McpHandlerRequestOptions): Promise<Response> {
    let refused = false
    const server = this.#build()
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: this.#limits.max_body,
      onsessioninitialized: async id => {
        refused = !(await this.#admit(id, session))
      },
      onsessionclosed: id => void this.#open.delete(id),
    })
    const session: Session = {
      owner: sessionOwnerOf(given.authInfo),
      ...{ transport, server, active: 0, seen: this.#clock() },
    }
    await server.connect(transport)
    const response = await this.#within(session, request, given)
    if (transport.sessionId !== undefined && !refused) return response
    await server.close()
    if (!refused) return response
    return problem(503, 'Too many sessions are open. Try again in a minute.', { headers: { 'retry-after': '60' } })
  }

  /** Serves a request of a session. The session counts as active until the response has been read to its end or given up. */
  async #within(session: Session, request: Request, given: McpHandlerRequestOptions): Promise<Response> {
    session.active += 1
    const done = () => {
      session.active -= 1
      session.seen = this.#clock()
    }
    try {
      const response = await session.transport.handleRequest(request, given)
      return whenRead(response, done)
    } catch (error) {
      done()
      throw error
    }
  }

  /**
   * Adds a session after its client has initialized it, not before: a request that does not initialize must not end the session of
   * another client. At the limit, another session is ended. False if no session may be ended.
   */
  async #admit(id: string, session: Session): Promise<boolean> {
    const full = this.#open.size >= this.#limits.max_sessions
    const giving = full ? this.#giving(session.owner) : undefined
    if (full && giving === undefined) return false
    this.#open.set(id, session)
    if (giving !== undefined) await this.#end(giving)
    return true
  }

  /**
   * The session to end for a new one of this owner: the longest idle one, of the same owner if there is one. If all are in use,
   * it is one of the owner with the most sessions, if that owner has more than the new one's owner would have.
   */
  #giving(owner: string): string | undefined {
    const byAge = [...this.#open].sort(([, a], [, b]) => a.seen - b.seen)
    const idle = byAge.filter(([, one]) => one.active === 0)
    const [oldest] = idle.find(([, one]) => one.owner === owner) ?? idle[0] ?? []
    if (oldest !== undefined) return oldest
    const counts = new Map<string, number>()
    for (const [, one] of byAge) counts.set(one.owner, (counts.get(one.owner) ?? 0) + 1)
    const [most] = [...counts].sort(([, a], [, b]) => b - a)
    if (most === undefined || most[1] <= (counts.get(owner) ?? 0) + 1) return undefined
    return byAge.find(([, one]) => one.owner === most[0])?.[0]
  }

  async #end(id: string): Promise<void> {
    const session = this.#open.get(id)
    this.#open.delete(id)
    await session?.server.close()
  }
}
