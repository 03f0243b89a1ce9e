import { ServiceError } from '../domain/errors.ts'
import type { Rates } from './rates.ts'

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
 * Answers as many unknown credentials of an address in a minute as requests of one credential. They are counted with those, for all
 * processes on a database together: a guess waits for no write.
 */
export function createWrongKeys(rates: Pick<Rates, 'count'>): WrongKeys {
  return {
    async refused(address) {
      const retryAfterSeconds = await rates.count(`unknown from ${address}`)
      if (retryAfterSeconds === undefined) return
      const message = `Too many unknown credentials came from this address. Try again in ${retryAfterSeconds} s.`
      throw new ServiceError('rate_limited', message, { retryAfterSeconds })
    },
  }
}
