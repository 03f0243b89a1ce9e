import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, it } from 'vitest'
import { databaseFile, openDataFolder, URL_FILE } from '../../../src/service/data-folder.ts'
import { openFiles } from '../../../src/service/files/blobs.ts'
import { FOLDER_MARKS } from '../../../src/service/folder-marks.ts'
import type { Moved } from '../../../src/service/move/move.ts'
import { TABLES } from '../../../src/service/move/rows.ts'
import { DEFAULT_SETTINGS } from '../../../src/service/settings.ts'
import { openDatabase } from '../../../src/service/store/database.ts'
import { order, rowsOf } from '../../support/cluster.ts'
import { MEANT } from '../../support/databases.ts'
import { startWorld, temporaryFolder } from '../../support/world.ts'
import { listedIn } from '../files/any-place.ts'
import { copyOf, keptFolders, LASTING } from '../folders/folder.ts'
import { emptyDatabase, move } from './moving.ts'

const NEWEST = keptFolders().at(-1) ?? ''
const ODD = ['\0', 'a\0b', '\uFDD0', 'null', '"null"', '', '{"a":1}', '𝒜 ’\n\t\\', '1e400']

/** A data folder that no service has open, with texts in it that databases keep in different ways. */
async function odd(): Promise<string> {
  const { dataDir } = copyOf(NEWEST)
  const { db } = await openDataFolder(dataDir, { ...DEFAULT_SETTINGS, ...LASTING }, Date.now)
  const { id } = await db.selectFrom('batches').select('id').executeTakeFirstOrThrow()
  const rows = ODD.map((text, at) => ({
    batch_id: id,
    language: 'xx',
    source_hash: `${at}`,
    text,
    finding: null,
    repaired: 0,
    note: text,
  }))
  await db.insertInto('translations').values(rows).execute()
  const limit = { subject: 's', period: 'day', currency: null } as const
  const { id: workspace_id } = await db.selectFrom('workspaces').select('id').executeTakeFirstOrThrow()
  const amounts = { characters: 0.1 + 0.2, credits: 1e21, tokens: 5 }
  const units = ['characters', 'credits', 'tokens'] as const
  const limits = units.map(unit => ({ ...limit, workspace_id, unit, amount: amounts[unit] }))
  await db.insertInto('spending_limits').values(limits).execute()
  await db.destroy()
  return dataDir
}

it('lists every table that there is, each after those that its rows refer to [SCL-1]', async () => {
  const dataDir = await odd()
  writeFileSync(join(dataDir, '..', MEANT), '')
  const db = openDatabase(databaseFile(dataDir))
  const named = sql<{ name: string }>`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
  expect((await named.execute(db)).rows.map(({ name }) => name).sort()).toEqual(
    [...TABLES, 'folder_holders', 'schema_reach'].sort(),
  )
  for (const [at, table] of TABLES.entries()) {
    const referred = sql<{ table: string }>`select "table" from pragma_foreign_key_list(${table})`
    for (const { table: other } of (await referred.execute(db)).rows) {
      expect(TABLES.slice(0, at + 1), `${table} refers to ${other}`).toContain(other)
    }
  }
  await db.destroy()
})

it('moves every text and number as it is [SCL-1]', async () => {
  const dataDir = await odd()
  const url = await emptyDatabase()
  const moved = await move(dataDir, url)
  const db = openDatabase(url)
  const texts = db
    .selectFrom('translations')
    .select(['text', 'note'])
    .where('language', '=', 'xx')
    .orderBy('source_hash')
  expect(await texts.execute()).toEqual(ODD.map(text => ({ text, note: text })))
  const limits = await db
    .selectFrom('spending_limits')
    .select('amount')
    .where('subject', '=', 's')
    .orderBy('unit')
    .execute()
  expect(limits).toEqual([{ amount: 0.1 + 0.2 }, { amount: 1e21 }, { amount: 5 }])
  const credits = db.selectFrom('credit_grants').select(sql<number>`sum(amount - used - reserved)`.as('left'))
  expect(moved.credits_left).toBe((await credits.executeTakeFirstOrThrow()).left)
  expect(moved.rows).toBeGreaterThan(50)
  await db.destroy()
})

it('starts nothing on the folder alone afterwards, and moves it no second time [SCL-1]', async () => {
  const dataDir = await odd()
  const url = await emptyDatabase()
  await move(dataDir, url)
  expect(existsSync(join(dataDir, FOLDER_MARKS.moving))).toBe(false)
  await expect(openDataFolder(dataDir, DEFAULT_SETTINGS, Date.now)).rejects.toMatchObject({ code: 'moved' })
  await expect(move(dataDir, url)).rejects.toMatchObject({ code: 'moved' })
  await expect(move(dataDir, await emptyDatabase())).resolves.toMatchObject({ missing: 0 })
})

it('goes on where it was stopped, and lets nothing start until it is done [SCL-1]', async () => {
  const dataDir = await odd()
  const url = await emptyDatabase()
  const stop = new AbortController()
  const seen: number[] = []
  const onProgress = ({ rows }: Moved) => {
    seen.push(rows)
    if (seen.length === 3) stop.abort()
  }
  await expect(move(dataDir, url, { signal: stop.signal, onProgress })).rejects.toMatchObject({ code: 'stopped' })
  await expect(startWorld({ dataDir: other(url) })).rejects.toMatchObject({ code: 'filling' })
  const there = { ...DEFAULT_SETTINGS, database_url: url }
  await expect(openDataFolder(dataDir, there, Date.now)).rejects.toMatchObject({ code: 'filling' })
  rmSync(join(dataDir, URL_FILE), { force: true })
  await expect(openDataFolder(dataDir, DEFAULT_SETTINGS, Date.now)).rejects.toMatchObject({ code: 'moving' })

  const again: number[] = []
  const moved = await move(dataDir, url, { onProgress: ({ rows }) => void again.push(rows) })
  expect(again.at(-1) ?? 0).toBe(moved.rows - (seen.at(-1) ?? 0))
  const { db } = await openDataFolder(dataDir, there, Date.now)
  expect(await db.selectFrom('service_facts').select('name').where('name', '=', 'moving').execute()).toEqual([])
  await db.destroy()
})

/** Another data folder whose state is in this database. */
function other(url: string): string {
  const dataDir = temporaryFolder()
  writeFileSync(join(dataDir, URL_FILE), `${url}\n`)
  return dataDir
}

it('refuses while anybody has the folder open, and leaves it as it was [SCL-1]', async () => {
  const { dataDir } = copyOf(NEWEST)
  const { db } = await openDataFolder(dataDir, DEFAULT_SETTINGS, Date.now)
  const url = await emptyDatabase()
  await expect(move(dataDir, url)).rejects.toMatchObject({ code: 'in_use' })
  expect(existsSync(join(dataDir, FOLDER_MARKS.moving))).toBe(false)
  expect(await rowsOf(url, 'select count(*)::text as it from pg_tables where schemaname = current_schema()')).toEqual([
    '0',
  ])
  await db.destroy()
  await expect(move(dataDir, url)).resolves.toMatchObject({ missing: 0 })
})

it('refuses a database that holds anything, and changes nothing there [SCL-1]', async () => {
  const { dataDir } = copyOf(NEWEST)
  const foreign = await emptyDatabase()
  await order(foreign, 'create table accounts (id int)')
  await expect(move(dataDir, foreign)).rejects.toMatchObject({ code: 'not_empty' })
  expect(await rowsOf(foreign, 'select tablename as it from pg_tables where schemaname = current_schema()')).toEqual([
    'accounts',
  ])

  const service = await startWorld()
  await service.close()
  const used = inject('cluster') === '' ? '' : await urlOf(service.dataDir)
  await expect(move(dataDir, used)).rejects.toMatchObject({ code: 'not_empty' })
  expect(existsSync(join(dataDir, FOLDER_MARKS.moving))).toBe(false)
  await expect(move(temporaryFolder(), foreign)).rejects.toMatchObject({ code: 'no_folder' })
  await expect(move(dataDir, join(temporaryFolder(), 'translation.db'))).rejects.toMatchObject({ code: 'not_a_server' })
  await expect(move(service.dataDir, foreign)).rejects.toMatchObject({ code: 'on_a_server' })
})

async function urlOf(dataDir: string): Promise<string> {
  const { databaseOf } = await import('../../../src/service/data-folder.ts')
  return databaseOf(dataDir)
}

it('does not finish where what arrived is not what was sent [SCL-1]', async () => {
  const dataDir = await odd()
  const url = await emptyDatabase()
  const stop = new AbortController()
  stop.abort()
  await expect(move(dataDir, url, { signal: stop.signal })).rejects.toMatchObject({ code: 'stopped' })
  await order(
    url,
    `create function other() returns trigger language plpgsql as $$ begin new.target := 'Gabel'; return new; end $$`,
  )
  await order(url, 'create trigger other before insert on glossary_terms for each row execute function other()')
  const refused = move(dataDir, url)
  await expect(refused).rejects.toMatchObject({ code: 'differs', message: expect.stringContaining('glossary_terms') })
  await expect(openDataFolder(dataDir, { ...DEFAULT_SETTINGS, database_url: url }, Date.now)).rejects.toMatchObject({
    code: 'filling',
  })
})

it('moves files with it, copies none twice, and says which were lost before [SCL-1]', async () => {
  const { dataDir } = copyOf(NEWEST)
  const folder = join(temporaryFolder(), 'files')
  const files = { kind: 'folder', folder, apart: true } as const
  const old = openFiles(join(dataDir, 'files'), () => '')
  const [first, second] = (await listedIn(old)).map(({ blob }) => blob).sort()
  const stop = new AbortController()
  const half = move(dataDir, await emptyDatabase(), { files, signal: stop.signal, onProgress: () => stop.abort() })
  await expect(half).rejects.toMatchObject({ code: 'stopped' })
  const [copied] = readdirSync(folder)
  const before = statSync(join(folder, copied ?? '')).ino
  rmSync(join(dataDir, 'files', (copied === first ? second : first) ?? ''))
  const url = await emptyDatabase()
  rmSync(join(dataDir, FOLDER_MARKS.moving))
  const moved = await move(dataDir, url, { files })
  expect(moved).toMatchObject({ missing: 1, files: readdirSync(folder).length })
  expect(moved.bytes).toBeGreaterThan(0)
  expect(statSync(join(folder, copied ?? '')).ino).toBe(before)
})

it('refuses a place of files that holds others, or belongs to a database [SCL-1]', async () => {
  const { dataDir } = copyOf(NEWEST)
  const folder = temporaryFolder()
  const files = { kind: 'folder', folder, apart: true } as const
  writeFileSync(join(folder, 'blb_other'), 'of somebody')
  await expect(move(dataDir, await emptyDatabase(), { files })).rejects.toMatchObject({ code: 'not_empty' })
  rmSync(join(folder, 'blb_other'))
  await openFiles(folder, () => '').setMark('of another database')
  await expect(move(dataDir, await emptyDatabase(), { files })).rejects.toMatchObject({ code: 'not_empty' })
})
