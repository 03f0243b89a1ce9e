import type { Configuration, DiscoveryRequestOptions } from 'openid-client'
import { isOnThisMachine } from '../contract/url.ts'
import { protocolFailure, SignInFailed } from './failure.ts'

/** Our client id at authorization servers. The client is public and registered there, with loopback redirects and the device flow. */
export const CLIENT_ID = 'translation-cli'

/** Longest wait for one answer of an authorization server, in seconds. Shorter than STALE_MS of lock.ts. */
const PATIENCE_SECONDS = 8

/** The library, loaded when it is first needed. */
export const openid = () => import('openid-client')

/**
 * Reads the metadata of an authorization server: RFC 8414, else OpenID discovery. The library checks that the document names this
 * issuer. A client without a secret is public.
 *
 * @throws {SignInFailed} unreachable; unsuitable, where the answer is not that of an authorization server
 */
export async function discoverServer(issuer: string, clientId: string, secret?: string): Promise<Configuration> {
  const { discovery, None, ClientSecretBasic, allowInsecureRequests } = await openid()
  const address = new URL(issuer)
  const execute = isOnThisMachine(address) ? [allowInsecureRequests] : []
  const discover = (algorithm: NonNullable<DiscoveryRequestOptions['algorithm']>) =>
    discovery(address, clientId, undefined, secret === undefined ? None() : ClientSecretBasic(secret), {
      ...{ algorithm, execute, timeout: PATIENCE_SECONDS },
    })
  try {
    return await discover('oauth2').catch(() => discover('oidc'))
  } catch (error) {
    throw protocolFailure(error, issuer)
  }
}

/** Checks that the server supports PKCE with S256, before a code is requested (OAuth 2.1). @throws {SignInFailed} unsuitable */
export function requirePkce(configuration: Configuration): void {
  const { issuer, code_challenge_methods_supported: methods } = configuration.serverMetadata()
  if (methods?.includes('S256')) return
  throw new SignInFailed(
    'unsuitable',
    `${new URL(issuer).origin} does not protect codes by PKCE, so this program does not sign in there.`,
  )
}
