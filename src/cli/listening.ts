import type { Server } from 'node:http'
import { httpOrigin, LOOPBACK } from '../contract/url.ts'
import type { Settings } from './settings.ts'
import { UsageError } from './usage.ts'

type Wanted = Pick<Settings, 'host' | 'auth' | 'public_url' | 'credential'> & Partial<Pick<Settings, 'consent'>>

/**
 * Checks whether a server may listen with these settings. Others than this machine may reach it only if they have to sign in and a
 * public address is set.
 *
 * @throws {UsageError} says what is missing
 */
export function checkListening({ host, auth, public_url, credential, consent }: Wanted): void {
  if (consent === 'code') {
    throw new UsageError(
      '--consent code is for stdio only: over HTTP a member answers in the dialog or on her own page. Leave it out.',
    )
  }
  const beyond = !isLoopback(host)
  const advertised = public_url !== undefined && !isLoopback(new URL(public_url).hostname)
  if (auth === 'none' && (beyond || advertised)) {
    const what = beyond ? `--host ${host}` : `--public-url ${public_url}`
    throw new UsageError(`${what} lets others in, who then have to sign in: leave out --auth none.`)
  }
  if (auth === 'none' && credential === 'key') {
    throw new UsageError('--credential key is for members who sign in: leave it out, or leave out --auth none.')
  }
  if (beyond && public_url === undefined) {
    throw new UsageError(
      `--host ${host} needs --public-url: other machines may then reach this server, and are told its address. Add --public-url https://translate.example.com, with the address of the proxy in front that ends TLS; for this machine alone, leave out --host. Nothing was started.`,
    )
  }
}

/**
 * What an operator should hear whose members sign in here behind a proxy that is not trusted; undefined where nothing is amiss. This
 * program speaks no TLS itself, so a public address of https has a proxy in front.
 */
export function proxyAdvice({
  public_url,
  trusted_hops,
}: Pick<Settings, 'public_url' | 'trusted_hops'>): string | undefined {
  if (trusted_hops > 0 || public_url === undefined || !public_url.startsWith('https:')) return undefined
  return '--trusted-hops is 0, but an https address has a proxy in front. Every caller then seems to come from that proxy, and whoever types wrong passwords for a member locks her out. Set --trusted-hops 1 for one proxy that sets X-Forwarded-For.'
}

/** The address that people and clients are given. */
export function originOf({ host, public_url }: Pick<Settings, 'host' | 'public_url'>, port: number): string {
  return public_url ?? httpOrigin(host.includes(':') ? '[::1]' : '127.0.0.1', port)
}

/**
 * Listens on the host of the settings and on `port`; gives the port, also where 0 asked for a free one.
 *
 * @throws {UsageError} the port is in use or not allowed, or the host is no address of this machine
 */
export function listen(server: Server, { host }: Pick<Settings, 'host'>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', error => reject(listenFailure(error, host, port)))
    server.listen(port, bindable(host), () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

/** The host to listen on. `localhost` may mean 127.0.0.1 or ::1; clients are told 127.0.0.1. IPv6 loses its brackets. */
export function bindable(host: string): string {
  return host === 'localhost' ? '127.0.0.1' : host.replace(/^\[(.*)\]$/, '$1')
}

/** Why listening failed, in words for the person who chose host and port. */
export function listenFailure(error: unknown, host: string, port: number): unknown {
  const { code, syscall }: Partial<NodeJS.ErrnoException> = error instanceof Error ? error : {}
  switch (syscall === 'listen' || syscall === 'getaddrinfo' ? code : undefined) {
    case 'EADDRINUSE':
      return new UsageError(`Port ${port} is in use. Choose another with --port, or 0 for a free one.`)
    case 'EACCES':
      return new UsageError(`Port ${port} is not open to this user. Choose another with --port.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new UsageError(`--host ${host} is no address of this machine.`)
    default:
      return error
  }
}

function isLoopback(host: string): boolean {
  return LOOPBACK.some(name => name === host) || host === '::1'
}
