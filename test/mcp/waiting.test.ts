import { createServer, type ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import { batch, planned } from '../support/answers.ts'
import { cannedParts, found, NOON, refused } from '../support/canned.ts'
import type { Told } from '../support/faults.ts'
import { HOSTS, openHost } from '../support/mcp.ts'

const BATCH = { batch_id: 'bat_1' }

/** One state a look, the last one for ever. */
function states(...all: object[]) {
  let look = 0
  return {
    'GET /v1/batches/bat_1': () => found(batch(all[Math.min(look++, all.length - 1)])),
    'GET /v1/batches/bat_1/plan': planned(),
  }
}

const working = (percent: number) => ({
  status: 'translating',
  progress: { phase: 'translating', percent, updated_at: '2026-11-21T11:59:58.000Z' },
})

/** A clock that the server's pauses move, without taking any time. */
function jumpingTime() {
  let now = NOON
  const pause = async (ms: number) => {
    now += ms
  }
  return { clock: () => now, pause, waited: () => now - NOON }
}

/** A service that never answers; tells when it was asked and when the connection was dropped. */
async function silentService() {
  const server = createServer()
  const asked = new Promise<ServerResponse>(done => server.on('request', (_request, response) => done(response)))
  const dropped = asked.then(response => new Promise<void>(done => response.on('close', () => done())))
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${port}`, asked, dropped }
}

it('get_batch waits no longer though the clock is put back meanwhile [MCP-8]', async () => {
  const { parts } = await cannedParts(states(working(10)))
  let back = 0
  const time = jumpingTime()
  const host = await openHost({ ...parts, ...time, clock: () => time.clock() - back })
  const onprogress = () => {
    back = 3_600_000
  }
  const told = await host.call('get_batch', { ...BATCH, wait_seconds: 1 }, { onprogress })
  expect(told).toMatchObject({ failed: false, data: { batch: { status: 'translating' } } })
  expect([back, time.waited()]).toEqual([3_600_000, 1000])
}, 5000)

it('get_batch gives back the state, not an error, when the time is up, through every host [MCP-8]', async () => {
  const { parts } = await cannedParts(states(working(10)))
  const all = await Promise.all(
    HOSTS.map(async kind => {
      const time = jumpingTime()
      const host = await openHost({ ...parts, ...time }, { kind })
      const told = await host.call('get_batch', { ...BATCH, wait_seconds: 30 })
      return { told, waited: time.waited() }
    }),
  )
  expect(all).toHaveLength(HOSTS.length)
  for (const { told, waited } of all) {
    expect(waited).toBe(30_000)
    expect(told).toMatchObject({ failed: false, data: { batch: { status: 'translating' } } })
    expect(told.data.next_step).toContain('get_result')
  }
})

describe.each(HOSTS)('get_batch through %s', kind => {
  it('waits while the work goes on and tells the host how far it is [MCP-8]', async () => {
    const { parts } = await cannedParts(states(working(10), working(40), { status: 'completed' }))
    const host = await openHost({ ...parts, ...jumpingTime() }, { kind })
    const heard: number[] = []
    const told = await host.call('get_batch', BATCH, { onprogress: ({ progress }) => void heard.push(progress) })
    expect(told.data).toMatchObject({ batch: { status: 'completed' }, next_step: 'get_result {"batch_id":"bat_1"}' })
    expect(heard[0]).toBe(10)
    expect(heard).toEqual([...heard].sort((left, right) => left - right))
  })

  it('comes back as soon as there is a plan to read [MCP-8]', async () => {
    const { parts } = await cannedParts(states({ status: 'queued' }, { status: 'analyzing' }, {}))
    const host = await openHost({ ...parts, ...jumpingTime() }, { kind })
    const told = await host.call('get_batch', BATCH)
    expect(told.data).toMatchObject({ batch: { status: 'awaiting_review' }, plan: { plan_revision: 'pr_k2x' } })
  })

  it('stops when the host cancels, down to the request under way [MCP-8]', async () => {
    const service = await silentService()
    const client = createClient({ connect: async () => ({ baseUrl: service.url, credential: 'k' }), userAgent: 'test' })
    const { parts, reported } = await cannedParts({})
    const host = await openHost({ ...parts, client }, { kind })
    const cancel = new AbortController()
    const call = host.call('get_batch', BATCH, { signal: cancel.signal }).then(
      () => 'answered',
      () => 'cancelled',
    )
    await service.asked
    cancel.abort(new Error('enough'))
    expect(await call).toBe('cancelled')
    await service.dropped
    expect(reported).toEqual([])
    await client.close()
  })
})

const ARCHIVING = { status: 'archived', progress: { phase: null, percent: null, updated_at: null } }
const DELIVERED = { status: 'delivered', completed_at: '2026-11-21T11:59:58.000Z' }

describe('a status that only a newer service knows', () => {
  /** One state a look, and what the service answers for the result. */
  async function at(result: () => Told, ...all: object[]) {
    const canned = { ...states(...all), 'GET /v1/batches/bat_1/result': result, 'GET /r/1': () => ({ status: 200 }) }
    const { parts, faults } = await cannedParts(canned, { transport: 'http' })
    const time = jumpingTime()
    const host = await openHost({ ...parts, ...time })
    return {
      host,
      waited: time.waited,
      looks: () => faults.seen.filter(({ path }) => path === '/v1/batches/bat_1').length,
    }
  }
  const link = () => found({ url: 'https://files.test/r/1?sig=abc' })
  const notReady = () => refused(409, 'result_not_ready', 'Not yet.')

  it('is shown as it is, and waited on until the time of the tool is up; then it says how to go on [ENV-4, MCP-8]', async () => {
    const { host, waited } = await at(notReady, ARCHIVING)
    const { failed, text, data } = await host.call('get_batch', { ...BATCH, wait_seconds: 20 })
    expect([failed, waited()]).toEqual([false, 20_000])
    expect(text).toContain('in the state «archived»')
    expect(data.next_step).toBe(
      'get_batch {"batch_id":"bat_1","wait_seconds":25} waits on; where the state stays as it is, get_result {"batch_id":"bat_1"} fetches the file if there is one',
    )
  })

  it('is waited on between two known ones [ENV-4, MCP-8]', async () => {
    const { host, looks } = await at(link, working(40), { status: 'proofreading' }, { status: 'completed' })
    const { data } = await host.call('get_batch', BATCH)
    expect(data).toMatchObject({ batch: { status: 'completed' }, next_step: 'get_result {"batch_id":"bat_1"}' })
    expect(looks()).toBe(3)
  })

  it('is not waited on once the service says when the work was completed [ENV-4, MCP-8]', async () => {
    const { host, waited } = await at(link, DELIVERED)
    const { data } = await host.call('get_batch', BATCH)
    expect([data.next_step, waited()]).toEqual(['get_result {"batch_id":"bat_1"}', 0])
    expect((await host.call('get_result', BATCH)).data).toMatchObject({ url: 'https://files.test/r/1?sig=abc' })
  })

  it('gives its file where there is one, after the wait [ENV-4, RES-1]', async () => {
    const { host, waited } = await at(link, ARCHIVING)
    const { data } = await host.call('get_result', { ...BATCH, wait_seconds: 5 })
    expect([data.url, waited()]).toEqual(['https://files.test/r/1?sig=abc', 5000])
  })

  it('is no error where there is no file yet: the state, and how to go on [ENV-4, MCP-8]', async () => {
    const { host, waited } = await at(notReady, ARCHIVING)
    const { failed, text, data } = await host.call('get_result', { ...BATCH, wait_seconds: 5 })
    expect([failed, waited()]).toEqual([false, 5000])
    expect(text).toContain('No file yet: bat_1 «app.json» (en → de, pt-BR) is in the state «archived».')
    expect(data.next_step).toContain('get_batch {"batch_id":"bat_1","wait_seconds":25} waits on')
  })
})

describe('get_batch', () => {
  it('looks once with wait_seconds 0 [MCP-8]', async () => {
    const { parts, faults } = await cannedParts(states(working(10)))
    const host = await openHost(parts)
    await host.call('get_batch', { ...BATCH, wait_seconds: 0 })
    expect(faults.seen.map(({ path }) => path).sort()).toEqual(['/v1/batches/bat_1', '/v1/batches/bat_1/plan'])
  })

  it('says that work without a sign of life for a minute is paused, on the service of this machine only [MCP-8]', async () => {
    const still = {
      ...working(10),
      progress: { phase: 'translating', percent: 10, updated_at: '2026-11-21T11:00:00.000Z' },
    }
    const { parts } = await cannedParts(states(still))
    const here = await openHost(parts)
    expect((await here.call('get_batch', { ...BATCH, wait_seconds: 0 })).text).toContain('goes on while a host is open')
    const elsewhere = await openHost({ ...parts, settings: { ...parts.settings, embedded: false } })
    expect((await elsewhere.call('get_batch', { ...BATCH, wait_seconds: 0 })).text).not.toContain('paused')
  })
})
