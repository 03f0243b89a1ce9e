import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { SCOPE_NAMES, USABLE_SCOPES } from '../../contract/scopes.ts'
import { grantedScopes, scopeWords } from '../domain/ceiling.ts'
import type { Log } from '../ports.ts'
import { recordEvent } from '../store/audit.ts'
import { findConnection } from '../store/connections.ts'
import { ceilingOf } from '../store/members.ts'
import { isPassing, traceOf } from '../trace.ts'
import { awayPage } from '../web/notice-page.ts'
import { OAUTH_PATHS } from './configuration.ts'
import type { Desk } from './desk.ts'
import { AWAY, PAGE_HEADERS } from './page-answer.ts'
import { isLoopbackRedirect } from './redirects.ts'

/** Adds what this server does before and after oidc-provider. `current` gives the request that is being answered. */
export function adapt(provider: Provider, desk: Desk, current: () => KoaContextWithOIDC | undefined): void {
  // door.ts stands in front and sets the forwarding headers itself, so they can be trusted.
  provider.proxy = true
  letLoopbackPortsFloat(provider)
  keepWhatWasKept(provider)
  deriveSuccessors(provider, desk, current)
  const replayed = new WeakMap<KoaContextWithOIDC, string>()
  provider.on('grant.revoked', (ctx, grantId) => {
    if (ctx.oidc.route === 'token') replayed.set(ctx, grantId)
  })
  const passing = new WeakSet<object>()
  provider.on('server_error', (ctx, error) => {
    reportFailure(desk.log, error)
    if (isPassing(error)) passing.add(ctx)
  })
  // The framework below the provider would print its errors; they go to our log instead.
  provider.onerror = error => reportFailure(desk.log, error)
  provider.use(async (ctx, next) => {
    ctx.set(PAGE_HEADERS)
    if (ctx.path === API_METADATA) return describeApi(ctx, desk)
    const query = amendQuery(ctx.method, ctx.path, ctx.query)
    if (query !== ctx.query) {
      ctx.state.user_code = ctx.query.user_code
      ctx.query = query
    }
    await next()
    if (passing.has(ctx)) return await sayAway(ctx)
    try {
      await amendAnswer(ctx, desk)
      const lost = isOidc(ctx) ? replayed.get(ctx) : undefined
      if (lost !== undefined) await recordReplay(lost, desk)
    } catch (error) {
      if (!isPassing(error)) throw error
      reportFailure(desk.log, error)
      await sayAway(ctx)
    }
  })
}

async function amendAnswer(ctx: { readonly path: string; body: unknown }, desk: Desk): Promise<void> {
  if (ctx.path.startsWith('/.well-known/')) describe(ctx.body, desk)
  if (ctx.path === OAUTH_PATHS.registration) forgetSecret(ctx.body)
  if (ctx.path === OAUTH_PATHS.token) nameRefusal(ctx.body)
  if (ctx.path === OAUTH_PATHS.introspection) ctx.body = await introspected(ctx.body, desk)
}

/** Tells the operator of a failure that whoever signs in does not see the cause of. */
export function reportFailure(log: Log, error: unknown): void {
  const what = isPassing(error) ? 'sign-in cannot use the database or the disk' : 'sign-in failed unexpectedly'
  log.error(what, traceOf(error))
}

/** Puts an answer in place of the provider's own, which would be a failure of the server (500). */
async function sayAway(ctx: Answering): Promise<void> {
  const isPage = ctx.type === 'text/html'
  ctx.status = 503
  ctx.set('retry-after', String(AWAY.seconds))
  ctx.body = isPage ? await awayPage() : AWAY.body
}

/** What is changed of an answer of the provider. */
interface Answering {
  status: number
  body: unknown
  readonly type: string
  set(name: string, value: string): void
}

function isOidc(ctx: object): ctx is KoaContextWithOIDC {
  return 'oidc' in ctx
}

type Query = NodeJS.Dict<string | string[]>

/**
 * Changes a query before the provider reads it. Without a scope, it asks for all that open something (RFC 6749 §3.3 leaves the
 * default to the server), of which the member ticks what she wants. Answers go back in the query, since the other modes need scripts on a page. A user code in the address only fills in the form.
 */
function amendQuery(method: string, path: string, query: Query): Query {
  if (method !== 'GET') return query
  if (path === OAUTH_PATHS.authorization) {
    const { response_mode: _, ...rest } = query
    return query.scope ? rest : { ...rest, scope: USABLE_SCOPES.join(' ') }
  }
  if (path === OAUTH_PATHS.code_verification && query.user_code !== undefined) return {}
  return query
}

/** Accepts a registered loopback redirect with any port (RFC 8252 §7.3), also for a client with other kinds of redirects. */
function letLoopbackPortsFloat({ Client }: Provider): void {
  const exact = Client.prototype.redirectUriAllowed
  Client.prototype.redirectUriAllowed = function (redirect) {
    return exact.call(this, redirect) || isLoopbackRedirect(redirect, this.redirectUris ?? [])
  }
}

/**
 * Does not save a session that was never stored. The provider tries to, when a page of the device flow fails in a browser without
 * a session, and then fails itself.
 */
function keepWhatWasKept({ Session }: Provider): void {
  const persist = Session.prototype.persist
  Session.prototype.persist = async function () {
    return typeof this.exp === 'number' ? persist.call(this) : ''
  }
}

/**
 * Gives a refresh token that replaces another one an id that is derived from it. So a token that is presented again within its leeway
 * (a lost answer, two processes without a lock) is answered with the same successor, and a thief and the owner share one chain, in
 * which the next late reuse ends the connection.
 */
function deriveSuccessors(
  { RefreshToken }: Provider,
  { keys }: Desk,
  current: () => KoaContextWithOIDC | undefined,
): void {
  const save = RefreshToken.prototype.save
  RefreshToken.prototype.save = function () {
    const rotated = current()?.oidc.entities.RotatedRefreshToken
    if (rotated !== undefined) this.jti = keys.successor(rotated.jti)
    return save.call(this)
  }
}

/** The path of the document that says who issues the API's tokens (RFC 9728). */
const API_METADATA = '/.well-known/oauth-protected-resource/v1'

/** The paths of the documents that describe this server. */
export const WELL_KNOWN: readonly string[] = [
  ...['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'],
  API_METADATA,
]

function describeApi(
  ctx: { body: unknown; set(name: string, value: string): void },
  { issuer, resources }: Desk,
): void {
  ctx.set('access-control-allow-origin', '*')
  const authorization_servers = [issuer]
  const metadata = { resource: resources.api, authorization_servers, scopes_supported: SCOPE_NAMES }
  ctx.body = { ...metadata, bearer_methods_supported: ['header'] }
}

/** Adds to the server's metadata what the provider does not know. */
function describe(metadata: unknown, { registration }: Desk): void {
  if (!isRecord(metadata) || !('issuer' in metadata)) return
  metadata.scopes_supported = [...SCOPE_NAMES, 'openid', 'offline_access']
  metadata.response_modes_supported = ['query']
  // The documents of clients that are connected are still read.
  if (registration.mode === 'closed') delete metadata.client_id_metadata_document_supported
}

/** Removes from an answer the secret that the provider makes for every client: here all clients are public. */
function forgetSecret(body: unknown): void {
  if (!isRecord(body) || body.token_endpoint_auth_method !== 'none') return
  delete body.client_secret
  delete body.client_secret_expires_at
}

/** Corrects an error code: for a grant that a client may not use, RFC 6749 §5.2 has `unauthorized_client`. */
function nameRefusal(body: unknown): void {
  if (!isRecord(body) || body.error_description !== 'requested grant type is not allowed for this client') return
  body.error = 'unauthorized_client'
}

/** The answer of introspection (RFC 7662), with its scopes limited by the member's present ceiling. */
async function introspected(body: unknown, { db }: Desk): Promise<unknown> {
  if (!isRecord(body) || body.active !== true || typeof body.sub !== 'string') return body
  const ceiling = await ceilingOf(db, body.sub)
  const scope = grantedScopes({ requested: scopeWords(body.scope), ceiling }).join(' ')
  return ceiling.length === 0 ? { active: false } : { ...body, scope, ceiling: ceiling.join(' ') }
}

async function recordReplay(connectionId: string, { db, clock, newId }: Desk): Promise<void> {
  const found = await findConnection(db, connectionId)
  if (found === undefined) return
  const { workspace_id, member_id, client_id } = found
  const event = { workspace_id, member_id, client_id, connection_id: connectionId }
  await recordEvent(db, { now: clock(), newId }, { kind: 'refresh_token_reused', ...event })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
