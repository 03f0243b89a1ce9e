import type { ApiResponse } from '../client/response.ts'
import type { Account } from '../contract/account.ts'
import type { api } from '../contract/operations.ts'
import type { Plan } from '../contract/plan.ts'
import { Recent } from './recent.ts'

/** One request that waits for a translation to move, and how many calls wait for it. */
export interface SharedWait {
  readonly answer: Promise<ApiResponse<typeof api.batches.get>>
  readonly stop: AbortController
  /** When it was sent, in milliseconds since 1970. */
  readonly began: number
  waiting: number
}

/**
 * What this process remembers of its callers between calls, by principal. Losing it does no harm: a question is asked again, or
 * something is read again. The size is limited: the oldest entries are dropped first.
 */
export interface CallerState {
  /** Accounts that were read, each valid until a moment in milliseconds since 1970. */
  readonly accounts: Recent<{ readonly account: Account; readonly until: number }>
  /** The plan last returned to a principal, for a service that cannot read a plan back. */
  readonly plans: Recent<Plan>
  /** Until when (milliseconds since 1970) a host is not asked again to open the sign-in page, which it declined by itself. */
  readonly unaskable: Recent<number>
  /**
   * True after a plan with the engine `agent`, or one of a completed translation, was seen: translate_segments is then listed. False
   * after the service said that it has no segments; undefined while nothing is known.
   */
  hands_out: boolean | undefined
  /** By batch and language: a work file that this process wrote, and for which nobody has asked for rounds instead. */
  readonly work_files: Recent<true>
  /** Requests under way that wait for a translation to move, by whom and for what: those who wait for the same share one. */
  readonly waits: Map<string, SharedWait>
}

/** An empty state, for a new process. */
export function createCallerState(): CallerState {
  return {
    accounts: new Recent(200),
    plans: new Recent(500),
    unaskable: new Recent(500),
    work_files: new Recent(500),
    waits: new Map(),
    hands_out: undefined,
  }
}
