import type { RateWindowRow } from './count-rows.ts'
import { type Database, write } from './database.ts'

/** Rows of one statement: each takes three parameters, and there may be 999 in a statement of SQLite. */
const ROWS = 300

/**
 * Adds requests to the windows of credentials, all of them or none: who is told that it failed may do it again.
 *
 * @returns the windows with the requests that all processes on the data folder have added
 */
export function addRequests(db: Database, rows: readonly RateWindowRow[]): Promise<RateWindowRow[]> {
  return rows.length === 0 ? Promise.resolve([]) : write(db, tx => addIn(tx, rows))
}

async function addIn(tx: Database, rows: readonly RateWindowRow[]): Promise<RateWindowRow[]> {
  const sums: RateWindowRow[] = []
  for (let from = 0; from < rows.length; from += ROWS) {
    const added = tx
      .insertInto('rate_windows')
      .values(rows.slice(from, from + ROWS))
      .onConflict(on =>
        on
          .columns(['credential_id', 'window_start'])
          .doUpdateSet(is => ({ requests: is('rate_windows.requests', '+', is.ref('excluded.requests')) })),
      )
    sums.push(...(await added.returningAll().execute()))
  }
  return sums
}

/** How many requests of a credential all processes have noted in a window. */
export async function requestsIn(db: Database, credentialId: string, windowStart: number): Promise<number> {
  const noted = db.selectFrom('rate_windows').select('requests').where('credential_id', '=', credentialId)
  return (await noted.where('window_start', '=', windowStart).executeTakeFirst())?.requests ?? 0
}

/** Forgets the windows that began before this moment, in milliseconds. */
export async function forgetWindows(db: Database, before: number): Promise<void> {
  await db.deleteFrom('rate_windows').where('window_start', '<', before).execute()
}
