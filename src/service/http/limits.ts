import { ServiceError } from '../domain/errors.ts'
import { MINUTE } from '../domain/time.ts'
import { countRequest } from '../store/rates.ts'
import type { Deps } from './route.ts'

/**
 * Counts a request in the credential's window of one minute, which all processes on the data folder share (LIM-1).
 *
 * @throws {ServiceError} rate_limited with the seconds until the next window
 */
export async function limitRate(credentialId: string, { db, settings, clock }: Deps): Promise<void> {
  const now = clock()
  const windowStart = now - (now % MINUTE)
  const requests = await countRequest(db, credentialId, windowStart)
  if (requests <= settings.requests_per_minute) return
  const retryAfterSeconds = Math.ceil((windowStart + MINUTE - now) / 1000)
  const message = `Over ${settings.requests_per_minute} requests in a minute. Try again in ${retryAfterSeconds} s.`
  throw new ServiceError('rate_limited', message, { retryAfterSeconds })
}
