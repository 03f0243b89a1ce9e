import { sql } from 'kysely'
import type { SharedState, WorkNow } from '../../contract/telemetry.ts'
import type { Database } from './database.ts'
import { WORK } from './leases.ts'

/** The most batches at work that are looked at: beyond it their number is at least this. */
const MOST = 10_000

/** How far work is, by its claim: a claim without an owner is a delay (leases.ts). */
const stateAt = (now: number) => sql<WorkNow['state']>`case
  when phase = 'awaiting_translations' then 'with_caller'
  when lease_until is null or lease_until <= ${now} then 'waiting'
  when lease_owner is null then 'put_off'
  else 'running' end`

const KIND = sql<WorkNow['kind']>`case when status in (${sql.join(WORK.analyze)}) then 'analyze' else 'translate' end`

/**
 * The batches that ask for work, counted by what is to be done and how far that is, and the credits of all workspaces. It reads an
 * index over the status and the rows that it names, at most MOST; and one row for each grant.
 */
export async function sharedState(db: Database, now: number): Promise<SharedState> {
  const atWork = db
    .selectFrom('batches')
    .select([KIND.as('kind'), stateAt(now).as('state')])
    .select(sql<number>`coalesce(approved_at, created_at)`.as('since'))
    .where('status', 'in', [...WORK.analyze, ...WORK.translate])
    .limit(MOST)
  const rows = await db
    .selectFrom(atWork.as('work'))
    .select(['kind', 'state', is => is.fn.countAll().as('count'), is => is.fn.min('since').as('since')])
    .groupBy(['kind', 'state'])
    .execute()
  const credits = await db
    .selectFrom('credit_grants')
    .select([is => is.fn.sum('used').as('settled'), is => is.fn.sum('reserved').as('reserved')])
    .executeTakeFirst()
  return {
    jobs: rows.map(({ kind, state, count, since }) => ({
      ...{ kind, state, count: Number(count) },
      oldest_seconds: Math.max(0, now - Number(since)) / 1000,
    })),
    credits: { settled: Number(credits?.settled ?? 0), reserved: Number(credits?.reserved ?? 0) },
  }
}
