import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import { metadataResponse, metadataUrl } from '../auth/protected-resource.ts'
import type { Client } from '../client/client.ts'
import { ERRORS } from '../contract/errors.ts'
import { SILENT, type Telemetry } from '../contract/telemetry.ts'
import { wrongHost } from '../contract/url.ts'
import type { ServerParts } from '../mcp/context.ts'
import type { Endpoint } from '../mcp/http/endpoint.ts'
import { serveUpload } from '../mcp/http/upload.ts'
import { type Noted, observed, observedListener } from '../service/http/observed.ts'
import { keepToHttps } from '../service/http/sending.ts'
import type { Access } from './access.ts'
import { lately, reachable } from './readiness.ts'

/** What one port serves. */
export interface HttpParts {
  readonly parts: ServerParts
  /** Passes on the files that come to upload addresses; absent: the client of the parts, or that of the caller. */
  readonly uploading?: Client | undefined
  readonly endpoint: Endpoint
  /** Answers the links of the service inside this program. */
  readonly follow: (request: Request) => Promise<Response> | undefined
  /** The address under which others reach this server. */
  readonly origin?: string | undefined
  /** The authorities (host and port) requests may name. */
  readonly authorities: ReadonlySet<string>
  /** Longest time for a request body to arrive, in milliseconds; uploads have a limit of their own. */
  readonly body_ms?: number
  /** How long readiness waits for the API, in milliseconds. */
  readonly ready_ms?: number | undefined
  /** Why the service inside this program cannot work now; absent where the API is hosted. */
  readonly lacks?: (() => Promise<string | undefined>) | undefined
  /** Who is told of requests; nobody unless given. */
  readonly telemetry?: Telemetry | undefined
  /** Absent where everybody who reaches the port may call. */
  readonly access?: Pick<Access, 'at' | 'signIn' | 'ready'> | undefined
}

interface Served {
  Bindings: HttpBindings
  Variables: { noted: Noted }
}

/** Messages are small. Files go to an upload address, which has a longer limit. */
const BODY_MS = 120_000

/** Headers for upload addresses. Whoever knows an upload address may use it, also a page of another site. */
const OPEN = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, PUT, POST',
  'access-control-allow-headers': 'content-type',
}

const HARMLESS = { 'x-content-type-options': 'nosniff' }

/** MCP, health, sign-in, upload addresses and signed files on one port, as a listener of node's own server. */
export function createListener(parts: HttpParts): (request: IncomingMessage, response: ServerResponse) => void {
  const { authorities, access, origin, body_ms = BODY_MS, telemetry = SILENT } = parts
  const answer = getRequestListener(createHttpApp(parts).fetch, { overrideGlobalObjects: false })
  return (request, response) => {
    // The path is read as text: a client may send a target that is no URL (`//`), for which `new URL` would throw.
    const [pathname = ''] = (request.url ?? '').split('?', 1)
    if (!pathname.startsWith('/upload/')) cutIfSlow(request, body_ms)
    keepToHttps(response, origin)
    const { signIn } = access ?? {}
    if (!signIn?.owns(pathname) || !authorities.has(request.headers.host?.toLowerCase() ?? '')) {
      return void answer(request, response)
    }
    // The host was checked above. The sign-in expects the host of its issuer, but a proxy may send another of our names.
    request.headers.host = new URL(signIn.issuer).host
    observedListener(telemetry, { surface: 'mcp', operation: 'sign_in' }, { incoming: request, outgoing: response })
    response.setHeader('x-content-type-options', 'nosniff')
    signIn.listener(request, response)
  }
}

/** What a client of the API reads that was given the address of an MCP server. */
const NOT_THE_API = {
  type: ERRORS.resource_not_found.type,
  code: 'not_an_api',
  message:
    'This is an MCP server, not the Translation Service API: assistants connect to its path /mcp and sign in there themselves. ' +
    'Set TRANSLATION_API_URL to the address of a Translation Service, such as translation-mcp service prints.',
} as const

/** Ends a connection whose body has not arrived in time. Otherwise a stranger could keep it open with a byte now and then. */
function cutIfSlow(request: IncomingMessage, body_ms: number): void {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers
  if (length === '0' && coding === undefined) return
  const timer = setTimeout(() => !request.complete && request.destroy(), body_ms).unref()
  request.once('close', () => clearTimeout(timer))
}

/** Tells of every request that comes by. */
function observing(telemetry: Telemetry): MiddlewareHandler<Served> {
  return async (context, next) => {
    const { raw: request, path } = context.req
    await observed(telemetry, { surface: 'mcp', request, path, ends: context.env }, async noted => {
      context.set('noted', noted)
      await next()
      return context.res.status
    })
  }
}

function createHttpApp(given: HttpParts): Hono<Served> {
  const { parts, uploading = parts.client, endpoint, follow, authorities, access, ready_ms, lacks } = given
  const { telemetry = SILENT } = given
  const app = new Hono<Served>()
  app.use(observing(telemetry))
  app.use(async (context, next) => {
    // Probes may ask for health under any host. All else is answered only under our own names, because of DNS rebinding.
    const probe = context.req.path === '/healthz' || context.req.path === '/readyz'
    if (!probe && !authorities.has(context.req.header('host')?.toLowerCase() ?? ''))
      return context.text(wrongHost(context.req.header('host'), authorities), 403, HARMLESS)
    // Set on the outgoing message. Setting it on the Response later would copy the Response and its body.
    context.env.outgoing.setHeader('x-content-type-options', 'nosniff')
    await next()
    return undefined
  })
  app.get('/healthz', context => context.json({ status: 'ok' }))
  const works = lately(() => (access ? access.ready() : reachable(parts.client, ready_ms)), parts.clock)
  app.get('/readyz', async context => {
    const reason = await lacks?.().catch(() => undefined)
    const ready = parts.ending?.aborted !== true && reason === undefined && (await works())
    const body = { status: ready ? 'ready' : 'not ready', ...(reason !== undefined && { reason }) }
    return context.json(body, ready ? 200 : 503)
  })
  app.all('/mcp', context => {
    const noted = context.get('noted')
    noted.operation = 'mcp'
    return endpoint.fetch(context.req.raw, call => void Object.assign(noted, call))
  })
  if (access) app.all(new URL(metadataUrl(access.at)).pathname, context => metadataResponse(context.req.raw, access.at))
  const { uploads } = parts
  if (uploads) {
    app.all('/upload/*', context => {
      context.get('noted').operation = 'upload'
      for (const [name, value] of Object.entries(OPEN)) context.env.outgoing.setHeader(name, value)
      if (context.req.method === 'OPTIONS') return new Response(null, { status: 204 })
      return serveUpload(context.req.raw, context.env.incoming, { ...parts, client: uploading }, uploads)
    })
  }
  // Signed files, and the page that the addresses in errors lead to.
  for (const [path, operation] of [
    ['/files/*', 'result_file'],
    ['/errors', 'errors_page'],
  ] as const) {
    app.all(path, async context => {
      context.get('noted').operation = operation
      return (await follow(context.req.raw)) ?? context.notFound()
    })
  }
  app.all('/v1/*', context => context.json({ error: NOT_THE_API, request_id: `req_${randomUUID()}` }, 404))
  const own = access?.signIn === undefined ? '' : ' Members find what is theirs at /account.'
  app.notFound(context => context.text(`Not found. MCP is served at /mcp.${own}`, 404))
  app.onError((error, context) => {
    parts.report('request failed', error)
    return context.text('The request could not be served.', 500)
  })
  return app
}
