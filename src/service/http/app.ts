import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { ERRORS } from '../../contract/errors.ts'
import { callerAddress } from '../domain/addresses.ts'
import { ServiceError } from '../domain/errors.ts'
import { DatabaseAway, isBusy } from '../store/dialects/faults.ts'
import { isFull, isPassing, traceOf } from '../trace.ts'
import { errorEnvelope } from './envelope.ts'
import { admit, admitAgain } from './guard.ts'
import { checkSource } from './host.ts'
import { type Noted, observed } from './observed.ts'
import type { Readiness } from './readiness.ts'
import type { Deps, Route } from './route.ts'

/** A path outside the API that needs no credential, such as a signed link. The handler checks the request itself. */
export interface Page {
  readonly method: 'GET' | 'PUT'
  /** What metrics and logs call it. */
  readonly name: string
  /** Hono's pattern, as `/files/:batch_id/:name`. */
  readonly path: string
  readonly respond: (request: Request, deps: Deps) => Promise<Response>
}

export interface AppParts {
  readonly routes: readonly Route[]
  readonly pages: readonly Page[]
  readonly deps: Deps
  /** Each `host:port` that requests may be sent to. */
  readonly hosts: ReadonlySet<string>
  readonly ready: Readiness
}

type Env = { Variables: { requestId: string; noted: Noted }; Bindings: Partial<HttpBindings> }

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

/** The whole service as one function from request to response. */
export function createApp({ routes, pages, deps, hosts, ready }: AppParts): Hono<Env> {
  const app = new Hono<Env>()
  app.use(async (context, next) => {
    const request_id = deps.newId('req')
    context.set('requestId', request_id)
    const { raw: request, path } = context.req
    await observed(deps.telemetry, { surface: 'api', request, path, ends: context.env }, async noted => {
      noted.request_id = request_id
      context.set('noted', noted)
      await next()
      finish(context)
      return context.res.status
    })
  })
  // Probes ask under any host, and tell nothing that a stranger may not know.
  app.get('/healthz', context => context.json({ status: 'ok' }))
  app.get('/readyz', async context => {
    const reason = await ready()
    return reason === undefined ? context.json({ status: 'ready' }) : context.json({ status: 'not ready', reason }, 503)
  })
  app.use((context, next) => {
    checkSource(context.req.raw.headers, hosts)
    return next()
  })
  for (const page of pages) {
    app.on(page.method, page.path, context => {
      context.get('noted').operation = page.name
      return page.respond(context.req.raw, deps)
    })
  }
  for (const route of routes) {
    app.on(route.operation.method, route.operation.path.replace(/\{(\w+)\}/g, ':$1'), context =>
      serve(context, route, deps),
    )
  }
  app.all('/mcp', context => refuse(context, new ServiceError('resource_not_found', NOT_MCP), deps))
  app.notFound(context => refuse(context, new ServiceError('resource_not_found', 'No such route.'), deps))
  app.onError((error, context) => refuse(context, known(error, context, deps), deps))
  return app
}

/** What an MCP client reads that was given the address of this service. */
const NOT_MCP =
  'This is the Translation Service API, not an MCP server: it has no /mcp. Connect the assistant to translation-mcp http, which ' +
  'serves MCP, or let it start translation-mcp itself with TRANSLATION_API_URL set to this address.'

const NO_ACCESS =
  'The service cannot use its disk or its files now. Nothing was spent. Try again in a moment; its operator finds the reason in its log.'

async function serve(context: Context<Env>, route: Route, deps: Deps): Promise<Response> {
  const request = context.req.raw
  // A request without a connection comes from an entry of this program, which has admitted it.
  const { incoming } = context.env
  const address = incoming === undefined ? '' : callerAddress(incoming, deps.settings.trusted_hops)
  const noted = context.get('noted')
  noted.operation = route.operation.id
  const caller = await admit(request, route.operation, deps, address)
  noted.caller = caller.caller_id
  const again = () => admitAgain(request, route.operation, deps, address)
  const call = { params: context.req.param(), request, caller, admitAgain: again }
  const { status, headers, body, waited } = await route.run(call, deps)
  if (waited) noted.operation = `${route.operation.id}.wait`
  return context.json({ ...body, request_id: context.get('requestId') }, status, headers)
}

function refuse(context: Context<Env>, error: ServiceError, deps: Deps): Response {
  const { status } = ERRORS[error.code]
  context.get('noted').code = error.code
  if (error.retryAfterSeconds !== undefined) context.header('retry-after', String(error.retryAfterSeconds))
  if (status === 401) context.header('www-authenticate', challenge(error, deps))
  return context.json(errorEnvelope(error, context.get('requestId'), deps.docsUrl), status)
}

/** The challenge of a 401 (RFC 6750); where tokens are taken, it names the document that says who issues them (RFC 9728). */
function challenge({ code }: ServiceError, { apiAudience }: Deps): string {
  if (apiAudience === undefined) return 'Bearer'
  const { origin, pathname } = new URL(apiAudience)
  const metadata = `resource_metadata="${origin}/.well-known/oauth-protected-resource${pathname}"`
  return code === 'authentication_required' ? `Bearer ${metadata}` : `Bearer error="invalid_token", ${metadata}`
}

const AWAY = 'The database of the service does not answer. This step changed nothing. Try again.'
const READ_ONLY = 'The database of the service takes no changes now. This step changed nothing. Try again.'
const UNCERTAIN =
  'The service lost its database while a change was being stored: it may have been made. Read what it was about before you try again.'

function wordsOf({ uncertain, takesNoChanges }: DatabaseAway): string {
  if (uncertain) return UNCERTAIN
  return takesNoChanges ? READ_ONLY : AWAY
}

/**
 * Turns an unexpected error into an answer without details. The log gets the place of the error, but not its message, which may
 * quote a file, a path or a credential.
 */
function known(error: Error, context: Context<Env>, { log }: Deps): ServiceError {
  if (error instanceof ServiceError) return error
  if (isBusy(error)) {
    return new ServiceError('service_unavailable', 'The data folder is busy. Try again.', { retryAfterSeconds: 1 })
  }
  if (error instanceof DatabaseAway) {
    log.error('the database does not answer', { request_id: context.get('requestId'), ...traceOf(error) })
    return new ServiceError('service_unavailable', wordsOf(error), { retryAfterSeconds: 2 })
  }
  if (isFull(error)) {
    log.error('the disk is full', { request_id: context.get('requestId'), ...traceOf(error) })
    return new ServiceError('service_unavailable', 'The disk of the service is full: its operator has to make room.')
  }
  if (isPassing(error)) {
    log.error('the service cannot use its disk or files', { request_id: context.get('requestId'), ...traceOf(error) })
    return new ServiceError('service_unavailable', NO_ACCESS, { retryAfterSeconds: 5 })
  }
  log.error('unexpected failure', { request_id: context.get('requestId'), ...traceOf(error) })
  return new ServiceError('internal_error', 'Something failed unexpectedly. Report it with the request_id.')
}

function finish(context: Context<Env>): void {
  context.header('x-request-id', context.get('requestId'))
  for (const [name, value] of Object.entries(HEADERS)) {
    if (!context.res.headers.has(name)) context.header(name, value)
  }
}
