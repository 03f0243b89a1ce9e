import type { Refusal } from '../domain/errors.ts'
import { EngineError } from '../engine/engine.ts'
import { LONGEST_DELAY_MS, MAX_ATTEMPTS, MAX_STARTS } from '../store/leases.ts'
import { isPassing } from '../trace.ts'
import { Stopped } from '../translation/stopped.ts'
import { OVER_BUDGET } from './budget.ts'
import { refusalOf } from './world.ts'

/** How a job without success ended. */
export interface JobEnd {
  readonly error: unknown
  /** It was told to stop. */
  readonly stopped: boolean
  /** How often it was started since it last made progress, this time included. */
  readonly attempt: number
  /** How long a lease holds, in milliseconds. */
  readonly lease_ms: number
  /** The retention time of its original is over. */
  readonly overdue: boolean
}

/** What becomes of a job without success. Delays in milliseconds from now. */
export type JobFate =
  /** Any worker may go on at once; this start does not count as an attempt. */
  | { readonly becomes: 'given back' }
  /**
   * It is tried again later, since the obstacle passes by itself or when somebody removes it: a lock, a full disk, no access. It is
   * never given up for that before the retention time of its file is over.
   */
  | { readonly becomes: 'put off'; readonly delay_ms: number }
  /** It is tried again later, since its engine is not available; whoever looks at the batch is told so. */
  | { readonly becomes: 'waiting for its engine'; readonly delay_ms: number; readonly failure: EngineError }
  /** It fails for good. Where nobody foresaw the error, the operator is told of it. */
  | { readonly becomes: 'failed'; readonly refusal: Refusal; readonly unforeseen: boolean }

/** Thrown for a job that was started MAX_STARTS times without any progress: the job itself may be what ends the process. */
export class GivenUp extends Error {}
/** Thrown for a job that went over its budget too often. */
export class OverBudget extends Error {}

type Rule = (end: JobEnd) => JobFate | undefined

/** The first rule that gives a fate decides. */
const RULES: readonly Rule[] = [
  ({ error, stopped }) => (error instanceof Stopped || stopped ? { becomes: 'given back' } : undefined),
  end => {
    if (!isPassing(end.error)) return undefined
    return end.overdue
      ? { becomes: 'failed', refusal: OVERDUE, unforeseen: false }
      : { becomes: 'put off', delay_ms: patience(end) }
  },
  end => {
    const { error: failure, attempt } = end
    if (!(failure instanceof EngineError) || !recovers(failure) || attempt >= MAX_ATTEMPTS) return undefined
    const delay_ms = Math.min(Math.max(patience(end), failure.retry_after_ms ?? 0), LONGEST_DELAY_MS)
    return { becomes: 'waiting for its engine', delay_ms, failure }
  },
  ({ error }) =>
    error instanceof OverBudget ? { becomes: 'failed', refusal: OVER_BUDGET, unforeseen: false } : undefined,
  ({ error }) =>
    error instanceof GivenUp ? { becomes: 'failed', refusal: BROKE_OFF_TOO_OFTEN, unforeseen: false } : undefined,
  ({ error }) => {
    const refusal = refusalOf(error)
    return refusal && { becomes: 'failed', refusal, unforeseen: false }
  },
]

/** Says what becomes of a job that did not succeed. */
export function fateOf(end: JobEnd): JobFate {
  for (const rule of RULES) {
    const fate = rule(end)
    if (fate !== undefined) return fate
  }
  return { becomes: 'failed', refusal: UNFORESEEN, unforeseen: true }
}

/** How long a job waits for an obstacle to pass: twice as long each time that it made no progress, up to the fifth. */
function patience({ lease_ms, attempt }: JobEnd): number {
  return lease_ms * 2 ** (Math.min(attempt, MAX_ATTEMPTS) - 1)
}

/** True for a failure that the engine may recover from without anybody's help. Limits were waited for already (patience.ts). */
function recovers({ kind, limit }: EngineError): boolean {
  return kind === 'passing' && limit === undefined
}

/** What a person reads of a failure that nobody foresaw. */
export const UNFORESEEN: Refusal = {
  code: 'internal_error',
  message: 'The work failed unexpectedly. No credits were charged. Create the translation again.',
}
const OVERDUE: Refusal = {
  code: 'file_retention_expired',
  message:
    'The service could not use its disk or its files until the retention time of the file was over. No credits were charged. Create the translation again from the file.',
}
const BROKE_OFF_TOO_OFTEN: Refusal = {
  code: 'internal_error',
  message: `The work was started ${MAX_STARTS} times and broke off each time. No credits were charged. Split the file and create it again.`,
}
