import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { agreeToAll } from '../support/agree.ts'
import { ACCOUNT, batch } from '../support/answers.ts'
import { found } from '../support/canned.ts'
import { CLIENTS, type Connected } from '../support/clients.ts'
import { startFaults } from '../support/faults.ts'
import { ask, listen, openSession, post } from '../support/http.ts'
import { madeIn, toldOf } from '../support/mcp.ts'
import { dataDirIn, makePlace, type Running, runProgram, type Start, startProgram, TYPED } from '../support/program.ts'

const SERVE = ['http', '--auth', 'none', '--port', '0', '--json']
const Facts = z.object({ mcp_url: z.string(), health_url: z.string() })

async function serve(start: Partial<Start> = {}): Promise<Running & z.output<typeof Facts>> {
  const running = startProgram(SERVE, { place: makePlace(), ...start })
  await running.heard('\n', 'stdout')
  return { ...running, ...Facts.parse(JSON.parse(running.said('stdout'))) }
}

async function connect(url: string, client = 'sdk 2, newer era'): Promise<Connected> {
  const connected = await CLIENTS[client]?.connect({ url: new URL(url) }, () => undefined)
  if (!connected) throw new Error(`There is no client ${client}.`)
  onTestFinished(() => connected.close())
  return connected
}

/** Moves the program's clock on by twenty minutes at a signal. */
const LATER = `
  const now = Date.now
  let ahead = 0
  process.on('SIGUSR2', () => { ahead += 20 * 60_000 })
  Date.now = () => now() + ahead`

describe('the program over HTTP', () => {
  it('says how to connect, and keeps to this machine [MCP-3, MCP-12]', async () => {
    const running = startProgram(['http', '--auth', 'none', '--port', '0'], { place: makePlace() })
    await running.heard('Ctrl-C', 'stdout')
    const said = running.said('stdout')
    const [, url = ''] = /served at (http:\/\/127\.0\.0\.1:\d+\/mcp)/.exec(said) ?? []
    expect(said).toContain(`claude mcp add --transport http translation ${url}`)
    expect((await ask(url.replace('/mcp', '/healthz'))).status).toBe(200)
    expect((await ask(url.replace('/mcp', '/readyz'))).status).toBe(200)
    expect((await ask(url.replace('/mcp', '/'))).status).toBe(404)
    running.child.kill('SIGINT')
    expect((await running.ended).code).toBe(0)
  })

  it('does not start on a port that is in use, and says which', async () => {
    const other = createServer()
    await new Promise<void>(done => other.listen(0, '127.0.0.1', done))
    onTestFinished(() => void other.close())
    const address = other.address()
    const port = String(typeof address === 'object' ? address?.port : '')
    const ended = await runProgram(['http', '--auth', 'none', '--port', port], { place: makePlace() })
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining(`Port ${port} is in use`) })
  })
})

/** One server for tests that only talk with it. */
describe('a server that runs', () => {
  let server: Awaited<ReturnType<typeof serve>>
  beforeAll(async () => {
    const place = makePlace()
    writeFileSync(join(place.work, 'later.cjs'), LATER)
    const node = { NODE_OPTIONS: `--require=${join(place.work, 'later.cjs')}` }
    const env = { ...node, TRANSLATION_ENGINE: 'pseudo', TRANSLATION_MAX_SESSIONS: '1' }
    server = await serve({ place, env })
  })

  it('keeps as many sessions as are set [MCP-12]', async () => {
    const { mcp_url } = server
    const first = await openSession(mcp_url)
    const second = await openSession(mcp_url)
    const ping = (session: string) => post(mcp_url, { id: 2, method: 'ping' }, { 'mcp-session-id': session })
    expect([(await ping(first)).status, (await ping(second)).status]).toEqual([404, 200])
  })

  it('explains the errors of its service at the address they name [ERR-2]', async () => {
    const client = await connect(server.mcp_url)
    await client.call('get_account', {})
    const page = await fetch(new URL('/errors', server.mcp_url))
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<dt id="plan_changed">')
  })

  it('tells a host that cannot ask what to do, in a session too [MCP-9]', async () => {
    const place = makePlace()
    const { mcp_url } = await serve({ place, env: { TRANSLATION_ENGINE: 'pseudo' } })
    const client = await connect(mcp_url, 'sdk 1.12.1')
    const call = async (name: string, input: Record<string, unknown>) => toldOf(await client.call(name, input))
    const content = 'Good evening, everybody.'
    const { approval } = madeIn(await call('create_batch', { content, filename: 'n.txt', target_languages: ['de'] }))
    expect((await call('approve_batch', approval)).text).toContain(`${TYPED} approve --data-dir`)
    await agreeToAll(dataDirIn(place))
    expect((await call('approve_batch', approval)).failed).toBe(false)
  })

  it('takes an upload and gives a link that works from outside until it expires [UPL-1, RES-1]', async () => {
    const { mcp_url, child } = server
    const client = await connect(mcp_url)
    const call = async (name: string, input: Record<string, unknown>) => toldOf(await client.call(name, input))
    const { upload } = Invited.parse(
      (await call('create_batch', { filename: 'notes.txt', target_languages: ['de'] })).data,
    )
    const sent = await fetch(upload.url, {
      method: upload.method,
      headers: upload.headers,
      body: 'Good morning, everybody.\n',
    })
    expect(sent.status).toBe(201)
    const { id, approval } = madeIn(await call('create_batch', { upload_id: upload.upload_id }))
    // This client shows its person the question, and she accepts.
    expect((await call('approve_batch', approval)).failed).toBe(false)
    const result = await call('get_result', { batch_id: id })
    const { url } = z.looseObject({ url: z.string() }).parse(result.data)
    expect(new URL(url).origin).toBe(new URL(mcp_url).origin)
    expect(result.links).toEqual([url])
    const outside = await fetch(url)
    expect(outside.status).toBe(200)
    expect(outside.headers.get('content-disposition')).toContain('notes.de.txt')
    expect(await outside.text()).toMatch(/^⟦de .*⟧\n$/)
    child.kill('SIGUSR2')
    await expect.poll(() => fetch(url).then(({ status }) => status), { interval: 20 }).toBeGreaterThanOrEqual(400)
  })
})

const Invited = z.object({
  upload: z.object({
    upload_id: z.string(),
    url: z.string(),
    method: z.string(),
    headers: z.record(z.string(), z.string()),
  }),
})

describe('at SIGTERM', () => {
  it('those who wait get the state as it is, streams end, nobody new comes in, and the process ends [MCP-11, MCP-12]', async () => {
    const translating = batch({ status: 'translating', progress: { ...batch().progress, phase: 'translating' } })
    const api = await startFaults(({ path }) => found(path.startsWith('/v1/batches/bat_1') ? translating : ACCOUNT))
    onTestFinished(() => api.close())
    const env = { TRANSLATION_API_URL: api.url, TRANSLATION_API_KEY: 'tms_live_canned' }
    const { mcp_url, health_url, child, ended } = await serve({ env })
    const session = await openSession(mcp_url)
    const stream = await listen(mcp_url, session)
    const clients = await Promise.all([connect(mcp_url), connect(mcp_url, 'sdk 1, newest')])
    const waiting = clients.map((client, index) =>
      client.call('get_batch', { batch_id: `bat_1${index}`, wait_seconds: 25 }),
    )
    const looked = () => new Set(api.seen.map(({ path }) => path).filter(path => !path.endsWith('/plan'))).size
    await expect.poll(looked, { interval: 10, timeout: 10_000 }).toBe(2)
    const start = performance.now()
    child.kill('SIGTERM')
    for (const answer of await Promise.all(waiting)) expect(madeIn(toldOf(answer)).status).toBe('translating')
    expect(await stream.ended).not.toContain('data:')
    expect((await ended).code).toBe(0)
    expect(performance.now() - start).toBeLessThan(3000)
    await expect(ask(health_url)).rejects.toThrow('ECONNREFUSED')
  })
})
