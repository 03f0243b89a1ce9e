import { join } from 'node:path'
import { expect } from 'vitest'
import { databaseOf } from '../../src/service/data-folder.ts'
import { type Database, openDatabase } from '../../src/service/store/database.ts'
import { type Apy, inSpanish, startApy } from '../support/apy.ts'
import { follow } from '../support/flow.ts'
import { dataOf, kill, serviceProgram } from '../support/service-process.ts'
import { temporaryFolder } from '../support/world.ts'

const SEGMENTS = 2000
const content = Array.from({ length: SEGMENTS }, (_, at) => `Read page number ${at} of the manual.`).join('\n\n')
const wanted = content.split('\n\n').map(inSpanish).join('\n\n')

/** Every segment that was kept when a process died, by its text; the batch's phase and status then. */
async function stateOf(db: Database) {
  const rows = await db.selectFrom('translations').select('text').execute()
  const batch = await db.selectFrom('batches').select(['status', 'phase']).executeTakeFirst()
  return { kept: new Set(rows.map(({ text }) => text)), status: batch?.status, phase: batch?.phase }
}

/** The moments at which a process dies. */
const STEPS: readonly (readonly [string, (db: Database, apy: Apy) => Promise<boolean>])[] = [
  ['while it extracts', async db => (await stateOf(db)).status === 'analyzing'],
  ['when it has a plan', async db => (await stateOf(db)).status === 'awaiting_review'],
  ['when the first round is asked for', async (_, apy) => apy.asked.length > 0],
  ['when the first round is kept', async db => (await stateOf(db)).kept.size > 0],
  ['when half is kept', async db => (await stateOf(db)).kept.size >= SEGMENTS / 2],
  ['when all is kept', async db => (await stateOf(db)).kept.size >= SEGMENTS],
  ['while it writes', async db => (await stateOf(db)).phase === 'writing'],
]

/** Kills the service at each of the moments, with an engine that takes so many milliseconds for an answer. */
export async function killedAtEachStep(delay_ms: number): Promise<void> {
  // An engine that takes its time: a process can be killed while it waits.
  const apy = await startApy({ before: () => new Promise(done => setTimeout(done, delay_ms)) })
  const serve = await serviceProgram()
  const settings = { engine: 'apertium', engines: { apertium: { url: apy.url } } }
  const dataDir = join(temporaryFolder(), 'data')
  let running = await serve(dataDir, settings)
  const db = openDatabase(databaseOf(dataDir))
  const instruction = 'Translate from English into Spanish.'
  const creation = dataOf(running, 'POST', '/v1/batches', { content, filename: 'long.txt', instruction }).catch(
    () => null,
  )
  let approved = false
  const doomed: Set<string>[] = []
  const askedAt: number[] = []
  const hit: string[] = []
  for (const [name, reached] of STEPS) {
    const batch = async () => await db.selectFrom('batches').select(['id', 'status']).executeTakeFirst()
    await expect
      .poll(
        async () => {
          const now = await batch()
          if (now?.status === 'awaiting_review' && !approved && name !== 'when it has a plan') {
            approved = true
            await dataOf(running, 'POST', `/v1/batches/${now.id}/approve`, {})
          }
          return (await reached(db, apy)) || now?.status === 'completed'
        },
        { interval: 2, timeout: 30_000, message: name },
      )
      .toBe(true)
    if ((await batch())?.status !== 'completed') hit.push(name)
    await kill(running)
    await creation
    doomed.push((await stateOf(db)).kept)
    askedAt.push(apy.asked.length)
    running = await serve(dataDir, settings)
  }
  // The last moment is short: it may pass between two looks.
  expect(hit).toEqual(expect.arrayContaining(STEPS.slice(0, -1).map(([name]) => name)))
  const { id } = await db.selectFrom('batches').select('id').executeTakeFirstOrThrow()
  const status = async () => (await dataOf(running, 'GET', `/v1/batches/${id}`)).status
  await expect.poll(status, { interval: 20, timeout: 60_000 }).toBe('completed')
  for (const [at, kept] of doomed.entries()) {
    const again = apy.asked.slice(askedAt[at]).filter(asked => kept.has(inSpanish(asked)))
    expect(again, STEPS[at]?.[0]).toEqual([])
  }
  expect(new Set(apy.asked).size).toBe(SEGMENTS)
  const result = await dataOf(running, 'GET', `/v1/batches/${id}/result`)
  expect((await follow(result.url)).text).toBe(wanted)
  expect(result.quality).toEqual({ segments: SEGMENTS, repaired: 0, kept_source: 0, findings: [] })
  const reserved = await db.selectFrom('credit_reservations').select('state').execute()
  expect(reserved.filter(({ state }) => state === 'reserved')).toEqual([])
  await kill(running)
  await db.destroy()
}
