import { RateLimiterMemory } from 'rate-limiter-flexible'
import { ServiceError } from '../domain/errors.ts'

/** Slows down who tries credentials that nobody has. Addresses as `callerAddress` gives them. */
export interface WrongKeys {
  /**
   * Before a credential is looked up. One that was accepted here passes whatever its address: who shares an address with a guesser
   * goes on working.
   *
   * @throws {ServiceError} rate_limited
   */
  check(address: string, hash: string): Promise<void>
  /** Counts an unknown credential. */
  refused(address: string): Promise<void>
  accepted(hash: string): void
}

/** The most accepted credentials that are remembered; beyond it the one that was not used longest is forgotten. */
const REMEMBERED = 10_000

/**
 * Takes `most` unknown credentials of an address within so many seconds: as many as requests of one credential. They are counted in
 * memory: a guess costs no write, and a restart gives a guesser one more minute's worth.
 */
export function createWrongKeys(most: number, seconds = 60): WrongKeys {
  const limiter = new RateLimiterMemory({ points: most, duration: seconds })
  const known = new Set<string>()
  return {
    async check(address, hash) {
      const state = await limiter.get(address)
      if (state === null || state.consumedPoints < most || known.has(hash)) return
      const retryAfterSeconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000))
      const message = `Too many unknown credentials came from this address. Try again in ${retryAfterSeconds} s.`
      throw new ServiceError('rate_limited', message, { retryAfterSeconds })
    },
    async refused(address) {
      await limiter.penalty(address, 1)
    },
    accepted(hash) {
      known.delete(hash)
      known.add(hash)
      const [oldest] = known
      if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest)
    },
  }
}
