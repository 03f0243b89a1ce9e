import type { Database } from './database.ts'

/** For how long a process that gave no sign is taken to run, in milliseconds. */
const RUNS_MS = 60_000

/** Notes that a process runs whose secrets are in its data folder. */
export async function noteHolder(db: Database, id: string, now: number): Promise<void> {
  const row = { seen_at: now }
  const made = db.insertInto('folder_holders').values({ id, ...row })
  await made.onConflict(on => on.column('id').doUpdateSet(row)).execute()
  await db
    .deleteFrom('folder_holders')
    .where('seen_at', '<', now - 10 * RUNS_MS)
    .execute()
}

export async function forgetHolder(db: Database, id: string): Promise<void> {
  await db.deleteFrom('folder_holders').where('id', '=', id).execute()
}

/** True while a process runs whose secrets are in a data folder. */
export async function isFolderHeld(db: Database, now: number): Promise<boolean> {
  const holders = db
    .selectFrom('folder_holders')
    .select('id')
    .where('seen_at', '>', now - RUNS_MS)
  return (await holders.limit(1).executeTakeFirst()) !== undefined
}
