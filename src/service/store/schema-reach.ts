import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** How far back a schema reaches: the oldest program, by the schema that it writes, which may still use a database. */
export type Reach = Readonly<Record<number, number>>

/**
 * By schema: the oldest program that may use a database after that migration. A migration that only adds what an older program does not
 * miss names that program's schema; one that is not named here is for itself alone. So a change that older programs could not bear takes
 * two releases: the first adds, and both know the two forms; the second takes away what is not used any more, and names the first.
 */
export const REACH: Reach = { 22: 21, 23: 21, 24: 21, 25: 21 }

/** Notes in the database how far back each schema from `after` to `to` reaches. */
export async function noteReach(
  tx: Kysely<Schema>,
  { after, to }: { readonly after: number; readonly to: number },
  reach: Reach,
): Promise<void> {
  for (let version = after + 1; version <= to; version += 1) {
    const row = { oldest: reach[version] ?? version }
    const noted = tx.insertInto('schema_reach').values({ version, ...row })
    await noted.onConflict(on => on.column('version').doUpdateSet(row)).execute()
  }
}

/** The oldest program that may use a database of a schema that this program does not know; that schema itself where nothing is said. */
export async function oldestFor(db: Kysely<Schema>, version: number): Promise<number> {
  const rows = await db.selectFrom('schema_reach').selectAll().execute()
  if (!rows.some(row => row.version === version)) return version
  return Math.max(...rows.map(({ oldest }) => oldest))
}
