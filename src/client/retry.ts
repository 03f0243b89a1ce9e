import type { Retry } from '../contract/operation.ts'
import type { Aim, Attempted, Circuits } from './circuit.ts'
import type { Clock, Deadline } from './deadline.ts'
import { ApiError } from './errors.ts'

/** How one call may be repeated. */
export interface RetryPlan {
  retry: Retry
  /** False once the body has been read from a source that can be read only once. */
  repeatable: () => boolean
  maxAttempts: number
  deadline: Deadline
  /** Uniform in [0, 1), for the jitter. */
  random: () => number
}

const FIRST_BACKOFF_MS = 250
const LONGEST_BACKOFF_MS = 8000
const JITTER_MS = 1000
const PASSING: ReadonlySet<number> = new Set([500, 502, 503, 504])

/**
 * Runs a request until it succeeds or must not be repeated. After a 429 every operation is repeated, since nothing was changed.
 * After 500, 502, 503, 504 and transport faults only `safe` and `keyed` ones are.
 *
 * @throws {ApiError} the last one; also where the next pause would go past the deadline
 */
export async function withRetries<T>(plan: RetryPlan, attempt: () => Promise<T>): Promise<T> {
  let lost = false
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught
      const error: ApiError = lost ? caught.afterLostAnswer() : caught
      lost = error.may_have_applied
      if (count >= plan.maxAttempts || !plan.repeatable() || !mayRetry(plan.retry, error)) throw error
      const delay = delayMs(error, count, plan.random)
      if (delay >= plan.deadline.remaining()) throw error
      await plan.deadline.sleep(delay, lost)
    }
  }
}

/** One call: where it goes, how it may be repeated, and where it is noted whether that is down. */
export interface Trying extends Aim {
  circuits: Circuits
  clock: Clock
  /** True where the call changes nothing. */
  reads: boolean
  /** False where a failure says nothing of the service; default true. */
  counts?: boolean
  plan: RetryPlan
}

/** What an attempt tells of itself while it goes on. */
export interface Hearing {
  /** From now on the service owes an answer, as it does from the start. */
  owed(): void
  /** Bytes of a file pass, until `owed` says otherwise. */
  passing(): void
  /** The address has begun to answer. */
  answered(): void
  /** The address sends the attempt on to another one. */
  sentOn(): void
}

/**
 * Runs a request as `withRetries` does, unless its address or operation is down by what other calls found out.
 *
 * @throws {ApiError} api_down, nothing was sent; or as `withRetries` does
 */
export async function tried<T>(
  { circuits, clock, origin, operation, reads, counts = true, plan }: Trying,
  attempt: (hearing: Hearing) => Promise<T>,
): Promise<T> {
  const admission = circuits.admit({ origin, operation })
  const repeatable = () => plan.repeatable() && admission.mayGoOn()
  try {
    return await withRetries({ ...plan, repeatable }, async () => {
      const { hearing, heard } = startHearing(clock, reads)
      try {
        const answer = await attempt(hearing)
        admission.note(null, heard())
        return answer
      } catch (error) {
        if (counts && error instanceof ApiError) admission.note(error, heard())
        throw error
      }
    })
  } finally {
    admission.over()
  }
}

function startHearing(clock: Clock, reads: boolean): { hearing: Hearing; heard: () => Attempted } {
  let since: number | null = clock.now()
  let answered = false
  let sent_on = false
  let carries = false
  return {
    hearing: {
      owed() {
        since = clock.now()
      },
      passing() {
        since = null
        carries = true
      },
      answered() {
        since = null
        answered = true
      },
      sentOn() {
        sent_on = true
      },
    },
    heard: () => ({ reads, answered, sent_on, carries, silent_ms: since === null ? 0 : clock.now() - since }),
  }
}

/** True when an operation may be sent again after this error. */
export function mayRetry(retry: Retry, error: Pick<ApiError, 'status' | 'code'>): boolean {
  if (error.status === 429) return true
  if (retry === 'never') return false
  return error.code === 'network_error' || (error.status !== null && PASSING.has(error.status))
}

/** Milliseconds to wait after the nth failed attempt: at least Retry-After, with jitter so that callers do not return together. */
export function delayMs(error: Pick<ApiError, 'retry_after_seconds'>, count: number, random: () => number): number {
  const backoff = Math.min(FIRST_BACKOFF_MS * 2 ** (count - 1), LONGEST_BACKOFF_MS)
  const spread = backoff / 2 + (backoff / 2) * random()
  const asked = error.retry_after_seconds
  return asked === null ? spread : Math.max(asked * 1000 + random() * JITTER_MS, spread)
}

/** Seconds of a Retry-After header, given as seconds or as an HTTP date (RFC 9110 § 10.2.3); null when absent or neither. */
export function retryAfterSeconds(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null
  const text = header.trim()
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const moment = /[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(moment) ? null : Math.max(0, Math.ceil((moment - nowMs) / 1000))
}
