import { ServiceError } from '../domain/errors.ts'
import type { Deps } from './route.ts'

/**
 * Counts a request in the credential's window of one minute, which all processes on the data folder share (LIM-1).
 *
 * @throws {ServiceError} rate_limited with the seconds until the next window
 */
export async function limitRate(credentialId: string, { rates, settings }: Deps): Promise<void> {
  const retryAfterSeconds = await rates.count(credentialId)
  if (retryAfterSeconds === undefined) return
  const message = `Over ${settings.requests_per_minute} requests in a minute. Try again in ${retryAfterSeconds} s.`
  throw new ServiceError('rate_limited', message, { retryAfterSeconds })
}
