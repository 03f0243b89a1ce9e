import type { Clock } from './deadline.ts'
import { ApiError } from './errors.ts'
import { delayMs } from './retry.ts'

/** Waits as long as a service asks for, told of each pause in milliseconds. */
export type Paused = (ms: number) => void

/** The most that one call waits in all, in milliseconds: windows are a minute long. */
const PATIENT_MS = 10 * 60_000

export interface Patience {
  /** Absent: nobody is there who would rather wait. */
  readonly paused: Paused | undefined
  readonly clock: Clock
  readonly random: () => number
  readonly signal: AbortSignal | undefined
}

/**
 * Does work again for as long as the service takes no more requests and says when it will. The deadline of each turn is its own: what the
 * service asks for is no silence.
 *
 * @throws {ApiError} as the work does; also the 429 that says no time, or after ten minutes
 */
export async function patiently<T>(work: () => Promise<T>, { paused, clock, random, signal }: Patience): Promise<T> {
  for (let waited = 0; ; ) {
    try {
      return await work()
    } catch (error) {
      const asks = error instanceof ApiError && error.status === 429 && error.retry_after_seconds !== null
      const delay = asks ? delayMs(error, 1, random) : 0
      if (paused === undefined || !asks || waited + delay > PATIENT_MS || signal?.aborted === true) throw error
      paused(delay)
      waited += delay
      await clock.sleep(delay, signal ?? new AbortController().signal)
    }
  }
}
