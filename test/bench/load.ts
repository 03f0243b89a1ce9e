/**
 * The other side of a server under load, in one process: the API that it calls, and the clients that call it. Prints the
 * address of the API as JSON; then answers each line of stdin, a Volley, with what came of it. Ends with its stdin.
 */
import { createInterface } from 'node:readline'
import { Pool } from 'undici'
import { INITIALIZE } from './processes.ts'
import { startUpstream } from './upstream.ts'

/** So many calls at a time for so long, in one of the eras of the protocol. */
interface Volley {
  readonly url: string
  readonly era: 'modern' | 'legacy'
  readonly connections: number
  readonly milliseconds: number
}

const JSON_BODY = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const CALL = { name: 'get_account', arguments: {} } as const

const MODERN = {
  headers: {
    ...JSON_BODY,
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'get_account',
  },
  params: {
    ...CALL,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
} as const

async function fire({ url, era, connections, milliseconds }: Volley): Promise<{ calls: number; milliseconds: number }> {
  const { origin, pathname } = new URL(url)
  const pool = new Pool(origin, { connections })
  const post = (message: object, headers: Record<string, string>) =>
    pool.request({ path: pathname, method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', ...message }) })
  const { headers, params } = era === 'modern' ? MODERN : { headers: await openSession(post), params: CALL }
  let calls = 0
  let id = 1
  const until = performance.now() + milliseconds
  const start = performance.now()
  const caller = async () => {
    while (performance.now() < until) {
      const { statusCode, body } = await post({ id: ++id, method: 'tools/call', params }, headers)
      const text = await body.text()
      if (statusCode !== 200 || !text.includes('98760')) throw new Error(`${url} ${statusCode}: ${text.slice(0, 400)}`)
      calls += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, caller))
  const taken = performance.now() - start
  await pool.close()
  return { calls, milliseconds: taken }
}

type Post = (message: object, headers: Record<string, string>) => Promise<Awaited<ReturnType<Pool['request']>>>

/** Begins as a client of the 2025 era does; a server without sessions gives no session to name. */
async function openSession(post: Post): Promise<Record<string, string>> {
  const opened = await post({ id: 1, method: 'initialize', params: INITIALIZE }, JSON_BODY)
  await opened.body.dump()
  const session = opened.headers['mcp-session-id']
  const headers = {
    ...JSON_BODY,
    'mcp-protocol-version': INITIALIZE.protocolVersion,
    ...(typeof session === 'string' ? { 'mcp-session-id': session } : {}),
  }
  await (await post({ method: 'notifications/initialized' }, headers)).body.dump()
  return headers
}

process.stdout.write(`${JSON.stringify({ api_url: await startUpstream() })}\n`)
for await (const line of createInterface({ input: process.stdin })) {
  const volley: Volley = JSON.parse(line)
  process.stdout.write(`${JSON.stringify(await fire(volley))}\n`)
}
process.exit(0)
