import type { Configuration } from 'openid-client'
import { TOKEN_EXCHANGE } from '../contract/grants.ts'
import { isOnThisMachine, urlOf } from '../contract/url.ts'
import { findAuthority } from './authority.ts'
import { SignInFailed } from './failure.ts'
import { discoverServer, openid } from './issuer.ts'

/** An authorization server, with what a resource server in front of an API needs to know. */
export interface IssuingServer {
  readonly issuer: string
  /** The address of its keys. */
  readonly jwks: URL
  /** Algorithms that it may sign with. Never HMAC (HS256 …): an attacker could sign with the public key as the secret. */
  readonly algorithms: readonly string[]
  /** The API's resource (RFC 8707). */
  readonly api: string
  /** The server's metadata and our client there, for the library. */
  readonly configuration: Configuration
}

export interface OwnClient {
  readonly id: string
  readonly secret: string
}

/** Algorithms that authorization servers use today, all with private keys. RFC 9068 § 2.1 requires RS256 at least. */
const SIGNATURES = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/**
 * The authorization server of a hosted API, by its metadata.
 *
 * @throws {SignInFailed} unreachable, mcp_server, no_authority; unsuitable, where it exchanges no tokens, or its keys are not fetched by https
 */
export async function issuingServerOf(apiUrl: string, client: OwnClient): Promise<IssuingServer> {
  const { issuer, resource } = await findAuthority(apiUrl)
  const configuration = await discoverServer(issuer, client.id, client.secret)
  const { grant_types_supported = [], jwks_uri } = configuration.serverMetadata()
  if (!grant_types_supported.includes(TOKEN_EXCHANGE)) {
    throw new SignInFailed('unsuitable', `${new URL(issuer).origin} does not exchange tokens (RFC 8693).`)
  }
  const jwks = jwks_uri === undefined ? undefined : urlOf(jwks_uri)
  if (jwks === undefined) {
    throw new SignInFailed('unsuitable', `${new URL(issuer).origin} does not say where its keys are.`)
  }
  if (jwks.protocol !== 'https:' && !(isOnThisMachine(jwks) && isOnThisMachine(new URL(issuer)))) {
    throw new SignInFailed('unsuitable', `${new URL(issuer).origin} has its keys at an address that is not https.`)
  }
  return { issuer, jwks, algorithms: SIGNATURES, api: resource, configuration }
}

/** Addresses on this machine of an authorization server that runs here. Its public address may be another. */
export interface Endpoints {
  readonly token: string
  readonly introspection: string
  readonly jwks: string
}

/** An authorization server of this program. It is asked at these endpoints on this machine; no metadata is fetched. */
export async function issuingServerAt(
  { issuer, api }: { readonly issuer: string; readonly api: string },
  { token, introspection, jwks }: Endpoints,
  { id, secret }: OwnClient,
): Promise<IssuingServer> {
  const { Configuration: OfServer, ClientSecretBasic, allowInsecureRequests } = await openid()
  const metadata = { issuer, token_endpoint: token, introspection_endpoint: introspection, jwks_uri: jwks }
  const configuration = new OfServer(metadata, id, undefined, ClientSecretBasic(secret))
  allowInsecureRequests(configuration)
  return { issuer, jwks: new URL(jwks), algorithms: ['ES256'], api, configuration }
}
