import type { CreditGrant } from '../../contract/account.ts'
import { checkNewGrant } from '../domain/admin.ts'
import { balanceOf } from '../domain/credits.ts'
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
    return viewGrant(await write(db, tx => credits.grantCredits(tx, grant)), now)
  })
}
