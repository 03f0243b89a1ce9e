import { LOOPBACK } from '../../contract/url.ts'
import { ServiceError } from '../domain/errors.ts'

/**
 * The authorities (`host:port`) a service is reached under: its own port on loopback, and that of its public address. Anything
 * else is a name that somebody pointed at this machine (DNS rebinding).
 */
export function authorities(port: number, publicUrl: string | undefined): ReadonlySet<string> {
  const own = LOOPBACK.map(host => `${host}:${port}`)
  return new Set(publicUrl === undefined ? own : [...own, new URL(publicUrl).host])
}

/**
 * Refuses what a page in a browser could send: a foreign Host, or an Origin other than the host itself.
 *
 * @throws {ServiceError} feature_not_available
 */
export function checkSource(headers: Headers, allowed: ReadonlySet<string>): void {
  const host = headers.get('host')?.toLowerCase() ?? ''
  if (!allowed.has(host)) {
    throw new ServiceError('feature_not_available', 'This service does not answer under the requested host name.')
  }
  const origin = headers.get('origin')
  if (origin !== null && origin !== `http://${host}` && origin !== `https://${host}`) {
    throw new ServiceError('feature_not_available', 'This service does not answer to pages of another origin.')
  }
}
