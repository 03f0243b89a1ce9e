import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { countAttempt } from '../store/attempts.ts'
import type { Database } from '../store/database.ts'
import type { Limits } from './options.ts'

/** What is counted by address alone. Wrong passwords are counted by name, too (tries.ts). */
export type LimitedEndpoint = Exclude<keyof Limits, `sign_in${string}`>

/** How many attempts are allowed, and in how many seconds. */
const WINDOWS: { readonly [Name in LimitedEndpoint]: { readonly points: number; readonly duration: number } } = {
  authorization: { points: 60, duration: 60 },
  device: { points: 20, duration: 10 * 60 },
  registration: { points: 30, duration: 60 * 60 },
  token: { points: 300, duration: 60 },
  inspection: { points: 120, duration: 60 },
}

export interface LimiterParts {
  readonly db: Database
  readonly clock: () => number
}

/** Counts attempts. */
export interface Limiter {
  /** Counts one attempt of an address, as `callerAddress` gives it. @returns seconds to wait where there were too many, else undefined */
  count(endpoint: LimitedEndpoint, address: string): Promise<number | undefined>
}

/**
 * Counts in the database, for all processes on it together. Whoever this process alone has seen too often is refused without asking it: a flood
 * writes no more rows than it may make attempts.
 */
export function createLimiter({ db, clock }: LimiterParts, limits: Partial<Limits> = {}): Limiter {
  const here = limitersHere(limits)
  return {
    async count(endpoint, address) {
      const waiting = await secondsHere(here[endpoint], address)
      if (waiting !== undefined) return waiting
      const { points, duration } = WINDOWS[endpoint]
      const attempt = { who: `${endpoint} from ${address}`, window_ms: duration * 1000, now: clock() }
      const { attempts, ends_at } = await countAttempt(db, attempt)
      return attempts > (limits[endpoint] ?? points) ? secondsUntil(ends_at - attempt.now) : undefined
    },
  }
}

function limitersHere(limits: Partial<Limits>): Readonly<Record<LimitedEndpoint, RateLimiterMemory>> {
  const make = (endpoint: LimitedEndpoint) => {
    const { points, duration } = WINDOWS[endpoint]
    return new RateLimiterMemory({ keyPrefix: endpoint, duration, points: limits[endpoint] ?? points })
  }
  return {
    authorization: make('authorization'),
    device: make('device'),
    registration: make('registration'),
    token: make('token'),
    inspection: make('inspection'),
  }
}

async function secondsHere(limiter: RateLimiterMemory, address: string): Promise<number | undefined> {
  try {
    await limiter.consume(address)
    return undefined
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return secondsUntil(refused.msBeforeNext)
    throw refused
  }
}

function secondsUntil(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000))
}
