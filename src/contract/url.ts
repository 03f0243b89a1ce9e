/**
 * Parses an address; undefined where the text is none. `URL.canParse` is not used: in Node 20, once it is compiled, it answers false
 * for addresses with letters such as "ü".
 */
export function urlOf(text: string, base?: URL | string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** The host names by which an address means this machine, as `URL.hostname` writes them. */
export const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'] as const

/** The address of a server on this machine as browsers and clients write it: port 80 is left out. IPv6 has brackets. */
export function httpOrigin(hostname: string, port: number): string {
  return new URL(`http://${hostname}:${port}`).origin
}

/** True for an http address on this machine. Such requests do not leave the machine, so they need no encryption. */
export function isOnThisMachine({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && LOOPBACK.some(name => name === hostname)
}

/**
 * What a server answers to a request for a host that is not one of its own: what came, what was expected, and what to do. One line of
 * printable ASCII without quotes, so that it fits into every kind of answer.
 */
export function wrongHost(received: string | null | undefined, expected: ReadonlySet<string>): string {
  const came = (received ?? '').replaceAll(/[^\w.:[\]-]/g, '?').slice(0, 100)
  const asked = came === '' ? 'a request without a host' : `the host ${came}`
  return (
    `This server does not answer to ${asked}, but to ${[...expected].join(', ')}. A proxy in front has to pass on Host ` +
    'with its port, nginx by: proxy_set_header Host $http_host. Another public address is set by --public-url.'
  )
}
