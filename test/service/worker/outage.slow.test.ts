import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { type Engine, EngineError, type Segment } from '../../../src/service/engine/engine.ts'
import { pseudo } from '../../../src/service/engine/pseudo/pseudo.ts'
import { MAX_ATTEMPTS } from '../../../src/service/store/leases.ts'
import { onPostgres } from '../../support/databases.ts'
import { LEASE_MS, openWorkshop, type Workshop } from './workshop.ts'

const HOUR_MS = 3_600_000
const SENTENCES = Array.from({ length: 250 }, (_, at) => `Read page number ${at}.`)
const TEXT = SENTENCES.join('\n\n')

/** An engine that charges credits and remembers, whose answers a test decides. */
function engineThat(answers: (batch: readonly Segment[]) => AsyncIterable<{ id: string; text: string }>): Engine {
  const { forgetful: _, ...rest } = pseudo
  const round = { segments: 100, characters: 20_000, concurrency: 2 }
  const describe: Engine['describe'] = work => ({ ...pseudo.describe(work), engine: 'tested' })
  return { ...rest, id: 'tested', round, describe, translate: answers }
}

async function* german(batch: readonly Segment[]) {
  for (const { id, text } of batch) yield { id, text: `Lies: ${text}` }
}

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function approvedIn(engine: Engine) {
  const shop = await openWorkshop(engine)
  closing.push(() => shop.close())
  const { id } = await shop.batchOf(TEXT)
  const worker = shop.worker('one')
  closing.push(() => worker.close())
  worker.wake()
  await becomes(shop, id, 'awaiting_review')
  await shop.approve(id)
  return { shop, worker, id, cost: (await shop.row(id)).credit_cost ?? 0 }
}

const becomes = (shop: Workshop, id: string, status: string) =>
  expect.poll(async () => (await shop.row(id)).status, { interval: 10, timeout: 20_000 }).toBe(status)

const putOff = (shop: Workshop, id: string, attempts: number) =>
  expect
    .poll(
      async () => {
        const row = await shop.row(id)
        return { free: row.lease_owner === null, waits: (row.lease_until ?? 0) > shop.clock(), attempts: row.attempts }
      },
      { interval: 10, timeout: 20_000 },
    )
    .toEqual({ free: true, waits: true, attempts })

const keptIn = (shop: Workshop) => shop.db.selectFrom('translations').select('source_hash').execute()

it('an engine that is down leaves its work for later, with what is finished, and not before it says [CRD-2]', async () => {
  let down = true
  const asked: string[] = []
  const { shop, worker, id, cost } = await approvedIn(
    engineThat(async function* (batch) {
      if (down && batch.some(({ text }) => text.includes('number 240')))
        throw new EngineError('passing', 'down', HOUR_MS)
      asked.push(...batch.map(segment => segment.text))
      yield* german(batch)
    }),
  )
  worker.wake()
  await putOff(shop, id, 0)
  expect(await shop.row(id)).toMatchObject({
    lease_until: shop.clock() + HOUR_MS,
    error_code: 'service_unavailable',
    error_message: 'down The work waits for it and goes on by itself.',
  })
  expect((await keptIn(shop)).length).toBe(200)
  expect(await shop.credits()).toEqual({ used: 0, reserved: cost })
  down = false
  shop.clock.advance(HOUR_MS - 1)
  worker.wake()
  expect((await shop.row(id)).status).toBe('translating')
  shop.clock.advance(1)
  worker.wake()
  await becomes(shop, id, 'completed')
  expect([...asked].sort()).toEqual([...SENTENCES].sort())
  expect(await shop.credits()).toEqual({ used: cost, reserved: 0 })
  expect(await shop.row(id)).toMatchObject({ error_code: null, error_message: null })
})

it('a long wait for an engine is told once, in its words, before the work is put off: in the log and by the batch [ENG-1, BAT-5]', async () => {
  let tries = 0
  const seen: (string | null)[] = []
  const { shop, worker, id } = await approvedIn(
    engineThat(async function* (batch) {
      tries += 1
      // The pause before took no time, and a server takes longer to write the note than a file.
      if (onPostgres()) await setTimeout(250)
      seen.push((await shop.row(id)).error_message)
      if (tries <= 3) throw new EngineError('passing', 'The model does not answer.', 1000)
      yield* german(batch)
    }),
  )
  worker.wake()
  await becomes(shop, id, 'completed')
  const why = 'The model does not answer. The work waits for it and goes on by itself.'
  // Two rounds are asked for at the same time: on a server, one may look before the other has failed, or after it was answered.
  if (onPostgres()) expect([seen[0], seen.includes(why)]).toEqual([null, true])
  else expect(seen.slice(0, 4)).toEqual([null, why, why, why])
  expect((await shop.row(id)).error_message).toBeNull()
  expect(worker.said.filter(({ type }) => type === 'log')).toEqual([
    {
      type: 'log',
      level: 'warn',
      message: 'The engine is not available; it is asked again until it answers.',
      facts: { error: 'EngineError', kind: 'passing', why: 'The model does not answer.' },
    },
  ])
})

it('an engine that stays down fails its work after the last try, in its own words, and nothing is charged [CRD-2]', async () => {
  const { shop, worker, id } = await approvedIn(
    engineThat(() => {
      throw new EngineError('passing', 'The model does not answer.', HOUR_MS)
    }),
  )
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
    worker.wake()
    await putOff(shop, id, attempt)
    shop.clock.advance(HOUR_MS + LEASE_MS * 2 ** attempt)
  }
  worker.wake()
  await becomes(shop, id, 'failed')
  const { error_code, error_message } = await shop.row(id)
  expect(error_code).toBe('service_unavailable')
  expect(error_message).toMatch(/^The model does not answer\. No credits were charged\./)
  expect(await shop.credits()).toEqual({ used: 0, reserved: 0 })
})

it.each(['quota', 'refused'] as const)(
  'an engine that is gone for good (%s) fails its work at once; what was paid for is remembered [CRD-2]',
  async kind => {
    let asked = 0
    let broken = true
    const { shop, worker, id } = await approvedIn(
      engineThat(async function* (batch) {
        if (broken && batch.some(({ text }) => text.includes('number 240'))) throw new EngineError(kind, 'No more.')
        asked += batch.length
        yield* german(batch)
      }),
    )
    worker.wake()
    await becomes(shop, id, 'failed')
    expect(await shop.row(id)).toMatchObject({ error_code: 'service_unavailable' })
    expect(await shop.credits()).toEqual({ used: 0, reserved: 0 })
    // Forgotten after the failure can be seen.
    await expect.poll(() => keptIn(shop)).toEqual([])
    expect(asked).toBe(200)
    broken = false
    const second = await shop.batchOf(TEXT)
    worker.wake()
    await becomes(shop, second.id, 'awaiting_review')
    expect((await shop.row(second.id)).credit_cost).toBe(50 * 4)
    await shop.approve(second.id)
    worker.wake()
    await becomes(shop, second.id, 'completed')
    expect(asked).toBe(250)
  },
)

it('work is left to a process that has its engine, and no process without it fails it [ENG-1]', async () => {
  const { shop, worker, id } = await approvedIn(engineThat(german))
  await shop.db.updateTable('batches').set({ engine: 'deepl' }).where('id', '=', id).execute()
  worker.wake()
  await worker.plan('bat_none', 'x')
  expect(await shop.row(id)).toMatchObject({ status: 'translating', attempts: 0, lease_owner: null })
})

it('an engine gets rounds of its size, and no more of them at the same time than it takes [ENG-1]', async () => {
  const sizes: number[] = []
  let running = 0
  let most = 0
  const { shop, worker, id } = await approvedIn(
    engineThat(async function* (batch) {
      sizes.push(batch.length)
      running += 1
      most = Math.max(most, running)
      await setTimeout(20)
      yield* german(batch)
      running -= 1
    }),
  )
  worker.wake()
  await becomes(shop, id, 'completed')
  expect(sizes).toEqual([100, 100, 50])
  expect(most).toBe(2)
})

it('the progress never goes back, from the first segment to the written file [BAT-5]', async () => {
  const { shop, worker, id } = await approvedIn(engineThat(german))
  const seen: number[] = []
  const watch = setInterval(async () => {
    const { percent } = await shop.row(id)
    if (percent !== null) seen.push(percent)
    shop.clock.advance(501)
  }, 5)
  closing.push(async () => clearInterval(watch))
  worker.wake()
  await becomes(shop, id, 'completed')
  clearInterval(watch)
  expect(seen).toEqual([...seen].sort((a, b) => a - b))
})
