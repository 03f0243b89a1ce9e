import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { DAY } from '../../src/service/domain/time.ts'
import { pruneRecords } from '../../src/service/pruning.ts'
import { grantMonth } from '../../src/service/store/credits.ts'
import { sweepArtifacts } from '../../src/service/store/oauth.ts'
import { forgetQuestions } from '../../src/service/store/questions.ts'
import { ROWS_IN_TURN } from '../../src/service/store/slices.ts'
import { startWorld } from '../support/world.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const OLD = NOW - 500 * DAY
const ROWS = 90
const { db, newId } = await startWorld()

/** Inserts rows that differ in their number, which is at the end of their key. */
async function fill(table: string, columns: string, values: (number: string) => string): Promise<void> {
  const rows = Array.from({ length: ROWS }, (_, at) => `(${values(`${at}`.padStart(3, '0'))})`)
  await sql.raw(`insert into ${table} (${columns}) values ${rows.join()}`).execute(db)
}

async function changes(): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select total_changes() as rows`.execute(db)
  return rows[0]?.rows ?? 0
}

/** How many rows `work` changes in all, and at most between two turns of other work. */
async function changedBy(work: () => Promise<void>): Promise<{ all: number; most: number }> {
  const before = await changes()
  let [last, most, over] = [before, 0, false]
  const ended = work().finally(() => {
    over = true
  })
  while (!over) {
    await setImmediate()
    const now = await changes()
    most = Math.max(most, now - last)
    last = now
  }
  await ended
  return { all: last - before, most }
}

const STEPS: readonly [string, () => Promise<void>, () => Promise<void>][] = [
  [
    'grants of the month',
    () =>
      fill(
        'workspaces',
        'id, name, slug, plan, monthly_allowance, created_at',
        at => `'w${at}', 'W', 'w${at}', 'local', 5, 0`,
      ),
    () => grantMonth(db, NOW, newId),
  ],
  [
    'sign-in tries',
    () => fill('sign_in_tries', 'who, since, wrong', at => `'s${at}', ${OLD}, 1`),
    () => pruneRecords(db, NOW),
  ],
  [
    'events of the audit log',
    () => fill('audit_events', 'id, at, kind, detail_json', at => `'a${at}', ${OLD}, 'x', '{}'`),
    () => pruneRecords(db, NOW),
  ],
  [
    'questions',
    () =>
      fill(
        'spending_questions',
        'id, spending, principal, batches_json, lines_json, asked_at, expires_at',
        at => `'q${at}', 's', 'p', '[]', '[]', ${OLD}, 0`,
      ),
    () => forgetQuestions(db, NOW),
  ],
  [
    'sign-ins that are over',
    () => fill('oauth_artifacts', 'model, id, payload, expires_at', at => `'Session', 'o${at}', '{}', ${OLD}`),
    () => sweepArtifacts(db, NOW),
  ],
]

it.each(STEPS)('the scheduled pass changes few rows of %s at a time, and all in the end [CRE-9]', async (...step) => {
  const [, plant, work] = step
  await plant()
  const { all, most } = await changedBy(work)
  expect(all).toBeGreaterThanOrEqual(ROWS)
  expect(most).toBeLessThanOrEqual(ROWS_IN_TURN)
  expect((await changedBy(work)).all).toBe(0)
})
