import { randomBytes } from 'node:crypto'
import type { Database } from './database.ts'

/**
 * What a data folder, or the processes on it, let each other know: secrets, the address that members sign in at, as the server that ran
 * last has it, when one last saw that it can write, what they saw of the clock (`watchClock`), and how far a move into it is (`move/target.ts`).
 */
type FactName = FolderSecret | 'sign_in_address' | 'ready' | 'clock' | 'clock_ahead' | 'moving'

/**
 * `fingerprint_secret` names settings of engines; `signing_secret` signs links and cursors, so a backup without keys leaves it out;
 * `files_mark` lies in the place of the files, too, where that is not the data folder.
 */
type FolderSecret = 'fingerprint_secret' | 'signing_secret' | 'files_mark'

/** A secret of this data folder. Made at the first call, inside the transaction of the caller. */
export async function folderSecret(tx: Database, name: FolderSecret, now: number): Promise<string> {
  const row = { name, value: randomBytes(32).toString('base64url'), noted_at: now }
  await tx
    .insertInto('service_facts')
    .values(row)
    .onConflict(on => on.column('name').doNothing())
    .execute()
  const facts = tx.selectFrom('service_facts').select('value').where('name', '=', name)
  return (await facts.executeTakeFirstOrThrow()).value
}

/** Notes a fact, in place of an earlier one. */
export async function noteFact(db: Database, name: FactName, value: string, now: number): Promise<void> {
  const row = { value, noted_at: now }
  const made = db.insertInto('service_facts').values({ name, ...row })
  await made.onConflict(on => on.column('name').doUpdateSet(row)).execute()
}

/** The fact of a name, if it was noted. */
export async function readFact(db: Database, name: FactName): Promise<string | undefined> {
  const found = await db.selectFrom('service_facts').select('value').where('name', '=', name).executeTakeFirst()
  return found?.value
}

/** When a fact was noted, in milliseconds, if it was. */
export async function notedAt(db: Database, name: FactName): Promise<number | undefined> {
  const found = await db.selectFrom('service_facts').select('noted_at').where('name', '=', name).executeTakeFirst()
  return found?.noted_at
}

export async function forgetFact(db: Database, name: FactName): Promise<void> {
  await db.deleteFrom('service_facts').where('name', '=', name).execute()
}
