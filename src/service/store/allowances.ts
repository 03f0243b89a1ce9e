import { countsSince, type LiveAllowance, type StandingBooking } from '../domain/allowances.ts'
import type { Database } from './database.ts'
import type { AllowanceRow } from './spending-rows.ts'

/** The allowances of a caller that hold now, with what is left of them, the oldest first. */
export async function liveAllowances(
  db: Database,
  principal: string,
  now: number,
): Promise<(AllowanceRow & LiveAllowance)[]> {
  const rows = await db
    .selectFrom('allowances')
    .selectAll()
    .where('principal', '=', principal)
    .where('revoked_at', 'is', null)
    .where(({ or, eb }) => or([eb('until', 'is', null), eb('until', '>', now)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return await Promise.all(rows.map(async row => ({ ...row, left: row.amount - (await usedOf(db, row, now)) })))
}

async function usedOf(db: Database, { id, period, created_at }: AllowanceRow, now: number): Promise<number> {
  const { used } = await db
    .selectFrom('allowance_uses')
    .select(({ fn }) => fn.sum<number | null>('amount').as('used'))
    .where('allowance_id', '=', id)
    .where('at', '>=', countsSince(period, created_at, now))
    .executeTakeFirstOrThrow()
  return Number(used ?? 0)
}

export async function addAllowance(tx: Database, row: AllowanceRow): Promise<void> {
  await tx.insertInto('allowances').values(row).execute()
}

/** Ends an allowance. True if it was still in force. */
export async function endAllowance(tx: Database, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('allowances')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function addUse(
  tx: Database,
  use: { id: string; allowance_id: string; spending: string; amount: number; at: number },
): Promise<void> {
  await tx.insertInto('allowance_uses').values(use).execute()
}

/** What was booked under these ids, each in the unit of its allowance. */
export function findUses(db: Database, ids: readonly string[]): Promise<StandingBooking[]> {
  return db
    .selectFrom('allowance_uses')
    .innerJoin('allowances', 'allowances.id', 'allowance_uses.allowance_id')
    .select(['allowance_uses.id', 'allowances.unit', 'allowance_uses.amount'])
    .where('allowance_uses.id', 'in', ids)
    .orderBy('allowance_uses.id')
    .execute()
}

export async function changeUse(tx: Database, { id, amount }: StandingBooking): Promise<void> {
  await tx.updateTable('allowance_uses').set({ amount }).where('id', '=', id).execute()
}

/** Takes back what was booked for a spending that did not take place. */
export async function removeUses(tx: Database, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('allowance_uses').where('id', 'in', ids).execute()
}
