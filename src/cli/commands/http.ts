import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createEndpoint } from '../../mcp/http/endpoint.ts'
import type { Invocation } from '../command.ts'
import { compose } from '../compose.ts'
import { endWithin, onSignal } from '../ending.ts'
import { createHttpApp } from '../http-app.ts'
import { UsageError } from '../usage.ts'

const DEFAULT_PORT = 8333

/** How long calls under way may go on after a signal, in milliseconds. */
const DRAIN_MS = 10_000

/** Serves MCP over Streamable HTTP on this machine until a signal; then lets calls under way finish. */
export async function http({ settings, operands, env, stdout, stderr }: Invocation): Promise<0> {
  if (operands.length > 0) throw new UsageError(`translation-mcp http takes no "${operands[0]}".`)
  if (settings.auth !== 'none') {
    throw new UsageError(
      'Authorized access over HTTP is not built yet: say --auth none to serve whoever reaches the port on this machine.',
    )
  }
  const ending = new AbortController()
  const stopped = new Promise<void>(resolve => onSignal(resolve))
  const server = createServer({ requestTimeout: 0 })
  const port = await listen(server, settings.port ?? DEFAULT_PORT)
  const origin = `http://127.0.0.1:${port}`
  const place = { env, stderr, named: [], origin, assistants: true, ending: ending.signal }
  const { parts, follow, close } = compose(settings, place)
  const { max_sessions, session_minutes } = settings
  const hostnames = ['127.0.0.1', 'localhost', '[::1]']
  const endpoint = createEndpoint(parts, { hostnames, max_sessions, idle_ms: session_minutes * 60_000 })
  const authorities = new Set(hostnames.map(name => new URL(`http://${name}:${port}`).host))
  const app = createHttpApp({ parts, endpoint, follow, authorities })
  const underWay = counting(server, getRequestListener(app.fetch, { overrideGlobalObjects: false }))
  const facts = { mcp_url: `${origin}/mcp`, health_url: `${origin}/healthz` }
  stdout.write(settings.json ? `${JSON.stringify(facts)}\n` : greeting(facts.mcp_url))
  await stopped
  ending.abort()
  await drain(server, underWay)
  await endWithin(async () => {
    await endpoint.close()
    server.closeAllConnections()
    await close()
  })
  return 0
}

function greeting(url: string): string {
  return [
    `MCP is served at ${url} for everybody on this machine.`,
    `Connect Claude Code:  claude mcp add --transport http translation ${url}`,
    `Connect VS Code:      {"servers":{"translation":{"type":"http","url":"${url}"}}} in .vscode/mcp.json`,
    `Connect Cursor:       {"mcpServers":{"translation":{"url":"${url}"}}} in .cursor/mcp.json`,
    'Ctrl-C ends it.',
    '',
  ].join('\n')
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', error => {
      const busy = 'code' in error && error.code === 'EADDRINUSE'
      reject(busy ? new UsageError(`Port ${port} is in use. Choose another with --port, or 0 for a free one.`) : error)
    })
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

/** Counts the calls under way; the listening stream of an idle client (GET) is not one. */
function counting(server: Server, listener: ReturnType<typeof getRequestListener>): () => number {
  let calls = 0
  server.on('request', (request, response) => {
    if (request.method !== 'GET') {
      calls += 1
      response.once('close', () => {
        calls -= 1
      })
    }
    void listener(request, response)
  })
  return () => calls
}

/** Takes no new connection and waits until the calls under way have been answered, or the time is up. */
async function drain(server: Server, underWay: () => number): Promise<void> {
  server.close()
  server.closeIdleConnections()
  const until = Date.now() + DRAIN_MS
  while (underWay() > 0 && Date.now() < until) await new Promise(resolve => setTimeout(resolve, 50))
}
