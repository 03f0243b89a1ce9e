import { expect } from 'vitest'
import type { Database } from '../../src/service/store/database.ts'

/** What a new data folder begins with is there once, however many processes started on it at the same time. */
export async function expectSeededOnce(db: Database): Promise<void> {
  for (const [table, rows] of [
    ['workspaces', 1],
    ['members', 1],
    ['api_keys', 1],
    ['credit_grants', 2],
  ] as const) {
    expect(await db.selectFrom(table).select('id').execute(), table).toHaveLength(rows)
  }
}
