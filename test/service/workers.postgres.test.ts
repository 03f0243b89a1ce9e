import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { databaseOf, filesFolder } from '../../src/service/data-folder.ts'
import { type Database, openDatabase } from '../../src/service/store/database.ts'
import { afterFile } from '../support/after-file.ts'
import { startApy } from '../support/apy.ts'
import { follow } from '../support/flow.ts'
import { dataOf, kill, type Served, serviceProgram } from '../support/service-process.ts'
import { temporaryFolder } from '../support/world.ts'
import { approved, ended, type Work, workerProgram } from './workers.ts'

let serve: Awaited<ReturnType<typeof serviceProgram>>
let work: Work
beforeAll(async () => {
  serve = await serviceProgram()
  work = await workerProgram()
})

const LINES = 4000
const LONG = Array.from({ length: LINES }, (_, at) => `Number ${at} here.`).join('\n\n')
const GERMAN = 'Translate from English into German.'

interface Place {
  readonly served: Served
  readonly dataDir: string
  readonly db: Database
}

/** A service that leaves all work to others. */
async function place(settings: Readonly<Record<string, unknown>> = {}): Promise<Place> {
  const dataDir = join(temporaryFolder(), 'data')
  const served = await serve(dataDir, { workers: 0, ...settings })
  const db = openDatabase(databaseOf(dataDir))
  afterFile(async () => {
    await db.destroy()
    if (served.child.exitCode === null) await kill(served)
  })
  return { served, dataDir, db }
}

const rowOf = (db: Database, id: string) =>
  db.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const statusOf = async (db: Database, id: string) => (await rowOf(db, id)).status

/** What is kept of a batch, paid for it, and lies in the folder. */
async function stateOf({ db, dataDir }: Place, id: string) {
  const results = await db.selectFrom('results').selectAll().where('batch_id', '=', id).execute()
  const credits = await db.selectFrom('credit_reservations').selectAll().where('batch_id', '=', id).execute()
  const grants = await db.selectFrom('credit_grants').select(['used', 'reserved']).execute()
  const usage = await db.selectFrom('usage_days').selectAll().execute()
  const memory = await db
    .selectFrom('remembered')
    .select(is => is.fn.countAll<number>().as('rows'))
    .execute()
  return {
    batch: await rowOf(db, id),
    results,
    credits,
    grants,
    usage,
    memory,
    files: readdirSync(filesFolder(dataDir)).sort(),
  }
}

/** Waits until half of the text is translated by a worker. */
async function underWay({ db }: Place, id: string): Promise<void> {
  const kept = db
    .selectFrom('translations')
    .select(is => is.fn.countAll<number>().as('rows'))
    .where('batch_id', '=', id)
  await expect
    .poll(async () => (await kept.executeTakeFirst())?.rows, { interval: 5, timeout: 60_000 })
    .toBeGreaterThan(100)
}

async function expectOnce(at: Place, id: string): Promise<void> {
  await expect.poll(() => statusOf(at.db, id), { timeout: 60_000 }).toBe('completed')
  const { results, credits, grants, batch } = await stateOf(at, id)
  expect(results).toHaveLength(1)
  expect(credits.map(({ state, amount }) => [state, amount])).toEqual([['settled', batch.credit_cost]])
  expect(grants.reduce((sum, { used }) => sum + used, 0)).toBe(batch.credit_cost)
  expect(grants.reduce((sum, { reserved }) => sum + reserved, 0)).toBe(0)
  const { url } = await dataOf(at.served, 'GET', `/v1/batches/${id}/result`)
  const { text } = await follow(url)
  expect(text.match(/⟦de /g)).toHaveLength(LINES)
}

it('a service without workers leaves all to a process that only works, which is told at once [SCL-1, CRE-8]', async () => {
  const at = await place()
  const unheard = dataOf(at.served, 'POST', '/v1/batches', {
    content: 'Good morning.',
    filename: 'a.txt',
    instruction: GERMAN,
  })
  await expect
    .poll(async () => (await at.db.selectFrom('batches').select('status').execute())[0]?.status)
    .toBe('queued')
  await work(at.dataDir)
  const { batch } = await unheard
  expect(batch.status).toBe('awaiting_review')
  // The wait for the analysis ends when it is told of, not at the next look.
  const began = Date.now()
  const took: number[] = []
  for (let round = 0; round < 5; round++) {
    const body = { content: `Good morning, number ${round}.`, filename: 'a.txt', instruction: GERMAN }
    const from = Date.now()
    expect((await dataOf(at.served, 'POST', '/v1/batches', body)).batch.status).toBe('awaiting_review')
    took.push(Date.now() - from)
  }
  expect(Math.min(...took), `all took ${Date.now() - began} ms`).toBeLessThan(1000)
  await dataOf(at.served, 'POST', `/v1/batches/${batch.id}/approve`, {})
  await expect.poll(() => statusOf(at.db, batch.id), { timeout: 20_000 }).toBe('completed')
  // Requests that a thread answers are answered here all the same.
  const planned = await dataOf(at.served, 'POST', '/v1/batches', { content: 'Good evening.', filename: 'a.txt' })
  const refined = await dataOf(at.served, 'POST', `/v1/batches/${planned.batch.id}/plan`, { instruction: GERMAN })
  expect(refined.plan.target_languages).toEqual(['de'])
})

it('a worker that is killed is followed by another once its claim has run out: one result, paid once [SCL-2, CRD-2]', async () => {
  const at = await place()
  const first = await work(at.dataDir)
  const id = await approved(at.served, LONG, GERMAN)
  await underWay(at, id)
  await ended(first, 'SIGKILL')
  await work(at.dataDir)
  await expectOnce(at, id)
})

it('a worker that stood still until its successor had finished writes nothing when it goes on [SCL-2, CRD-2]', async () => {
  const at = await place()
  const first = await work(at.dataDir)
  const id = await approved(at.served, LONG, GERMAN)
  await underWay(at, id)
  first.kill('SIGSTOP')
  const second = await work(at.dataDir)
  await expectOnce(at, id)
  const before = await stateOf(at, id)
  first.kill('SIGCONT')
  // It finds out at its next write, and looks for other work: when it has done that, it has got over its old one.
  await ended(second, 'SIGTERM')
  const next = await approved(at.served, 'Good night.', GERMAN)
  await expect.poll(() => statusOf(at.db, next), { timeout: 20_000 }).toBe('completed')
  await ended(first, 'SIGTERM')
  const after = await stateOf(at, id)
  expect({ batch: after.batch, results: after.results, credits: after.credits }).toEqual({
    batch: before.batch,
    results: before.results,
    credits: before.credits,
  })
  expect(after.files).toEqual(expect.arrayContaining(before.files))
  // Original and result of the second text, and nothing that was half written.
  expect(after.files).toHaveLength(before.files.length + 2)
})

/** An engine that answers after so many milliseconds. */
async function slowEngine(delay_ms: number) {
  const apy = await startApy({ before: () => new Promise(done => setTimeout(done, delay_ms)) })
  return { apy, settings: { engine: 'apertium', engines: { apertium: { url: apy.url } } } }
}

it.each([
  ['lets what it has begun end', 20, 'completed'],
  ['gives it back at the end of the time for that', 1, 'translating'],
])('a worker at SIGTERM %s [SCL-2]', async (_, drain_seconds, status) => {
  const { apy, settings } = await slowEngine(3000)
  const at = await place(settings)
  const child: ChildProcess = await work(at.dataDir, { ...settings, drain_seconds, lease_seconds: 60 })
  const id = await approved(
    at.served,
    `Read page ${randomUUID()} of the manual.`,
    'Translate from English into Spanish.',
  )
  await expect.poll(() => apy.asked.length, { timeout: 20_000 }).toBe(1)
  const took = await ended(child, 'SIGTERM')
  expect(took).toBeLessThan(drain_seconds * 1000 + 2000)
  expect(await rowOf(at.db, id)).toMatchObject({ status, lease_owner: null, lease_until: null, attempts: 0 })
  if (status === 'completed') return
  expect(took).toBeGreaterThan(900)
  await work(at.dataDir, { ...settings, lease_seconds: 60 })
  await expect.poll(() => statusOf(at.db, id), { timeout: 20_000 }).toBe('completed')
})
