import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { write } from '../../src/service/store/database.ts'
import { tell } from '../../src/service/store/telling.ts'
import { planned, batch as shown } from '../support/answers.ts'
import { cannedParts, found } from '../support/canned.ts'
import type { Seen } from '../support/faults.ts'
import { type McpWorld, openHost, startMcpWorld } from '../support/mcp.ts'

/** A translation that somebody works on for as long as the test wants. */
async function working(world: McpWorld): Promise<string> {
  const body = {
    content: 'Good morning, everybody.',
    filename: 'a.txt',
    instruction: 'Translate from English into German.',
  }
  const { batch } = await world.call(api.batches.create, { body })
  await move(world, batch.id, { status: 'translating', phase: 'translating', percent: 10, lease_owner: 'elsewhere' })
  return batch.id
}

/** Changes a translation as another process does, which this one hears of where the database is a server. */
async function move(world: McpWorld, id: string, change: object): Promise<number> {
  await write(world.db, async tx => {
    const now = { lease_until: Date.now() + 14_000, ...change }
    await tx.updateTable('batches').set(now).where('id', '=', id).execute()
    await tell(tx, 'moved', id)
  })
  return performance.now()
}
const COMPLETED = { status: 'completed', phase: 'done', percent: 100, completed_at: Date.now() }

const looksAt = (seen: readonly Seen[], id: string) =>
  seen.filter(({ path }) => path.split('?', 1)[0] === `/v1/batches/${id}`).map(({ path }) => path)

async function timed<Value>(work: Promise<Value>): Promise<{ value: Value; at: number }> {
  const value = await work
  return { value, at: performance.now() }
}

it('a call that waits asks twice in its time, and answers at once when the translation is done [MCP-8]', async () => {
  const world = await startMcpWorld()
  const id = await working(world)
  const host = await world.open()
  const call = timed(host.call('get_batch', { batch_id: id, wait_seconds: 20 }))
  await expect.poll(() => looksAt(world.faults.seen, id)).toHaveLength(2)
  await sleep(1500)
  const moved = await move(world, id, COMPLETED)
  const { value, at } = await call
  expect(value.data).toMatchObject({ batch: { status: 'completed' } })
  // One look of 200 ms, and the reading of the plan.
  expect(at - moved).toBeLessThan(500)
  expect(looksAt(world.faults.seen, id)).toHaveLength(2)
})

it('a call whose time is over has asked twice, and gives the state as it is then [MCP-8]', async () => {
  const world = await startMcpWorld()
  const id = await working(world)
  const host = await world.open()
  const call = timed(host.call('get_batch', { batch_id: id, wait_seconds: 3 }))
  const began = performance.now()
  await sleep(300)
  await move(world, id, { percent: 60 })
  const { value, at } = await call
  expect(value.text).toContain('60')
  expect(at - began).toBeGreaterThan(2900)
  const [first, second, ...more] = looksAt(world.faults.seen, id)
  expect([first, more]).toEqual([`/v1/batches/${id}`, []])
  expect(second).toMatch(/\?wait_ms=(?:2\d\d\d|3000)&unlike=/)
})

it('a host that shows progress hears of it, and is asked for no more often than by looks [MCP-8]', async () => {
  const world = await startMcpWorld()
  const id = await working(world)
  const host = await world.open({}, { settings: { ...world.parts.settings, embedded: false } })
  const heard: number[] = []
  const onprogress = ({ progress }: { progress: number }) => void heard.push(progress)
  const call = host.call('get_batch', { batch_id: id, wait_seconds: 4 }, { onprogress })
  const stop = new AbortController()
  const moving = (async () => {
    for (let percent = 11; !stop.signal.aborted; percent += 1) {
      await move(world, id, { percent })
      await sleep(100)
    }
  })()
  await call
  stop.abort()
  await moving
  expect(new Set(heard.map(Math.floor)).size).toBeGreaterThanOrEqual(2)
  // Looks would come at 0, 0.15, 0.4, 0.9, 1.9, 3.9 and 4 s.
  expect(looksAt(world.faults.seen, id).length).toBeLessThanOrEqual(4)
})

it('calls of one caller that wait for the same translation share one request [MCP-8]', async () => {
  const world = await startMcpWorld()
  const id = await working(world)
  const hosts = await Promise.all(Array.from({ length: 5 }, () => world.open()))
  const calls = hosts.map(host => host.call('get_batch', { batch_id: id, wait_seconds: 20 }))
  const waits = () => looksAt(world.faults.seen, id).filter(path => path.includes('wait_ms'))
  await expect.poll(waits).toHaveLength(1)
  await sleep(1500)
  expect(waits()).toHaveLength(1)
  const gone = new AbortController()
  const leaving = hosts[0]
    ?.call('get_batch', { batch_id: id, wait_seconds: 20 }, { signal: gone.signal })
    .catch(() => 'gone')
  await sleep(300)
  gone.abort(new Error('enough'))
  expect(await leaving).toBe('gone')
  // The others still wait.
  await move(world, id, COMPLETED)
  for (const { data } of await Promise.all(calls)) expect(data).toMatchObject({ batch: { status: 'completed' } })
  expect(waits()).toHaveLength(1)
  expect(world.parts.callerState.waits.size).toBe(0)
})

it('a call that is cancelled, or a process that ends, drops its request at once [MCP-8]', async () => {
  const world = await startMcpWorld()
  const id = await working(world)
  const ending = new AbortController()
  const [leaving, staying] = [await world.open(), await world.open({ principal: 'else' }, { ending: ending.signal })]
  const gone = new AbortController()
  const call = leaving
    .call('get_batch', { batch_id: id, wait_seconds: 20 }, { signal: gone.signal })
    .catch(() => 'gone')
  const other = timed(staying.call('get_batch', { batch_id: id, wait_seconds: 20 }))
  const waiting = () => world.faults.seen.filter(({ path }) => path.includes('wait_ms'))
  await expect.poll(waiting).toHaveLength(2)
  const waits = waiting()
  gone.abort(new Error('enough'))
  expect(await call).toBe('gone')
  const ended = performance.now()
  ending.abort()
  const { value, at } = await other
  expect(value.data).toMatchObject({ batch: { status: 'translating' } })
  expect(at - ended).toBeLessThan(1000)
  await Promise.all(waits.map(({ over }) => over))
})

it('a wait that something on the way cuts off becomes looks, and the service is not taken to be down [ERR-3]', async () => {
  const world = await startMcpWorld()
  const id = await working(world)
  const isWait = ({ path }: Seen) => path.includes('wait_ms')
  world.faults.always({ kind: 'answer', status: 504, body: 'upstream timed out' }, isWait)
  const hosts = await Promise.all(Array.from({ length: 8 }, (_, at) => world.open({ principal: `caller ${at}` })))
  const calls = hosts.map(host => host.call('get_batch', { batch_id: id, wait_seconds: 20 }))
  await expect.poll(() => world.faults.seen.filter(isWait)).toHaveLength(8)
  await move(world, id, COMPLETED)
  for (const { failed, data } of await Promise.all(calls)) {
    expect([failed, data]).toMatchObject([false, { batch: { status: 'completed' } }])
  }
  expect(world.faults.seen.filter(isWait)).toHaveLength(8)
})

it('a service that does not say it knows waits is never asked for one, at the pace of before [ENV-4]', async () => {
  let now = 0
  const pauses: number[] = []
  const pause = async (ms: number) => {
    now += ms
    pauses.push(ms)
  }
  const { parts, faults } = await cannedParts(
    {
      'GET /v1/batches/bat_1': () => found(shown({ status: 'translating' })),
      'GET /v1/batches/bat_1/plan': planned(),
    },
    { embedded: false },
  )
  const host = await openHost({ ...parts, pause, clock: () => now })
  await host.call('get_batch', { batch_id: 'bat_1', wait_seconds: 10 })
  expect(pauses).toEqual([150, 250, 500, 1000, 2000, 2000, 2000, 2000, 100])
  expect(new Set(looksAt(faults.seen, 'bat_1'))).toEqual(new Set(['/v1/batches/bat_1']))
})

it('a service that answers waits at once is asked no more often than one that knows none [MCP-8]', async () => {
  let now = 0
  const pause = async (ms: number) => {
    now += ms
  }
  let answers = 0
  const { parts, faults } = await cannedParts(
    {
      'GET /v1/batches/bat_1': () => {
        // The word of each of two programs that do not know that of the other.
        const headers = { 'translation-state': `word-${answers++ % 2}` }
        return { ...found(shown({ status: 'translating' })), headers }
      },
      'GET /v1/batches/bat_1/plan': planned(),
    },
    { embedded: false },
  )
  const host = await openHost({ ...parts, pause, clock: () => now })
  await host.call('get_batch', { batch_id: 'bat_1', wait_seconds: 10 })
  const looks = looksAt(faults.seen, 'bat_1')
  expect(looks.length).toBeLessThanOrEqual(10)
  expect(looks[1]).toContain('unlike=word-0')
})
