import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { databaseFile } from '../data-folder.ts'
import { type Database, openDatabase } from '../store/database.ts'
import { isBeyond, SCHEMA_VERSION } from '../store/migrations.ts'
import { blobsOf } from '../store/results.ts'
import { BackupRefused } from './refused.ts'

/** What a copied database holds. */
export interface Snapshot {
  readonly schema: number
  /** How many translations there are, and how many of them are worked on. */
  readonly translations: number
  readonly under_way: number
  /** The stored contents that its rows name. */
  readonly blobs: readonly string[]
}

/** The secrets inside the database that let their holder act as the service. They are made anew where they are missing. */
const SECRETS = ['signing_secret'] as const

/**
 * Copies the database of a data folder into a new file, as it was at one moment. Others may read and write meanwhile. The folder is
 * not migrated: a backup before an update is one of the folder as it is. Without `keys` no secret is in the copy.
 *
 * @throws {BackupRefused} no_folder; newer; damaged
 */
export async function copyDatabase(dataDir: string, file: string, keys: boolean): Promise<Snapshot> {
  const source = databaseFile(dataDir)
  if (!existsSync(source)) {
    throw new BackupRefused(
      'no_folder',
      `There is no service in the folder ${dataDir}, so there is nothing to back up.`,
    )
  }
  await inDatabase(source, db => sql`vacuum into ${file}`.execute(db))
  if (!keys) await inDatabase(file, withoutSecrets)
  return await readSnapshot(file)
}

/** Removes the secrets, and their traces in pages that are free then. */
async function withoutSecrets(db: Database): Promise<void> {
  await sql`pragma secure_delete = on`.execute(db)
  await db.deleteFrom('service_facts').where('name', 'in', SECRETS).execute()
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
}

/** Checks a copied database, whole, and reads what it holds. @throws {BackupRefused} damaged; newer */
export function readSnapshot(file: string): Promise<Snapshot> {
  return inDatabase(file, async db => {
    const found = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
    if (found.rows[0]?.integrity_check !== 'ok') throw new BackupRefused('damaged', DAMAGED)
    const schema = (await sql<{ user_version: number }>`pragma user_version`.execute(db)).rows[0]?.user_version ?? 0
    if (await isBeyond(db, schema)) throw new BackupRefused('newer', newer(schema))
    const statuses = await db
      .selectFrom('batches')
      .select(['status', is => is.fn.countAll<number>().as('number')])
      .groupBy('status')
      .execute()
    const under_way = statuses.filter(({ status }) => AT_WORK.has(status))
    return { schema, translations: sum(statuses), under_way: sum(under_way), blobs: await blobsOf(db) }
  })
}

const AT_WORK: ReadonlySet<string> = new Set(['queued', 'analyzing', 'translating'])

function sum(rows: readonly { number: number }[]): number {
  return rows.reduce((total, { number }) => total + number, 0)
}

async function inDatabase<Value>(file: string, work: (db: Database) => Promise<Value>): Promise<Value> {
  const db = openDatabase(file)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

const DAMAGED =
  'The database is damaged (its own check found faults), so this was not done. Go back to an earlier backup.'

function newer(schema: number): string {
  return `The database has version ${schema}, and this program knows versions up to ${SCHEMA_VERSION}. Use the program that wrote it, or a newer one.`
}
