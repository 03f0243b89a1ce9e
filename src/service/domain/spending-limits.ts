import type { LimitPeriod, LimitUnit } from '../../contract/spending-limits.ts'
import { monthOf } from './credits.ts'

/** The most that may be approved in a day or a month (UTC). `currency` for money alone. */
export interface SpendingLimit {
  readonly unit: LimitUnit
  readonly period: LimitPeriod
  readonly amount: number
  readonly currency: string | null
}

/** What was approved in a time: while work is under way the estimate, or more where more is used; then what was used. */
export interface ApprovedAmount {
  readonly unit: Exclude<LimitUnit, 'money'>
  readonly amount: number
  /** Money for a million of the unit; null where no price is set. */
  readonly price: number | null
  readonly currency: string | null
}

const MILLION = 1_000_000

/** When the day or month of a moment began. All in milliseconds. */
export function beginningOf(period: LimitPeriod, now: number): number {
  const date = new Date(now)
  const day = period === 'day' ? date.getUTCDate() : 1
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), day)
}

/** When that day or month ends. */
export function endOf(period: LimitPeriod, now: number): number {
  return period === 'day' ? beginningOf(period, now) + 24 * 60 * 60_000 : monthOf(now).ends_at
}

/** How much of a limit these take, in its unit. */
export function takenOf({ unit, currency }: SpendingLimit, approved: readonly ApprovedAmount[]): number {
  if (unit !== 'money') return approved.reduce((sum, each) => sum + (each.unit === unit ? each.amount : 0), 0)
  const priced = approved.filter(each => each.price !== null && each.currency === currency)
  return priced.reduce((sum, { amount, price }) => sum + (amount * (price ?? 0)) / MILLION, 0)
}

/** True for an account that a limit in money cannot count: no price in its currency is set. Credits are no money. */
export function isUncounted({ unit, currency }: SpendingLimit, charges: readonly ApprovedAmount[]): boolean {
  return unit === 'money' && charges.some(each => each.unit !== 'credits' && each.currency !== currency)
}
