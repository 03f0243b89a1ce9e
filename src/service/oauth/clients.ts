import type { ClientMetadata } from 'oidc-provider'
import { TOKEN_EXCHANGE } from '../../contract/grants.ts'
import { isOnThisMachine, urlOf } from '../../contract/url.ts'
import { CLI_CLIENT_ID, DEVICE_CODE, type ExchangeClient } from './options.ts'

/** The clients that are built in. */
export function ownClients(exchange: ExchangeClient | undefined): ClientMetadata[] {
  const cli: ClientMetadata = {
    client_id: CLI_CLIENT_ID,
    client_name: 'Translation command line',
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token', DEVICE_CODE],
    response_types: ['code'],
    redirect_uris: ['http://127.0.0.1/callback', 'http://[::1]/callback'],
  }
  if (exchange === undefined) return [cli]
  const server: ClientMetadata = {
    client_id: exchange.id,
    client_secret: exchange.secret,
    client_name: 'Translation MCP server',
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: [TOKEN_EXCHANGE],
    response_types: [],
    redirect_uris: [],
  }
  return [cli, server]
}

const SECRET_METHODS: readonly unknown[] = [undefined, 'client_secret_basic', 'client_secret_post']

/**
 * Brings what a client says about itself (registration, metadata document) into the form this server takes, in place:
 * - every client that registers itself is public: PKCE protects the code, and no secret is stored;
 * - `scope` is dropped: clients put the API's scopes there, but here each request names its own;
 * - a client whose redirects all stay on the computer is native, so that any loopback port is accepted (RFC 8252 §7.3).
 *
 * @returns why it is refused, or undefined
 */
export function normalizeClient(metadata: ClientMetadata, exchange: ExchangeClient | undefined): string | undefined {
  if (metadata.client_id === exchange?.id) return undefined
  delete metadata.scope
  if (SECRET_METHODS.includes(metadata.token_endpoint_auth_method)) metadata.token_endpoint_auth_method = 'none'
  // A value that is no list passes here: the provider refuses it afterwards.
  if (listed(metadata.grant_types).includes(TOKEN_EXCHANGE)) return 'token exchange is not open to this client'
  const redirects = listed(metadata.redirect_uris)
  const refused = redirects.map(refusalOf).find(reason => reason !== undefined)
  if (refused !== undefined) return refused
  if (redirects.length > 0 && redirects.every(staysLocal)) metadata.application_type = 'native'
  return undefined
}

function listed(given: unknown): readonly string[] {
  return Array.isArray(given) ? given.map(String) : []
}

/** Schemes that would run, read or open something instead of reaching a program. Schemes that begin with `ms-` do so too. */
const ACTIVE = new Set(
  'about blob chrome chrome-extension content data edge file filesystem ftp ftps gopher intent jar javascript ldap mailto resource sftp sms smb ssh tel telnet vbscript view-source ws wss'
    .split(' ')
    .map(scheme => `${scheme}:`),
)

/** Why an address is refused as a redirect; undefined where it is accepted. */
function refusalOf(redirect: string): string | undefined {
  const url = urlOf(redirect)
  if (url === undefined || /[\s\\]/.test(redirect)) return 'a redirect_uri is no address'
  if (url.username !== '' || url.password !== '') return 'a redirect_uri must not carry a user name or password'
  const { protocol, host } = url
  if (ACTIVE.has(protocol) || protocol.startsWith('ms-')) return 'a redirect_uri must not use that scheme'
  const web = protocol === 'https:' || protocol === 'http:'
  // Only host names and IP addresses: the host is written into a page's security policy, where `*` would be a pattern.
  if (web && !/^(?:[a-z0-9._-]+|\[[0-9a-f:]+\])(?::\d+)?$/.test(host)) return 'a redirect_uri has no proper host'
  if (protocol === 'http:' && !isOnThisMachine(url)) {
    return 'redirect_uris must use https, a loopback address or a private-use scheme'
  }
  // RFC 8252 §7.1 wants a reversed domain name as the scheme; real programs also use a plain scheme with a host.
  if (!web && !protocol.includes('.') && host === '')
    return 'a private-use redirect_uri must be as name.of.app:/path or app://host/path'
  return undefined
}

function staysLocal(redirect: string): boolean {
  const url = new URL(redirect)
  return url.protocol !== 'https:' && (url.protocol !== 'http:' || isOnThisMachine(url))
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
