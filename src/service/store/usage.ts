import { DAY } from '../domain/time.ts'
import type { Counters, DayCounters } from '../domain/usage.ts'
import type { Database } from './database.ts'

/** Adds to the sums of the day of a moment. Call it in the transaction that settles the credits or completes the work. */
export async function countUsage(
  tx: Database,
  workspace_id: string,
  moment: number,
  { credits_used = 0, batches_completed = 0, words_translated = 0 }: Partial<Counters>,
): Promise<void> {
  const row = { workspace_id, day: Math.floor(moment / DAY), credits_used, batches_completed, words_translated }
  await tx
    .insertInto('usage_days')
    .values(row)
    .onConflict(on =>
      on.columns(['workspace_id', 'day']).doUpdateSet(is => ({
        credits_used: is('usage_days.credits_used', '+', credits_used),
        batches_completed: is('usage_days.batches_completed', '+', batches_completed),
        words_translated: is('usage_days.words_translated', '+', words_translated),
      })),
    )
    .execute()
}

/**
 * What a workspace used in [from, to): credits when they were settled, work when it was completed for the first time. Whole UTC days
 * come from their sums; of the days at the ends only the part that is asked for is added up, so that a range counts to the millisecond.
 */
export async function usageIn(
  db: Database,
  workspaceId: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly DayCounters[]> {
  const [first, end] = [Math.ceil(from / DAY), Math.floor(to / DAY)]
  if (first > end) return [await usageWithin(db, workspaceId, from, to)]
  const days = db
    .selectFrom('usage_days')
    .select(['day', 'credits_used', 'batches_completed', 'words_translated'])
    .where('workspace_id', '=', workspaceId)
    .where('day', '>=', first)
    .where('day', '<', end)
  return [
    ...(from < first * DAY ? [await usageWithin(db, workspaceId, from, first * DAY)] : []),
    ...(await days.execute()),
    ...(end * DAY < to ? [await usageWithin(db, workspaceId, end * DAY, to)] : []),
  ]
}

/** The same for a stretch within one day. */
async function usageWithin(db: Database, workspaceId: string, from: number, to: number): Promise<DayCounters> {
  const credits = await db
    .selectFrom('credit_reservations')
    .select(is => is.fn.sum<number | null>('amount').as('credits_used'))
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'settled')
    .where('closed_at', '>=', from)
    .where('closed_at', '<', to)
    .executeTakeFirst()
  const work = await db
    .selectFrom('batches')
    .select(is => [
      is.fn.countAll<number>().as('batches_completed'),
      is.fn.sum<number | null>('word_count').as('words'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('completed_at', '>=', from)
    .where('completed_at', '<', to)
    .executeTakeFirst()
  return {
    day: Math.floor(from / DAY),
    credits_used: credits?.credits_used ?? 0,
    batches_completed: work?.batches_completed ?? 0,
    words_translated: work?.words ?? 0,
  }
}
