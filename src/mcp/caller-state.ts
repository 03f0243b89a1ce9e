import type { Account } from '../contract/account.ts'
import type { Plan } from '../contract/plan.ts'
import { Recent } from './recent.ts'

/**
 * What this process remembers of its callers between calls, by principal. Losing it does no harm: a question is asked again, or
 * something is read again. The size is limited: the oldest entries are dropped first.
 */
export interface CallerState {
  /** Accounts that were read, each valid until a moment in milliseconds since 1970. */
  readonly accounts: Recent<{ readonly account: Account; readonly until: number }>
  /** The plan last returned to a principal, for a service that cannot read a plan back. */
  readonly plans: Recent<Plan>
  /** Questions that a host answered by itself, and until when (milliseconds since 1970) the host is not asked them again. */
  readonly unaskable: Recent<number>
  /** True after a plan with the engine `agent` was seen: translate_segments is then listed. */
  hands_out: boolean
  /** Spendings that a person declined, and when (milliseconds since 1970). Approval codes made before are void. */
  readonly declined: Recent<number>
}

/** An empty state, for a new process. */
export function createCallerState(): CallerState {
  return {
    accounts: new Recent(200),
    plans: new Recent(500),
    unaskable: new Recent(500),
    declined: new Recent(500),
    hands_out: false,
  }
}
