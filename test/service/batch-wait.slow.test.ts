import { request } from 'undici'
import { expect, it } from 'vitest'
import { STATE_HEADER } from '../../src/contract/limits.ts'
import { api } from '../../src/contract/operations.ts'
import { manualClock, type Sent, startWorld, type World } from '../support/world.ts'

const GERMAN = 'Translate from English into German.'

/** A translation that waits for approval. */
async function planned(world: World, name = 'a.txt') {
  const body = { content: 'Good morning, everybody.', filename: name, instruction: GERMAN }
  const { batch } = await world.call(api.batches.create, { body })
  expect(batch.status).toBe('awaiting_review')
  return batch.id
}

const look = (world: World, id: string, query = '', key?: string) =>
  world.send('GET', `/v1/batches/${id}${query}`, key === undefined ? {} : { key })

const stateIn = ({ status, text, headers }: Sent): string => {
  expect(status, text).toBe(200)
  return headers.get(STATE_HEADER) ?? ''
}

/** Sends a request that waits, and says how long its answer took, in milliseconds. */
async function waiting(asked: Promise<Sent>) {
  const began = performance.now()
  const sent = await asked
  return { sent, took: performance.now() - began, status: JSON.parse(sent.text).data?.status }
}

const percentOf = (world: World, id: string, percent: number) =>
  world.db.updateTable('batches').set({ percent }).where('id', '=', id).execute()

it('a request that waits is answered as soon as the translation moves, by what this process does [MCP-8]', async () => {
  const world = await startWorld()
  const id = await planned(world)
  let state = stateIn(await look(world, id))
  const waits: number[] = []
  const seen: string[] = []
  const following = (async () => {
    while (!seen.includes('completed')) {
      const answer = await waiting(look(world, id, `?unlike=${encodeURIComponent(state)}&wait_ms=10000`))
      state = stateIn(answer.sent)
      seen.push(answer.status)
      waits.push(answer.took)
    }
    return Date.now()
  })()
  await world.call(api.batches.approve, { params: { batch_id: id }, body: {} })
  const heard = await following
  const { completed_at } = await world.db
    .selectFrom('batches')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(heard - (completed_at ?? 0)).toBeLessThan(200)
  // One for each state that it went through, at most.
  expect(waits.length).toBeLessThanOrEqual(2)
})

it('a change that came before the request, and a word of another program, are answered at once [MCP-8]', async () => {
  const world = await startWorld()
  const id = await planned(world)
  const known = stateIn(await look(world, id))
  for (const unlike of ['analyzing~planning..', 'x', `9${known}`]) {
    const { took } = await waiting(look(world, id, `?unlike=${encodeURIComponent(unlike)}&wait_ms=5000`))
    expect(took).toBeLessThan(1000)
  }
  // A request that does not want to wait is none that waits.
  expect((await waiting(look(world, id, `?unlike=${known}`))).took).toBeLessThan(1000)
})

it('when the time is over the answer is the state as it is, the progress with it [MCP-8]', async () => {
  const world = await startWorld()
  const id = await planned(world)
  const known = stateIn(await look(world, id))
  const asked = waiting(look(world, id, `?unlike=${encodeURIComponent(known)}&wait_ms=500`))
  await percentOf(world, id, 7)
  const { sent, took } = await asked
  expect(took).toBeGreaterThanOrEqual(490)
  expect(JSON.parse(sent.text).data.progress.percent).toBe(7)
  expect(stateIn(sent)).not.toBe(known)
  // Without the state that the caller knows, it is the one that the request found.
  const { took: again } = await waiting(look(world, id, '?wait_ms=300'))
  expect(again).toBeGreaterThanOrEqual(290)
})

it('the progress alone ends a wait that asks for that, and not before the time that it says [MCP-8]', async () => {
  const world = await startWorld()
  const id = await planned(world)
  const known = encodeURIComponent(stateIn(await look(world, id)))
  await percentOf(world, id, 3)
  const { took, sent } = await waiting(look(world, id, `?unlike=${known}&wait_ms=8000&progress_ms=300`))
  expect(took).toBeGreaterThanOrEqual(290)
  expect(took).toBeLessThan(4000)
  expect(JSON.parse(sent.text).data.progress.percent).toBe(3)
})

it('refuses a time that is none, and of a translation that is not there says that at once [ENV-5]', async () => {
  const world = await startWorld()
  const id = await planned(world)
  for (const query of ['?wait_ms=soon', '?wait_ms=30001', '?wait_ms=-1', '?wait_ms=10&progress_ms=99', '?unlike=']) {
    const { status, text } = await look(world, id, query)
    expect([status, JSON.parse(text).error.code], query).toEqual([400, 'invalid_parameter'])
  }
  const { sent, took } = await waiting(look(world, 'bat_none', '?wait_ms=5000'))
  expect([sent.status, took < 2000]).toEqual([404, true])
})

it('waits count as one request each, and those beyond 50 of a credential are answered at once [LIM-1]', async () => {
  // Its minute does not end while they wait.
  const clock = manualClock('2026-03-10T12:00:00Z')
  const world = await startWorld({ clock, settings: { requests_per_minute: 54 } })
  const id = await planned(world)
  const known = encodeURIComponent(stateIn(await look(world, id)))
  const { secret } = await world.issueKey(['batches:read'])
  const all = await Promise.all(
    Array.from({ length: 53 }, () => waiting(look(world, id, `?unlike=${known}&wait_ms=2500`, secret))),
  )
  const held = all.filter(({ took }) => took >= 2490)
  expect(held).toHaveLength(50)
  for (const { sent } of all) stateIn(sent)
  expect((await look(world, id, '', secret)).status).toBe(200)
  expect((await look(world, id, '', secret)).status).toBe(429)
})

it('a caller who goes away leaves its place [MCP-8]', async () => {
  const world = await startWorld()
  const id = await planned(world)
  const known = encodeURIComponent(stateIn(await look(world, id)))
  const url = `${world.baseUrl}/v1/batches/${id}?unlike=${known}&wait_ms=20000`
  const headers = { authorization: `Bearer ${world.key}` }
  const leaving = new AbortController()
  const gone = Array.from({ length: 50 }, () =>
    request(url, { headers, signal: leaving.signal }).then(
      () => 'answered',
      () => 'gone',
    ),
  )
  // The next one has no place while they wait.
  await expect
    .poll(async () => (await waiting(look(world, id, `?unlike=${known}&wait_ms=150`))).took, { interval: 20 })
    .toBeLessThan(100)
  leaving.abort()
  expect(new Set(await Promise.all(gone))).toEqual(new Set(['gone']))
  await expect
    .poll(async () => (await waiting(look(world, id, `?unlike=${known}&wait_ms=150`))).took, { interval: 20 })
    .toBeGreaterThanOrEqual(140)
})

it('what changed is not told to a credential that was revoked meanwhile [KEY-2]', async () => {
  const world = await startWorld()
  const id = await planned(world)
  const known = encodeURIComponent(stateIn(await look(world, id)))
  const { id: keyId, secret } = await world.issueKey(['batches:read'])
  const asked = look(world, id, `?unlike=${known}&wait_ms=5000`, secret)
  await look(world, id, '', secret)
  await world.db.updateTable('api_keys').set({ state: 'revoked' }).where('id', '=', keyId).execute()
  await world.call(api.batches.approve, { params: { batch_id: id }, body: {} })
  const { status, text } = await asked
  expect([status, JSON.parse(text).error?.code]).toEqual([401, 'api_key_revoked'])
})

it('a service that ends answers those who wait, at once [MCP-8]', async () => {
  const world = await startWorld({ settings: { drain_seconds: 20 } })
  const id = await planned(world)
  const known = encodeURIComponent(stateIn(await look(world, id)))
  const asked = [1, 2, 3].map(() => waiting(look(world, id, `?unlike=${known}&wait_ms=30000`)))
  await look(world, id)
  const began = performance.now()
  await world.close()
  for (const { sent, status } of await Promise.all(asked))
    expect([sent.status, status]).toEqual([200, 'awaiting_review'])
  expect(performance.now() - began).toBeLessThan(3000)
})
