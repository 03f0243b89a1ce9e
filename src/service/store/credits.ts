import { balanceOf, monthOf, type Share, spread } from '../domain/credits.ts'
import { ServiceError } from '../domain/errors.ts'
import type { Database } from './database.ts'
import type { CreditGrantRow, CreditReservationRow } from './schema.ts'
import { inOrder } from './slices.ts'
import { closeSpendings } from './spendings.ts'
import { countUsage } from './usage.ts'

type NewId = (prefix: string) => string

/** All grants that matter at `now`: those of now, and expired ones or ones of a later month that hold reservations. Oldest first. */
export function liveGrants(db: Database, workspaceId: string, now: number): Promise<CreditGrantRow[]> {
  return db
    .selectFrom('credit_grants')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where(is =>
      is.or([
        is('reserved', '>', 0),
        is.and([
          is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]),
          is.or([is('period', 'is', null), is('period', '<=', monthOf(now).period)]),
        ]),
      ]),
    )
    .orderBy('granted_at')
    .orderBy('id')
    .execute()
}

/** The credits a workspace can reserve now. */
export async function creditBalance(db: Database, workspaceId: string, now: number): Promise<number> {
  return balanceOf(await liveGrants(db, workspaceId, now), now)
}

/** The end of the latest monthly grant whose month has begun at `now`, in milliseconds; null when there never was one. */
export async function latestMonthlyExpiry(db: Database, workspaceId: string, now: number): Promise<number | null> {
  const row = await db
    .selectFrom('credit_grants')
    .select('expires_at')
    .where('workspace_id', '=', workspaceId)
    .where('type', '=', 'monthly')
    .where('period', '<=', monthOf(now).period)
    .orderBy('period', 'desc')
    .executeTakeFirst()
  return row?.expires_at ?? null
}

export interface Reservation {
  readonly workspace_id: string
  readonly batch_id: string
  /** Whole credits; 0 reserves nothing and always succeeds. */
  readonly amount: number
  readonly now: number
  readonly newId: NewId
}

/**
 * Holds credits for a batch. Call it inside the writing transaction that approves the batch: a refusal undoes both.
 *
 * @returns the balance that is left
 * @throws {ServiceError} insufficient_credits; nothing is reserved then
 */
export async function reserve(tx: Database, reservation: Reservation): Promise<number> {
  const { workspace_id, batch_id, amount, now, newId } = reservation
  const grants = await liveGrants(tx, workspace_id, now)
  const balance = balanceOf(grants, now)
  const shares = spread(grants, amount, now)
  if (shares === undefined) {
    const message = `This costs ${amount} credits and the balance is ${balance}. Nothing was reserved.`
    throw new ServiceError('insufficient_credits', message)
  }
  for (const share of shares) {
    await move(tx, share, { reserved: share.amount })
    const row = { id: newId('rsv'), workspace_id, batch_id, ...share, created_at: now, closed_at: null }
    await tx
      .insertInto('credit_reservations')
      .values({ ...row, state: 'reserved' })
      .execute()
  }
  return balance - amount
}

/** Spends what a batch holds, also from grants that expired meanwhile. A second call changes nothing. */
export async function settle(tx: Database, batchId: string, now: number): Promise<void> {
  for (const held of await close(tx, batchId, 'settled', now)) {
    await move(tx, held, { used: held.amount, reserved: -held.amount })
    await countUsage(tx, held.workspace_id, now, { credits_used: held.amount })
  }
  await closeSpendings(tx, batchId, 'settled', now)
}

/** Gives back what a batch holds. A second call, or one after settling, changes nothing. */
export async function release(tx: Database, batchId: string, now: number): Promise<void> {
  for (const held of await close(tx, batchId, 'released', now)) await move(tx, held, { reserved: -held.amount })
  await closeSpendings(tx, batchId, 'released', now)
}

function close(tx: Database, batchId: string, state: 'settled' | 'released', now: number) {
  return tx
    .updateTable('credit_reservations')
    .set({ state, closed_at: now })
    .where('batch_id', '=', batchId)
    .where('state', '=', 'reserved')
    .returning(['workspace_id', 'grant_id', 'amount'])
    .execute()
}

function move(tx: Database, share: Share, by: { used?: number; reserved: number }) {
  return tx
    .updateTable('credit_grants')
    .set(is => ({ used: is('used', '+', by.used ?? 0), reserved: is('reserved', '+', by.reserved) }))
    .where('id', '=', share.grant_id)
    .execute()
}

/** The reservations of a batch, oldest first. */
export function reservationsOf(db: Database, batchId: string): Promise<CreditReservationRow[]> {
  return db.selectFrom('credit_reservations').selectAll().where('batch_id', '=', batchId).orderBy('id').execute()
}

export interface NewGrant {
  readonly workspace_id: string
  readonly type: 'seed' | 'monthly' | 'manual'
  readonly amount: number
  readonly expires_at: number | null
  readonly now: number
  readonly newId: NewId
}

/** Adds a grant outside the monthly rhythm. */
export async function grantCredits(tx: Database, grant: NewGrant): Promise<CreditGrantRow> {
  return await tx.insertInto('credit_grants').values(grantRow(grant, null)).returningAll().executeTakeFirstOrThrow()
}

/**
 * The scheduled pass: gives every workspace with an allowance its grant of the current month, once, however many processes run
 * it at the same time. It goes in slices, so call it outside of transactions.
 */
export async function grantMonth(db: Database, now: number, newId: NewId): Promise<void> {
  await inOrder(async (after, rows) => {
    const ids = await db
      .selectFrom('workspaces')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(rows)
      .execute()
    const slice = ids.map(({ id }) => id)
    await grantMonthTo(db, slice, now, newId)
    return slice
  })
}

/** Gives those of these workspaces that have an allowance their grant of the current month, unless they have it already. */
export async function grantMonthTo(tx: Database, ids: readonly string[], now: number, newId: NewId): Promise<void> {
  if (ids.length === 0) return
  const { period, ends_at } = monthOf(now)
  const workspaces = await tx
    .selectFrom('workspaces')
    .leftJoin('credit_grants', join =>
      join.onRef('credit_grants.workspace_id', '=', 'workspaces.id').on('period', '=', period),
    )
    .select(['workspaces.id', 'monthly_allowance'])
    .where('workspaces.id', 'in', ids)
    .where('monthly_allowance', '>', 0)
    .where('credit_grants.id', 'is', null)
    .execute()
  if (workspaces.length === 0) return
  const monthly = { type: 'monthly', expires_at: ends_at, now, newId } as const
  const grants = workspaces.map(({ id, monthly_allowance }) =>
    grantRow({ ...monthly, workspace_id: id, amount: monthly_allowance ?? 0 }, period),
  )
  await tx
    .insertInto('credit_grants')
    .values(grants)
    .onConflict(on => on.columns(['workspace_id', 'period']).doNothing())
    .execute()
}

function grantRow(
  { workspace_id, type, amount, expires_at, now, newId }: NewGrant,
  period: string | null,
): CreditGrantRow {
  const untouched = { used: 0, reserved: 0, granted_at: now }
  return { id: newId('grt'), workspace_id, type, period, amount, expires_at, ...untouched }
}
