import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { grantedScopes, READ_ONLY, scopeWords } from '../domain/ceiling.ts'
import { recordEvent } from '../store/audit.ts'
import { findConnection } from '../store/connections.ts'
import { ceilingOf } from '../store/members.ts'
import { isLoopbackRedirect } from './clients.ts'
import { ROUTES } from './configuration.ts'
import type { Desk } from './desk.ts'
import { PAGE_HEADERS } from './page-answer.ts'

/** What this server does before and after oidc-provider itself. */
export function adapt(provider: Provider, desk: Desk): void {
  // The door in front of it (door.ts) says by forwarding headers of its own how the request came in.
  provider.proxy = true
  letLoopbackPortsFloat(provider)
  const replayed = new WeakMap<KoaContextWithOIDC, string>()
  provider.on('grant.revoked', (ctx, grantId) => {
    if (ctx.oidc.route === 'token') replayed.set(ctx, grantId)
  })
  provider.use(async (ctx, next) => {
    ctx.set(PAGE_HEADERS)
    const query = amendQuery(ctx.method, ctx.path, ctx.query)
    if (query !== ctx.query) {
      ctx.state.user_code = ctx.query.user_code
      ctx.query = query
    }
    await next()
    if (ctx.path === ROUTES.registration) forgetSecret(ctx.body)
    if (ctx.path === ROUTES.introspection) ctx.body = await introspected(ctx.body, desk)
    const lost = isOidc(ctx) ? replayed.get(ctx) : undefined
    if (lost !== undefined) await recordReplay(lost, desk)
  })
}

function isOidc(ctx: object): ctx is KoaContextWithOIDC {
  return 'oidc' in ctx
}

type Query = NodeJS.Dict<string | string[]>

/** A request that names no scope asks for reading (RFC 6749 §3.3); a user code in the address only fills the form in. */
function amendQuery(method: string, path: string, query: Query): Query {
  if (method !== 'GET') return query
  if (path === ROUTES.authorization && !query.scope) return { ...query, scope: READ_ONLY.join(' ') }
  if (path === ROUTES.code_verification && query.user_code !== undefined) return {}
  return query
}

/** RFC 8252 §7.3: any port on a registered loopback redirect, whatever else the client has registered. */
function letLoopbackPortsFloat({ Client }: Provider): void {
  const exact = Client.prototype.redirectUriAllowed
  Client.prototype.redirectUriAllowed = function (redirect) {
    return exact.call(this, redirect) || isLoopbackRedirect(redirect, this.redirectUris ?? [])
  }
}

/** A public client is answered without the secret that the provider makes for every one. */
function forgetSecret(body: unknown): void {
  if (!isRecord(body) || body.token_endpoint_auth_method !== 'none') return
  delete body.client_secret
  delete body.client_secret_expires_at
}

/** What introspection answers, with the scopes as the member's ceiling stands now (RFC 7662). */
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
