import path from 'node:path'
import { Pool } from 'undici'
import { column, interleave, type Line, median, quantile, type Setup } from './measure.ts'
import { field, INITIALIZE, startPeer } from './processes.ts'

const ROUNDS = 3
const SESSIONS = 50
const VOLLEY_MS = 6000
const JSON_BODY = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

/** Fifty sessions that call list_batches without a pause, with no limit in their way: by default each may call 600 times a minute. */
export async function* sessions({ root, folder, rounds = ROUNDS, size }: Setup): AsyncGenerator<Line> {
  const server = startPeer({
    args: [
      ...[path.join(root, 'dist', 'main.js'), 'http', '--auth', 'none', '--port', '0', '--json'],
      ...['--requests-per-minute', '1000000'],
    ],
    home: folder,
  })
  const { origin, pathname } = new URL(String(field(await server.next(), 'mcp_url')))
  const pool = new Pool(origin, { connections: SESSIONS })
  const post = (message: object, headers: Record<string, string>) =>
    pool.request({ path: pathname, method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', ...message }) })

  const open = async () => {
    const opened = await post({ id: 1, method: 'initialize', params: INITIALIZE }, JSON_BODY)
    await opened.body.dump()
    const session = String(opened.headers['mcp-session-id'])
    const headers = { ...JSON_BODY, 'mcp-protocol-version': INITIALIZE.protocolVersion, 'mcp-session-id': session }
    await (await post({ method: 'notifications/initialized' }, headers)).body.dump()
    return headers
  }
  const params = { name: 'list_batches', arguments: {} }
  const volley = async () => {
    const callers = await Promise.all(Array.from({ length: SESSIONS }, open))
    const times: number[] = []
    const begun = performance.now()
    const until = begun + VOLLEY_MS * size
    await Promise.all(
      callers.map(async headers => {
        for (let id = 2; performance.now() < until; id += 1) {
          const sent = performance.now()
          const { statusCode, body } = await post({ id, method: 'tools/call', params }, headers)
          const text = await body.text()
          if (statusCode !== 200 || text.includes('"isError":true'))
            throw new Error(`${statusCode}: ${text.slice(0, 400)}`)
          times.push(performance.now() - sent)
        }
      }),
    )
    return [(times.length * 1000) / (performance.now() - begun), quantile(times, 0.5), quantile(times, 0.99)]
  }
  try {
    const found = (await interleave([volley], rounds)).map(([values = []]) => values)
    const [rate = 0, p50 = 0, p99 = 0] = [0, 1, 2].map(index => median(column(found, index)))
    const name = `${SESSIONS} sessions over HTTP that call list_batches`
    yield {
      what: name,
      figure: `${rate.toFixed(0)}/s`,
      budget: { text: '≥ 400/s', kept: rate >= 400 },
      detail: `p50 ${p50.toFixed(0)} ms`,
    }
    yield { what: 'the same: p99', figure: `${p99.toFixed(0)} ms`, budget: { text: '≤ 400 ms', kept: p99 <= 400 } }
  } finally {
    await pool.close()
    await server.end('SIGTERM')
  }
}
