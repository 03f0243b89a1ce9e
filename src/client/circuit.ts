import type { Clock } from './deadline.ts'
import { ApiError } from './errors.ts'

/**
 * Whether the services at some addresses are down, or one of their operations. While one is, its calls fail at once instead of after
 * all their attempts. After a pause one call is let through; its answer opens the way for all again.
 */
export interface Circuits {
  /** Admits a call. The call says how its attempts ended, and when it is over. @throws {ApiError} api_down, nothing was sent */
  admit(call: Aim): Admission
}

/** Where a call goes, and what it is for: the id of an operation, or another word for what is asked for there. */
export interface Aim {
  readonly origin: string
  readonly operation: string
}

export interface Admission {
  /** Notes how an attempt ended: with an answer, or with this error. */
  note(error: ApiError | null, attempt: Attempted): void
  /** False where this call was let through to try, and the service is still down: one attempt is enough for that. */
  mayGoOn(): boolean
  over(): void
}

/** What an attempt was, and what it heard. */
export interface Attempted {
  /** True where it changes nothing. */
  readonly reads: boolean
  /** True once the address had begun to answer. */
  readonly answered: boolean
  /** True where the address sent it on to another one. */
  readonly sent_on: boolean
  /** True where it brings a file. */
  readonly carries: boolean
  /** For how many milliseconds an answer was owed, without a byte of it, while no bytes of a file passed. */
  readonly silent_ms: number
}

/** What is known of an address or operation whose last attempts all failed. Times are moments of the clock, in milliseconds. */
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

/** Of so many addresses and operations it is kept at most: the links of a service may lead anywhere. */
const MOST_KEPT = 200

/** The statuses of a gateway or service that cannot work. Every other answer, a refusal too, shows that the service is there. */
const DOWN: ReadonlySet<number | null> = new Set([502, 503, 504])

/** How much an attempt says that something is down; 0 where it says nothing about that, null where it shows that it is there. */
interface Verdict {
  readonly address: number | null
  readonly operation: number | null
}

/**
 * What an error says of the address, and of its operation alone. A service that itself says that it cannot do one thing may do all
 * else; and of a change, its disk being full, not even that operation is down. A transfer that is slow or breaks off says nothing: what
 * stands before the service may not let one file through.
 */
export function verdictOf(
  { code, status, request_id, may_have_applied }: Pick<ApiError, 'code' | 'status' | 'request_id' | 'may_have_applied'>,
  { reads, answered, sent_on, carries, silent_ms }: Attempted,
): Verdict {
  if (sent_on) return { address: null, operation: 0 }
  if (DOWN.has(status)) {
    return request_id === null ? { address: 1, operation: 0 } : { address: null, operation: reads ? 1 : 0 }
  }
  if (status !== null) return { address: null, operation: null }
  const isConnected = may_have_applied
  if (answered || (carries && isConnected && code === 'network_error')) return { address: 0, operation: 0 }
  const isSilent = code === 'timeout' && silent_ms >= SILENT_MS
  return { address: code === 'network_error' ? 1 : isSilent ? SILENT_COUNTS : 0, operation: 0 }
}

/** Milliseconds until a moment. A longer pause than there is means that the clock was set back: then it is over. */
function msLeft(moment: number, now: number): number {
  return moment > now + LONGEST_PAUSE_MS ? 0 : Math.max(0, moment - now)
}

/** The outage after one more failed attempt. */
export function afterFailure(before: Outage | undefined, weight: number, last: string, now: number): Outage {
  const { failures, since, try_at, pause_ms } = before ?? { failures: 0, since: now, try_at: null, pause_ms: 0 }
  const all = failures + weight
  const isDown = try_at !== null || (all >= FAILURES && (now - since >= SPAN_MS || weight > 1))
  if (!isDown) return { failures: all, since, last, try_at: null, pause_ms: FIRST_PAUSE_MS }
  // Attempts that were under way when the pause began do not make it longer.
  if (try_at !== null && msLeft(try_at, now) > 0) return { failures: all, since, last, try_at, pause_ms }
  const pause = try_at === null ? FIRST_PAUSE_MS : Math.min(pause_ms * 2, LONGEST_PAUSE_MS)
  return { failures: all, since, last, try_at: now + pause, pause_ms: pause }
}

/** A call that was let through to try. Where it takes long, as with a large file, others may try after a pause more. */
interface Trial {
  readonly until: number
}

/** Keeps what is known of all addresses of one process, and of their operations. What answers is forgotten. */
export function createCircuits({ now }: Pick<Clock, 'now'>): Circuits {
  const outages = new Map<string, Outage>()
  const trials = new Map<string, Trial>()
  const weigh = (key: string, weight: number | null, last: string) => {
    if (weight === null) outages.delete(key)
    if (weight === null || weight === 0) return
    const [oldest] = outages.size < MOST_KEPT ? [] : outages.keys()
    if (oldest !== undefined && !outages.has(key)) outages.delete(oldest)
    outages.set(key, afterFailure(outages.get(key), weight, last, now()))
  }
  const admitted = (key: string, whose: string): Trial | undefined => {
    const outage = outages.get(key)
    if (outage === undefined || outage.try_at === null) return undefined
    const left = Math.max(msLeft(outage.try_at, now()), msLeft(trials.get(key)?.until ?? 0, now()))
    if (left > 0) throw notSent(whose, outage, now(), left)
    return { until: now() + outage.pause_ms }
  }
  return {
    admit({ origin, operation }) {
      const one = `${origin} ${operation}`
      const found = [
        [origin, admitted(origin, `${origin} has been down`)],
        [one, admitted(one, `${origin} has not been able to do this`)],
      ] as const
      const tries = found.flatMap(([key, trial]) => (trial === undefined ? [] : [{ key, trial }]))
      for (const { key, trial } of tries) trials.set(key, trial)
      return {
        note(error, attempt) {
          const works = { address: null, operation: null }
          const { address, operation } = error === null ? works : verdictOf(error, attempt)
          weigh(origin, address, error?.message ?? '')
          weigh(one, operation, error?.message ?? '')
        },
        mayGoOn: () => tries.every(({ key }) => !outages.has(key)),
        over() {
          for (const { key, trial } of tries) if (trials.get(key) === trial) trials.delete(key)
        },
      }
    },
  }
}

function notSent(whose: string, { since, last }: Outage, now: number, left: number): ApiError {
  const seconds = Math.max(1, Math.ceil(left / 1000))
  const long = Math.max(1, Math.round((now - since) / 1000))
  return new ApiError({
    code: 'api_down',
    message: `${whose} for ${long} s, so this call was not sent: ${last}`,
    retry_after_seconds: seconds,
  })
}
