import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Happening, SharedState } from '../contract/telemetry.ts'
import { httpOrigin, LOOPBACK } from '../contract/url.ts'
import { createMeters, createSharedMeters, type Meters } from './meters.ts'

/** Metrics on a port of their own: no proxy in front of the service passes it on by mistake. */
export interface MetricsServer {
  /** `http://127.0.0.1:9464/metrics` */
  readonly url: string
  happened(happening: Happening): void
  close(): Promise<void>
}

export interface ScrapingOptions {
  readonly port: number
  readonly host: string
  readonly token: string | undefined
  readonly shared?: (() => Promise<SharedState>) | undefined
}

/** What the database says counts for this long, whoever scrapes how often. In milliseconds. */
const SHARED_MS = 5000
/** A database that takes longer is away, for this scrape. In milliseconds. */
const PATIENCE_MS = 3000

/**
 * Serves GET /metrics. Without a token it listens on this machine alone, and answers only under a name of this machine, so that no
 * page of a browser reads it under a name of its own (DNS rebinding). With one, on `host`, to who sends it as a bearer token.
 */
export async function serveMetrics(
  { port, host, token, shared }: ScrapingOptions,
  version: string,
): Promise<MetricsServer> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const build = { name: 'translation_build_info', help: 'The version of this program.', labelNames: ['version'] }
  new Gauge({ ...build, registers: [registry] }).set({ version }, 1)
  const meters = createMeters(registry)
  const tell = shared && createSharedMeters(registry)
  const read = shared && lately(shared)
  const server = createServer((request, response) => {
    const refused = refusal(request, token)
    if (refused !== undefined) return refuse(response, refused)
    scrape(response).catch(() => response.destroy())
  })
  async function scrape(response: ServerResponse): Promise<void> {
    tell?.(await read?.())
    const text = await registry.metrics()
    response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text)
  }
  // It keeps no process: what it tells of does.
  server.unref()
  const address = token === undefined ? '127.0.0.1' : host
  const listening = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, address, () => {
      const at = server.address()
      resolve(typeof at === 'object' && at !== null ? at.port : port)
    })
  })
  return {
    url: `${httpOrigin(address.includes(':') ? '[::1]' : '127.0.0.1', listening)}/metrics`,
    happened: happening => tellMeter(meters, happening),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function tellMeter(meters: Meters, happening: Happening): void {
  switch (happening.what) {
    case 'request':
      meters.request(happening)
      break
    case 'tool_call':
      meters.tool_call(happening)
      break
    case 'job':
      meters.job(happening)
      break
    case 'engine_call':
      meters.engine_call(happening)
      break
    case 'engine_charge':
      meters.engine_charge(happening)
      break
    case 'file_stored':
      meters.file_stored(happening)
      break
  }
}

interface Refused {
  readonly status: 401 | 403 | 404 | 405
  readonly text: string
}

/** Why a request gets no metrics; undefined where it does. */
function refusal({ method, url = '', headers }: IncomingMessage, token: string | undefined): Refused | undefined {
  if (token === undefined && !LOOPBACK.some(name => headers.host?.replace(/:\d+$/, '') === name)) {
    return { status: 403, text: 'Metrics without a token are served under a name of this machine alone.' }
  }
  if (token !== undefined && !isToken(headers.authorization, token)) {
    return { status: 401, text: 'Send the metrics token in the header Authorization: Bearer.' }
  }
  if (url.split('?', 1)[0] !== '/metrics') return { status: 404, text: 'Metrics are at /metrics.' }
  return method === 'GET' || method === 'HEAD' ? undefined : { status: 405, text: 'Metrics are read with GET.' }
}

/** Compares hashes, so that neither the length of the token nor its beginning can be measured. */
function isToken(authorization: string | undefined, token: string): boolean {
  const [, given = ''] = /^bearer +(\S+) *$/i.exec(authorization ?? '') ?? []
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(token))
}

function refuse(response: ServerResponse, { status, text }: Refused): void {
  const challenge = status === 401 ? { 'www-authenticate': 'Bearer' } : {}
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...challenge }).end(`${text}\n`)
}

/** Reads at most once in SHARED_MS, one at a time; undefined where that failed or took too long. */
function lately(read: () => Promise<SharedState>): () => Promise<SharedState | undefined> {
  let known: { readonly at: number; readonly state: Promise<SharedState | undefined> } | undefined
  return () => {
    if (known === undefined || performance.now() >= known.at + SHARED_MS) {
      const late = new Promise<undefined>(resolve => setTimeout(resolve, PATIENCE_MS, undefined).unref())
      const state = Promise.race([read().catch(() => undefined), late])
      known = { at: performance.now(), state }
    }
    return known.state
  }
}
