import { type Expression, sql } from 'kysely'
import type { DayCounters } from '../domain/usage.ts'
import type { Database } from './database.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** What a workspace used in [from, to), by UTC day: credits when they were settled, work when it was completed. */
export async function usageByDay(db: Database, workspaceId: string, from: number, to: number): Promise<DayCounters[]> {
  const credits = await db
    .selectFrom('credit_reservations')
    .select(is => [dayOf(is.ref('closed_at')).as('day'), is.fn.sum<number>('amount').as('credits_used')])
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'settled')
    .where('closed_at', '>=', from)
    .where('closed_at', '<', to)
    .groupBy('day')
    .execute()
  const work = await db
    .selectFrom('batches')
    .select(is => [
      dayOf(is.ref('completed_at')).as('day'),
      is.fn.countAll<number>().as('batches_completed'),
      is.fn.coalesce(is.fn.sum<number>('word_count'), sql<number>`0`).as('words_translated'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'completed')
    .where('completed_at', '>=', from)
    .where('completed_at', '<', to)
    .groupBy('day')
    .execute()
  return [
    ...credits.map(row => ({ ...row, batches_completed: 0, words_translated: 0 })),
    ...work.map(row => ({ ...row, credits_used: 0 })),
  ]
}

function dayOf(moment: Expression<number | null>) {
  return sql<number>`${moment} / ${sql.lit(DAY_MS)}`
}
