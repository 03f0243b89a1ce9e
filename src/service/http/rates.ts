import { setTimeout as pause } from 'node:timers/promises'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { MINUTE } from '../domain/time.ts'
import type { Log } from '../ports.ts'
import type { Database } from '../store/database.ts'
import { addRequests, forgetWindows, requestsIn } from '../store/rates.ts'
import { traceOf } from '../trace.ts'

/** Counts requests in windows of one minute. */
export interface Rates {
  /** Counts one request of a credential, by its id, or of who else is counted. @returns seconds until the next window where there were too many, else undefined */
  count(credentialId: string): Promise<number | undefined>
  /** Notes what is counted and not noted yet, and counts nothing more. Waits half a second at most. */
  close(): Promise<void>
}

export interface RatesParts {
  readonly db: Database
  /** The most requests of a credential in a minute, those at all processes on the data folder together. */
  readonly points: number
  readonly clock: () => number
  readonly log: Log
}

/** How long after a request it is noted in the database, in milliseconds. */
const FLUSH_MS = 1000
/** How long the end waits for that, in milliseconds: another program may hold the database. */
const CLOSE_MS = 500

/** One window of one credential. */
interface Window {
  readonly key: string
  readonly credential_id: string
  readonly window_start: number
  /** Requests here that the database does not have yet. */
  unnoted: number
  /** Requests here that it has. */
  noted: number
  /** Requests of other processes that count here. */
  others: number
}

/**
 * Counts requests in memory, so that no request waits for the database or needs to write it (LIM-1). Each second the counts are
 * noted there, and what other processes have noted counts here too. A count that cannot be noted now is noted later, or never after
 * its window has ended; it refuses nothing.
 */
export class MemoryRates implements Rates {
  readonly #parts: RatesParts
  // A window has its own key, so the limiter only has to forget it some time after its end.
  readonly #limiter: RateLimiterMemory
  readonly #windows = new Map<string, Promise<Window>>()
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> = Promise.resolve()
  /** The window at whose time earlier ones were forgotten. */
  #swept = 0
  #failed = false
  #closed = false

  constructor(parts: RatesParts) {
    this.#parts = parts
    this.#limiter = new RateLimiterMemory({ points: parts.points, duration: 120 })
  }

  async count(credential_id: string): Promise<number | undefined> {
    const now = this.#parts.clock()
    const window_start = windowAt(now)
    const key = keyOf({ credential_id, window_start })
    const opening = this.#windows.get(key) ?? this.#open(key, credential_id, window_start)
    this.#windows.set(key, opening)
    const window = await opening
    window.unnoted += 1
    this.#flushSoon()
    try {
      await this.#limiter.consume(key)
      return undefined
    } catch (state) {
      if (!(state instanceof RateLimiterRes)) throw state
      return Math.ceil((window_start + MINUTE - now) / 1000)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    const last = this.#flushing.then(() => this.#flush()).catch(() => undefined)
    await Promise.race([last, pause(CLOSE_MS, undefined, { ref: false })])
  }

  async #open(key: string, credential_id: string, window_start: number): Promise<Window> {
    const others = await requestsIn(this.#parts.db, credential_id, window_start).catch(() => 0)
    if (others > 0) await this.#limiter.penalty(key, others)
    return { key, credential_id, window_start, unnoted: 0, noted: 0, others }
  }

  /** Flushes after a second, and again as long as something is left. Its timer does not keep the process alive. */
  #flushSoon(): void {
    if (this.#timer !== undefined || this.#closed) return
    const flush = async () => {
      try {
        await this.#flush()
        this.#failed = false
      } catch (error) {
        // Another program may hold the database for long: one line for that is enough.
        if (!this.#failed) this.#parts.log.warn('Requests that were counted could not be noted.', traceOf(error))
        this.#failed = true
      }
      this.#timer = undefined
      if (this.#windows.size > 0) this.#flushSoon()
    }
    this.#timer = setTimeout(() => {
      this.#flushing = flush()
    }, FLUSH_MS).unref()
  }

  async #flush(): Promise<void> {
    const { db, clock } = this.#parts
    const current = windowAt(clock())
    const all = await Promise.all(this.#windows.values())
    const counts = all.filter(({ unnoted }) => unnoted > 0).map(window => ({ window, requests: window.unnoted }))
    const rows = counts.map(({ window: { credential_id, window_start }, requests }) => {
      return { credential_id, window_start, requests }
    })
    const sums = new Map((await addRequests(db, rows)).map(sum => [keyOf(sum), sum.requests]))
    for (const { window, requests } of counts) await this.#take(window, requests, sums.get(window.key) ?? 0)
    for (const { key, window_start } of all) if (window_start < current) this.#windows.delete(key)
    if (this.#swept === current) return
    await forgetWindows(db, current - MINUTE)
    this.#swept = current
  }

  /** Takes what has been noted of a window: `requests` of here, `sum` of all processes. */
  async #take(window: Window, requests: number, sum: number): Promise<void> {
    window.unnoted -= requests
    window.noted += requests
    const more = sum - window.noted - window.others
    if (more <= 0) return
    window.others += more
    await this.#limiter.penalty(window.key, more)
  }
}

function windowAt(now: number): number {
  return now - (now % MINUTE)
}

function keyOf({ credential_id, window_start }: Pick<Window, 'credential_id' | 'window_start'>): string {
  return `${credential_id} ${window_start}`
}
