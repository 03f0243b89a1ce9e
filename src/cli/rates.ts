import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError } from '../client/errors.ts'

/** Makes a function that counts one call of a caller. @throws {ApiError} rate_limited, by that function, over `perMinute` in 60 s */
export function createRates(perMinute: number, by: string): (who: string) => Promise<void> {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
  return async who => {
    try {
      await limiter.consume(who)
    } catch (state) {
      if (!(state instanceof RateLimiterRes)) throw state
      throw overRate(perMinute, Math.max(1, Math.ceil(state.msBeforeNext / 1000)), by)
    }
  }
}

/** The refusal of a call over the limit. */
export function overRate(perMinute: number, retry_after_seconds: number, by = 'this member'): ApiError {
  const message = `Over ${perMinute} calls in a minute by ${by}.`
  return new ApiError({ code: 'rate_limited', message, status: 429, retry_after_seconds })
}
