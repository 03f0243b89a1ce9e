import type { Billing } from '../../contract/plan.ts'

/**
 * How much is to be translated, for all target languages together. `credits` is the workspace's price for it; `usage` is about what the
 * account of the engine is charged, in its own unit, 0 where nobody is.
 */
export interface Workload {
  readonly words: number
  readonly characters: number
  readonly credits: number
  readonly usage: number
}

/** Who translates, where the text goes and who is charged (ENG-1); `credit_cost` is 0 where others bill. */
export interface EngineFacts {
  readonly engine: string
  readonly text_goes_to: string
  readonly credit_cost: number
  /** An account is `you` here; the plan names its owner, see `paidBy`. */
  readonly billing: Billing
  /** What the reader should know before approving. */
  readonly advice?: readonly string[]
}

/** A bill with its payer named truly: an engine knows only that its account is charged, not whose account that is. */
export function paidBy(owner: 'you' | 'operator', billing: Billing): Billing {
  return billing.who === 'you' ? { ...billing, who: owner } : billing
}
