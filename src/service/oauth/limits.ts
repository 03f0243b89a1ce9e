import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Limits } from './options.ts'

/** What is counted in this process. Wrong passwords are counted in the database (tries.ts): a restart must not clear them. */
export type LimitedEndpoint = Exclude<keyof Limits, `sign_in${string}`>

/** How many attempts are allowed, and in how many seconds. */
const WINDOWS: { readonly [Name in LimitedEndpoint]: { readonly points: number; readonly duration: number } } = {
  authorization: { points: 60, duration: 60 },
  device: { points: 20, duration: 10 * 60 },
  registration: { points: 30, duration: 60 * 60 },
  token: { points: 300, duration: 60 },
  inspection: { points: 120, duration: 60 },
}

/** Counts attempts. */
export interface Limiter {
  /** Counts one attempt. @returns seconds to wait where there were too many, else undefined */
  count(endpoint: LimitedEndpoint, who: string): Promise<number | undefined>
}

export function createLimiter(limits: Partial<Limits> = {}): Limiter {
  const make = (endpoint: LimitedEndpoint) => {
    const { points, duration } = WINDOWS[endpoint]
    return new RateLimiterMemory({ keyPrefix: endpoint, duration, points: limits[endpoint] ?? points })
  }
  const limiters = {
    authorization: make('authorization'),
    device: make('device'),
    registration: make('registration'),
    token: make('token'),
    inspection: make('inspection'),
  }
  return {
    async count(endpoint, who) {
      try {
        await limiters[endpoint].consume(who)
        return undefined
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return secondsOf(refused)
        throw refused
      }
    },
  }
}

function secondsOf(state: RateLimiterRes): number {
  return Math.max(1, Math.ceil(state.msBeforeNext / 1000))
}
