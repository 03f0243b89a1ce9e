import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { actingFor } from '../auth/acting.ts'
import { apiAddress } from '../auth/authority.ts'
import { boundedClient, createPermit } from '../auth/bounded.ts'
import type { Caller } from '../auth/caller.ts'
import { SignInFailed } from '../auth/failure.ts'
import { type IssuingServer, issuingServerAt, issuingServerOf, type OwnClient } from '../auth/issuing-server.ts'
import type { ProtectedResource } from '../auth/protected-resource.ts'
import { createTokenExchange, type TokenExchange } from '../auth/token-exchange.ts'
import { createVerifier } from '../auth/verify.ts'
import type { Client } from '../client/client.ts'
import type { Callers } from '../mcp/context.ts'
import { callerOf } from '../mcp/http/caller-info.ts'
import { createGate, type Gate } from '../mcp/http/gate.ts'
import { Recent } from '../mcp/recent.ts'
import { OAUTH_PATHS } from '../service/oauth/configuration.ts'
import { resourcesOf } from '../service/oauth/options.ts'
import type { RunningService } from '../service/service.ts'
import type { ComposedServer } from './compose.ts'
import { startEmbedded } from './connection.ts'
import type { Desks } from './desks.ts'
import { overRate } from './rates.ts'
import { answers, reachable } from './readiness.ts'
import type { ReportFault } from './report.ts'
import { oauthOptions } from './service-settings.ts'
import type { Settings } from './settings.ts'
import { UsageError } from './usage.ts'

/** How callers over HTTP are told apart, and what they may do. */
export interface Access {
  readonly at: ProtectedResource
  readonly gate: Gate
  readonly callers: Callers
  /** The authorization server of this process; undefined where another one issues the tokens. */
  readonly signIn: RunningService['oauth']
  /** The questions about spending and the uploads, where a service beside the hosted one has the data folder open. */
  readonly desks?: Desks | undefined
  /** True when tokens can be verified and the API answers. */
  ready(): Promise<boolean>
  close(): Promise<void>
}

export interface AccessParts {
  readonly settings: Settings
  /** The public address of this server. */
  readonly origin: string
  readonly composition: ComposedServer
  /** Our client at the authorization server of this process. */
  readonly own: OwnClient
}

/** A client at our own authorization server that lives as long as this process. */
export function ownClient(): OwnClient {
  return { id: 'mcp-server', secret: randomBytes(32).toString('base64url') }
}

/**
 * Opens access for members who sign in. They sign in at the service inside this program, or at the hosted service. With
 * `--credential key`, calls to the hosted service use one workspace key; members then sign in at an authorization server of this
 * program.
 *
 * @throws {UsageError} a setting is missing, or does not fit the others
 * @throws {ApiError} service_unavailable, the service inside this program does not start
 * @throws {SignInFailed} unreachable
 */
export async function openAccess(parts: AccessParts): Promise<Access> {
  const { settings, composition } = parts
  const { running } = composition.gateway
  if (running !== undefined) {
    if (settings.credential === 'key') throw new UsageError('--credential key is for a hosted service: set --api-url.')
    const service = await running()
    return forTheirTokens(parts, await ownServer(service, parts), service.baseUrl, service.oauth)
  }
  if (settings.credential === 'key') return forOneKey(parts)
  const server = await theirServer(settings)
  return forTheirTokens(parts, server, settings.api_url ?? '', undefined)
}

async function ownServer({ baseUrl, oauth }: RunningService, { own }: AccessParts): Promise<IssuingServer> {
  const issuer = oauth?.issuer ?? baseUrl
  const at = (path: string) => `${baseUrl}${path}`
  const endpoints = {
    token: at(OAUTH_PATHS.token),
    introspection: at(OAUTH_PATHS.introspection),
    jwks: at(OAUTH_PATHS.jwks),
  }
  return issuingServerAt({ issuer, api: resourcesOf(issuer).api }, endpoints, own)
}

async function theirServer({ api_url = '', oauth_client_id, oauth_client_secret }: Settings): Promise<IssuingServer> {
  const otherwise =
    'Or serve its members by one workspace key (--credential key with TRANSLATION_API_KEY), or this machine alone (--auth none).'
  if (oauth_client_secret === undefined) {
    throw new UsageError(
      `Serving members of ${new URL(api_url).origin} needs a client there that may exchange tokens: set TRANSLATION_OAUTH_CLIENT_ID and TRANSLATION_OAUTH_CLIENT_SECRET. ${otherwise}`,
    )
  }
  try {
    return await issuingServerOf(api_url, { id: oauth_client_id, secret: oauth_client_secret })
  } catch (error) {
    if (!(error instanceof SignInFailed) || error.code === 'unreachable') throw error
    throw new UsageError(`${error.message} So this server cannot tell its members apart. ${otherwise}`)
  }
}

/** Makes each call with a token for the API, in the name of the caller. */
function forTheirTokens(
  parts: AccessParts,
  server: IssuingServer,
  baseUrl: string,
  signIn: RunningService['oauth'],
): Access {
  const { client } = parts.composition.parts
  const exchange = exchangeAt(server, parts)
  const acting = (caller: Caller) => client.over(actingFor(caller, baseUrl, exchange))
  // The API refuses this request, since it has no token. A refusal shows that the API is alive.
  const lives = () => answers(new URL(`${apiAddress(baseUrl)}/v1/account`), status => status < 500)
  return access(parts, { server, exchange, acting, lives, signIn, close: async () => undefined })
}

/** Makes all calls with one workspace key, after checking that the caller is allowed to, within a limit for each caller. */
async function forOneKey(parts: AccessParts): Promise<Access> {
  const { settings, origin, composition, own } = parts
  if (settings.api_key === undefined)
    throw new UsageError('--credential key takes a workspace key: set TRANSLATION_API_KEY.')
  const oauth = oauthOptions({ ...settings, public_url: origin }, own)
  const beside = await startEmbedded(settings, { publicUrl: origin, hosting: true, oauth })
  const server = await ownServer(beside, parts).catch(async error => {
    await beside.close()
    throw error
  })
  const exchange = exchangeAt(server, parts)
  const permit = createPermit(server, exchange)
  const acting = (caller: Caller) =>
    boundedClient(composition.parts.client, async scope => {
      // Counted by member, not by connection: a member may make any number of connections.
      const seconds = await beside.countCall(`member ${caller.subject}`)
      if (seconds !== undefined) throw overRate(settings.requests_per_minute, seconds)
      await permit(caller, scope)
    })
  const lives = () => reachable(composition.parts.client)
  return access(parts, {
    server,
    exchange,
    acting,
    lives,
    signIn: beside.oauth,
    desks: beside,
    close: () => beside.close(),
  })
}

function exchangeAt({ configuration, api }: IssuingServer, { composition }: AccessParts): TokenExchange {
  const { clock, report }: { clock: () => number; report: ReportFault } = composition.parts
  return createTokenExchange({ configuration: async () => configuration, resource: api, clock, report })
}

interface Way extends Pick<Access, 'signIn' | 'desks' | 'close'> {
  readonly server: IssuingServer
  readonly exchange: TokenExchange
  readonly acting: (caller: Caller) => Client
  /** True where the API answers. */
  readonly lives: () => Promise<boolean>
}

function access(parts: AccessParts, way: Way): Access {
  const { server, exchange, acting, lives, signIn, desks, close } = way
  const { origin, composition } = parts
  const { clock, report } = composition.parts
  const at = { resource: resourcesOf(origin).mcp, issuer: server.issuer }
  const { jwks, algorithms } = server
  const verify = createVerifier({ issuer: at.issuer, audience: at.resource, jwks, algorithms, clock })
  const prepare = (caller: Caller) => exchange.tokenFor(caller)
  const callers = createCallers(acting, clock)
  const connected = signIn
    ? (caller: Caller) => signIn.connected(caller.principal)
    : (caller: Caller) => stillConnected(callers.newest(caller), exchange, clock())
  return {
    ...{ at, signIn, desks, close },
    gate: createGate({ at, verify, prepare, connected, announce: exchange.announce, report, clock }),
    callers,
    ready: async () => (await Promise.all([answers(jwks, status => status === 200), lives()])).every(Boolean),
  }
}

/**
 * How long after the end of its last token a connection is taken to hold, in milliseconds. A hosted server can be asked about a
 * connection with a token of it only, and a client that is quiet gets no new one.
 */
const QUIET_MS = 15 * 60_000

async function stillConnected(caller: Caller, exchange: TokenExchange, now: number): Promise<boolean> {
  return now < caller.expires_at ? exchange.holds(caller) : now < caller.expires_at + QUIET_MS
}

/** Most connections whose newest token is remembered. */
const KEPT = 1000

interface Newest {
  /** The caller with the newest token of the same connection. */
  newest(caller: Caller): Caller
}

/** A caller whose request reached another process. */
function keptCaller(text: string | undefined): Caller | undefined {
  if (text === undefined) return undefined
  const { name, workspace, ceiling, ...caller } = KeptCaller.parse(JSON.parse(text))
  return { ...caller, name, workspace, ceiling }
}

const words = z.array(z.string()).readonly()
const KeptCaller = z.object({
  ...{ principal: z.string(), token: z.string(), client_id: z.string(), subject: z.string() },
  name: z.string().optional(),
  workspace: z.string().optional(),
  scopes: words,
  ceiling: words.optional(),
  ...{ issued_at: z.number(), expires_at: z.number() },
})

function createCallers(acting: (caller: Caller) => Client, clock: () => number): Callers & Newest {
  const newest = new Recent<Caller>(KEPT)
  return {
    newest: caller => newest.get(caller.principal) ?? caller,
    clientOf(info) {
      const caller = callerOf(info)
      if (caller === undefined) throw new Error('a request without a caller came through')
      const before = newest.get(caller.principal)
      if (before === undefined || before.expires_at <= caller.expires_at) newest.set(caller.principal, caller)
      return acting(caller)
    },
    clientFor(principal, kept) {
      const [seen, other] = [newest.get(principal), keptCaller(kept)]
      const caller = (seen?.expires_at ?? 0) >= (other?.expires_at ?? 0) ? seen : other
      return caller !== undefined && clock() < caller.expires_at ? acting(caller) : undefined
    },
  }
}
