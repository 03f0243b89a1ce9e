import type { BatchStatus } from '../../contract/batch.ts'
import type { ErrorCode } from '../../contract/errors.ts'

interface StateFacts {
  /** The batch can be planned and approved. */
  readonly review: boolean
  /** A plan may still be missing in this state: approving then answers `no_plan_yet`, not that it is too late. */
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

/** Why a batch cannot be approved now; undefined when its state allows it. Nothing can be spent on an archived batch. */
export function approvalRefusal(status: BatchStatus, hasPlan: boolean, archived = false): ErrorCode | undefined {
  const facts: StateFacts = STATES[status]
  if (facts.before_plan && !hasPlan) return 'no_plan_yet'
  return planningRefusal(status, archived)
}

/** Why a batch cannot be planned now; undefined when its state allows it and it is not archived. */
export function planningRefusal(status: BatchStatus, archived = false): ErrorCode | undefined {
  return STATES[status].review && !archived ? undefined : 'batch_not_awaiting_approval'
}

/** A change of name or archiving, as the caller asks for it. */
export interface Housekeeping {
  readonly name?: string | undefined
  readonly archived?: boolean | undefined
}

/**
 * The message why a batch cannot be renamed or archived as asked; undefined when it can. An archived batch can be renamed only
 * by a change that also unarchives it.
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
