import type { Configuration, ErrorOut, errors as Errors, KoaContextWithOIDC } from 'oidc-provider'
import { isConnected } from '../store/connections.ts'
import { activeMember } from '../store/members.ts'
import { ceilingColumn } from '../store/scope-lists.ts'
import { errorPage } from '../web/notice-page.ts'
import { createAdapter } from './adapter.ts'
import { normalizeClient, ownClients } from './clients.ts'
import { CONNECTION_DAYS } from './consent.ts'
import type { Desk } from './desk.ts'
import { deviceFlow } from './device.ts'
import { metadataFetch } from './metadata-fetch.ts'
import { resourceServer } from './resources.ts'

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

/** How long a browser stays signed in. */
export const SESSION_SECONDS = DAY

/** Cookies of the pages: no script reads them, no other site sends them along, and with TLS they stay with it. */
export function cookieOptions(issuer: string) {
  const secure = issuer.startsWith('https:')
  return { httpOnly: true, sameSite: 'lax', signed: true, overwrite: true, secure } as const
}

/** Lifetimes in seconds. A grant outlives its refresh tokens, which else would die early. */
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

/** The configuration of oidc-provider: what of it is used, and every default that would speak up set. */
export function configure(desk: Desk, errors: typeof Errors): Configuration {
  const { keys, issuer, exchangeClient } = desk
  const cookie = cookieOptions(issuer)
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
    cookies: { keys: [keys.cookieKey], long: cookie, short: cookie },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    responseTypes: ['code'],
    scopes: ['openid', 'offline_access'],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    // Revoking any token ends the connection: without a token that can be renewed it would only look like one.
    revokeGrantPolicy: () => true,
    issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
    // A program that signed in outlives the session of the browser it signed in with.
    expiresWithSession: () => false,
    routes: OAUTH_PATHS,
    ttl: LIFETIMES,
    interactions: { url: (_, interaction) => `/oauth/interaction/${interaction.uid}` },
    fetch: metadataFetch(desk),
    ...answers(desk),
    ...features(desk, errors),
  }
}

/** What the provider asks about members, clients and consents. */
function answers({ db, exchangeClient }: Desk): Configuration {
  return {
    async findAccount(_, sub) {
      const found = await activeMember(db, sub)
      return found && { accountId: found.member.id, claims: () => ({ sub: found.member.id }) }
    },
    // A connection is one fresh grant: what an earlier one was given never answers for a new one.
    async loadExistingGrant(ctx) {
      const id = ctx.oidc.result?.consent?.grantId
      return id === undefined ? undefined : ctx.oidc.provider.Grant.find(id)
    },
    // JWTs are not stored: they name the connection, so that exchange sees it revoked, and the ceiling, so that the MCP server
    // knows whether a further consent could help, and else whose ceiling an admin would have to widen.
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

function features(desk: Desk, errors: typeof Errors): Configuration {
  const { resources, exchangeClient } = desk
  return {
    extraClientMetadata: {
      // The hook runs once for each property listed here, for every client, so one is listed.
      properties: ['software_id'],
      validator(_ctx, _key, _value, metadata) {
        const refused = normalizeClient(metadata, exchangeClient)
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
      registration: { enabled: true, issueRegistrationAccessToken: false },
      revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
      introspection: {
        enabled: true,
        allowedPolicy: (_, client, token) =>
          client.clientId === exchangeClient?.id || token.clientId === client.clientId,
      },
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        // Anybody can have an address asked here: as often as an address may register clients. What a member has approved
        // is asked whenever it is needed, or its refreshes would come to count as the registrations of strangers.
        allowFetch: async (ctx, id) =>
          (await isConnected(desk.db, id)) || (await desk.limiter.count('registration', ctx.ip)) === undefined,
        allowClient: () => true,
        cacheDuration: { min: 60, max: DAY },
      },
      deviceFlow: deviceFlow(desk),
      resourceIndicators: {
        enabled: true,
        // Older clients name no resource: they get a token for the MCP server rather than one for nobody.
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
