import type { LimitPeriod } from '../../contract/spending-limits.ts'
import { type ApprovedAmount, beginningOf, type SpendingLimit } from '../domain/spending-limits.ts'
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
  await tx
    .replaceInto('spending_limits')
    .values({ ...key, amount, currency: limit.currency })
    .execute()
}

/** What a subject has approved since the beginning of this day or month. */
export async function approvedIn(
  db: Database,
  workspace_id: string,
  subject: LimitSubject,
  period: LimitPeriod,
  now: number,
): Promise<ApprovedAmount[]> {
  let rows = db.selectFrom('spendings').select(['unit', 'estimate', 'used', 'price', 'currency', 'state'])
  rows = rows.where('workspace_id', '=', workspace_id).where('approved_at', '>=', beginningOf(period, now))
  if (subject.kind === 'local') rows = rows.where('own', '=', 1)
  if (subject.kind === 'member') rows = rows.where('member_id', '=', subject.id)
  return (await rows.execute()).map(({ unit, estimate, used, price, currency, state }) => ({
    ...{ unit, price, currency },
    amount: state === 'open' ? Math.max(estimate, used) : used,
  }))
}
