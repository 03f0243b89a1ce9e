import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from './errors.ts'

/** Time as the client sees it, in milliseconds. */
export interface Clock {
  /** Since 1970. */
  now(): number
  /** Pauses; ends early (rejecting) when the signal fires. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** Runs `then` after a time. @returns what calls it off */
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
  /** For undici. */
  readonly signal: Ending
  /** Milliseconds left. */
  remaining(): number
  /** Why the signal fired: `timeout` or `cancelled`; null while the call may go on. */
  fault(): 'timeout' | 'cancelled' | null
  /** Waits for work that takes no signal. @throws {ApiError} timeout or cancelled, when the call is over first */
  race<T>(work: () => Promise<T>): Promise<T>
  /** Pauses. `sent` as for deadlineError. @throws {ApiError} timeout or cancelled, when the call is over first */
  sleep(ms: number, sent: boolean): Promise<void>
  /** Ends the timer and lets go of the caller's signal. */
  end(): void
}

/** Emits `abort` once. undici takes it for a signal, and it costs a fraction of an AbortSignal: every call has one. */
class Ending extends EventEmitter {
  aborted = false
}

const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Starts the time limit of a call; `ms` may be Infinity. */
export function startDeadline(ms: number, clock: Clock, caller?: AbortSignal): Deadline {
  const signal = new Ending()
  const until = clock.now() + ms
  let fault: 'timeout' | 'cancelled' | null = null
  const stop = (why: 'timeout' | 'cancelled') => {
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
      // The pause ends early only when the call is over.
      if (signal.aborted) throw over(sent)
    },
    end() {
      callOff?.()
      caller?.removeEventListener('abort', cancel)
    },
  }
}

/** Words for a call that ended before its answer. `sent`: a changing request may already have reached the service. */
export function deadlineError(code: 'timeout' | 'cancelled', sent: boolean): ApiError {
  const message = code === 'timeout' ? 'The call did not finish before its deadline.' : 'The call was cancelled.'
  return new ApiError({ code, message, may_have_applied: sent })
}
