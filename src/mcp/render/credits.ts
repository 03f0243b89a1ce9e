import type { CreditGrant } from '../../contract/account.ts'
import { count, counted } from './numbers.ts'

/**
 * The grants behind a balance: `in 2 grants, and 40 reserved by approved work`. Reserved credits still belong to the grants, but not
 * to the balance (assumptions.md, Credits).
 */
export function grantsLine(credits: { readonly balance: number; readonly grants: readonly CreditGrant[] }): string {
  const { balance, grants } = credits
  const reserved = grants.reduce((sum, { remaining }) => sum + remaining, 0) - balance
  const held = reserved > 0 ? `, and ${count(reserved)} reserved by approved work` : ''
  return `in ${counted(grants.length, 'grant')}${held}`
}
