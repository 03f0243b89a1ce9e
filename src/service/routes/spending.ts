import type { Plan } from '../../contract/plan.ts'
import type { Principal } from '../http/route.ts'
import type { Database } from '../store/database.ts'
import { isOwnKey } from '../store/keys.ts'
import type { BatchRow } from '../store/schema.ts'
import { type NewSpending, openSpending } from '../store/spendings.ts'
import { checkLimits } from './spending-limits.ts'

interface Approving {
  readonly batch: BatchRow
  readonly caller: Principal
  readonly now: number
  readonly newId: (prefix: string) => string
}

type Charge = Pick<NewSpending, 'unit' | 'payer' | 'estimate' | 'price' | 'currency'>

/** What an approval of a plan charges: credits of the workspace, and the account that its engine charges. Not the caller's own model. */
export function chargesOf({ credit_cost, billing }: Plan): Charge[] {
  const unpriced = { price: null, currency: null }
  const credits: Charge[] =
    (credit_cost ?? 0) > 0 ? [{ unit: 'credits', payer: 'workspace', estimate: credit_cost ?? 0, ...unpriced }] : []
  if (billing === null || (billing.who !== 'you' && billing.who !== 'operator')) return credits
  const { who: payer, unit, estimate, money } = billing
  if (unit === 'none' || unit === 'credits') return credits
  const price = money === undefined || estimate === 0 ? null : (money.amount * MILLION) / estimate
  return [...credits, { unit, payer, estimate, price, currency: money?.currency ?? null }]
}

/** A price is for so many of a unit. */
const MILLION = 1_000_000

/**
 * Checks the limits and records what an approval may cost. Call it inside the transaction that approves. Gives what it charges.
 *
 * @throws {ServiceError} admin_required
 */
export async function recordSpendings(
  tx: Database,
  plan: Plan,
  { batch, caller, now, newId }: Approving,
): Promise<readonly Charge[]> {
  const own = (await isOwnKey(tx, caller.caller_id)) ? 1 : 0
  const { member_id } = caller.actor
  const charges = chargesOf(plan)
  await checkLimits(
    tx,
    caller,
    charges.map(({ estimate: amount, ...charge }) => ({ ...charge, amount })),
    now,
  )
  for (const charge of charges) {
    const facts = { workspace_id: batch.workspace_id, member_id, own, batch_id: batch.id, approved_at: now }
    await openSpending(tx, { id: newId('spd'), ...facts, ...charge })
  }
  return charges
}

/** What an approval is estimated to charge beside credits, as its line in the audit log has it. Empty where that is nothing. */
export function chargedBeside(charges: readonly Charge[]): Readonly<Record<string, unknown>> {
  const account = charges.find(({ unit }) => unit !== 'credits')
  if (account === undefined) return {}
  const { unit, estimate, payer, price, currency } = account
  const money = price === null ? {} : { money: (estimate * price) / MILLION, currency }
  return { [unit]: estimate, ...money, paid_by: payer }
}
