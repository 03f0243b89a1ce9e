import type { Billing, Plan } from '../../contract/plan.ts'

/** Units in which somebody is charged. */
export type BilledUnit = 'credits' | 'characters' | 'tokens'
/** A price; `currency` as the operator wrote it. */
export type Money = NonNullable<Billing['money']>
export type Payer = Exclude<Billing['who'], 'nobody'>

/** What one payer is charged. Credits are exact; characters and tokens are an estimate, as is the money for them. */
export interface Amount {
  readonly unit: BilledUnit
  readonly count: number
  readonly payer: Payer
  readonly money?: Money
}

/** The count of an amount that nobody states: beyond every cap, allowance and earlier yes, so that only a person can agree to it. */
export const UNSTATED = Number.MAX_SAFE_INTEGER

/**
 * All that is charged for a plan: credits of the workspace, and what its engine bills. `credit_cost` is that of the batch, for a plan
 * that states none; a 0 there is no cost of the plan (a service may show it before it has a price, or always), so the credits are
 * UNSTATED then. Empty where nobody is charged; undefined where the service states no cost at all.
 */
export function amountsOf(plan: Plan | undefined, credit_cost: number | null): readonly Amount[] | undefined {
  const billed = billedBy(plan?.billing ?? null)
  const own = plan?.credit_cost ?? null
  if (own === 0) return billed
  const credits = own ?? credit_cost
  if (credits === null) return billed.length > 0 ? billed : undefined
  return [{ unit: 'credits', count: stated(credits), payer: 'workspace' }, ...billed]
}

/** A number of units that may be agreed to. Nobody is charged less than nothing, and a plan that costs nothing says so itself. */
function stated(count: number): number {
  return count > 0 ? count : UNSTATED
}

function billedBy(billing: Billing | null): readonly Amount[] {
  if (billing === null || billing.estimate === 0) return []
  const { who, unit, estimate, money } = billing
  // Credits of the workspace are stated by the plan's own cost.
  if (who === 'nobody' || who === 'workspace' || unit === 'none') return []
  return [{ unit, count: stated(estimate), payer: who, ...(money && { money }) }]
}

/** The amounts of several spendings together, one for each unit and payer. */
export function totalOf(amounts: readonly Amount[]): readonly Amount[] {
  const totals = new Map<string, Amount>()
  for (const amount of amounts) {
    const key = `${amount.unit} ${amount.payer} ${amount.money?.currency ?? ''}`
    const sum = totals.get(key)
    totals.set(key, sum === undefined ? amount : added(sum, amount))
  }
  return [...totals.values()]
}

function added(one: Amount, other: Amount): Amount {
  const money = one.money && other.money && { ...one.money, amount: one.money.amount + other.money.amount }
  return { ...one, count: Math.min(one.count + other.count, UNSTATED), ...(money && { money }) }
}
