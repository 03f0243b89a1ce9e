import { USABLE_SCOPES } from '../contract/scopes.ts'
import { RETRY_SECONDS } from './token-exchange.ts'

/** An endpoint that takes access tokens (RFC 9728). */
export interface ProtectedResource {
  /** Its address, which is its identifier. */
  readonly resource: string
  /** Who issues tokens for it. */
  readonly issuer: string
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource'

/** The path of a resource's metadata: the well-known path, then the path of the resource (RFC 9728 § 3.1). */
export function metadataUrl({ resource }: ProtectedResource): string {
  const { origin, pathname } = new URL(resource)
  return `${origin}${WELL_KNOWN}${pathname}`
}

/** The metadata of the resource (RFC 9728 § 3.2). Everybody may read it, also pages of other sites. */
export function metadataResponse(request: Request, { resource, issuer }: ProtectedResource): Response {
  const open = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { ...open, allow: ALLOWED } })
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return new Response(null, { status: 405, headers: { ...open, allow: ALLOWED } })
  }
  const metadata = {
    resource,
    authorization_servers: [issuer],
    scopes_supported: USABLE_SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Translation',
  }
  return Response.json(metadata, { headers: { ...open, 'cache-control': 'max-age=300' } })
}

const ALLOWED = 'GET, HEAD, OPTIONS'

/**
 * 401: the request has no token, or one that is not valid here. It names the metadata of the resource (RFC 6750 § 3, RFC 9728 § 5.1)
 * and all scopes that open something: the member leaves out on the consent page what she does not want.
 */
export function unauthorized(at: ProtectedResource, token: 'missing' | 'refused'): Response {
  const description = 'The access token is invalid, expired, or not for this server.'
  const said = token === 'missing' ? {} : { error: 'invalid_token', error_description: description }
  const body = token === 'missing' ? { error: 'unauthorized', error_description: 'An access token is needed.' } : said
  return challenge(401, { ...said, scope: USABLE_SCOPES.join(' ') }, body, at)
}

/**
 * 403: the token lacks scopes. `scopes` are those to ask for, with which the same call can succeed (RFC 6750 § 3.1). A client of a
 * protocol revision that does not know this answer gets it as 401, since it signs in again after a 401 only.
 */
export function insufficientScope(
  at: ProtectedResource,
  { scopes, missing, knowsIt }: { scopes: readonly string[]; missing: readonly string[]; knowsIt: boolean },
): Response {
  const said = { error: 'insufficient_scope', error_description: `This call needs ${missing.join(' ')}.` }
  return challenge(knowsIt ? 403 : 401, { ...said, scope: scopes.join(' ') }, said, at)
}

/** 503: the token cannot be checked now. This is not a 401, since clients delete their tokens after a 401. */
export function authorityAway(): Response {
  const body = { error: 'temporarily_unavailable', error_description: 'The authorization server cannot be reached.' }
  const headers = { 'retry-after': String(RETRY_SECONDS), 'cache-control': 'no-store' }
  return Response.json(body, { status: 503, headers })
}

/** An answer with a WWW-Authenticate header. Its values are our own texts and scope names, so nothing has to be escaped. */
function challenge(status: number, parameters: Record<string, string>, body: object, at: ProtectedResource): Response {
  const all = { ...parameters, resource_metadata: metadataUrl(at) }
  const words = Object.entries(all).map(([name, value]) => `${name}="${value}"`)
  const headers = { 'www-authenticate': `Bearer ${words.join(', ')}`, 'cache-control': 'no-store' }
  return Response.json(body, { status, headers })
}
