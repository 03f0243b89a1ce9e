import { sql } from 'kysely'
import type { LimitPeriod } from '../../contract/spending-limits.ts'
import { type ApprovedAmount, beginningOf, type SpendingLimit, takenOf } from '../domain/spending-limits.ts'
import type { Database } from './database.ts'

/** Whose limit it is: that of a workspace, of the key of this computer in it, or of a member. */
export type LimitSubject =
  | { readonly kind: 'workspace' }
  | { readonly kind: 'local' }
  | { readonly kind: 'member'; readonly id: string }

function keyOf(subject: LimitSubject): string {
  return subject.kind === 'member' ? subject.id : subject.kind
}

/** The limits of one subject. */
export async function limitsOf(db: Database, workspace_id: string, subject: LimitSubject): Promise<SpendingLimit[]> {
  const rows = db.selectFrom('spending_limits').select(['unit', 'period', 'amount', 'currency'])
  const own = rows.where('workspace_id', '=', workspace_id).where('subject', '=', keyOf(subject))
  return await own.orderBy('unit').orderBy('period').execute()
}

/** Sets a limit in place of an earlier one for the same unit and time; `amount` null removes it. */
export async function setLimit(
  tx: Database,
  workspace_id: string,
  subject: LimitSubject,
  { amount, ...limit }: Omit<SpendingLimit, 'amount'> & { readonly amount: number | null },
): Promise<void> {
  const key = { workspace_id, subject: keyOf(subject), unit: limit.unit, period: limit.period }
  if (amount === null) {
    const { unit, period } = limit
    const rows = tx.deleteFrom('spending_limits').where('workspace_id', '=', workspace_id)
    await rows.where('subject', '=', key.subject).where('unit', '=', unit).where('period', '=', period).execute()
    return
  }
  const values = { amount, currency: limit.currency }
  const made = tx.insertInto('spending_limits').values({ ...key, ...values })
  const same = ['workspace_id', 'subject', 'unit', 'period'] as const
  await made.onConflict(on => on.columns(same).doUpdateSet(values)).execute()
}

/** What a subject has approved since the beginning of this day or month: a sum for each unit and price. */
export async function approvedIn(
  db: Database,
  workspace_id: string,
  subject: LimitSubject,
  period: LimitPeriod,
  now: number,
): Promise<ApprovedAmount[]> {
  const used = sql<number>`used + under_way`
  const counts = sql<number>`case when state = 'open' and estimate > ${used} then estimate else ${used} end`
  let rows = db.selectFrom('spendings').select(['unit', 'price', 'currency', sql<number>`sum(${counts})`.as('amount')])
  rows = rows.where('workspace_id', '=', workspace_id).where('approved_at', '>=', beginningOf(period, now))
  if (subject.kind === 'local') rows = rows.where('own', '=', 1)
  if (subject.kind === 'member') rows = rows.where('member_id', '=', subject.id)
  return await rows.groupBy(['unit', 'price', 'currency']).execute()
}

/** Whose approvals are limited: a member's, those of the key of this computer, or those of another key of a workspace. */
interface LimitedCaller {
  readonly workspace_id: string
  readonly member_id: string | null
  /** True for the key of this computer. */
  readonly own: boolean
}

/** A limit that holds for a caller, and what of it is taken. */
export interface HeldLimit {
  readonly subject: LimitSubject
  readonly limit: SpendingLimit
  /** In the unit of the limit. */
  readonly taken: number
}

/** All limits that hold for a caller: the workspace's, and the member's or those of this computer's key. */
export async function heldLimits(
  db: Database,
  { workspace_id, member_id, own }: LimitedCaller,
  now: number,
): Promise<HeldLimit[]> {
  const subjects: LimitSubject[] = [
    { kind: 'workspace' },
    ...(own ? [{ kind: 'local' } as const] : []),
    ...(member_id === null ? [] : [{ kind: 'member', id: member_id } as const]),
  ]
  const rows = db.selectFrom('spending_limits').select(['subject', 'unit', 'period', 'amount', 'currency'])
  const set = rows.where('workspace_id', '=', workspace_id).where('subject', 'in', subjects.map(keyOf))
  const limits = await set.orderBy('unit').orderBy('period').execute()
  const held: HeldLimit[] = []
  for (const subject of subjects) {
    for (const { subject: key, ...limit } of limits) {
      if (key !== keyOf(subject)) continue
      const approved = await approvedIn(db, workspace_id, subject, limit.period, now)
      held.push({ subject, limit, taken: takenOf(limit, approved) })
    }
  }
  return held
}
