import { randomUUID } from 'node:crypto'
import { type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
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
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly server: Server
  /** Requests under way and streams still open. */
  active: number
  seen: number
}

/**
 * Sessions of 2025-era clients: on stateless HTTP such a client cannot be asked, cancelled or notified. Bounded in number, reaped
 * when idle (MCP-12); the longest idle one makes place for a new one.
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
  async fetch(request: Request): Promise<Response> {
    const id = request.headers.get('mcp-session-id')
    if (id === null) return this.#openWith(request)
    const session = this.#open.get(id)
    return session ? this.#within(session, request) : problem(404, 'Session not found: it has ended. Initialize again.')
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

  async #openWith(request: Request): Promise<Response> {
    if (!(await this.#makePlace())) {
      return problem(503, 'Too many sessions are open. Try again in a minute.', { 'retry-after': '60' })
    }
    const server = this.#build()
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: this.#limits.max_body,
      onsessioninitialized: id => void this.#open.set(id, session),
      onsessionclosed: id => void this.#open.delete(id),
    })
    const session: Session = { transport, server, active: 0, seen: this.#clock() }
    await server.connect(transport)
    const response = await this.#within(session, request)
    if (transport.sessionId === undefined) await server.close()
    return response
  }

  /** Serves a request of a session and holds the session open until the answer has been read to its end. */
  async #within(session: Session, request: Request): Promise<Response> {
    session.active += 1
    const done = () => {
      session.active -= 1
      session.seen = this.#clock()
    }
    try {
      const response = await session.transport.handleRequest(request)
      return whenRead(response, done)
    } catch (error) {
      done()
      throw error
    }
  }

  async #makePlace(): Promise<boolean> {
    if (this.#open.size < this.#limits.max_sessions) return true
    const [oldest] = [...this.#open].filter(([, one]) => one.active === 0).sort(([, a], [, b]) => a.seen - b.seen)
    if (!oldest) return false
    await this.#end(oldest[0])
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
