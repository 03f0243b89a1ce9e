import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { databaseFile, databaseOf, URL_FILE } from '../../src/service/data-folder.ts'
import { openDatabase } from '../../src/service/store/database.ts'
import { migrate } from '../../src/service/store/migrations.ts'
import { afterFile } from './after-file.ts'
import { order, rowsOf } from './cluster.ts'

/** True where the suites run on PostgreSQL: `npm run test:postgres`. */
export const onPostgres = (): boolean => inject('cluster') !== ''

/** Beside a data folder whose state is meant to be a file, where the suites run on PostgreSQL. */
export const MEANT = 'meant-as-file'

const given = new Map<string, Promise<void>>()

/**
 * Gives a data folder a database of its own, where the suites run on PostgreSQL; the folder names it. Elsewhere nothing happens.
 * Call it before anything else opens the folder. `from` is `template0` for a database without tables.
 */
export function giveDatabase(dataDir: string, from = 'migrated'): Promise<void> {
  const making = given.get(dataDir) ?? makeDatabase(dataDir, from)
  given.set(dataDir, making)
  return making
}

/** As `giveDatabase`, and elsewhere a folder that nobody has used gets a migrated file: making the tables is most of a start. */
export async function giveTables(dataDir: string): Promise<void> {
  if (onPostgres()) return await giveDatabase(dataDir)
  migrated ??= migratedFile()
  const bytes = await migrated
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(databaseFile(dataDir), bytes, { mode: 0o600 })
}

let migrated: Promise<Buffer> | undefined

async function migratedFile(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'migrated-'))
  try {
    const file = databaseFile(folder)
    const db = openDatabase(file)
    await migrate(db, async () => {})
    // Closing alone may leave all of it in the log beside the file.
    await sql`pragma wal_checkpoint(truncate)`.execute(db)
    await db.destroy()
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function makeDatabase(dataDir: string, from: string): Promise<void> {
  const cluster = inject('cluster')
  const file = join(dataDir, URL_FILE)
  if (cluster === '' || existsSync(file)) return
  const name = `t_${createHash('sha256').update(dataDir).digest('hex').slice(0, 24)}`
  await order(cluster, `create database ${name} template ${from}`)
  afterFile(() => order(cluster, `drop database if exists ${name} with (force)`))
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(file, `${cluster.replace(/postgres$/, name)}\n`, { mode: 0o600 })
}

/** What the tables of a folder's database hold, as text. Where that is a file of the folder, nothing: who reads the folder has it. */
export async function rowsIn(dataDir: string): Promise<string> {
  if (!onPostgres()) return ''
  const url = databaseOf(dataDir)
  const tables = await rowsOf(url, "select tablename as it from pg_tables where schemaname = 'public'")
  const rows = tables.map(table => rowsOf(url, `select each::text as it from "${table}" each`))
  return (await Promise.all(rows)).flat().join('\n')
}
