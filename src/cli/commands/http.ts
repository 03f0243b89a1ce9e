import { setMaxListeners } from 'node:events'
import { createServer, type Server } from 'node:http'
import { shellWord } from '../../contract/shell-word.ts'
import { LOOPBACK } from '../../contract/url.ts'
import { createEndpoint } from '../../mcp/http/endpoint.ts'
import { SENDING } from '../../service/http/sending.ts'
import type { RunningService } from '../../service/service.ts'
import type { Access } from '../access.ts'
import { adminOptions } from '../admin-options.ts'
import type { Invocation } from '../command.ts'
import { composeServer } from '../compose.ts'
import { endWithin, onSignal } from '../ending.ts'
import type { Gateway } from '../gateway.ts'
import { inFolder } from '../hosted.ts'
import { createListener } from '../http-app.ts'
import { limitedBySession } from '../limited-sessions.ts'
import { checkListening, listen, originOf, proxyAdvice } from '../listening.ts'
import { ownCommand } from '../own-command.ts'
import { createPlainLog } from '../report.ts'
import { oauthOptions } from '../service-settings.ts'
import type { Settings } from '../settings.ts'
import { checkSharing, isShared } from '../sharing-work.ts'
import { uploadsAt } from '../uploads-at.ts'
import { takesNoMore } from '../usage.ts'
import { openWatching, type Watching } from '../watching.ts'

const DEFAULT_PORT = 8333

/** How long calls under way may go on after a signal, in milliseconds. */
const DRAIN_MS = 10_000

/**
 * Serves MCP over Streamable HTTP until a signal: to members who sign in, or with `--auth none` to everybody on this machine.
 * After the signal the calls under way may finish.
 */
export async function http(invocation: Invocation): Promise<0> {
  const { settings, operands, stdout, stderr } = invocation
  takesNoMore('http', operands)
  checkListening(settings)
  if (settings.api_url === undefined) await checkSharing(settings)
  const ending = new AbortController()
  // Each call that waits listens to it.
  setMaxListeners(0, ending.signal)
  const stopped = new Promise<void>(resolve => onSignal(resolve))
  const late: { running?: Gateway['running'] } = {}
  const shared = settings.api_url === undefined ? async () => sharedOf(await late.running?.()) : undefined
  const watching = await openWatching({ ...invocation, shared })
  const server = createServer(SENDING)
  const port = await listen(server, settings, settings.port ?? DEFAULT_PORT)
  const origin = originOf(settings, port)
  const opening = serving(invocation, { origin, port, ending: ending.signal, watching }).then(opened => {
    late.running = opened.running
    return opened
  })
  const listener = opening.then(serves => serves.listener)
  // The same failure is thrown below, where `opening` is awaited.
  listener.catch(() => undefined)
  const underWay = counting(server, listener)
  const { close, nobody, signsIn } = await opening.catch((error: unknown) => {
    server.close()
    server.closeAllConnections()
    throw error
  })
  const advice = signsIn ? proxyAdvice(settings) : undefined
  if (advice !== undefined) createPlainLog(stderr, settings).warn(advice)
  const { metrics_url } = watching
  const facts = { mcp_url: `${origin}/mcp`, health_url: `${origin}/healthz`, ...(metrics_url && { metrics_url }) }
  const own = settings.public_url === undefined ? undefined : `${settings.host}:${port}`
  const words = greeting(facts.mcp_url, { signIn: settings.auth === 'oauth', nobody, own, metrics_url })
  stdout.write(settings.json ? `${JSON.stringify(facts)}\n` : words)
  await stopped
  ending.abort()
  await drain(server, underWay)
  await endWithin(async () => {
    await close(() => server.closeAllConnections())
    await watching.close()
  }, settings.drain_seconds)
  return 0
}

interface ServingOptions {
  readonly origin: string
  readonly port: number
  readonly ending: AbortSignal
  readonly watching: Watching
}

/** Builds what the port serves. `close` ends it, and calls `cut` after the MCP endpoint is closed, to end the connections left. */
async function serving({ settings, env, stderr }: Invocation, { origin, port, ending, watching }: ServingOptions) {
  const { openAccess, ownClient } = settings.auth === 'oauth' ? await import('../access.ts') : {}
  const own = ownClient?.()
  const oauth = own && oauthOptions({ ...settings, public_url: origin }, own)
  let access: Access | undefined
  const composition = composeServer(settings, {
    ...{ env, stderr, named: [], origin, assistants: true, ending, watching, ...(oauth && { oauth }) },
    desks: () => access?.desks,
    uploads: uploadsAt(origin, settings),
  })
  try {
    access = own && (await openAccess?.({ settings, origin, composition, own }))
    const nobody = access?.signIn && (await firstStep(settings))
    const parts = { ...composition.parts, callers: access?.callers }
    const { max_sessions, session_minutes } = settings
    const hostnames = [...new Set([...LOOPBACK, new URL(origin).hostname])]
    const limits = { max_sessions, idle_ms: session_minutes * 60_000 }
    const { follow, running } = composition.gateway
    // What others share may not fit what is set here: that is told now, not by the first call. A state in a file is opened by that.
    if (running !== undefined && isShared(settings)) await running()
    const lacks = running && (async () => (await running()).ready())
    const clientOf = own === undefined && running ? limitedBySession(parts.client, settings) : undefined
    const uploading = clientOf?.('uploads')
    const endpoint = createEndpoint(parts, { hostnames, ...limits, gate: access?.gate, clientOf })
    const authorities = new Set([...LOOPBACK.map(name => new URL(`http://${name}:${port}`).host), new URL(origin).host])
    return {
      nobody,
      signsIn: access?.signIn !== undefined,
      listener: createListener({
        parts,
        uploading,
        endpoint,
        follow,
        origin,
        authorities,
        access,
        lacks,
        telemetry: watching.telemetry,
      }),
      running,
      async close(cut: () => void) {
        await endpoint.close()
        cut()
        await access?.close()
        await composition.close()
      },
    }
  } catch (error) {
    await access?.close()
    await composition.close()
    throw error
  }
}

/** What the database says. @throws {Error} before it is open */
function sharedOf(running: RunningService | undefined): ReturnType<RunningService['sharedState']> {
  if (running === undefined) throw new Error('the service is not open yet')
  return running.sharedState()
}

/** The command that sets the first password; undefined where a member has one already, or no admin is active. */
async function firstStep(settings: Settings): Promise<string | undefined> {
  const { listMembers } = await import('../../service/admin/members.ts')
  const members = await listMembers(await adminOptions(settings))
  const [admin] = members.filter(({ role, state }) => role === 'admin' && state === 'active')
  if (members.some(({ has_password }) => has_password) || admin === undefined) return undefined
  return `${ownCommand()} members password ${shellWord(admin.name)}${inFolder(settings)}`
}

interface Greeted {
  readonly signIn: boolean
  /** The command that sets the first password; undefined where somebody can sign in. */
  readonly nobody: string | undefined
  /** Host and port that the server listens on; undefined where no public address is set. */
  readonly own: string | undefined
  readonly metrics_url: string | undefined
}

function greeting(url: string, { signIn, nobody, own, metrics_url }: Greeted): string {
  return [
    `MCP is served at ${url} ${signIn ? 'for members who sign in' : 'for everybody on this machine'}.`,
    ...(own === undefined ? [] : [`It listens on ${own}.`]),
    ...(metrics_url === undefined ? [] : [`Metrics are at ${metrics_url}.`]),
    ...(nobody === undefined ? [] : [`Nobody has a password yet. Set the first one with: ${nobody}`]),
    `Connect Claude Code:  claude mcp add --transport http translation ${url}`,
    `Connect VS Code:      {"servers":{"translation":{"type":"http","url":"${url}"}}} in .vscode/mcp.json`,
    `Connect Cursor:       {"mcpServers":{"translation":{"url":"${url}"}}} in .cursor/mcp.json`,
    'Ctrl-C ends it.',
    '',
  ].join('\n')
}

/** Hands requests to the listener and counts the calls under way. A GET is not counted: an idle client keeps one open to listen. */
function counting(server: Server, listener: Promise<ReturnType<typeof createListener>>): () => number {
  let calls = 0
  server.on('request', (request, response) => {
    if (request.method !== 'GET') {
      calls += 1
      response.once('close', () => {
        calls -= 1
      })
    }
    // A request that comes before the listener is ready waits for it.
    listener.then(answer => answer(request, response)).catch(() => response.destroy())
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
