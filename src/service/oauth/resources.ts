import type { KoaContextWithOIDC, ResourceServer } from 'oidc-provider'
import { SCOPE_NAMES } from '../../contract/scopes.ts'
import { grantedScopes } from '../domain/ceiling.ts'
import { ceilingOf } from '../store/members.ts'
import type { Desk } from './desk.ts'

/** Lifetime of an access token for the API. It is opaque and looked up at every call, so a revocation takes effect at once. */
export const API_TOKEN_SECONDS = 600
/** Lifetime of an access token for the MCP server: short, since it is a JWT that the MCP server verifies by itself. */
const MCP_TOKEN_SECONDS = 300

/**
 * What a token for a resource may contain (RFC 8707); undefined for a resource that this server does not know. It is asked for
 * every token, so that the member's present ceiling limits each one.
 */
export async function resourceServer(
  ctx: KoaContextWithOIDC,
  resource: string,
  { db, resources }: Desk,
): Promise<ResourceServer | undefined> {
  const member = ctx.oidc.account?.accountId ?? ctx.oidc.session?.accountId
  // Nothing is issued before a member signs in; the consent limits the request later.
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
