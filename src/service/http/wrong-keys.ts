import { RateLimiterMemory } from 'rate-limiter-flexible'
import { ServiceError } from '../domain/errors.ts'

/** Slows down who tries credentials that nobody has. Addresses as `callerAddress` gives them. */
export interface WrongKeys {
  /**
   * Counts a credential that is unknown. Only such calls are refused: behind a proxy that is not trusted all callers have one address,
   * and a guesser among them must keep nobody out whose credential is right.
   *
   * @throws {ServiceError} rate_limited, beyond as many as an address may try
   */
  refused(address: string): Promise<void>
}

/**
 * Answers `most` unknown credentials of an address within so many seconds: as many as requests of one credential. They are counted in
 * memory: a guess costs no write, and a restart gives a guesser one more minute's worth.
 */
export function createWrongKeys(most: number, seconds = 60): WrongKeys {
  const limiter = new RateLimiterMemory({ points: most, duration: seconds })
  return {
    async refused(address) {
      const state = await limiter.penalty(address, 1)
      if (state.consumedPoints <= most) return
      const retryAfterSeconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000))
      const message = `Too many unknown credentials came from this address. Try again in ${retryAfterSeconds} s.`
      throw new ServiceError('rate_limited', message, { retryAfterSeconds })
    },
  }
}
