import type { Billing } from '../../contract/plan.ts'

/** What the account of an engine is charged, in money: a line of the operator's price table. */
export interface Price {
  readonly engine: string
  /** Absent: for every model of the engine that has no line of its own. */
  readonly model?: string | undefined
  readonly unit: 'credits' | 'characters' | 'tokens'
  /** Money for a million of the unit. */
  readonly million: number
  /** ISO 4217: EUR. */
  readonly currency: string
}

const MILLION = 1_000_000
/** Below this a sum of money is not told apart. */
const FINEST = 1_000_000

/** A bill with its price in money; as it is where no price is set for it. */
export function inMoney(
  billing: Billing,
  engine: string,
  model: string | undefined,
  prices: readonly Price[],
): Billing {
  const lines = prices.filter(price => price.engine === engine && price.unit === billing.unit)
  const price =
    lines.find(line => line.model !== undefined && line.model === model) ?? lines.find(line => line.model === undefined)
  if (price === undefined) return billing
  const amount = Math.round(((billing.estimate * price.million) / MILLION) * FINEST) / FINEST
  return { ...billing, money: { amount, currency: price.currency } }
}
