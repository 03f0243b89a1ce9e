import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { metadataResponse, metadataUrl } from '../auth/protected-resource.ts'
import type { ServerParts } from '../mcp/context.ts'
import type { Endpoint } from '../mcp/http/endpoint.ts'
import { serveUpload } from '../mcp/http/upload.ts'
import type { Access } from './access.ts'
import { lately, reachable } from './readiness.ts'

/** What one port serves. */
export interface HttpParts {
  readonly parts: ServerParts
  readonly endpoint: Endpoint
  /** Answers the links of the service inside this program. */
  readonly follow: (request: Request) => Promise<Response> | undefined
  /** The authorities (host and port) requests may name. */
  readonly authorities: ReadonlySet<string>
  /** How long a body may take that is no upload, in milliseconds. */
  readonly body_ms?: number
  /** How long readiness waits for the API, in milliseconds. */
  readonly ready_ms?: number | undefined
  /** Absent where whoever reaches the port may call. */
  readonly access?: Pick<Access, 'at' | 'signIn' | 'ready'> | undefined
}

interface Served {
  Bindings: HttpBindings
}

/** Messages are small. Files go to an upload address, which has a longer limit. */
const BODY_MS = 120_000

/** The upload address is its own permission, and may be used by a page of any site. */
const OPEN = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, PUT, POST',
  'access-control-allow-headers': 'content-type',
}

/** MCP, health, sign-in, upload addresses and signed files on one port, as a listener of node's own server. */
export function createListener(parts: HttpParts): (request: IncomingMessage, response: ServerResponse) => void {
  const { authorities, access, body_ms = BODY_MS } = parts
  const answer = getRequestListener(createHttpApp(parts).fetch, { overrideGlobalObjects: false })
  return (request, response) => {
    // As it was sent: some of what may be sent is no address (`//`), and reading it as one would throw.
    const [pathname = ''] = (request.url ?? '').split('?', 1)
    if (!pathname.startsWith('/upload/')) cutIfSlow(request, body_ms)
    const { signIn } = access ?? {}
    if (!signIn?.owns(pathname) || !authorities.has(request.headers.host?.toLowerCase() ?? '')) {
      return void answer(request, response)
    }
    // The name was checked here; there it has one name, whatever a proxy in between calls us.
    request.headers.host = new URL(signIn.issuer).host
    response.setHeader('x-content-type-options', 'nosniff')
    signIn.listener(request, response)
  }
}

/** Ends a connection whose message has not arrived in time: strangers may send a byte now and then, and each holds one open. */
function cutIfSlow(request: IncomingMessage, body_ms: number): void {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers
  if (length === '0' && coding === undefined) return
  const timer = setTimeout(() => !request.complete && request.destroy(), body_ms).unref()
  request.once('close', () => clearTimeout(timer))
}

function createHttpApp({ parts, endpoint, follow, authorities, access, ready_ms }: HttpParts): Hono<Served> {
  const app = new Hono<Served>()
  app.use(async (context, next) => {
    // Health is for probes that name us by address; everything else only under our own name (DNS rebinding).
    const probe = context.req.path === '/healthz' || context.req.path === '/readyz'
    if (!probe && !authorities.has(context.req.header('host')?.toLowerCase() ?? ''))
      return context.text('This server does not answer under that name. A proxy in front has to pass Host on.', 403)
    // Set before there is a response: setting it on one would copy that and its body.
    context.env.outgoing.setHeader('x-content-type-options', 'nosniff')
    await next()
    return undefined
  })
  app.get('/healthz', context => context.json({ status: 'ok' }))
  const works = lately(() => (access ? access.ready() : reachable(parts.client, ready_ms)), parts.clock)
  app.get('/readyz', async context => {
    const ready = parts.ending?.aborted !== true && (await works())
    return context.json({ status: ready ? 'ready' : 'not ready' }, ready ? 200 : 503)
  })
  app.all('/mcp', context => endpoint.fetch(context.req.raw))
  if (access) app.all(new URL(metadataUrl(access.at)).pathname, context => metadataResponse(context.req.raw, access.at))
  const { uploads } = parts
  if (uploads) {
    app.all('/upload/*', context => {
      for (const [name, value] of Object.entries(OPEN)) context.env.outgoing.setHeader(name, value)
      if (context.req.method === 'OPTIONS') return new Response(null, { status: 204 })
      return serveUpload(context.req.raw, context.env.incoming, parts, uploads)
    })
  }
  // Signed files, and the page that the addresses in errors lead to.
  for (const path of ['/files/*', '/errors']) {
    app.all(path, async context => (await follow(context.req.raw)) ?? context.notFound())
  }
  app.notFound(context => context.text('Not found. MCP is served at /mcp.', 404))
  app.onError((error, context) => {
    parts.report('request failed', error)
    return context.text('The request could not be served.', 500)
  })
  return app
}
