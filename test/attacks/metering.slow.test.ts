import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { databaseFile } from '../../src/service/data-folder.ts'
import { type Database, openDatabase } from '../../src/service/store/database.ts'
import { serveMetering } from '../support/engines/metering.ts'
import { askedIn, dataIn } from '../support/engines/openai.ts'
import { dataOf, kill, serviceProgram } from '../support/service-process.ts'
import { temporaryFolder } from '../support/world.ts'

const wordOf = (at: number) => [...String(at)].map(digit => 'abcdefghij'[Number(digit)]).join('')
const content = Array.from({ length: 1200 }, (_, at) => `The bench of ${wordOf(at)} stands near the window.`).join(
  '\n\n',
)

const booked = async (db: Database) => {
  const rows = await db.selectFrom('spendings').select('used').execute()
  return rows.reduce((sum, { used }) => sum + used, 0)
}
const kept = async (db: Database) => (await db.selectFrom('translations').select('source_hash').execute()).length

it('books all that was charged for what is kept, wherever the process is killed, and asks again for no more than was under way', async () => {
  const endpoint = await serveMetering('de')
  const serve = await serviceProgram()
  const openai = { base_url: `${endpoint.origin}/v1`, api_key: 'k', model: 'tiny' }
  const settings = { engine: 'openai', engines: { openai } }
  const dataDir = join(temporaryFolder(), 'data')
  let running = await serve(dataDir, settings)
  const instruction = 'Translate from English into German.'
  const { batch, plan } = await dataOf(running, 'POST', '/v1/batches', { content, filename: 'long.txt', instruction })
  const db = openDatabase(databaseFile(dataDir))
  await dataOf(running, 'POST', `/v1/batches/${batch.id}/approve`, {})
  let lost = 0
  for (const part of [0.1, 0.4, 0.7]) {
    await expect.poll(() => kept(db), { interval: 2, timeout: 60_000 }).toBeGreaterThan(1200 * part)
    await kill(running)
    const [known, charged] = [await booked(db), endpoint.charged()]
    expect(known).toBeLessThanOrEqual(charged)
    // Of each segment that is kept, its share is booked.
    const each = charged / new Set(endpoint.calls.flatMap(({ body }) => dataIn(askedIn(body)).segments)).size
    expect(known).toBeGreaterThanOrEqual((await kept(db)) * each * 0.8)
    lost = charged - known
    running = await serve(dataDir, settings)
    await setTimeout(10)
  }
  const status = async () => (await dataOf(running, 'GET', `/v1/batches/${batch.id}`)).status
  await expect.poll(status, { interval: 20, timeout: 60_000 }).toBe('completed')
  const [row, ...more] = await db.selectFrom('spendings').select(['state', 'used', 'estimate']).execute()
  expect(more).toEqual([])
  expect(row).toMatchObject({ state: 'closed', estimate: plan.billing.estimate })
  // What was under way when a process died is the provider's knowledge alone: four rounds each time at most.
  const round = endpoint.charged() / endpoint.calls.length
  const asked = endpoint.calls.flatMap(({ body }) => dataIn(askedIn(body)).segments.map(({ text }) => text))
  expect(new Set(asked).size).toBe(1200)
  expect(asked.length - 1200).toBeLessThanOrEqual(3 * 4 * 40)
  expect(endpoint.charged() - (row?.used ?? 0)).toBeLessThanOrEqual(3 * 4 * round * 1.2)
  expect(lost).toBeLessThanOrEqual(3 * 4 * round * 1.2)
  await kill(running)
  await db.destroy()
}, 180_000)
