import type { Database } from './database.ts'

/**
 * Counts one request of a credential in a window and drops its earlier windows.
 *
 * @returns how many requests the window has seen, this one included
 */
export async function countRequest(db: Database, credentialId: string, windowStart: number): Promise<number> {
  const { requests } = await db
    .insertInto('rate_windows')
    .values({ credential_id: credentialId, window_start: windowStart, requests: 1 })
    .onConflict(on =>
      on
        .columns(['credential_id', 'window_start'])
        .doUpdateSet(is => ({ requests: is('rate_windows.requests', '+', 1) })),
    )
    .returning('requests')
    .executeTakeFirstOrThrow()
  if (requests === 1) {
    const earlier = db.deleteFrom('rate_windows').where('credential_id', '=', credentialId)
    await earlier.where('window_start', '<', windowStart).execute()
  }
  return requests
}
