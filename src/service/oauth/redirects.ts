import { isOnThisMachine, urlOf } from '../../contract/url.ts'

/**
 * The address schemes of known hosts, with their names. A program that has a scheme of its own is reached by it, but any program on
 * the same computer may claim the scheme for itself. So no other schemes are taken, and the consent page warns.
 */
const HOSTS_BY_SCHEME: Readonly<Record<string, string>> = {
  'claude:': 'Claude',
  'cursor:': 'Cursor',
  'goose:': 'goose',
  'kiro:': 'Kiro',
  'lmstudio:': 'LM Studio',
  'raycast:': 'Raycast',
  'trae:': 'Trae',
  'vscode:': 'Visual Studio Code',
  'vscode-insiders:': 'Visual Studio Code Insiders',
  'vscodium:': 'VSCodium',
  'warp:': 'Warp',
  'windsurf:': 'Windsurf',
  'zed:': 'Zed',
}

/** The name of the host that an address scheme belongs to; undefined for any other scheme. */
export function hostByScheme(scheme: string): string | undefined {
  return Object.hasOwn(HOSTS_BY_SCHEME, scheme) ? HOSTS_BY_SCHEME[scheme] : undefined
}

/** Only host names and IP addresses: the host is written into a page's security policy, where `*` would be a pattern. */
const PROPER_HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:]+\])(?::\d+)?$/

/**
 * Why an address is refused as a redirect; undefined where it is accepted: https, http on this computer (RFC 8252 § 7.3), and the
 * schemes of known hosts (RFC 8252 § 7.1).
 */
export function redirectRefusal(redirect: string): string | undefined {
  const url = urlOf(redirect)
  if (url === undefined || /[\s\\]/.test(redirect)) return 'a redirect_uri is no address'
  if (url.username !== '' || url.password !== '') return 'a redirect_uri must not carry a user name or password'
  const { protocol, host } = url
  if (protocol === 'https:' || isOnThisMachine(url)) {
    return PROPER_HOST.test(host) ? undefined : 'a redirect_uri has no proper host'
  }
  if (protocol === 'http:' || hostByScheme(protocol) === undefined) {
    return 'redirect_uris must use https, http with a loopback address, or the scheme of a host that this server knows'
  }
  return host === '' ? 'a redirect_uri with a scheme of its own must be as app://host/path' : undefined
}

/** True for a redirect to a program by an address scheme of its own. */
export function hasOwnScheme(redirect: string): boolean {
  return !/^https?:$/.test(new URL(redirect).protocol)
}

/** True for a redirect that stays on the member's computer. */
export function staysLocal(redirect: string): boolean {
  return hasOwnScheme(redirect) || isOnThisMachine(new URL(redirect))
}

/** What an operator lists to let a redirect in: its host, `localhost` for programs on the member's computer, or its scheme. */
export function listedName(address: string): string {
  const url = new URL(address)
  if (isOnThisMachine(url)) return 'localhost'
  return url.protocol === 'https:' ? url.hostname : url.protocol
}

/**
 * True when `asked` is a registered loopback address with any port (RFC 8252 §7.3). For clients that are not native, because
 * they have other redirects too.
 */
export function isLoopbackRedirect(asked: string, registered: readonly string[]): boolean {
  const portless = (text: string) => {
    const url = urlOf(text)
    if (url === undefined || !isOnThisMachine(url)) return undefined
    url.port = ''
    return url.href
  }
  const wanted = portless(asked)
  return wanted !== undefined && registered.some(redirect => portless(redirect) === wanted)
}
