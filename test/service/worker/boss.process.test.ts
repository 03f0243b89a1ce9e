import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runsBoss } from '../../../src/cli/boss-schema.ts'
import { api } from '../../../src/contract/operations.ts'
import { URL_FILE } from '../../../src/service/data-folder.ts'
import { type Database, openDatabase, write } from '../../../src/service/store/database.ts'
import { sendJobs, tell } from '../../../src/service/store/telling.ts'
import { type Cluster, installedServer, order, rowsOf, startCluster } from '../../support/cluster.ts'
import { createMenu, reaches } from '../../support/flow.ts'
import { startWorld, temporaryFolder, type World } from '../../support/world.ts'

const SCHEDULES = 'select name as it from translation_jobs.schedule'
const bin = installedServer()
const here = bin !== undefined && runsBoss(process.versions.node)

/** On Node 22.12 or later, where a PostgreSQL server is installed: .ci/run has both. */
describe.runIf(here)('pg-boss', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster(bin ?? '')
  })
  afterAll(() => cluster?.end())

  /** A service with pg-boss, on a database of its own. */
  async function place(
    name: string,
    dataDir = join(temporaryFolder(), 'data'),
  ): Promise<World & { readonly url: string }> {
    const url = cluster.url(name)
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(join(dataDir, URL_FILE), `${url}\n`)
    const world = await startWorld({ dataDir, settings: { jobs_schema: 'translation_jobs', lease_seconds: 1 } })
    await expect.poll(() => rowsOf(url, SCHEDULES).catch(() => []), { timeout: 20_000 }).toEqual(['pass'])
    return { ...world, url }
  }

  /** The jobs of a queue by their state. */
  const jobsIn = (url: string, queue: string) =>
    rowsOf(url, `select state::text as it from translation_jobs.job where name = '${queue}' order by created_on`).catch(
      () => ['none'],
    )

  it('asks for the work of a batch until it is done, and no longer, by jobs that are sent with the change [SCL-2]', async () => {
    await order(cluster.url('postgres'), 'create database boss')
    const world = await place('boss')
    const { batch } = await createMenu(world)
    await world.call(api.batches.approve, { params: { batch_id: batch.id }, body: {} })
    await reaches(world, batch.id, 'completed')
    expect(await jobsIn(world.url, 'work')).not.toEqual([])
    // One for the analysis, one for the translation; or one for both, where it asked again only after both.
    const states = async () => [...new Set(await jobsIn(world.url, 'work'))]
    await expect.poll(states, { timeout: 25_000 }).toEqual(['completed'])
    await world.close()
  })

  it('leaves no job for what is undone, and one for what is told twice; what nobody does is asked for again [SCL-2]', async () => {
    await order(cluster.url('postgres'), 'create database undone')
    const world = await place('undone')
    const gone = write(world.db, async tx => {
      await tell(tx, 'work', 'bat_undone')
      throw new Error('undone')
    })
    await expect(gone).rejects.toThrow('undone')
    expect(await jobsIn(world.url, 'work')).toEqual([])
    await write(world.db, async tx => {
      await tell(tx, 'work', 'bat_twice')
      await tell(tx, 'work', 'bat_twice')
    })
    // There is no such batch, so it is done.
    await expect.poll(() => jobsIn(world.url, 'work'), { timeout: 20_000 }).toEqual(['completed'])
    await world.close()
  })

  it('is made by several processes at once without a quarrel; a service whose jobs cannot be sent goes on without [SCL-1]', async () => {
    await order(cluster.url('postgres'), 'create database quarrel')
    const dataDir = join(temporaryFolder(), 'data')
    const worlds = await Promise.all([1, 2, 3].map(() => place('quarrel', dataDir)))
    const [one] = worlds
    if (one === undefined) return
    const quarrels = worlds.flatMap(({ logged }) => logged).filter(line => line.includes('pg-boss'))
    expect(quarrels).toEqual([])
    await order(one.url, 'drop schema translation_jobs cascade')
    const create = async () => await createMenu(one)
    await create().catch(() => undefined)
    const { batch } = await create()
    expect(batch.status).toBe('awaiting_review')
    expect(one.logged.join()).toContain('pg-boss takes no jobs')
    for (const world of worlds) await world.close()
  })
})

it('a database without pg-boss is told all the same', async () => {
  const file = join(temporaryFolder(), 'a.db')
  const db: Database = openDatabase(file)
  sendJobs(db)
  await tell(db, 'work', 'bat_1')
  await db.destroy()
})
