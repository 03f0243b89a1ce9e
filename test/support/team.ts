import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Access, type AccessParts, openAccess } from '../../src/cli/access.ts'
import { readArguments } from '../../src/cli/arguments.ts'
import { type ComposedServer, type ComposeOptions, composeServer } from '../../src/cli/compose.ts'
import { readSettings } from '../../src/cli/config.ts'
import { createListener } from '../../src/cli/http-app.ts'
import type { Settings } from '../../src/cli/settings.ts'
import { uploadsAt } from '../../src/cli/uploads-at.ts'
import { createEndpoint, type Endpoint, type EndpointOptions } from '../../src/mcp/http/endpoint.ts'
import { inviteMember, setMemberPassword } from '../../src/service/admin/members.ts'
import { afterFile } from './after-file.ts'
import { giveDatabase } from './databases.ts'
import { type Faults, forward, startFaults } from './faults.ts'
import { type Asking, discovered, EXCHANGE, type OAuthWorld, PASSWORD, signIn, startOAuthWorld } from './sign-in.ts'
import { startWorld, temporaryFolder, type World, type WorldOptions } from './world.ts'

/** A server for members who sign in, as the command line mounts it. */
export interface Served {
  readonly origin: string
  readonly mcp: string
  readonly endpoint: Endpoint
  readonly access: Access
  /** What was reported to the operator. */
  readonly reported: readonly string[]
  close(): Promise<void>
}

/** One over a world of its own. */
export interface Team extends Served {
  readonly world: OAuthWorld
  /** Stands between the server and its service: exchanges and calls of the API pass through it. */
  readonly between: Faults
  /** Exchanges made so far. */
  exchanges(): number
  /** A token for the endpoint, as a client gets one. */
  token(asking?: Asking): Promise<string>
}

/** One that calls a hosted API by a workspace key, for members of its own. */
export interface KeyTeam extends Served {
  /** The hosted API. */
  readonly world: World
  readonly between: Faults
  /** The data folder of the members. */
  readonly dataDir: string
  token(asking?: Asking): Promise<string>
}

export interface TeamOptions extends WorldOptions {
  readonly endpoint?: Partial<EndpointOptions>
  readonly args?: readonly string[]
  /** A public address that is not the one of the port. */
  readonly origin?: string
}

/** `const team = await startTeam()`; it ends with the file. */
export async function startTeam({ endpoint, args = [], ...options }: TeamOptions = {}): Promise<Team> {
  const port = await openPort()
  const { origin = port.origin } = options
  const world = await startOAuthWorld({
    ...options,
    settings: { public_url: origin, ...options.settings },
    oauth: { issuer: origin, ...options.oauth },
  })
  const between = await startFaults(world.baseUrl)
  const settings = settingsOf(args, { TRANSLATION_DATA_DIR: world.dataDir })
  const service = { ...world.service, baseUrl: between.url }
  const gateway = { running: async () => service, follow: service.fetch }
  const parts = { settings, gateway, endpoint, own: EXCHANGE, desks: () => world.service }
  const served = await mount({ ...port, origin }, parts)
  return { ...served, ...seenBetween(between), world, between, token: tokens(world) }
}

/** One in front of a hosted API, at whose authorization server its members sign in. */
export async function startHostedTeam({ endpoint, args = [], ...options }: TeamOptions = {}): Promise<Team> {
  const port = await openPort()
  let behind = ''
  const between = await startFaults(seen => forward(behind, seen))
  const mcp = `${port.origin}/mcp`
  const world = await startOAuthWorld({
    ...options,
    settings: { public_url: between.url, ...options.settings },
    oauth: { issuer: between.url, mcp, ...options.oauth },
  })
  behind = world.baseUrl
  const environment = { TRANSLATION_DATA_DIR: temporaryFolder(), TRANSLATION_OAUTH_CLIENT_SECRET: EXCHANGE.secret }
  const settings = settingsOf(['--api-url', between.url, ...args], environment)
  const served = await mount(port, { settings, endpoint, own: { id: 'unused', secret: 'unused' } })
  return { ...served, ...seenBetween(between), world, between, token: tokens({ ...world, mcp }) }
}

/** One that makes the calls of its members by one key of a hosted API. Its members are ada and, reading alone, rita. */
export async function startKeyTeam({ endpoint, args = [], ...options }: TeamOptions = {}): Promise<KeyTeam> {
  const port = await openPort()
  const { origin } = port
  const world = await startWorld(options)
  const between = await startFaults(world.baseUrl)
  const dataDir = temporaryFolder()
  await giveDatabase(dataDir)
  const environment = { TRANSLATION_DATA_DIR: dataDir, TRANSLATION_API_KEY: world.key }
  const settings = settingsOf(['--api-url', between.url, '--credential', 'key', ...args], environment)
  const members = [{ name: 'ada' }, { name: 'rita', scopes: ['account:read', 'batches:read'] }] as const
  for (const member of members) {
    await inviteMember({ dataDir }, member)
    await setMemberPassword({ dataDir }, member.name, PASSWORD)
  }
  const served = await mount(port, { settings, endpoint, own: EXCHANGE })
  const issuer = { mcp: `${origin}/mcp`, api: `${origin}/v1`, client: discovered(origin) }
  return { ...served, world, between, dataDir, token: tokens(issuer) }
}

interface Port {
  readonly server: Server
  readonly port: number
  readonly origin: string
}

async function openPort(): Promise<Port> {
  const server = createServer()
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port = 0 }: Partial<AddressInfo> = Object(server.address())
  return { server, port, origin: `http://127.0.0.1:${port}` }
}

function settingsOf(args: readonly string[], environment: Record<string, string>): Settings {
  return readSettings(readArguments(['http', ...args]), environment)
}

interface Mounted extends Pick<AccessParts, 'settings' | 'own'> {
  readonly gateway?: Partial<ComposedServer['gateway']>
  readonly desks?: ComposeOptions['desks']
  readonly endpoint?: Partial<EndpointOptions> | undefined
}

async function mount({ server, port, origin }: Port, { settings, own, gateway, desks, endpoint: limits }: Mounted) {
  const options = {
    env: {},
    stderr: process.stderr,
    named: [],
    origin,
    assistants: true,
    uploads: uploadsAt(origin, settings),
    ...(desks && { desks }),
  }
  const composed = composeServer(settings, options)
  const reported: string[] = []
  const report = (event: string, error: unknown) => void reported.push(`${event}: ${error}`)
  // The time is asked anew each time, so that a test can move that of the whole process on.
  const common = { ...composed.parts, clock: () => Date.now(), report }
  const composition = { ...composed, parts: common, gateway: { ...composed.gateway, ...gateway } }
  const access = await openAccess({ settings, origin, composition, own })
  const { running } = gateway ?? {}
  const left = running && (async (member_id: string | undefined) => (await running()).limits(member_id))
  const parts = { ...common, callers: access.callers, ...(left && { limits: left }) }
  const hostnames = ['127.0.0.1', 'localhost', new URL(origin).hostname]
  const endpoint = createEndpoint(parts, { hostnames, gate: access.gate, ...limits })
  const authorities = new Set([`127.0.0.1:${port}`, `localhost:${port}`, new URL(origin).host])
  const { follow } = composition.gateway
  server.on('request', createListener({ parts, endpoint, follow, origin, authorities, access }))
  const close = async () => {
    await endpoint.close()
    server.closeAllConnections()
    await new Promise<void>(done => server.close(() => done()))
    await access.close()
    await composed.close()
  }
  afterFile(close)
  return { origin, mcp: `http://127.0.0.1:${port}/mcp`, endpoint, access, reported, close }
}

function seenBetween(between: Faults) {
  afterFile(() => between.close())
  const isExchange = ({ path, body }: Faults['seen'][number]) =>
    path === '/oauth/token' && /token-exchange/.test(`${body}`)
  return { exchanges: () => between.seen.filter(isExchange).length }
}

const READING = 'account:read batches:read usage:read glossaries:read'

function tokens(world: Pick<OAuthWorld, 'mcp' | 'api' | 'client'>): Team['token'] {
  return async (asking = {}) => (await signIn(world, { resource: world.mcp, scope: READING, ...asking })).access_token
}
