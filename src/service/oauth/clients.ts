import type { ClientMetadata } from 'oidc-provider'
import { TOKEN_EXCHANGE } from '../../contract/grants.ts'
import { CLI_CLIENT_ID, DEVICE_CODE, type ExchangeClient, type Registration } from './options.ts'
import { hasOwnScheme, listedName, redirectRefusal, staysLocal } from './redirects.ts'

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

/** How a client that describes itself is judged. */
export interface ClientJudging {
  readonly exchange: ExchangeClient | undefined
  /** What registration takes, where the client registers now; undefined for one that is known already, or has a document. */
  readonly registration: Registration | undefined
}

/**
 * Brings what a client says about itself (registration, metadata document) into the form this server takes, in place:
 * - every client that registers itself is public: PKCE protects the code, and no secret is stored;
 * - `scope` is dropped: clients put the API's scopes there, but here each request names its own;
 * - a client whose redirects all stay on the computer is native, so that any loopback port is accepted (RFC 8252 §7.3). So is one with
 *   a scheme of its own, which the provider takes of native clients only.
 *
 * @returns why it is refused, or undefined
 */
export function normalizeClient(
  metadata: ClientMetadata,
  { exchange, registration }: ClientJudging,
): string | undefined {
  if (metadata.client_id === exchange?.id) return undefined
  delete metadata.scope
  if (SECRET_METHODS.includes(metadata.token_endpoint_auth_method)) metadata.token_endpoint_auth_method = 'none'
  // A value that is no list passes here: the provider refuses it afterwards.
  if (listed(metadata.grant_types).includes(TOKEN_EXCHANGE)) return 'token exchange is not open to this client'
  const redirects = listed(metadata.redirect_uris)
  const refused = sizeRefusal(metadata) ?? redirects.map(redirectRefusal).find(reason => reason !== undefined)
  if (refused !== undefined) return refused
  const unlisted = registration?.mode === 'listed' && !redirects.every(one => isListed(one, registration))
  if (unlisted) return 'this server takes only clients that its operator listed'
  const isNative = redirects.every(staysLocal) || redirects.some(hasOwnScheme)
  if (redirects.length > 0 && isNative) metadata.application_type = 'native'
  return undefined
}

/** True for a client, by what it registered, that a member may connect although none has yet. */
export function mayBeConnected(
  metadata: { readonly redirect_uris?: unknown } | undefined,
  registration: Registration,
): boolean {
  if (registration.mode !== 'listed') return registration.mode === 'open'
  return listed(metadata?.redirect_uris).every(one => isListed(one, registration))
}

/** True where the operator listed the host of an address, or its scheme. */
export function isListed(address: string, { hosts }: Registration): boolean {
  return hosts.includes(listedName(address))
}

function listed(given: unknown): readonly string[] {
  return Array.isArray(given) ? given.map(String) : []
}

/** The most that a client may say of itself, since anybody may register one, and all of it is stored and shown. */
const MOST = { name: 200, text: 2000, items: 20, whole: 16_000 }

/** Why a description is refused as too large; undefined where it is not. Lengths are in characters. */
function sizeRefusal(metadata: ClientMetadata): string | undefined {
  if (`${metadata.client_name ?? ''}`.length > MOST.name) return `client_name has more than ${MOST.name} characters`
  for (const [name, value] of Object.entries(metadata)) {
    if (Array.isArray(value) && value.length > MOST.items) return `${name} has more than ${MOST.items} entries`
    const long = [value].flat().some(text => typeof text === 'string' && text.length > MOST.text)
    if (long) return `${name} has more than ${MOST.text} characters`
  }
  return JSON.stringify(metadata).length > MOST.whole
    ? `the metadata has more than ${MOST.whole} characters`
    : undefined
}
