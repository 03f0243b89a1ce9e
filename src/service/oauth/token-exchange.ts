import { createLocalJWKSet, jwtVerify } from 'jose'
import type Provider from 'oidc-provider'
import type { errors as Errors, TokenEndpointGrantContext } from 'oidc-provider'
import * as z from 'zod'
import { TOKEN_EXCHANGE } from '../../contract/grants.ts'
import { grantedScopes, scopeWords } from '../domain/ceiling.ts'
import { activeMember } from '../store/members.ts'
import { ceilingColumn } from '../store/scope-lists.ts'
import type { Desk } from './desk.ts'
import { API_TOKEN_SECONDS, resourceServer } from './resources.ts'
import { noteStepUp } from './step-up.ts'

const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token'
const JWT = 'urn:ietf:params:oauth:token-type:jwt'

/** The parameters of RFC 8693 §2.1 that are read. Its other parameters are refused where they would change the meaning. */
const PARAMETERS = [
  'subject_token',
  'subject_token_type',
  'actor_token',
  'actor_token_type',
  'requested_token_type',
  'resource',
  'audience',
  'scope',
]

const Subject = z.object({
  sub: z.string(),
  exp: z.number(),
  client_id: z.string(),
  gid: z.string(),
  scope: z.string(),
})

type Subject = z.output<typeof Subject>

/**
 * Token exchange (RFC 8693): the MCP server exchanges the token that it received, which is valid for itself only, for one that is
 * valid for the API. The new token belongs to the original client and names the MCP server as actor. The subject token and the
 * present ceiling limit its scopes; the subject token limits its lifetime.
 */
export function offerExchange(provider: Provider, errors: typeof Errors, desk: Desk): void {
  const { issuer, resources, keys } = desk
  const jwks = createLocalJWKSet({ keys: keys.signing.map(({ d: _, ...publicPart }) => publicPart) })

  async function readSubject(token: string): Promise<Subject> {
    // Only a token issued for the MCP server is accepted: a token for the API cannot be exchanged for a new one.
    const wanted = { issuer, audience: resources.mcp, typ: 'at+jwt', algorithms: ['ES256'] }
    try {
      return Subject.parse((await jwtVerify(token, jwks, wanted)).payload)
    } catch {
      throw new errors.InvalidRequest('subject_token is invalid, expired or not issued for this client')
    }
  }

  async function exchange(ctx: TokenEndpointGrantContext): Promise<void> {
    const { params, client } = ctx.oidc
    if (client.clientId !== desk.exchangeClient?.id) throw new errors.UnauthorizedClient()
    const subject = await readSubject(readRequest(params, resources.api, errors))
    const grant = await provider.Grant.find(subject.gid)
    const original = await provider.Client.find(subject.client_id)
    const found = await activeMember(desk.db, subject.sub)
    const own = grant?.accountId === subject.sub && grant.clientId === subject.client_id
    if (!own || original === undefined || found === undefined) {
      throw new errors.InvalidRequest('the connection behind subject_token is no longer active')
    }
    const asked = scopeWords(params.scope ?? subject.scope)
    const ceiling = ceilingColumn.read(found.member.ceiling_json)
    const granted = grantedScopes({ requested: asked, ceiling, ticked: scopeWords(subject.scope) })
    const missing = params.scope === undefined ? [] : asked.filter(word => !granted.some(scope => scope === word))
    // The MCP server asks so when a call needs a scope that the connection lacks. A scope beyond the ceiling no consent can add.
    if (missing.length > 0 && missing.every(word => ceiling.some(scope => scope === word))) {
      const who = { connection_id: subject.gid, member_id: subject.sub, client_id: subject.client_id }
      await noteStepUp(desk, who, missing)
    }
    if (granted.length === 0 || missing.length > 0) {
      throw new errors.InvalidScope('scope is beyond the subject token or the member’s ceiling', missing.join(' '))
    }
    ctx.oidc.entity('Account', { accountId: subject.sub, claims: () => ({ sub: subject.sub }) })
    const info = await resourceServer(ctx, resources.api, desk)
    if (info === undefined) throw new errors.InvalidTarget()
    const rest = subject.exp - Math.floor(Date.now() / 1000)
    const token = new provider.AccessToken({
      accountId: subject.sub,
      // The client of the grant: with another one, introspection would call the token inactive.
      client: original,
      grantId: subject.gid,
      gty: 'token_exchange',
      expiresIn: Math.max(1, Math.min(rest, API_TOKEN_SECONDS)),
      resourceServer: new provider.ResourceServer(resources.api, info),
    })
    token.scope = granted.join(' ')
    const access_token = await token.save()
    const { scope } = token
    const issued = { issued_token_type: ACCESS_TOKEN, token_type: 'Bearer', expires_in: token.expiration, scope }
    ctx.body = { access_token, ...issued }
  }

  provider.registerGrantType(TOKEN_EXCHANGE, exchange, PARAMETERS, ['resource', 'audience'])
}

/** The subject token of a request, if the request asks for exactly this kind of exchange. */
function readRequest(params: Readonly<Record<string, unknown>>, api: string, errors: typeof Errors): string {
  const { subject_token, subject_token_type, actor_token, requested_token_type, resource, audience } = params
  if (typeof subject_token !== 'string' || subject_token_type === undefined) {
    throw new errors.InvalidRequest('subject_token and subject_token_type are required')
  }
  if (subject_token_type !== ACCESS_TOKEN && subject_token_type !== JWT) {
    throw new errors.InvalidRequest('unsupported subject_token_type')
  }
  if (actor_token !== undefined) {
    throw new errors.InvalidRequest('actor_token is not supported: the authenticated client is the actor')
  }
  if (requested_token_type !== undefined && requested_token_type !== ACCESS_TOKEN) {
    throw new errors.InvalidRequest('unsupported requested_token_type')
  }
  if (audience !== undefined || resource !== api) throw new errors.InvalidTarget()
  return subject_token
}
