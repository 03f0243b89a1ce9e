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

/** True for an http address on this machine. Such requests do not leave the machine, so they need no encryption. */
export function isOnThisMachine({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && LOOPBACK.some(name => name === hostname)
}
