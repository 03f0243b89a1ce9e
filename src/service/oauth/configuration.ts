import type { Configuration, ErrorOut, errors as Errors, KoaContextWithOIDC } from 'oidc-provider'
import { isConnected } from '../store/connections.ts'
import { activeMember } from '../store/members.ts'
import { ceilingColumn } from '../store/scope-lists.ts'
import { errorPage } from '../web/notice-page.ts'
import { createAdapter } from './adapter.ts'
import { isListed, normalizeClient, ownClients } from './clients.ts'
import { CONNECTION_DAYS } from './consent.ts'
import { cookieNames, cookieOptions, SESSION_SECONDS } from './cookies.ts'
import type { Desk } from './desk.ts'
import { deviceFlow } from './device.ts'
import { metadataFetch } from './metadata-fetch.ts'
import type { Registration } from './options.ts'
import { resourceServer } from './resources.ts'
import { stepUpRefusal } from './step-up.ts'

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

/** Lifetimes in seconds. A grant must live longer than its refresh tokens, since they end with it. */
const LIFETIMES = {
  AccessToken: (_: unknown, token: { resourceServer?: { accessTokenTTL?: number | undefined } | undefined }) =>
    token.resourceServer?.accessTokenTTL ?? 5 * MINUTE,
  AuthorizationCode: MINUTE,
  DeviceCode: 10 * MINUTE,
  Grant: CONNECTION_DAYS * DAY,
  IdToken: 5 * MINUTE,
  Interaction: 10 * MINUTE,
  RefreshToken: 30 * DAY,
  Session: SESSION_SECONDS,
}

export const OAUTH_PATHS = {
  authorization: '/oauth/authorize',
  code_verification: '/oauth/device',
  device_authorization: '/oauth/device-authorization',
  end_session: '/oauth/end-session',
  introspection: '/oauth/introspect',
  jwks: '/oauth/jwks',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  token: '/oauth/token',
}

/** The configuration of oidc-provider: the features that are used, and a value for every default that would print a warning. */
export function configure(desk: Desk, errors: typeof Errors): Configuration {
  const { keys, issuer, exchangeClient } = desk
  const cookie = cookieOptions(issuer)
  const { form: _, ...names } = cookieNames(issuer)
  return {
    adapter: createAdapter({ ...desk, alreadyUsed: model => new errors.InvalidGrant(`${model} was used already`) }),
    jwks: { keys: keys.signing },
    clients: ownClients(exchangeClient),
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'ES256',
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientAuthMethods: ['none', 'client_secret_basic'],
    clientBasedCORS: () => false,
    claims: { openid: ['sub'] },
    cookies: { keys: [keys.cookieKey], names, long: cookie, short: cookie },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    responseTypes: ['code'],
    scopes: ['openid', 'offline_access'],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    // Revoking any token ends the connection: without a refresh token it could not go on, but would still be listed.
    revokeGrantPolicy: () => true,
    issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
    // A program stays signed in after the session of the browser that it signed in with has ended.
    expiresWithSession: () => false,
    routes: OAUTH_PATHS,
    ttl: LIFETIMES,
    interactions: { url: (_, interaction) => `/oauth/interaction/${interaction.uid}` },
    fetch: metadataFetch(desk),
    ...answers(desk, errors),
    ...features(desk, errors),
  }
}

/** The answers to what the provider asks about members, clients and consents. */
function answers(desk: Desk, errors: typeof Errors): Configuration {
  const { db, exchangeClient } = desk
  return {
    async findAccount({ oidc }, sub, token) {
      const refusal = token instanceof oidc.provider.RefreshToken ? await stepUpRefusal(desk, token, errors) : undefined
      if (refusal !== undefined) throw refusal
      const found = await activeMember(db, sub)
      return found && { accountId: found.member.id, claims: () => ({ sub: found.member.id }) }
    },
    // Every connection is a new grant: it never takes over what an earlier one was granted.
    async loadExistingGrant(ctx) {
      const id = ctx.oidc.result?.consent?.grantId
      return id === undefined ? undefined : ctx.oidc.provider.Grant.find(id)
    },
    // JWTs are not stored. They name the connection, so that an exchange sees when it is revoked. They name the ceiling, so that
    // the MCP server knows whether a new consent could help, or whether an admin has to widen the ceiling, and of which member.
    async extraTokenClaims(ctx, token) {
      if (!('accountId' in token)) return undefined
      const { accountId, grantId, clientId } = token
      const found = await activeMember(db, accountId)
      const actor = ctx.oidc.client?.clientId
      const acting = actor === exchangeClient?.id && actor !== clientId ? { act: { sub: actor } } : {}
      const scopes = found === undefined ? [] : ceilingColumn.read(found.member.ceiling_json)
      const names = { member: found?.member.name, workspace: found?.workspace.slug }
      return { gid: grantId, ws: found?.workspace.id, ...names, ceiling: scopes.join(' '), ...acting }
    },
    renderError: renderError,
  }
}

async function renderError(ctx: KoaContextWithOIDC, out: ErrorOut): Promise<void> {
  ctx.type = 'html'
  ctx.body = await errorPage({ error: out.error, description: out.error_description ?? '' })
}

/** True for the address of a document whose client may be connected although no member has connected it before. */
function mayBeNew(document: string, registration: Registration): boolean {
  return registration.mode === 'open' || (registration.mode === 'listed' && isListed(document, registration))
}

function features(desk: Desk, errors: typeof Errors): Configuration {
  const { resources, exchangeClient, registration } = desk
  return {
    extraClientMetadata: {
      // The hook runs once for each property listed here, for every client, so one is listed.
      properties: ['software_id'],
      validator(ctx, _key, _value, metadata) {
        const isNew = ctx?.oidc?.route === 'registration'
        const judging = { exchange: exchangeClient, registration: isNew ? registration : undefined }
        const refused = normalizeClient(metadata, judging)
        if (refused !== undefined) throw new errors.InvalidClientMetadata(refused)
      },
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      claimsParameter: { enabled: false },
      registration: { enabled: registration.mode !== 'closed', issueRegistrationAccessToken: false },
      revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
      introspection: {
        enabled: true,
        allowedPolicy: (_, client, token) =>
          client.clientId === exchangeClient?.id || token.clientId === client.clientId,
      },
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        // Anybody can make this server fetch an address, so the limit for registering clients counts here too. A client
        // that a member has approved is fetched without a limit: its refreshes must not count as registrations of strangers.
        allowFetch: async (ctx, id) =>
          (await isConnected(desk.db, id)) ||
          (mayBeNew(id, registration) && (await desk.limiter.count('registration', ctx.ip)) === undefined),
        allowClient: () => true,
        cacheDuration: { min: 60, max: DAY },
      },
      deviceFlow: deviceFlow(desk),
      resourceIndicators: {
        enabled: true,
        // Older clients name no resource: they get a token for the MCP server.
        defaultResource: (_, _client, oneOf) =>
          oneOf === undefined || oneOf.includes(resources.mcp) ? resources.mcp : oneOf[0],
        useGrantedResource: () => true,
        async getResourceServerInfo(ctx, resource) {
          const found = await resourceServer(ctx, resource, desk)
          if (found === undefined) throw new errors.InvalidTarget()
          return found
        },
      },
    },
  }
}
