import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Clock, IDLE_MS, transferMs } from '../../src/client/deadline.ts'
import { api } from '../../src/contract/operations.ts'
import { emptyFolder } from './folder.ts'
import { batch, failure, NOON, object, start } from './start.ts'

const MB = 1024 * 1024
const created = object({ batch: batch() }, 201)
const IDLE = { code: 'timeout', message: expect.stringContaining('no byte came or went for too long') }
const LATE = { code: 'timeout', message: 'The call did not finish before its deadline.' }

/** A clock that stands still until it is told to go on. */
function standingClock(): Clock & { advance(ms: number): void } {
  let now = NOON
  let timers: { readonly at: number; readonly then: () => void }[] = []
  return {
    now: () => now,
    async sleep(ms) {
      now += ms
    },
    after(ms, then) {
      const timer = { at: now + ms, then }
      timers.push(timer)
      return () => {
        timers = timers.filter(one => one !== timer)
      }
    },
    advance(ms) {
      now += ms
      const due = timers.filter(({ at }) => at <= now)
      timers = timers.filter(timer => !due.includes(timer))
      for (const { then } of due) then()
    },
  }
}

describe('a file that is fetched', () => {
  const file = () => ({ status: 200, body: Buffer.alloc(1000, 'x') })
  const startFetching = async () => {
    const clock = standingClock()
    return { clock, folder: await emptyFolder(), ...(await start(file, { clock })) }
  }

  it('ends after 30 seconds without a byte, is not asked for again, and leaves nothing [ERR-3]', async () => {
    const { clock, folder, faults, client } = await startFetching()
    faults.script({ kind: 'stall', after: 100 })
    const onProgress = () => {
      clock.advance(29_999)
      setImmediate(() => clock.advance(1))
    }
    const error = await failure(client.download(`${faults.url}/a`, { path: folder.at('a.txt') }, { onProgress }))
    expect(error).toMatchObject({ ...IDLE, may_have_applied: false })
    expect(await folder.names()).toEqual([])
    expect(faults.seen).toHaveLength(1)
  })

  it('ends when no answer comes at all [ERR-3]', async () => {
    const { clock, folder, faults, client } = await startFetching()
    faults.script({ kind: 'hang' })
    const call = failure(client.download(`${faults.url}/a`, { path: folder.at('a.txt') }))
    await faults.arrived(1)
    clock.advance(30_000)
    expect(await call).toMatchObject(IDLE)
  })

  it('may take longer than that as long as bytes come, and ends with its whole time [ERR-3]', async () => {
    const { clock, folder, faults, client } = await startFetching()
    const slow = { kind: 'trickle', pieces: 10, pause_ms: 5 } as const
    faults.script(slow, slow)
    const onProgress = () => clock.advance(25_000)
    const begin = clock.now()
    const saved = client.download(`${faults.url}/a`, { path: folder.at('a.txt') }, { onProgress })
    expect(await saved).toMatchObject({ size_bytes: 1000 })
    expect(clock.now() - begin).toBeGreaterThan(30_000)
    const short = { onProgress, deadlineMs: 25_000 }
    expect(await failure(client.download(`${faults.url}/a`, { path: folder.at('b.txt') }, short))).toMatchObject(LATE)
    expect(await folder.names()).toEqual(['a.txt'])
  })
})

describe('a file that is sent', () => {
  /** A service that takes no byte of a body. */
  async function startDeaf(): Promise<string> {
    const server = createServer(() => undefined)
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => {
      server.close()
      server.closeAllConnections()
    })
    const address = server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  }

  it('ends when the service takes no byte for 30 seconds, and may have arrived [ERR-3]', async () => {
    const [baseUrl, clock] = [await startDeaf(), standingClock()]
    const { client } = await start(() => created, { clock, connect: async () => ({ baseUrl, credential: 'k' }) })
    let drawn = 0
    async function* open() {
      for (; drawn < 64; drawn++) yield Buffer.alloc(MB)
    }
    const call = failure(client.call(api.batches.create, {}, { file: { name: 'a.txt', size: 64 * MB, open } }))
    // Until the sockets between are full.
    for (let quiet = 0, seen = -1; quiet < 500; quiet = drawn > 0 && seen === drawn ? quiet + 1 : 0) {
      seen = drawn
      await new Promise(done => setImmediate(done))
    }
    expect(drawn).toBeLessThan(64)
    clock.advance(30_000)
    expect(await call).toMatchObject({ ...IDLE, may_have_applied: true })
  })

  it('ends when its source gives no byte for 30 seconds [ERR-3]', async () => {
    const clock = standingClock()
    const { client } = await start(() => created, { clock })
    async function* open() {
      yield Buffer.from('a')
      clock.advance(30_000)
      await new Promise<never>(() => undefined)
    }
    expect(await failure(client.call(api.batches.create, {}, { file: { name: 'a.txt', open } }))).toMatchObject(IDLE)
  })

  it.each<[string, number, object]>([
    // 8 MB may take a minute and 65.5 s more, 1 MB a minute and 8.2 s.
    ['may take longer than other calls, by its size', 8, { data: { batch: { id: 'bat_1' } } }],
    ['ends with its whole time, which may have been enough', 1, { ...LATE, may_have_applied: true }],
  ])('as long as bytes go %s [ERR-3]', async (_, megabytes, outcome) => {
    const clock = standingClock()
    const { client } = await start(() => created, { clock })
    const pieces = 4
    async function* open() {
      for (let piece = 0; piece < pieces; piece++) {
        clock.advance(25_000)
        yield Buffer.alloc((megabytes * MB) / pieces)
        // Until it has gone out, which the next advance would cut off.
        await new Promise(done => setTimeout(done, 5))
      }
    }
    const file = { name: 'a.txt', size: megabytes * MB, open }
    const begin = clock.now()
    expect(await client.call(api.batches.create, {}, { file }).catch(error => error)).toMatchObject(outcome)
    expect(clock.now() - begin).toBeGreaterThan(60_000)
  })

  it.each<[string, number, object]>([
    ['which may take as long as any other', 59_000, { data: { batch: { id: 'bat_1' } } }],
    ['but no longer', 61_000, { code: 'timeout' }],
  ])('then waits for its answer, %s [ERR-3]', async (_, ms, outcome) => {
    const clock = standingClock()
    const behind = () => {
      clock.advance(ms)
      return created
    }
    const { client } = await start(behind, { clock })
    async function* open() {
      yield Buffer.from('a')
    }
    const call = client.call(api.batches.create, {}, { file: { name: 'a.txt', size: 1, open } })
    expect(await call.catch(error => error)).toMatchObject(outcome)
  })
})

it('the limits are 30 seconds without a byte, and in all what a line of 1 Mbit/s needs', () => {
  expect(IDLE_MS).toBe(30_000)
  expect(transferMs(0)).toBe(0)
  expect(transferMs(60 * MB)).toBe(491_520)
  expect(transferMs(null)).toBe(transferMs(60 * MB))
})
