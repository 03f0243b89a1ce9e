import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { databaseFile } from '../../src/service/data-folder.ts'
import { type Database, openDatabase } from '../../src/service/store/database.ts'
import { createMenu, follow, translate } from '../support/flow.ts'
import { type OAuthWorld, signIn, startOAuthWorld } from '../support/sign-in.ts'
import { mountSmall } from '../support/small-disk.ts'
import { startWorld, temporaryFolder } from '../support/world.ts'

let world: OAuthWorld
let batch_id: string
/** The access token of a member, beside the key of the workspace. */
let token: string
beforeEach(async () => {
  world = await startOAuthWorld({ settings: { requests_per_minute: 1_000_000 } })
  const created = await createMenu(world)
  await translate(world, created)
  batch_id = created.batch.id
  token = (await signIn(world, { scope: 'account:read usage:read batches:read glossaries:read' })).access_token
})

/** Every operation that only reads, by the key and by the token of a member. */
async function readAll(): Promise<void> {
  for (const key of [world.key, token]) {
    await world.call(api.account.get, { key })
    await world.call(api.credits.get, { key })
    await world.call(api.usage.get, { key })
    await world.list(api.languages.list, { key })
    await world.list(api.batches.list, { key })
    await world.list(api.glossaries.list, { key })
    await world.call(api.batches.get, { params: { batch_id }, key })
    await world.call(api.batches.getPlan, { params: { batch_id }, key })
    const { url } = await world.call(api.batches.result, { params: { batch_id }, key })
    expect((await follow(url)).status).toBe(200)
  }
}

const requestsNoted = async () => {
  const rows = await world.db.selectFrom('rate_windows').select('requests').execute()
  return rows.reduce((sum, { requests }) => sum + requests, 0)
}
const downloads = () =>
  world.db.selectFrom('audit_events').select('id').where('kind', '=', 'result_downloaded').execute()
const patient = { timeout: 10_000 }

/** Makes every write of the service's own connection fail, as the pragma says, until the function it gives is called. */
async function failing(db: Database, pragma: string, normal: string): Promise<() => Promise<unknown>> {
  await sql.raw(pragma).execute(db)
  return () => sql.raw(normal).execute(db)
}

describe.each([
  ['on a full disk', (db: Database) => failing(db, 'pragma max_page_count = 1', 'pragma max_page_count = 1000000')],
  ['on a disk that is read-only', (db: Database) => failing(db, 'pragma query_only = 1', 'pragma query_only = 0')],
  [
    'while another program writes',
    async () => {
      const other = openDatabase(databaseFile(world.dataDir))
      let done = () => {}
      const writing = other.transaction().execute(() => new Promise<void>(resolve => (done = resolve)))
      return async () => {
        done()
        await writing
        await other.destroy()
      }
    },
  ],
] as const)('%s', (where, begin) => {
  it('reads go on, and what they leave behind is written afterwards [LIM-1, RES-1]', async () => {
    const before = await requestsNoted()
    const end = await begin(world.db)
    await readAll()
    expect(await requestsNoted()).toBe(before)
    // A database that may not grow still takes what it has room for.
    expect((await fetch(`${world.baseUrl}/readyz`)).status).toBe(where === 'on a full disk' ? 200 : 503)
    await end()
    await expect.poll(async () => (await fetch(`${world.baseUrl}/readyz`)).status, patient).toBe(200)
    await expect.poll(requestsNoted, patient).toBeGreaterThanOrEqual(before + 18)
    await expect.poll(downloads, patient).toHaveLength(2)
  })
})

/** Holds the write lock of a database for so many milliseconds, as any other program may. */
const HOLD = `
  import Sqlite from 'libsql'
  const db = new Sqlite(process.argv[1])
  db.exec('begin immediate')
  console.log('held')
  setTimeout(() => { db.exec('commit'); process.exit(0) }, Number(process.argv[2]))
`

it('reads are answered at once while another process holds the lock for ten seconds, and a write is refused as busy [LIM-1]', async () => {
  const args = ['--input-type=module', '-e', HOLD, databaseFile(world.dataDir), '10000']
  const holder = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(holder, 'exit')
  await once(holder.stdout, 'data')
  const writing = world.refuse(api.batches.update, { params: { batch_id }, body: { name: 'later' } })
  let longest = 0
  let rounds = 0
  while (holder.exitCode === null) {
    const start = performance.now()
    await readAll()
    longest = Math.max(longest, performance.now() - start)
    rounds += 1
  }
  await ended
  expect(await writing).toMatchObject({ status: 503, code: 'service_unavailable' })
  // These reads take milliseconds; one that waited for the lock would take five seconds.
  expect(longest).toBeLessThan(2500)
  expect(rounds).toBeGreaterThan(4)
  await world.call(api.batches.update, { params: { batch_id }, body: { name: 'later' } })
}, 60_000)

it('reads go on where the disk of the data folder is full [LIM-1]', async ({ skip }) => {
  const folder = join(temporaryFolder(), 'disk')
  if (!mountSmall(folder, 1500)) skip('mounting a small disk needs root')
  const small = await startWorld({ dataDir: join(folder, 'data'), settings: { requests_per_minute: 1_000_000 } })
  try {
    expect(() => writeFileSync(join(folder, 'full'), Buffer.alloc(2_000_000))).toThrow('ENOSPC')
    const body = { content: '{"a": "Good morning"}', filename: 'a.json' }
    for (let tried = 0; ; tried += 1) {
      const { status } = await small.send('POST', '/v1/batches', { body: JSON.stringify(body), headers: JSON_TYPE })
      if (status === 503 || tried > 100) break
    }
    for (let read = 0; read < 300; read++) await small.list(api.batches.list)
    expect(await small.service.ready()).toBe('the disk is full')
    rmSync(join(folder, 'full'))
    await expect.poll(() => small.service.ready(), patient).toBeUndefined()
    await small.call(api.batches.create, { body })
  } finally {
    await small.close()
  }
}, 60_000)

const JSON_TYPE = { 'content-type': 'application/json' }
