import type { Clock } from './deadline.ts'
import { ApiError } from './errors.ts'

/**
 * Whether the services at some addresses are down. While one is, its calls fail at once instead of after all their attempts. After a
 * pause one call is let through; its answer opens the way for all again.
 */
export interface Circuits {
  /** Admits a call to an address. The call says how its attempts ended, and when it is over. @throws {ApiError} api_down, nothing was sent */
  admit(origin: string): Admission
}

export interface Admission {
  /** Notes how an attempt ended: with an answer, or with this error. */
  note(error: ApiError | null, attempt: Attempted): void
  /** False where this call was let through to try, and the service is still down: one attempt is enough for that. */
  mayGoOn(): boolean
  over(): void
}

/** What an attempt was: whether it only read, and for how many milliseconds the service was silent. */
export interface Attempted {
  readonly reads: boolean
  readonly silent_ms: number
}

/** What is known of an address whose last attempts all failed. Times are moments of the clock, in milliseconds. */
export interface Outage {
  readonly failures: number
  readonly since: number
  /** What the last error said. */
  readonly last: string
  /** From when on a call may try again; null while so few attempts failed that all may. */
  readonly try_at: number | null
  readonly pause_ms: number
}

/** So many attempts in a row, over so long, mean that the service is down and not only starting anew. */
const FAILURES = 5
const SPAN_MS = 1500
/** A call that got no answer for so long counts as several failed attempts. */
const SILENT_MS = 10_000
const SILENT_COUNTS = 3
const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 15_000

/** The links of a service may lead anywhere. */
const MOST_ORIGINS = 100

/** The statuses of a gateway or service that cannot work. Every other answer, a refusal too, shows that the service is there. */
const DOWN: ReadonlySet<number | null> = new Set([502, 503, 504])

/**
 * How much an error says that a service is down; 0 where it says nothing about that, null where it shows that the service is there.
 * A service that itself says to a change that it cannot do it, its disk being full, may do all else.
 */
export function weightOf(
  { code, status, request_id }: Pick<ApiError, 'code' | 'status' | 'request_id'>,
  { reads, silent_ms }: Attempted,
): number | null {
  if (code === 'network_error') return 1
  if (DOWN.has(status)) return reads || request_id === null ? 1 : 0
  if (code === 'timeout') return silent_ms >= SILENT_MS ? SILENT_COUNTS : 0
  return status === null ? 0 : null
}

/** The outage after one more failed attempt. */
export function afterFailure(before: Outage | undefined, weight: number, last: string, now: number): Outage {
  const { failures, since, try_at, pause_ms } = before ?? { failures: 0, since: now, try_at: null, pause_ms: 0 }
  const all = failures + weight
  const isDown = try_at !== null || (all >= FAILURES && (now - since >= SPAN_MS || weight > 1))
  if (!isDown) return { failures: all, since, last, try_at: null, pause_ms: FIRST_PAUSE_MS }
  // Attempts that were under way when the pause began do not make it longer.
  if (try_at !== null && now < try_at) return { failures: all, since, last, try_at, pause_ms }
  const pause = try_at === null ? FIRST_PAUSE_MS : Math.min(pause_ms * 2, LONGEST_PAUSE_MS)
  return { failures: all, since, last, try_at: now + pause, pause_ms: pause }
}

/** Keeps what is known of all addresses of one process, by origin. Addresses that answer are forgotten. */
export function createCircuits({ now }: Pick<Clock, 'now'>): Circuits {
  const outages = new Map<string, Outage>()
  const trying = new Set<string>()
  return {
    admit(origin) {
      const outage = outages.get(origin)
      const isDown = outage !== undefined && outage.try_at !== null
      if (isDown && (trying.has(origin) || now() < (outage.try_at ?? 0))) throw notSent(origin, outage, now())
      if (isDown) trying.add(origin)
      return {
        note(error, attempt) {
          const weight = error === null ? null : weightOf(error, attempt)
          if (weight === null) outages.delete(origin)
          else if (weight > 0 && error !== null) {
            const [oldest] = outages.size < MOST_ORIGINS ? [] : outages.keys()
            if (oldest !== undefined && !outages.has(origin)) outages.delete(oldest)
            outages.set(origin, afterFailure(outages.get(origin), weight, error.message, now()))
          }
        },
        mayGoOn: () => !isDown || !outages.has(origin),
        over: () => void (isDown && trying.delete(origin)),
      }
    },
  }
}

function notSent(origin: string, { since, last, try_at }: Outage, now: number): ApiError {
  const seconds = Math.max(1, Math.ceil(((try_at ?? now) - now) / 1000))
  const long = Math.max(1, Math.round((now - since) / 1000))
  return new ApiError({
    code: 'api_down',
    message: `${origin} has been down for ${long} s, so this call was not sent: ${last}`,
    retry_after_seconds: seconds,
  })
}
