import type { Account } from '../contract/account.ts'
import type { Plan } from '../contract/plan.ts'
import { Recent } from './recent.ts'

/**
 * What this process remembers of its callers between calls, by principal. It may be lost: then a question is asked again, or
 * something is read again. Its size is limited: the oldest entries are dropped first.
 */
export interface CallerState {
  readonly accounts: Recent<{ readonly account: Account; readonly until: number }>
  /** The plan last returned to a principal, for a service that cannot read a plan back. */
  readonly plans: Recent<Plan>
  /** Spendings whose question the host answered by itself, and until when (milliseconds since 1970) it is not asked again. */
  readonly unaskable: Recent<number>
  /** Set when a hosted service has shown a plan that the caller's own model is to carry out. */
  hands_out: boolean
  /** Spendings that a person declined, and when (milliseconds since 1970): approval codes made before are void. */
  readonly declined: Recent<number>
}

/** Knows nothing yet. */
export function createCallerState(): CallerState {
  return {
    accounts: new Recent(200),
    plans: new Recent(500),
    unaskable: new Recent(500),
    declined: new Recent(500),
    hands_out: false,
  }
}
