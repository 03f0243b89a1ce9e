import { beforeAll, describe, expect, it } from 'vitest'
import type { ServerParts } from '../../src/mcp/context.ts'
import { CallerInfo } from '../../src/mcp/http/caller-info.ts'
import { createEndpoint, type EndpointOptions } from '../../src/mcp/http/endpoint.ts'
import type { Gate } from '../../src/mcp/http/gate.ts'
import { ACCOUNT } from '../support/answers.ts'
import { cannedParts } from '../support/canned.ts'
import { collecting } from '../support/collecting.ts'
import { ask, HELLO, listen, modern, modernHeaders, openSession, post, serveHttp } from '../support/http.ts'
import { type McpWorld, startMcpWorld } from '../support/mcp.ts'

const MINUTE = 60_000
const SOMEBODY = {
  ...{
    token: 'none',
    client_id: 'c',
    principal: 'p',
    name: undefined,
    workspace: undefined,
    scopes: [],
    ceiling: undefined,
  },
  ...{ issued_at: 0, expires_at: 0 },
}
const PING = { id: 2, method: 'ping' }

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld()
})

const start = async (options = {}) => {
  const { origin, endpoint } = await serveHttp(world.parts, options)
  return { url: `${origin}/mcp`, endpoint }
}
const within = (session: string) => ({ 'mcp-session-id': session })

/** An endpoint whose callers say who they are, as a gate would have found out. */
function ofSeveral(options: Partial<EndpointOptions> = {}, more: Partial<ServerParts> = {}) {
  const admit = async ({ headers }: Request) => new CallerInfo({ ...SOMEBODY, subject: headers.get('x-as') ?? '' })
  const gate: Gate = { admit, check: async () => undefined, connected: async () => true }
  const endpoint = createEndpoint({ ...world.parts, ...more }, { hostnames: ['127.0.0.1'], gate, ...options })
  const send = (message: object, as: string, session?: string, also: Record<string, string> = {}) => {
    const headers = {
      ...{
        host: '127.0.0.1',
        'x-as': as,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      ...(session === undefined ? {} : within(session)),
      ...also,
    }
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    return endpoint.fetch(new Request('http://127.0.0.1/mcp', { method: 'POST', headers, body }))
  }
  return { endpoint, send }
}

describe('sessions of 2025-era clients', () => {
  it('go on under their id, and end with DELETE [MCP-3, MCP-12]', async () => {
    const { url, endpoint } = await start()
    const session = await openSession(url)
    expect(session).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
    expect((await post(url, PING, within(session))).status).toBe(200)
    expect((await ask(url, { method: 'DELETE', headers: within(session) })).status).toBe(200)
    expect(endpoint.sessions).toBe(0)
    expect((await post(url, PING, within(session))).status).toBe(404)
  })

  it('that are unknown get the status and the code that make a host begin anew [MCP-12]', async () => {
    const { url } = await start()
    const answer = await post(url, PING, within('5f0c4a0e-0000-4000-8000-000000000000'))
    expect(answer.status).toBe(404)
    expect(answer.text).toContain('"code":-32001')
  })

  it('exist for their owner alone [MCP-12]', async () => {
    const { endpoint, send } = ofSeveral()
    const session = (await send(HELLO, 'anna')).headers.get('mcp-session-id') ?? ''
    expect((await send(PING, 'anna', session)).status).toBe(200)
    const foreign = await send(PING, 'ben', session)
    const unknown = await send(PING, 'ben', 'none')
    expect(foreign.status).toBe(404)
    expect(await foreign.text()).toBe(await unknown.text())
    await endpoint.close()
  })

  it('are bounded: the longest idle one makes place [MCP-12]', async () => {
    const { url, endpoint } = await start({ max_sessions: 2 })
    const [first, second] = [await openSession(url), await openSession(url)]
    world.skip(1000)
    await post(url, PING, within(first))
    const third = await openSession(url)
    expect(endpoint.sessions).toBe(2)
    expect((await post(url, PING, within(second))).status).toBe(404)
    for (const open of [first, third]) expect((await post(url, PING, within(open))).status).toBe(200)
  })

  it('make place for others of their owner first: nobody pushes out a neighbour by opening many [MCP-12]', async () => {
    const { endpoint, send } = ofSeveral({ max_sessions: 3 })
    const open = async (as: string) => (await send(HELLO, as)).headers.get('mcp-session-id') ?? ''
    const neighbour = await open('anna')
    for (let index = 0; index < 5; index += 1) {
      world.skip(1000)
      await open('ben')
    }
    expect(endpoint.sessions).toBe(3)
    expect((await send(PING, 'anna', neighbour)).status).toBe(200)
    await endpoint.close()
  })

  it('at work give way where one owner has more than her share: nobody keeps the others out by listening [MCP-12]', async () => {
    const { endpoint, send } = ofSeveral({ max_sessions: 3 })
    const open = async (as: string) => (await send(HELLO, as)).headers.get('mcp-session-id') ?? ''
    const hear = async (as: string, session: string) => {
      const headers = { host: '127.0.0.1', 'x-as': as, accept: 'text/event-stream', ...within(session) }
      return (await endpoint.fetch(new Request('http://127.0.0.1/mcp', { headers }))).status
    }
    for (let index = 0; index < 3; index += 1) {
      world.skip(1000)
      expect(await hear('ben', await open('ben'))).toBe(200)
    }
    expect((await send(HELLO, 'ben')).status).toBe(503)
    const late = await open('anna')
    expect(await hear('anna', late)).toBe(200)
    expect(endpoint.sessions).toBe(3)
    // Hers is not taken from her again, nor does she take more than he has left.
    expect((await send(HELLO, 'ben')).status).toBe(503)
    expect((await send(HELLO, 'anna')).status).toBe(503)
    expect((await send(PING, 'anna', late)).status).toBe(200)
    await endpoint.close()
  })

  it('give way only to a client that introduces itself [MCP-12]', async () => {
    const { url, endpoint } = await start({ max_sessions: 1 })
    const session = await openSession(url)
    for (const stray of [PING, { method: 'notifications/initialized' }, { id: 1, method: 'tools/list' }]) {
      expect((await post(url, stray)).status).toBe(400)
    }
    expect((await ask(url, { headers: { accept: 'text/event-stream' } })).status).toBe(400)
    expect((await ask(url, { method: 'DELETE' })).status).toBe(400)
    expect(endpoint.sessions).toBe(1)
    expect((await post(url, PING, within(session))).status).toBe(200)
  })

  it('whose client listens are neither reaped nor made to give way; one that vanished is [MCP-12]', async () => {
    const { url, endpoint } = await start({ max_sessions: 1, idle_ms: MINUTE })
    const session = await openSession(url)
    const stream = await listen(url, session)
    world.skip(2 * MINUTE)
    await endpoint.reap()
    const refused = await post(url, HELLO)
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '60' } })
    expect((await post(url, PING, within(session))).status).toBe(200)
    stream.leave()
    // The server hears of it a moment later.
    await expect.poll(() => post(url, HELLO).then(({ status }) => status), { interval: 10 }).toBe(200)
    expect(endpoint.sessions).toBe(1)
    expect((await post(url, PING, within(session))).status).toBe(404)
  })

  it('idle for too long are reaped, others not [MCP-12]', async () => {
    const { url, endpoint } = await start({ idle_ms: 30 * MINUTE })
    await openSession(url)
    world.skip(20 * MINUTE)
    const used = await openSession(url)
    world.skip(20 * MINUTE)
    await endpoint.reap()
    expect(endpoint.sessions).toBe(1)
    expect((await post(url, PING, within(used))).status).toBe(200)
  })

  it('idle for too long are reaped without anybody asking [MCP-12]', async () => {
    const { url, endpoint } = await start({ idle_ms: 20 })
    await openSession(url)
    world.skip(20)
    await expect.poll(() => endpoint.sessions, { interval: 10 }).toBe(0)
  })

  it('never exceed their number, however many clients come at once [MCP-12]', async () => {
    const { url, endpoint } = await start({ max_sessions: 5 })
    const answers = await Promise.all(Array.from({ length: 40 }, () => post(url, HELLO)))
    expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true)
    expect(endpoint.sessions).toBeLessThanOrEqual(5)
  })

  it('end with the server: their streams close [MCP-12]', async () => {
    const { url, endpoint } = await start()
    const stream = await listen(url, await openSession(url))
    expect(stream.status).toBe(200)
    await endpoint.close()
    expect(await stream.ended).toBe('')
    expect(endpoint.sessions).toBe(0)
  })
})

describe('modern clients', () => {
  it('are served without a session, from the same tables [MCP-3]', async () => {
    const { url, endpoint } = await start()
    const answer = await post(url, modern('tools/list'), modernHeaders('tools/list'))
    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers['mcp-session-id']).toBeUndefined()
    expect(answer.text).toContain('"create_batch"')
    expect(endpoint.sessions).toBe(0)
  })
})

describe('streams of notifications', () => {
  const LISTEN = modern('subscriptions/listen', { notifications: { toolsListChanged: true } })
  const opened = async (send: ReturnType<typeof ofSeveral>['send'], as: string) => {
    const answer = await send(LISTEN, as, undefined, modernHeaders('subscriptions/listen'))
    const reader = answer.body?.getReader()
    const first = Buffer.from((await reader?.read())?.value ?? []).toString()
    const toItsEnd = async (): Promise<true> => ((await reader?.read())?.done === false ? toItsEnd() : true)
    return { first, ended: toItsEnd() }
  }

  it('are bounded for each owner: her oldest makes place, others keep theirs [MCP-12]', async () => {
    const { endpoint, send } = ofSeveral()
    const neighbour = await opened(send, 'anna')
    const first = await opened(send, 'ben')
    for (let index = 0; index < 100; index += 1) expect((await opened(send, 'ben')).first).toContain('acknowledged')
    expect(await first.ended).toBe(true)
    const still = await Promise.race([neighbour.ended, Promise.resolve('open')])
    expect(still).toBe('open')
    await endpoint.close()
    expect(await neighbour.ended).toBe(true)
  })

  it('are no calls: they end as soon as the process is asked to [MCP-12]', async () => {
    const ending = new AbortController()
    const { send } = ofSeveral({}, { ending: ending.signal })
    const { first, ended } = await opened(send, 'anna')
    expect(first).toContain('acknowledged')
    ending.abort()
    expect(await ended).toBe(true)
    expect(await (await opened(send, 'anna')).ended).toBe(true)
  })

  it('end so however often memory was collected since they were opened [MCP-12]', async () => {
    const ending = new AbortController()
    const { send } = ofSeveral({}, { ending: ending.signal })
    const { ended } = await opened(send, 'anna')
    await collecting(new Promise(resolve => setTimeout(resolve, 200)))
    ending.abort()
    expect(await Promise.race([ended, new Promise(resolve => setTimeout(resolve, 2000, 'still open'))])).toBe(true)
  })
})

describe('what comes in', () => {
  it.each([
    ['another host name', { host: 'evil.example' }, 403],
    ['our name with another port', { host: '127.0.0.1:1' }, 403],
    ['a page of another site', { origin: 'https://evil.example' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
    ['a page of this machine', { origin: 'http://localhost:6274' }, 200],
  ])('under %s is let in or not [MCP-12]', async (_who, headers, status) => {
    const { url } = await start()
    expect((await post(url, HELLO, { ...headers })).status).toBe(status)
    const sent = { ...modernHeaders('tools/list'), ...headers }
    expect((await post(url, modern('tools/list'), sent)).status).toBe(status)
  })

  it.each(['legacy', 'modern'] as const)('is bounded in size, of %s clients too [MCP-12]', async era => {
    const { url, endpoint } = await start({ max_body: 2000 })
    const filling = { filling: 'x'.repeat(2000) }
    const answer =
      era === 'legacy'
        ? await post(url, { ...HELLO, params: { ...HELLO.params, ...filling } })
        : await post(url, modern('tools/list', filling), modernHeaders('tools/list'))
    expect(answer.status).toBe(413)
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const unannounced = { method: 'POST', headers: { ...headers, 'transfer-encoding': 'chunked' } }
    expect((await ask(url, { ...unannounced, body: JSON.stringify(filling) })).status).toBe(413)
    expect(endpoint.sessions).toBe(0)
  })

  it.each([
    ['text that is no JSON', 'nonsense', 'application/json', 400],
    ['JSON under another type', JSON.stringify({ jsonrpc: '2.0', ...HELLO }), 'text/plain', 415],
  ])('as %s is refused and opens nothing [MCP-12]', async (_what, body, type, status) => {
    const { url, endpoint } = await start()
    const headers = { 'content-type': type, accept: 'application/json, text/event-stream' }
    expect((await ask(url, { method: 'POST', headers, body })).status).toBe(status)
    expect(endpoint.sessions).toBe(0)
  })
})

describe('health', () => {
  it('says that the process lives, and whether it can work [MCP-12]', async () => {
    const { parts, faults } = await cannedParts({ 'GET /v1/account': ACCOUNT })
    const ending = new AbortController()
    let now = 0
    const { origin } = await serveHttp({ ...parts, clock: () => now, ending: ending.signal }, { ready_ms: 300 })
    const ready = async () => {
      now += 2000
      return (await ask(`${origin}/readyz`, { headers: { host: '10.0.0.7' } })).status
    }
    expect((await ask(`${origin}/healthz`, { headers: { host: '10.0.0.7' } })).text).toBe('{"status":"ok"}')
    expect(await ready()).toBe(200)
    faults.script({ kind: 'hang' })
    expect(await ready()).toBe(503)
    expect(await ready()).toBe(200)
    ending.abort()
    expect(await ready()).toBe(503)
    expect((await ask(`${origin}/healthz`)).status).toBe(200)
  })

  it('is looked for once in a while, however often strangers ask: the calls that takes are others’ [MCP-12, LIM-1]', async () => {
    const { parts, faults } = await cannedParts({ 'GET /v1/account': ACCOUNT })
    let now = 0
    const { origin } = await serveHttp({ ...parts, clock: () => now })
    const asked = () => Promise.all(Array.from({ length: 20 }, () => ask(`${origin}/readyz`)))
    for (const { status } of await asked()) expect(status).toBe(200)
    expect(faults.seen).toHaveLength(1)
    now += 2000
    await asked()
    expect(faults.seen).toHaveLength(2)
  })

  it('of an API that is away is "not ready" [MCP-12]', async () => {
    const { parts, faults } = await cannedParts({ 'GET /v1/account': ACCOUNT })
    const { origin } = await serveHttp(parts, { ready_ms: 300 })
    await faults.close()
    expect(await ask(`${origin}/readyz`)).toMatchObject({ status: 503, text: '{"status":"not ready"}' })
  })
})
