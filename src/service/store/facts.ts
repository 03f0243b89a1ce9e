import type { Database } from './database.ts'

/**
 * What a data folder, or the processes on it, let each other know: secrets (store/secrets.ts) and which secret seals them, what lies in the
 * place of the files to say whose they are, the address that members sign in at, as the server that ran last has it, when one last saw that
 * it can write, what they saw of the clock (`watchClock`), and how far a move into it is (`move/target.ts`).
 */
type FactName =
  | 'fingerprint_secret'
  | 'signing_secret'
  | 'oauth_keys'
  | 'own_key'
  | 'state_secret'
  | 'files_mark'
  | 'files_mark_intended'
  | 'sign_in_address'
  | 'ready'
  | 'clock'
  | 'clock_ahead'
  | 'moving'

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
