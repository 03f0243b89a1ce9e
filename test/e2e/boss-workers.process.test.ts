import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runsBoss } from '../../src/cli/boss-schema.ts'
import { startApy } from '../support/apy.ts'
import { type Cluster, installedServer, order, rowsOf, startCluster } from '../support/cluster.ts'
import { dataDirIn, makePlace, type Running } from '../support/program.ts'
import { type Replica, SHARED, startBalancer, startReplica, startWorker } from '../support/replicas.ts'
import { dataOf } from '../support/service-process.ts'
import { temporaryFolder } from '../support/world.ts'

const bin = installedServer()
const here = bin !== undefined && runsBoss(process.versions.node)
const HOUR = 3_600_000

/** A job of pg-boss about this translation, as a line: its state, and how often it asked again. */
const jobsOf = (database: string, queue: string, batch: string) =>
  rowsOf(
    database,
    `select concat_ws(' ', state, retry_count) as it from translation_jobs.job where name = '${queue}' and data->>'batch_id' = '${batch}' order by created_on`,
  )

/** On Node 22.12 or later, where a PostgreSQL server is installed: .ci/run has both. A claim holds for 15 seconds. */
describe.runIf(here)('pg-boss with the built program', () => {
  let cluster: Cluster
  let database: string
  beforeAll(async () => {
    cluster = await startCluster(bin ?? '')
    database = cluster.url('built')
    await order(cluster.url('postgres'), 'create database built template template0')
  })
  afterAll(() => cluster?.end())

  it('asks again for what a killed worker had, gives up what nobody does, and has the pass done by one of three [SCL-1, SCL-2]', {
    timeout: 120_000,
  }, async () => {
    let held = true
    const apy = await startApy({ before: () => new Promise(done => setTimeout(done, held ? 60_000 : 0).unref()) })
    const files = join(temporaryFolder(), 'shared')
    const env = {
      ...{ TRANSLATION_FILES_URL: pathToFileURL(files).href, TRANSLATION_JOBS_ENGINE: 'pg-boss' },
      ...{ TRANSLATION_ENGINE: 'apertium', TRANSLATION_APERTIUM_URL: apy.url },
    }
    const common = { database, secret: SHARED, env }
    const args = ['service', '--auth', 'none', '--workers', '0'] as const
    const [served, first] = await Promise.all([
      startReplica({ ...common, balancer: await startBalancer(), place: makePlace(), args: [...args] }),
      startWorker(common),
    ])
    const schedules = () => rowsOf(database, "select concat_ws(' ', name, cron) as it from translation_jobs.schedule")
    await expect.poll(() => schedules().catch(() => []), { timeout: 20_000 }).toEqual(['pass 0 * * * *'])

    const lost = await approvedAt(served)
    await expect.poll(() => apy.asked.length, { timeout: 20_000 }).toBe(1)
    // It was heard, and it asks again until the work has ended.
    await expect
      .poll(() => jobsOf(database, 'work', lost.id), { timeout: 20_000 })
      .toContainEqual(expect.stringMatching(/^(?:retry|active) /))
    first.child.kill('SIGKILL')
    await first.ended
    held = false
    const workers = await Promise.all([1, 2, 3].map(() => startWorker(common)))

    const nobodys = await approvedAt(served, async id => {
      await order(database, `update batches set engine_print = 'of a key that nobody has' where id = '${id}'`)
    })
    // A thousand askings later.
    const soon = `update translation_jobs.job set retry_limit = retry_count, start_after = now() where state = 'retry' and data->>'batch_id' = '${nobodys.id}'`
    await expect
      .poll(
        async () => {
          await order(database, soon)
          return await jobsOf(database, 'nobody-did-it', nobodys.id)
        },
        { timeout: 30_000 },
      )
      .toContainEqual('created 0')
    expect(await nobodys.status()).toBe('translating')

    // What no row names for an hour is cleared away by the pass alone, which was run when they started.
    const left = join(files, 'blb_left')
    writeFileSync(left, 'left')
    utimesSync(left, new Date(Date.now() - 2 * HOUR), new Date(Date.now() - 2 * HOUR))
    const passes = () => rowsOf(database, "select state::text as it from translation_jobs.job where name = 'pass'")
    const before = await passes()
    await sendPass(database)
    // One more, or two where an hour begins meanwhile.
    const another = async () => {
      const states = await passes()
      return states.length > before.length && states.every(state => state === 'completed')
    }
    await expect.poll(another, { timeout: 30_000 }).toBe(true)
    expect(() => readFileSync(left)).toThrow('ENOENT')
    expect(await schedules()).toEqual(['pass 0 * * * *'])

    await expect.poll(lost.status, { timeout: 40_000 }).toBe('completed')
    const asked = () => jobsOf(database, 'work', lost.id)
    await expect
      .poll(async () => (await asked()).every(job => job.startsWith('completed ')), { timeout: 40_000 })
      .toBe(true)
    expect((await asked()).some(job => Number(job.split(' ')[1]) > 0)).toBe(true)
    await endAll([...workers, served])
  })
})

/** A text that is approved; `before` is done between its plan and that. */
async function approvedAt(served: Replica, before: (id: string) => Promise<void> = async () => undefined) {
  const key = readFileSync(join(dataDirIn(served.place), 'key'), 'utf8').trim()
  const api = { child: served.child, baseUrl: served.origin, key }
  const body = { content: 'Good morning.', filename: 'a.txt', instruction: 'Translate from English into Spanish.' }
  const { batch } = await dataOf(api, 'POST', '/v1/batches', body)
  const of = async () => await dataOf(api, 'GET', `/v1/batches/${batch.id}`)
  await expect.poll(async () => (await of()).plan_revision !== null, { timeout: 20_000 }).toBe(true)
  await before(batch.id)
  await dataOf(api, 'POST', `/v1/batches/${batch.id}/approve`, {})
  return { id: String(batch.id), status: async () => String((await of()).status) }
}

/** Has the hour strike. */
async function sendPass(connectionString: string): Promise<void> {
  const boss = new PgBoss({ connectionString, schema: 'translation_jobs', supervise: false, schedule: false })
  await boss.start()
  await boss.send('pass')
  await boss.stop({ graceful: false })
}

async function endAll(running: readonly Running[]): Promise<void> {
  for (const { child } of running) child.kill('SIGTERM')
  const ends = await Promise.all(running.map(({ ended }) => ended))
  expect(ends.map(({ code, stderr }) => ({ code, stderr }))).toEqual(ends.map(() => ({ code: 0, stderr: '' })))
}
