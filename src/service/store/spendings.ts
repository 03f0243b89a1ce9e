import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { SpendingRow } from './ledger-rows.ts'

/** What one approval may cost: an account, how much of its unit, and at which price. */
export type NewSpending = Omit<SpendingRow, 'used' | 'under_way' | 'state' | 'closed_at'>

/** Records what is approved. Call it inside the transaction that approves. */
export async function openSpending(tx: Database, spending: NewSpending): Promise<void> {
  const row = { ...spending, used: 0, under_way: 0, state: 'open', closed_at: null } as const
  await tx.insertInto('spendings').values(row).execute()
}

/** What the account of an engine was charged, and what was booked before for requests that have ended. */
export interface EngineCharge {
  readonly used: number
  readonly ended: number
}

/**
 * Adds what the account of an engine was charged for a batch, and takes back what was booked for the requests that were charged for.
 * Call it inside the transaction that keeps what was charged for.
 */
export async function bookUsage(tx: Database, batchId: string, { used, ended }: EngineCharge): Promise<void> {
  await tx
    .updateTable('spendings')
    .set({ used: sql<number>`used + ${used}`, under_way: sql<number>`under_way - ${ended}` })
    .where('batch_id', '=', batchId)
    .where('state', '=', 'open')
    .where('unit', '!=', 'credits')
    .execute()
}

/** Adds what a request to an engine may be charged, before it is sent: a worker that ends before the answer is kept leaves it booked. */
export async function bookUnderWay(db: Database, { id }: Pick<SpendingRow, 'id'>, amount: number): Promise<void> {
  const more = { under_way: sql<number>`under_way + ${amount}` }
  await db.updateTable('spendings').set(more).where('id', '=', id).execute()
}

/** What was approved for a batch and is not closed: the account of its engine. Undefined where nobody is charged. */
export function openAccount(db: Database, batchId: string): Promise<SpendingRow | undefined> {
  const rows = db.selectFrom('spendings').selectAll().where('batch_id', '=', batchId)
  return rows.where('state', '=', 'open').where('unit', '!=', 'credits').executeTakeFirst()
}

/** All that was approved for a batch and charged to the account of its engine, the first approval first. */
export function accountsOf(db: Database, batchId: string): Promise<SpendingRow[]> {
  const rows = db.selectFrom('spendings').selectAll().where('batch_id', '=', batchId)
  return rows.where('unit', '!=', 'credits').orderBy('approved_at').orderBy('id').execute()
}

/**
 * Ends what was approved for a batch: from now on it counts as what was used, with what was under way. Credits are used as they were
 * approved where they are `settled`, and not at all where they are `released`.
 */
export async function closeSpendings(
  tx: Database,
  batchId: string,
  credits: 'settled' | 'released',
  now: number,
): Promise<void> {
  const open = tx.updateTable('spendings').where('batch_id', '=', batchId).where('state', '=', 'open')
  const used = credits === 'settled' ? sql<number>`estimate` : 0
  await open.where('unit', '=', 'credits').set({ used, state: 'closed', closed_at: now }).execute()
  await open.set({ state: 'closed', closed_at: now }).execute()
}
