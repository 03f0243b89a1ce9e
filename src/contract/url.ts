/**
 * An address, or undefined where the text is none. `URL.canParse` is not used: once compiled, Node 20's says no to addresses with
 * letters such as "ü".
 */
export function urlOf(text: string, base?: URL | string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** The names of this machine for itself, as they stand in an address. */
export const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'] as const

/** True for an address in clear on this machine, where nobody listens in. */
export function isOnThisMachine({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && LOOPBACK.some(name => name === hostname)
}
