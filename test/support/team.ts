import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import { type Access, openAccess } from '../../src/cli/access.ts'
import { readArguments } from '../../src/cli/arguments.ts'
import { compose } from '../../src/cli/compose.ts'
import { readSettings } from '../../src/cli/config.ts'
import { createListener } from '../../src/cli/http-app.ts'
import { createEndpoint, type Endpoint, type EndpointOptions } from '../../src/mcp/http/endpoint.ts'
import { type Faults, startFaults } from './faults.ts'
import { type Asking, EXCHANGE, type OAuthWorld, signIn, startOAuthWorld } from './sign-in.ts'
import type { WorldOptions } from './world.ts'

/** A server for members who sign in, as the command line mounts it, over a world of its own. */
export interface Team {
  readonly world: OAuthWorld
  readonly origin: string
  readonly mcp: string
  readonly endpoint: Endpoint
  readonly access: Access
  /** Stands between the server and its service: exchanges and calls of the API pass through it. */
  readonly between: Faults
  /** Exchanges made so far. */
  exchanges(): number
  /** A token for the endpoint, as a client gets one. */
  token(asking?: Asking): Promise<string>
  close(): Promise<void>
}

export interface TeamOptions extends WorldOptions {
  readonly endpoint?: Partial<EndpointOptions>
  readonly args?: readonly string[]
  /** A public address that is not the one of the port. */
  readonly origin?: string
}

const open: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

/** `const team = await startTeam()`; it ends with the file. */
export async function startTeam({ endpoint: limits = {}, args = [], ...options }: TeamOptions = {}): Promise<Team> {
  const server = createServer()
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port = 0 }: Partial<AddressInfo> = Object(server.address())
  const origin = options.origin ?? `http://127.0.0.1:${port}`
  const world = await startOAuthWorld({
    ...options,
    settings: { public_url: origin, ...options.settings },
    oauth: { issuer: origin, ...options.oauth },
  })
  const between = await startFaults(world.baseUrl)
  const settings = readSettings(readArguments(['http', ...args]), { TRANSLATION_DATA_DIR: world.dataDir })
  const composed = compose(settings, { env: {}, stderr: process.stderr, named: [], origin, assistants: true })
  // Asked anew each time, so that a test can move the time of the whole process on.
  const composition = { ...composed, parts: { ...composed.parts, clock: () => Date.now() } }
  const service = { ...world.service, baseUrl: between.url }
  const gateway = { ...composition.gateway, running: async () => service, follow: service.fetch }
  const access = await openAccess({ settings, origin, composition: { ...composition, gateway }, own: EXCHANGE })
  const parts = { ...composition.parts, callers: access.callers }
  const hostnames = ['127.0.0.1', 'localhost', new URL(origin).hostname]
  const endpoint = createEndpoint(parts, { hostnames, gate: access.gate, ...limits })
  const authorities = new Set([`127.0.0.1:${port}`, `localhost:${port}`, new URL(origin).host])
  server.on('request', createListener({ parts, endpoint, follow: service.fetch, authorities, access }))
  const close = async () => {
    await endpoint.close()
    server.closeAllConnections()
    await new Promise<void>(done => server.close(() => done()))
    await composition.close()
    await between.close()
  }
  open.push(close)
  const mcp = `http://127.0.0.1:${port}/mcp`
  return {
    ...{ world, origin, mcp, endpoint, access, between, close },
    exchanges: () => between.seen.filter(({ path }) => path === '/oauth/token').length,
    async token(asking = {}) {
      const scope = 'account:read batches:read usage:read glossaries:read'
      return (await signIn(world, { resource: world.mcp, scope, ...asking })).access_token
    },
  }
}
