import type { KoaContextWithOIDC, ResourceServer } from 'oidc-provider'
import { SCOPE_NAMES } from '../../contract/scopes.ts'
import { grantedScopes } from '../domain/ceiling.ts'
import { ceilingOf } from '../store/members.ts'
import type { Desk } from './desk.ts'

/** Lifetime of an access token for the API: opaque, looked up at every call, so that it dies at once. */
export const API_TOKEN_SECONDS = 600
/** Lifetime of an access token for the MCP server: a JWT it verifies by itself, so kept short. */
const MCP_TOKEN_SECONDS = 300

/**
 * What a token for a resource may carry (RFC 8707); undefined for a resource this server does not know. Asked at every issuance,
 * so that the ceiling of the member bounds each token as it stands now.
 */
export async function resourceServer(
  ctx: KoaContextWithOIDC,
  resource: string,
  { db, resources }: Desk,
): Promise<ResourceServer | undefined> {
  const member = ctx.oidc.account?.accountId ?? ctx.oidc.session?.accountId
  // Before anybody is signed in nothing is issued; the consent bounds what is asked.
  const ceiling = member === undefined ? SCOPE_NAMES : await ceilingOf(db, member)
  const scope = grantedScopes({ requested: SCOPE_NAMES, ceiling }).join(' ')
  if (resource === resources.api) return { scope, audience: resource, ...opaque }
  if (resource === resources.mcp) return { scope, audience: resource, ...jwt }
  return undefined
}

const opaque = { accessTokenFormat: 'opaque', accessTokenTTL: API_TOKEN_SECONDS } as const
const jwt = {
  accessTokenFormat: 'jwt',
  accessTokenTTL: MCP_TOKEN_SECONDS,
  jwt: { sign: { alg: 'ES256' } },
} as const
