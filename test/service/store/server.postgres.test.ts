import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { createKey } from '../../../src/service/admin/keys.ts'
import { databaseFile, databaseOf, URL_FILE } from '../../../src/service/data-folder.ts'
import { startService } from '../../../src/service/service.ts'
import { openDatabase } from '../../../src/service/store/database.ts'
import { migrate, SCHEMA_VERSION } from '../../../src/service/store/migrations.ts'
import { type Cluster, installedServer, order, PASSWORD, rowsOf, startCluster } from '../../support/cluster.ts'
import { createMenu, reaches } from '../../support/flow.ts'
import { startWorld, temporaryFolder } from '../../support/world.ts'

let cluster: Cluster
let made = 0
beforeAll(async () => {
  cluster = await startCluster(installedServer() ?? '')
})
afterAll(() => cluster.end())

/** A data folder that names a new and empty database of the cluster. */
async function folderOn(options = ''): Promise<{ dataDir: string; name: string }> {
  made += 1
  const name = `own_${made}`
  await order(cluster.url('postgres'), `create database ${name} ${options}`)
  const dataDir = join(temporaryFolder(), 'data')
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, URL_FILE), `${cluster.url(name)}\n`)
  return { dataDir, name }
}

const silent = { warn: () => undefined, error: () => undefined }

describe('a database server that is away', () => {
  it('is said as service_unavailable, nothing of its address, and calls go on by themselves once it is back [SCL-1]', async () => {
    const { dataDir } = await folderOn()
    const world = await startWorld({ dataDir })
    const { batch } = await createMenu(world)
    await cluster.stop()
    const refused = await Promise.all([
      world.refuse(api.batches.list),
      world.refuse(api.batches.approve, { params: { batch_id: batch.id }, body: {} }),
    ])
    await cluster.start()
    for (const { status, code, message } of refused) {
      expect({ status, code }).toEqual({ status: 503, code: 'service_unavailable' })
      expect(message).toContain('changed nothing')
    }
    expect(JSON.stringify([refused, world.logged])).not.toMatch(
      new RegExp(`${PASSWORD}|127\\.0\\.0\\.1:${cluster.port}`),
    )
    await world.call(api.batches.approve, { params: { batch_id: batch.id }, body: {} })
    await reaches(world, batch.id, 'completed')
  })

  it('costs no work that was approved: the work goes on once it is back [SCL-1]', async () => {
    const { dataDir } = await folderOn()
    const world = await startWorld({ dataDir, thread: true, settings: { lease_seconds: 1 } })
    const content = Array.from({ length: 6000 }, (_, at) => `Number ${at} here.`).join('\n\n')
    const instruction = 'Translate from English into German.'
    const created = await world.call(api.batches.create, { body: { content, filename: 'long.txt', instruction } })
    await reaches(world, created.batch.id, 'awaiting_review')
    await world.call(api.batches.approve, { params: { batch_id: created.batch.id }, body: {} })
    const kept = async () => (await world.db.selectFrom('translations').select('language').limit(1).execute()).length
    await expect.poll(kept, { interval: 5 }).toBe(1)
    await cluster.stop()
    await expect.poll(() => world.logged.join()).toMatch(/job (?:was put off|could not be ended)/)
    await cluster.start()
    const status = async () => (await world.call(api.batches.get, { params: { batch_id: created.batch.id } })).status
    await expect.poll(status, { timeout: 60_000, interval: 100 }).toBe('completed')
    const rows = await world.db.selectFrom('credit_reservations').select(['state', 'amount']).execute()
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['settled']))
  }, 90_000)
})

describe('the connections to a database', () => {
  it('are ten at most, whatever comes at once, and end with the service', async () => {
    const { dataDir, name } = await folderOn()
    const world = await startWorld({ dataDir })
    await Promise.all(Array.from({ length: 100 }, () => world.call(api.batches.list).catch(() => undefined)))
    const count = () =>
      rowsOf(
        cluster.url('postgres'),
        `select count(*)::text as it from pg_stat_activity where datname = '${name}' and application_name = 'translation-mcp'`,
      )
    expect(Number((await count())[0])).toBeGreaterThan(1)
    expect(Number((await count())[0])).toBeLessThanOrEqual(10)
    await world.close()
    await expect.poll(count).toEqual(['0'])
  })
})

describe('connections that the server ends while they are used', () => {
  it('are made anew: each call is answered or told to be tried again, nothing counts twice, and calls go on [SCL-1]', async () => {
    const { dataDir, name } = await folderOn()
    const world = await startWorld({ dataDir })
    const end = `select count(pg_terminate_backend(pid))::text as it from pg_stat_activity
      where datname = '${name}' and application_name = 'translation-mcp'`
    let ended = 0
    let over = false
    const ending = (async () => {
      while (!over) ended += Number((await rowsOf(cluster.url('postgres'), end))[0])
    })()
    const create = async (at: number) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': `key-${at}` }
      const body = JSON.stringify({ content: `Hello ${at}.`, filename: 'a.txt', instruction: 'Translate into German.' })
      return (await world.send('POST', '/v1/batches', { headers, body })).status
    }
    const first = await Promise.all(Array.from({ length: 12 }, (_, at) => create(at)))
    over = true
    await ending
    expect(ended).toBeGreaterThan(0)
    expect(first.filter(status => ![200, 201, 503].includes(status))).toEqual([])
    const again = await Promise.all(Array.from({ length: 12 }, (_, at) => create(at)))
    expect(again.filter(status => ![200, 201].includes(status))).toEqual([])
    const rows = await world.db.selectFrom('batches').select('id').execute()
    expect(rows).toHaveLength(12)
  })
})

describe('a database', () => {
  it('that a newer program wrote is refused by its name and version', async () => {
    const { dataDir, name } = await folderOn()
    await (await startWorld({ dataDir })).close()
    await order(cluster.url(name), 'update schema_version set version = 99')
    const refused = await startService({ dataDir, log: silent }).catch(String)
    expect(refused).toContain(
      `The database "${name}" has schema version 99, this program knows up to ${SCHEMA_VERSION}.`,
    )
    expect(refused).toContain('TRANSLATION_DATABASE_URL')
  })

  it.each(['LATIN1', 'SQL_ASCII'])(
    'that does not hold every character (%s) is refused before anything is made in it',
    async encoding => {
      const { dataDir, name } = await folderOn(`encoding '${encoding}' locale 'C' template template0`)
      expect(await startService({ dataDir, log: silent }).catch(String)).toContain(`has the encoding ${encoding}`)
      expect(
        await rowsOf(cluster.url(name), `select tablename as it from pg_tables where schemaname = 'public'`),
      ).toEqual([])
    },
  )

  it.each([
    ['that is not there', (url: string) => url.replace(/own_\d+$/, 'nowhere'), '3D000'],
    ['whose server is not there', (url: string) => url.replace(/:\d+\//, ':1/'), 'ECONNREFUSED'],
  ])('%s is said in words without its password', async (_, change, code) => {
    const { dataDir } = await folderOn()
    const url = change(databaseOf(dataDir))
    writeFileSync(join(dataDir, URL_FILE), url)
    const wanted = { name: 'x', scopes: ['batches:read'], expires_at: null } as const
    const refused = await createKey({ dataDir }, wanted).catch(
      (error: Error) => `${error.stack} ${JSON.stringify(error)}`,
    )
    expect(refused).toContain(code)
    expect(refused).toContain('TRANSLATION_DATABASE_URL')
    expect(refused).not.toContain(PASSWORD)
  })

  it('in place of a file is said to hold nothing of that, as long as the file is there', async () => {
    const { dataDir } = await folderOn()
    const [url, file] = [databaseOf(dataDir), join(dataDir, URL_FILE)]
    rmSync(file)
    await (await startService({ dataDir, log: silent })).close()
    writeFileSync(file, url)
    const told: string[] = []
    const log = { warn: (message: string) => void told.push(message), error: () => undefined }
    await (await startService({ dataDir, log })).close()
    expect(told.join()).toContain('translation.db')
    expect(told.join()).toContain('is not used')
    rmSync(databaseFile(dataDir))
    told.splice(0)
    await (await startService({ dataDir, log })).close()
    expect(told).toEqual([])
  })

  it('orders texts by their bytes, whatever the language of the database is', async () => {
    const { dataDir } = await folderOn(`template template0 locale_provider icu icu_locale 'en'`)
    const db = openDatabase(databaseOf(dataDir))
    await migrate(db, async () => {})
    const names = ['b', 'A', 'a', 'B', 'ä', 'Z']
    await db
      .insertInto('service_facts')
      .values(names.map(name => ({ name, value: '', noted_at: 0 })))
      .execute()
    const sorted = await db.selectFrom('service_facts').select('name').orderBy('name').execute()
    expect(sorted.map(({ name }) => name)).toEqual(['A', 'B', 'Z', 'a', 'b', 'ä'])
    await db.destroy()
  })
})
