import { randomBytes } from 'node:crypto'
import type { Database } from './database.ts'

/** The secret under which this data folder names settings of engines. Made at the first call, inside the transaction of the caller. */
export async function fingerprintSecret(tx: Database, now: number): Promise<string> {
  const name = 'fingerprint_secret'
  const row = { name, value: randomBytes(32).toString('base64url'), noted_at: now }
  await tx
    .insertInto('service_facts')
    .values(row)
    .onConflict(on => on.column('name').doNothing())
    .execute()
  const facts = tx.selectFrom('service_facts').select('value').where('name', '=', name)
  return (await facts.executeTakeFirstOrThrow()).value
}
