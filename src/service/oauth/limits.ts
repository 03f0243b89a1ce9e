import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Limits } from './options.ts'

/** How many attempts are allowed, and in how many seconds. */
const WINDOWS: { readonly [Endpoint in keyof Limits]: { readonly points: number; readonly duration: number } } = {
  sign_in: { points: 10, duration: 15 * 60 },
  sign_in_name: { points: 50, duration: 15 * 60 },
  authorization: { points: 60, duration: 60 },
  device: { points: 20, duration: 10 * 60 },
  registration: { points: 30, duration: 60 * 60 },
  token: { points: 300, duration: 60 },
}

/** Counts attempts, in this process. */
export interface Limiter {
  /** Counts one attempt. @returns seconds to wait where there were too many, else undefined */
  count(endpoint: keyof Limits, who: string): Promise<number | undefined>
  /** Takes back the last attempt, because it was correct. */
  pardon(endpoint: keyof Limits, who: string): Promise<void>
}

export function createLimiter(limits: Partial<Limits> = {}): Limiter {
  const make = (endpoint: keyof Limits) => {
    const { points, duration } = WINDOWS[endpoint]
    return new RateLimiterMemory({ keyPrefix: endpoint, duration, points: limits[endpoint] ?? points })
  }
  const limiters = {
    sign_in: make('sign_in'),
    sign_in_name: make('sign_in_name'),
    authorization: make('authorization'),
    device: make('device'),
    registration: make('registration'),
    token: make('token'),
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
    async pardon(endpoint, who) {
      await limiters[endpoint].reward(who)
    },
  }
}

function secondsOf(state: RateLimiterRes): number {
  return Math.max(1, Math.ceil(state.msBeforeNext / 1000))
}
