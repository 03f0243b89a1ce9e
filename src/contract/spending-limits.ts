/** What a spending limit counts, and for how long (assumptions.md, Errors). */
export const LIMIT_PERIODS = ['day', 'month'] as const
export type LimitPeriod = (typeof LIMIT_PERIODS)[number]
export const LIMIT_UNITS = ['credits', 'characters', 'tokens', 'money'] as const
export type LimitUnit = (typeof LIMIT_UNITS)[number]

/** A spending limit that holds for a caller, and what it leaves. No operation of the API shows it (assumptions.md, Errors). */
export interface LimitLeft {
  /** Whose limit it is; `computer`: that of all who call with this computer's own key. */
  readonly of: 'workspace' | 'member' | 'computer'
  readonly unit: LimitUnit
  readonly period: LimitPeriod
  /** Amounts in the unit, or in `currency` where that is money. */
  readonly amount: number
  readonly left: number
  /** ISO 4217, for money; null else. */
  readonly currency: string | null
  /** When its day or month ends (RFC 3339). */
  readonly ends_at: string
}

/** Sums of money that differ by less are equal: in floating point 0.1 + 0.2 is more than 0.3. */
const FINEST = 1e-6

/** True where an amount is more than what is allowed of it. */
export function exceeds(amount: number, most: number): boolean {
  return amount - most >= FINEST
}
