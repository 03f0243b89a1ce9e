import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError } from '../client/errors.ts'

/** Counts the calls of each caller within a minute. @throws {ApiError} rate_limited, by the function it gives back */
export function createRates(perMinute: number): (who: string) => Promise<void> {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
  return async who => {
    try {
      await limiter.consume(who)
    } catch (state) {
      if (!(state instanceof RateLimiterRes)) throw state
      const retry_after_seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000))
      const message = `Over ${perMinute} calls in a minute by this member.`
      throw new ApiError({ code: 'rate_limited', message, status: 429, retry_after_seconds })
    }
  }
}
