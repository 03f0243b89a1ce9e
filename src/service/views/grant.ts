import type { CreditGrant } from '../../contract/account.ts'
import { remainingIn } from '../domain/credits.ts'
import { momentOf, timestamp } from '../domain/time.ts'
import type { CreditGrantRow } from '../store/schema.ts'

/** A stored grant as the API shows it. */
export function viewGrant(grant: CreditGrantRow, now: number): CreditGrant {
  const { id, type, amount, used, granted_at, expires_at } = grant
  const moments = { granted_at: timestamp(granted_at), expires_at: momentOf(expires_at) }
  return { id, type, amount, used, remaining: remainingIn(grant, now), ...moments }
}
