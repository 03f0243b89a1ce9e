import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import { expect, onTestFinished } from 'vitest'
import * as z from 'zod'
import { createListener, type HttpParts } from '../../src/cli/http-app.ts'
import type { ServerParts } from '../../src/mcp/context.ts'
import { createEndpoint, type Endpoint, type EndpointOptions } from '../../src/mcp/http/endpoint.ts'
import type { UploadTerms } from '../../src/mcp/upload-held.ts'
import { toldOf } from './mcp.ts'
import { uploadsAtOrigin } from './uploads.ts'

export interface HttpServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  readonly endpoint: Endpoint
  readonly parts: ServerParts
  close(): Promise<void>
}

export const UPLOAD_MINUTES = 60

/** What the page of an upload says, where a test opens one itself. */
export const UPLOAD_TERMS: UploadTerms = { asker: undefined, formats: ['txt'], most_bytes: 60_000_000 }

/** Everything one port serves, as the command line mounts it, over the parts of a world; it ends with the test. */
export async function serveHttp(
  parts: ServerParts,
  { ready_ms, ...options }: Partial<EndpointOptions> & Pick<HttpParts, 'ready_ms'> = {},
): Promise<HttpServer> {
  const server = createServer()
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const origin = `http://127.0.0.1:${port}`
  const uploads = await uploadsAtOrigin(origin, UPLOAD_MINUTES * 60_000, parts.clock)
  const served: ServerParts = { ...parts, settings: { ...parts.settings, transport: 'http' }, uploads }
  const endpoint = createEndpoint(served, { hostnames: ['127.0.0.1', 'localhost'], ...options })
  const authorities = new Set([`127.0.0.1:${port}`, `localhost:${port}`])
  server.on('request', createListener({ parts: served, endpoint, follow: () => undefined, authorities, ready_ms }))
  const close = async () => {
    await endpoint.close()
    server.closeAllConnections()
    await new Promise<void>(done => server.close(() => done()))
  }
  onTestFinished(close)
  return { origin, endpoint, parts: served, close }
}

export interface Answered {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** A request with exactly these headers, which fetch would not let through (Host, Origin). */
export function ask(
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answered> {
  return new Promise((done, fail) => {
    const asked = request(url, { method, headers, agent: false }, answer => {
      let text = ''
      answer.setEncoding('utf8').on('data', chunk => {
        text += chunk
      })
      answer.on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    asked.on('error', fail)
    asked.end(body)
  })
}

const POST = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
}

/** A message of a 2025-era client as it goes over the wire. */
export function post(url: string, message: object, headers: Record<string, string> = {}): Promise<Answered> {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message })
  return ask(url, { method: 'POST', headers: { ...POST, ...headers }, body })
}

export const HELLO = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
}

/** A message of a modern client, whole: what it declares travels in each. */
export function modern(method: string, params: object = {}): object {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return { id: 1, method, params: { ...params, _meta } }
}

/** The headers a modern message has to come with. */
export function modernHeaders(method: string, name?: string): Record<string, string> {
  return {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name === undefined ? {} : { 'mcp-name': name }),
  }
}

/** A call of a tool as a modern client makes it, with a token. `told` is what the tool said; there is none where the server refused. */
export async function callTool(url: string, token: string, name: string, input: object = {}) {
  const authorization = `Bearer ${token}`
  const message = modern('tools/call', { name, arguments: input })
  const answer = await post(url, message, { ...modernHeaders('tools/call', name), authorization })
  const { result } = z.looseObject({ result: z.unknown() }).catch({ result: undefined }).parse(readJson(answer.text))
  return { ...answer, told: result === undefined ? undefined : toldOf(result) }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Opens a session as a 2025-era client does; gives its id. */
export async function openSession(url: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await post(url, HELLO, headers)
  expect(answer.status, answer.text).toBe(200)
  return z.string().parse(answer.headers['mcp-session-id'])
}

/** The listening stream of a session: open until it is told to leave, or until the server ends it. */
export async function listen(url: string, session: string) {
  const leaving = new AbortController()
  const response = await fetch(url, {
    headers: { accept: 'text/event-stream', 'mcp-session-id': session },
    signal: leaving.signal,
  })
  const ended = response.text().catch(() => 'left')
  return { status: response.status, ended, leave: () => leaving.abort() }
}
