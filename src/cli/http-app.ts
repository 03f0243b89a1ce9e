import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { api } from '../contract/operations.ts'
import type { ServerParts } from '../mcp/context.ts'
import type { Endpoint } from '../mcp/http/endpoint.ts'
import { serveUpload } from '../mcp/http/upload.ts'

/** What one port serves. */
export interface HttpParts {
  readonly parts: ServerParts
  readonly endpoint: Endpoint
  /** Answers the links of the service inside this program. */
  readonly follow: (request: Request) => Promise<Response> | undefined
  /** The authorities (host and port) requests may name. */
  readonly authorities: ReadonlySet<string>
}

interface Served {
  Bindings: HttpBindings
}

/** How long readiness waits for the API, in milliseconds. */
const READY_MS = 2000

/** MCP, health, upload addresses and signed files on one port. */
export function createHttpApp({ parts, endpoint, follow, authorities }: HttpParts): Hono<Served> {
  const app = new Hono<Served>()
  app.use(async (context, next) => {
    // Health is for probes that name us by address; everything else only under our own name (DNS rebinding).
    const probe = context.req.path === '/healthz' || context.req.path === '/readyz'
    if (!probe && !authorities.has(context.req.header('host')?.toLowerCase() ?? ''))
      return context.text('Unknown host.', 403)
    // Set before there is a response: setting it on one would copy that and its body.
    context.env.outgoing.setHeader('x-content-type-options', 'nosniff')
    await next()
    return undefined
  })
  app.get('/healthz', context => context.json({ status: 'ok' }))
  app.get('/readyz', async context => {
    const ready = parts.ending?.aborted !== true && (await reachable(parts))
    return context.json({ status: ready ? 'ready' : 'not ready' }, ready ? 200 : 503)
  })
  app.all('/mcp', context => endpoint.fetch(context.req.raw))
  const { uploads } = parts
  if (uploads) app.all('/upload/*', context => serveUpload(context.req.raw, context.env.incoming, parts, uploads))
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

async function reachable({ client }: ServerParts): Promise<boolean> {
  return client.call(api.account.get, {}, { deadlineMs: READY_MS }).then(
    () => true,
    () => false,
  )
}
