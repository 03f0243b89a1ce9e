import type { Caller } from '../../auth/caller.ts'
import { endable } from './when-read.ts'

/** The streams of one connection: the functions that end them, and the newest caller that opened one. */
interface Opened {
  caller: Caller
  readonly ends: Set<() => void>
}

/**
 * The open event streams of callers. A stream was let in with a token once and then stays open, so it must be ended when its connection
 * ends: it is revoked, or its member is removed.
 */
export class ConnectedStreams {
  readonly #open = new Map<string, Opened>()
  readonly #connected: (caller: Caller) => Promise<boolean>
  readonly #report: (event: string, error: unknown) => void
  readonly #timer: NodeJS.Timeout

  /**
   * `connected` says whether a caller's connection still holds. It is asked for every connection with open streams, each `every_ms`
   * milliseconds.
   */
  constructor(
    connected: (caller: Caller) => Promise<boolean>,
    { every_ms, report }: { every_ms: number; report: (event: string, error: unknown) => void },
  ) {
    this.#connected = connected
    this.#report = report
    this.#timer = setInterval(() => void this.sweep(), every_ms)
    this.#timer.unref()
  }

  /** The same response; if it is a stream of events, it ends with the connection of its caller. */
  keep(response: Response, caller: Caller): Response {
    const { body, headers } = response
    if (body === null || !headers.get('content-type')?.startsWith('text/event-stream')) return response
    let forget = () => {}
    const kept = endable(response, () => forget())
    forget = this.#remember(caller, kept.end)
    return kept.response
  }

  /** Ends the streams whose connection has ended. Also runs by itself. */
  async sweep(): Promise<void> {
    await Promise.all([...this.#open.values()].map(opened => this.#look(opened)))
  }

  async #look({ caller, ends }: Opened): Promise<void> {
    try {
      if (!(await this.#connected(caller))) for (const end of [...ends]) end()
    } catch (error) {
      this.#report('it cannot be told whether a connection still holds', error)
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #remember(caller: Caller, end: () => void): () => void {
    const { principal } = caller
    const opened = this.#open.get(principal) ?? { caller, ends: new Set() }
    opened.caller = caller
    opened.ends.add(end)
    this.#open.set(principal, opened)
    return () => {
      opened.ends.delete(end)
      if (opened.ends.size === 0 && this.#open.get(principal) === opened) this.#open.delete(principal)
    }
  }
}
