import type { ClientMetadata } from 'oidc-provider'
import { CLI_CLIENT_ID, DEVICE_CODE, type ExchangeClient, TOKEN_EXCHANGE } from './options.ts'

/** The clients this program knows by itself. */
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
 * - every client that introduces itself is public: PKCE proves the exchange, and no secret is kept;
 * - `scope` is dropped, since clients put the API's scopes there, which are a matter of each request;
 * - a client whose redirects all stay on the computer is native, so that any loopback port counts (RFC 8252 §7.3).
 *
 * @returns why it is refused, or undefined
 */
export function normalizeClient(metadata: ClientMetadata, exchange: ExchangeClient | undefined): string | undefined {
  if (metadata.client_id === exchange?.id) return undefined
  delete metadata.scope
  if (SECRET_METHODS.includes(metadata.token_endpoint_auth_method)) metadata.token_endpoint_auth_method = 'none'
  if (metadata.grant_types?.includes(TOKEN_EXCHANGE) ?? false) return 'token exchange is not open to this client'
  const redirects = (metadata.redirect_uris ?? []).map(String)
  const refused = redirects.map(refusalOf).find(reason => reason !== undefined)
  if (refused !== undefined) return refused
  if (redirects.length > 0 && redirects.every(staysLocal)) metadata.application_type = 'native'
  return undefined
}

/** Schemes by which a redirect would run or read something instead of reaching a program. */
const ACTIVE = new Set(['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:', 'filesystem:', 'view-source:'])

function refusalOf(redirect: string): string | undefined {
  const url = URL.canParse(redirect) ? new URL(redirect) : undefined
  if (url === undefined) return 'a redirect_uri is no address'
  if (ACTIVE.has(url.protocol)) return 'a redirect_uri must not use that scheme'
  if (url.protocol === 'http:' && !isLoopback(url)) {
    return 'redirect_uris must use https, a loopback address or a private-use scheme'
  }
  return undefined
}

function staysLocal(redirect: string): boolean {
  const url = new URL(redirect)
  return url.protocol !== 'https:' && (url.protocol !== 'http:' || isLoopback(url))
}

/** True for an address on this computer over plain HTTP. */
export function isLoopback(url: URL): boolean {
  return url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
}

/**
 * True when `asked` is a registered loopback address but for its port (RFC 8252 §7.3), for clients that have other redirects
 * too and so are not native.
 */
export function isLoopbackRedirect(asked: string, registered: readonly string[]): boolean {
  const portless = (text: string) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (url === undefined || !isLoopback(url)) return undefined
    url.port = ''
    return url.href
  }
  const wanted = portless(asked)
  return wanted !== undefined && registered.some(redirect => portless(redirect) === wanted)
}
