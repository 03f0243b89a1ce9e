import { httpOrigin, LOOPBACK, wrongHost } from '../../contract/url.ts'
import { ServiceError } from '../domain/errors.ts'

/**
 * Each `host:port` under which a service is reached: its own port on loopback, and its public address. Clients leave out the usual port
 * of a scheme, so it is left out here. Any other is a name that somebody pointed at this machine (DNS rebinding).
 */
export function authorities(port: number, publicUrl: string | undefined): ReadonlySet<string> {
  const own = LOOPBACK.map(host => httpOrigin(host, port))
  return new Set([...own, ...(publicUrl === undefined ? [] : [publicUrl])].map(url => new URL(url).host))
}

/**
 * Refuses requests that a page in a browser could send: those with a foreign Host, or with an Origin that is not the host itself.
 *
 * @throws {ServiceError} feature_not_available
 */
export function checkSource(headers: Headers, allowed: ReadonlySet<string>): void {
  const host = headers.get('host')?.toLowerCase() ?? ''
  if (!allowed.has(host)) {
    throw new ServiceError('feature_not_available', wrongHost(host, allowed))
  }
  const origin = headers.get('origin')
  if (origin !== null && origin !== `http://${host}` && origin !== `https://${host}`) {
    throw new ServiceError('feature_not_available', 'This service does not answer to pages of another origin.')
  }
}
