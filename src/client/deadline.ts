import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { MAX_UPLOAD_BYTES } from '../contract/formats.ts'
import { ApiError } from './errors.ts'

/** The clock of the client. All times are in milliseconds. */
export interface Clock {
  /** Since 1970. */
  now(): number
  /** Waits `ms`; rejects early when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** Runs `then` after `ms`. Gives a function that cancels this. */
  after(ms: number, then: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
  after(ms, then) {
    const timer = setTimeout(then, ms)
    return () => clearTimeout(timer)
  },
}

/** The one time limit of a call, over all its attempts, joined with the caller's own signal. */
export interface Deadline {
  /** Aborts when the call ends. For undici. */
  readonly signal: Ending
  /** Milliseconds left. */
  remaining(): number
  /** Why the call ended; null while it may go on. */
  fault(): EndedBy | null
  /** Ends the call where no byte passes for so many milliseconds. */
  watch(ms: number): IdleWatch
  /** Waits for work that takes no signal. @throws {ApiError} timeout or cancelled, if the call ends first */
  race<T>(work: () => Promise<T>): Promise<T>
  /** Waits `ms`. `sent` as for deadlineError. @throws {ApiError} timeout or cancelled, if the call ends first */
  sleep(ms: number, sent: boolean): Promise<void>
  /** Ends the timer, and no longer listens to the caller's signal. */
  end(): void
}

/** Why a call ended before its answer: its time was up, its caller gave it up, or no byte passed for too long. */
type EndedBy = 'timeout' | 'cancelled' | 'idle'

/** Looks whether bytes pass, for one attempt to send or receive a file. */
export interface IdleWatch {
  /** A byte passed. From now on the next one may take `ms`, as long as the first one if absent. */
  passed(ms?: number): void
  end(): void
}

/** The longest time without a byte while a file is sent or received, in milliseconds. */
export const IDLE_MS = 30_000
/** A line that is slower than this counts as broken, in bytes a millisecond: 1 Mbit/s. */
const SLOWEST = 128

/** How much longer a call may take for a file of so many bytes, in milliseconds; of unknown size, as long as for the largest. */
export function transferMs(bytes: number | null | undefined): number {
  return Math.ceil((bytes ?? MAX_UPLOAD_BYTES) / SLOWEST)
}

/** Emits `abort` when the call ends. undici accepts it as a signal. It is much cheaper than an AbortSignal, and each call makes one. */
class Ending extends EventEmitter {
  aborted = false
}

const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Starts the time limit of a call; `ms` may be Infinity. */
export function startDeadline(ms: number, clock: Clock, caller?: AbortSignal): Deadline {
  const signal = new Ending()
  const until = clock.now() + ms
  let fault: EndedBy | null = null
  const stop = (why: EndedBy) => {
    fault ??= why
    signal.aborted = true
    signal.emit('abort')
  }
  const cancel = () => stop('cancelled')
  const callOff = ms > LONGEST_TIMER_MS ? undefined : clock.after(Math.max(ms, 0), () => stop('timeout'))
  if (caller?.aborted) cancel()
  else caller?.addEventListener('abort', cancel, { once: true })
  const over = (sent: boolean) => deadlineError(fault ?? 'cancelled', sent)
  return {
    signal,
    remaining: () => until - clock.now(),
    fault: () => fault,
    watch(first) {
      let callOff = clock.after(first, () => stop('idle'))
      return {
        passed(next = first) {
          callOff()
          callOff = clock.after(next, () => stop('idle'))
        },
        end: () => callOff(),
      }
    },
    async race(work) {
      if (signal.aborted) throw over(false)
      const ended = new Promise<never>((_, reject) => signal.once('abort', () => reject(over(false))))
      return Promise.race([work(), ended])
    },
    async sleep(duration, sent) {
      const controller = new AbortController()
      const wake = () => controller.abort()
      signal.once('abort', wake)
      await clock.sleep(duration, controller.signal).catch(() => undefined)
      signal.off('abort', wake)
      // The pause ends early only if the call has ended.
      if (signal.aborted) throw over(sent)
    },
    end() {
      callOff?.()
      caller?.removeEventListener('abort', cancel)
    },
  }
}

/** The error for a call that ended before its answer. `sent`: a changing request may already have reached the service. */
export function deadlineError(why: EndedBy, sent: boolean): ApiError {
  const code = why === 'cancelled' ? 'cancelled' : 'timeout'
  return new ApiError({ code, message: ENDED[why], may_have_applied: sent })
}

const ENDED: Record<EndedBy, string> = {
  timeout: 'The call did not finish before its deadline.',
  cancelled: 'The call was cancelled.',
  idle: 'The call was ended because no byte came or went for too long: the line or the service hangs.',
}
