import { randomUUID } from 'node:crypto'
import {
  type McpHandlerRequestOptions,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { sessionOwnerOf } from './principal.ts'
import { problem } from './problem.ts'

/** How many sessions there may be, and how long one may lie idle. */
export interface SessionLimits {
  readonly max_sessions: number
  /** Milliseconds without a request and without an open stream. */
  readonly idle_ms: number
  /** Bytes of a request body. */
  readonly max_body: number
}

interface Session {
  /** Whose it is: to anybody else it does not exist. */
  readonly owner: string
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly server: Server
  /** Requests under way and streams still open. */
  active: number
  seen: number
}

/** Hosts take the status together with this code of the SDK's for a session that has ended, and introduce themselves anew. */
const SESSION_NOT_FOUND = -32_001

/**
 * Sessions of 2025-era clients: on stateless HTTP such a client cannot be asked, cancelled or notified. Bound to their owner,
 * bounded in number, reaped when idle (MCP-12); the longest idle one makes place for a new one.
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

  /** Answers one request: of a session by its header, or the one that opens a session. */
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

  /** Serves a request of a session and holds the session open until the answer has been read to its end. */
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
   * Takes in a session that its client has opened, in place of the longest idle one where there is no room, of its own owner if
   * there is one: only a client that introduces itself may end another's session. False where every session is at work.
   */
  async #admit(id: string, session: Session): Promise<boolean> {
    const full = this.#open.size >= this.#limits.max_sessions
    const idle = [...this.#open].filter(([, one]) => one.active === 0).sort(([, a], [, b]) => a.seen - b.seen)
    const own = idle.find(([, one]) => one.owner === session.owner)
    const oldest = full ? (own ?? idle[0]) : undefined
    if (full && !oldest) return false
    this.#open.set(id, session)
    if (oldest) await this.#end(oldest[0])
    return true
  }

  async #end(id: string): Promise<void> {
    const session = this.#open.get(id)
    this.#open.delete(id)
    await session?.server.close()
  }
}

/** The same response, telling when its body has been read or given up. */
function whenRead(response: Response, done: () => void): Response {
  if (response.body === null) {
    done()
    return response
  }
  const reader = response.body.getReader()
  let open = true
  const finish = () => {
    if (open) done()
    open = false
  }
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done: ended, value } = await reader.read()
        if (!ended) return controller.enqueue(value)
        finish()
        controller.close()
      } catch (error) {
        finish()
        controller.error(error)
      }
    },
    async cancel(reason) {
      finish()
      await reader.cancel(reason)
    },
  })
  return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers })
}
