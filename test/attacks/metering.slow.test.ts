import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { databaseOf } from '../../src/service/data-folder.ts'
import { type Database, openDatabase } from '../../src/service/store/database.ts'
import { askedIn, dataIn } from '../support/engines/given.ts'
import { serveMetering } from '../support/engines/metering.ts'
import { dataOf, kill, serviceProgram } from '../support/service-process.ts'
import { temporaryFolder } from '../support/world.ts'

const wordOf = (at: number) => [...String(at)].map(digit => 'abcdefghij'[Number(digit)]).join('')
const SEGMENTS = 2400
const content = Array.from({ length: SEGMENTS }, (_, at) => `The bench of ${wordOf(at)} stands near the window.`).join(
  '\n\n',
)

const booked = async (db: Database) => {
  const rows = await db.selectFrom('spendings').select(['used', 'under_way', 'estimate', 'state']).execute()
  const sum = (of: 'used' | 'under_way' | 'estimate') => rows.reduce((all, row) => all + row[of], 0)
  return { used: sum('used'), under_way: sum('under_way'), approved: sum('estimate'), rows }
}
const kept = async (db: Database) => (await db.selectFrom('translations').select('source_hash').execute()).length

it('books all that was charged, wherever the process is killed, and asks a person before more than 1.2 times what she agreed to is spent', async () => {
  const endpoint = await serveMetering('de')
  const serve = await serviceProgram()
  const openai = { base_url: `${endpoint.origin}/v1`, api_key: 'k', model: 'tiny' }
  const settings = { engine: 'openai', engines: { openai }, requests_per_minute: 1_000_000 }
  const dataDir = join(temporaryFolder(), 'data')
  let running = await serve(dataDir, settings)
  const instruction = 'Translate from English into German.'
  const { batch } = await dataOf(running, 'POST', '/v1/batches', { content, filename: 'long.txt', instruction })
  const db = openDatabase(databaseOf(dataDir))
  const approve = () => dataOf(running, 'POST', `/v1/batches/${batch.id}/approve`, {})
  const status = async () => (await dataOf(running, 'GET', `/v1/batches/${batch.id}`)).status
  /** Waits until so much is kept; where a person is asked again on the way, she agrees. */
  const until = (enough: () => Promise<boolean>) =>
    expect
      .poll(
        async () => {
          if ((await status()) === 'awaiting_review') await approve()
          return await enough()
        },
        { interval: 2, timeout: 60_000 },
      )
      .toBe(true)
  await approve()
  for (const part of [0.1, 0.4, 0.7]) {
    await until(async () => (await kept(db)) > SEGMENTS * part)
    await kill(running)
    const [known, charged] = [await booked(db), endpoint.charged()]
    expect(known.used).toBeLessThanOrEqual(charged)
    // What was under way is about what its requests are charged, or more where some were not sent any more.
    expect(known.used + known.under_way).toBeGreaterThanOrEqual(charged * 0.97)
    running = await serve(dataDir, settings)
    await setTimeout(10)
  }
  await until(async () => (await status()) === 'completed')
  const { rows, used, under_way, approved } = await booked(db)
  expect(rows.map(({ state }) => state)).toEqual(rows.map(() => 'closed'))
  for (const row of rows) expect(row.used).toBeLessThanOrEqual(row.estimate * 1.2)
  expect(endpoint.charged()).toBeLessThanOrEqual(approved * 1.2)
  // What was under way when a process died is asked for again: four rounds each time at most.
  const round = endpoint.charged() / endpoint.calls.length
  const rounds = endpoint.calls.map(({ body }) => dataIn(askedIn(body)).segments.map(({ text }) => text))
  const asked = rounds.flat()
  expect(new Set(asked).size).toBe(SEGMENTS)
  expect(asked.length - SEGMENTS).toBeLessThanOrEqual(3 * 4 * Math.max(...rounds.map(each => each.length)))
  expect(used + under_way).toBeGreaterThanOrEqual(endpoint.charged() * 0.97)
  expect(used + under_way - endpoint.charged()).toBeLessThanOrEqual(3 * 4 * round * 1.2)
  await kill(running)
  await db.destroy()
}, 180_000)
