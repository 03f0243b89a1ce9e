import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OAuthAddresses } from '../../contract/openapi/document.ts'
import type { FetchFile, Log } from '../ports.ts'
import { connectionHolds } from '../store/connection-state.ts'
import type { Database } from '../store/database.ts'
import { noteFact } from '../store/facts.ts'
import type { Secrets } from '../store/secrets.ts'
import { configure, OAUTH_PATHS } from './configuration.ts'
import type { Desk } from './desk.ts'
import { createDoor } from './door.ts'
import { createInteractions } from './interactions.ts'
import { followKeys } from './key-watch.ts'
import type { OAuthKeys } from './keys.ts'
import { createLimiter } from './limits.ts'
import { loadProvider } from './load.ts'
import { createMemberPages, MEMBER_PATHS } from './member-pages.ts'
import { adapt, WELL_KNOWN } from './middleware.ts'
import { type OAuthOptions, OPEN_REGISTRATION, resourcesOf } from './options.ts'
import { offerExchange } from './token-exchange.ts'
import { createTries } from './tries.ts'

/** The authorization server as a handler for node's http server. */
export interface OAuthServer {
  readonly issuer: string
  /** Where clients get tokens. */
  readonly addresses: OAuthAddresses
  /** True for a path that this server answers. */
  owns(pathname: string): boolean
  listener(request: IncomingMessage, response: ServerResponse): void
  /** True while a connection holds: it was not revoked, has not expired, and its member was not removed. */
  connected(connectionId: string): Promise<boolean>
}

export interface OAuthParts {
  readonly db: Database
  readonly secrets: Secrets
  readonly clock: () => number
  readonly newId: (prefix: string) => string
  readonly log: Log
  readonly fetchFile: FetchFile
  /** Each `host:port` that requests may be sent to. */
  readonly hosts: ReadonlySet<string>
}

/**
 * Starts the authorization server (OAuth 2.1) of a data folder. Its library is loaded only now.
 *
 * @throws {RangeError} for a leeway outside 0 to 120 seconds
 * @throws {TypeError} for an issuer that is more than an origin
 */
export async function createOAuthServer(
  options: OAuthOptions & { readonly issuer: string },
  parts: OAuthParts,
): Promise<OAuthServer> {
  const { issuer, exchange_client, refresh_leeway_seconds = 30, trusted_hops = 0 } = options
  if (!(refresh_leeway_seconds >= 0 && refresh_leeway_seconds <= 120)) {
    throw new RangeError('The leeway of refresh tokens is 0 to 120 seconds.')
  }
  if (new URL(issuer).origin !== issuer)
    throw new TypeError('The issuer is an origin, without a path or trailing slash.')
  const { default: ProviderClass, errors } = await loadProvider(parts.log)
  const facts: Omit<Desk, 'keys'> = {
    ...parts,
    ...{
      issuer,
      resources: { ...resourcesOf(issuer), ...(options.mcp !== undefined && { mcp: options.mcp }) },
      exchangeClient: exchange_client,
    },
    leewaySeconds: refresh_leeway_seconds,
    registration: options.registration ?? OPEN_REGISTRATION,
    limiter: createLimiter(parts, options.limits),
    tries: createTries(parts, options.limits),
  }
  await noteFact(parts.db, 'sign_in_address', issuer, parts.clock())
  // The library takes its keys once, so a change of keys makes it anew. What it keeps is in the database.
  const build = (keys: OAuthKeys) => {
    const desk: Desk = { ...facts, keys }
    const provider = new ProviderClass(issuer, configure(desk, errors))
    adapt(provider, desk, () => ProviderClass.ctx)
    offerExchange(provider, errors, desk)
    const interact = createInteractions({ desk, provider, errors })
    const members = createMemberPages({ desk, provider })
    const rooms = { callback: provider.callback(), interact, members }
    return createDoor({ ...desk, ...rooms, hosts: parts.hosts, trusted_hops })
  }
  const door = await followKeys(parts, build)
  return {
    issuer,
    addresses: addressesOf(issuer),
    owns: path => path.startsWith('/oauth/') || MEMBER_PATHS.has(path) || WELL_KNOWN.includes(path),
    listener: (request, response) => void door().then(open => open(request, response)),
    connected: id => connectionHolds(parts.db, id, parts.clock()),
  }
}

function addressesOf(issuer: string): OAuthAddresses {
  const { authorization, token, device_authorization } = OAUTH_PATHS
  const at = (path: string): string => `${issuer}${path}`
  return {
    authorization: at(authorization),
    token: at(token),
    device: at(device_authorization),
    metadata: at('/.well-known/oauth-authorization-server'),
  }
}
