import type { CreditGrant } from '../../contract/account.ts'
import { checkNewGrant } from '../domain/admin.ts'
import { balanceOf } from '../domain/credits.ts'
import { momentOf } from '../domain/time.ts'
import { recordEvent } from '../store/audit.ts'
import * as credits from '../store/credits.ts'
import { write } from '../store/database.ts'
import { viewGrant } from '../views/grant.ts'
import { type AdminOptions, at } from './desk.ts'

export interface CreditsView {
  readonly balance: number
  readonly grants: readonly CreditGrant[]
}

/** The balance and the grants it comes from. */
export function showCredits(options: AdminOptions): Promise<CreditsView> {
  return at(options, async ({ db, workspace, now }) => {
    const grants = await credits.liveGrants(db, workspace.id, now)
    return { balance: balanceOf(grants, now), grants: grants.map(grant => viewGrant(grant, now)) }
  })
}

/** Grants credits (CRD-3), until `expires_at` in milliseconds or for good. @throws {AdminRefused} invalid_amount, invalid_expiry */
export function grantCredits(
  options: AdminOptions,
  wanted: { amount: number; expires_at: number | null },
): Promise<CreditGrant> {
  return at(options, async ({ db, workspace, now, newId }) => {
    checkNewGrant(wanted.amount, wanted.expires_at, now)
    const grant = { ...wanted, type: 'manual', workspace_id: workspace.id, now, newId } as const
    const made = await write(db, async tx => {
      const { amount, expires_at } = wanted
      const event = { kind: 'credits_granted', workspace_id: workspace.id, credits: amount } as const
      await recordEvent(tx, { now, newId }, { ...event, detail: { expires_at: momentOf(expires_at), by: 'operator' } })
      return credits.grantCredits(tx, grant)
    })
    return viewGrant(made, now)
  })
}
