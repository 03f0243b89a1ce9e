import type { BatchStatus } from '../../contract/batch.ts'
import type { ErrorCode } from '../../contract/errors.ts'

interface StateFacts {
  /** Planning and approving apply. */
  readonly review: boolean
  /** A plan may still be missing here, so approving answers `no_plan_yet` rather than that it is too late. */
  readonly before_plan: boolean
  readonly archive: boolean
  readonly result: boolean
}

/** What each state of a batch allows (contract, States and transitions; assumptions.md, Batches). */
export const STATES = {
  queued: { review: false, before_plan: true, archive: false, result: false },
  analyzing: { review: false, before_plan: true, archive: false, result: false },
  awaiting_review: { review: true, before_plan: true, archive: true, result: false },
  translating: { review: false, before_plan: false, archive: false, result: false },
  completed: { review: false, before_plan: false, archive: true, result: true },
  failed: { review: false, before_plan: false, archive: true, result: false },
} as const satisfies Record<BatchStatus, StateFacts>

/** Why a batch cannot be approved now; undefined when its state allows it. What is archived is put away: nobody spends on it. */
export function approvalRefusal(status: BatchStatus, hasPlan: boolean, archived = false): ErrorCode | undefined {
  const facts: StateFacts = STATES[status]
  if (facts.before_plan && !hasPlan) return 'no_plan_yet'
  return planningRefusal(status, archived)
}

/** Why a batch cannot be planned now; undefined when its state allows it and it is not archived. */
export function planningRefusal(status: BatchStatus, archived = false): ErrorCode | undefined {
  return STATES[status].review && !archived ? undefined : 'batch_not_awaiting_approval'
}

/** A wished housekeeping change. */
export interface Housekeeping {
  readonly name?: string | undefined
  readonly archived?: boolean | undefined
}

/**
 * Why a batch cannot be renamed or archived as wished, in words; undefined when it can. An archived batch keeps its name unless
 * the same change brings it back.
 */
export function housekeepingRefusal(
  batch: { status: BatchStatus; archived: boolean },
  change: Housekeeping,
): string | undefined {
  if (change.archived === true && !STATES[batch.status].archive) {
    return `A translation cannot be archived while it is ${batch.status}.`
  }
  if (change.name !== undefined && batch.archived && change.archived !== false) {
    return 'An archived translation cannot be renamed. Unarchive it first (archived: false).'
  }
  return undefined
}
