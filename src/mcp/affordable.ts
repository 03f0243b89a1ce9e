import type { Plan } from '../contract/plan.ts'
import { type Amount, amountsOf, totalOf, UNSTATED } from './consent/amount.ts'
import { count, counted } from './render/numbers.ts'

/**
 * Says that a balance does not cover what is asked in credits, and how much is missing. Undefined where it does, where no credits are
 * charged, and where the service does not state them.
 */
export function shortfall(amounts: readonly Amount[], balance: number): string | undefined {
  const cost = totalOf(amounts).find(({ unit }) => unit === 'credits')?.count
  if (cost === undefined || cost >= UNSTATED || cost <= balance) return undefined
  return `The balance does not cover this: it costs ${counted(cost, 'credit')}, the balance is ${count(balance)}, ${counted(cost - balance, 'credit')} are missing.`
}

/** What makes a plan cheaper. */
export const CHEAPER = 'Fewer languages, fewer parts or lite quality cost less; or a workspace admin adds credits.'

/** A warning that the balance does not cover a plan; none where it does. */
export function shortOf(plan: Plan | null, balance: number): string[] {
  const short = plan === null ? undefined : shortfall(amountsOf(plan, null) ?? [], balance)
  return short === undefined ? [] : [`${short} ${CHEAPER}`]
}
