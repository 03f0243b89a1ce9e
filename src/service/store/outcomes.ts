import type { z } from 'zod'
import type { Phase, Quality } from '../../contract/batch.ts'
import type { Survey } from '../domain/survey.ts'
import { suggestionsColumn, surveyColumn } from './batches.ts'
import { release, settle } from './credits.ts'
import { type Database, write } from './database.ts'
import { LEASE_ENDED } from './leases.ts'
import { type MadeUnder, madeUnderColumn } from './made-under.ts'
import { putPlan, type StoredPlan } from './plans.ts'
import { qualityColumn } from './results.ts'
import type { BatchRow, ResultRow } from './schema.ts'
import { tell } from './telling.ts'
import { countUsage } from './usage.ts'

/**
 * The lease that a worker holds on a batch. A write that is given one changes nothing once another worker has taken the batch over,
 * or the work has ended.
 */
export interface HeldLease {
  readonly id: string
  readonly owner: string
}

/** The error columns of a batch without an error. */
export const NO_ERROR = { error_code: null, error_message: null } as const

type Change = Partial<Omit<BatchRow, 'id' | 'workspace_id'>>

/** What analysis found: a plan where an instruction was given, else suggestions. */
export interface Analysis {
  readonly survey: Survey
  readonly suggestions: readonly string[] | undefined
  readonly plan: StoredPlan | undefined
}

/** Ends the analysis: the batch awaits review. False when the claim was lost. */
export function finishAnalysis(db: Database, held: HeldLease, analysis: Analysis, now: number): Promise<boolean> {
  return write(db, async tx => {
    const change = {
      status: 'awaiting_review',
      survey_json: surveyColumn.write(analysis.survey),
      suggestions_json: analysis.suggestions === undefined ? null : suggestionsColumn.write(analysis.suggestions),
      word_count: analysis.survey.words,
      phase: 'planning',
      percent: null,
      progress_at: now,
      ...LEASE_ENDED,
    } as const
    if (!(await changeHeld(tx, held, 'analyzing', change))) return false
    if (analysis.plan !== undefined) await putPlan(tx, held.id, analysis.plan, now)
    return true
  })
}

export interface Finished extends Omit<ResultRow, 'batch_id' | 'quality_json' | 'made_under_json' | 'created_at'> {
  readonly quality: z.output<typeof Quality>
  /** Under which conditions its translations are kept; null where nobody knows. */
  readonly made_under: MadeUnder | null
  /** Until when original and result are kept, in milliseconds. */
  readonly keep_until: number
  /** What else changes with it. */
  readonly follow_up?: ((tx: Database, now: number) => Promise<void>) | undefined
}

/**
 * Ends the translation: result, state and the settling of its credits are one transaction, so that they happen together and
 * once. A corrected batch keeps the moment of its first completion. False when the claim was lost: then the caller has to remove
 * the new blob. When true, the caller has to remove the blob of the result that was replaced.
 */
export function completeBatch(db: Database, held: HeldLease, finished: Finished, now: number): Promise<boolean> {
  const { quality, made_under, keep_until, follow_up, ...result } = finished
  return write(db, async tx => {
    const change = {
      status: 'completed',
      phase: 'done',
      percent: 100,
      progress_at: now,
      file_expires_at: keep_until,
      ...NO_ERROR,
      ...LEASE_ENDED,
    } as const
    if (!(await changeHeld(tx, held, 'translating', change))) return false
    const first = { completed_at: now } as const
    const completed = tx.updateTable('batches').set(first).where('id', '=', held.id).where('completed_at', 'is', null)
    const batch = await completed.returning(['workspace_id', 'word_count', 'sample_of']).executeTakeFirst()
    // The words of a sample count with the batch that it is a sample of.
    if (batch !== undefined && batch.sample_of === null) {
      const counters = { batches_completed: 1, words_translated: batch.word_count ?? 0 }
      await countUsage(tx, batch.workspace_id, now, counters)
    }
    const made_under_json = made_under === null ? null : madeUnderColumn.write(made_under)
    const row = { ...result, quality_json: qualityColumn.write(quality), made_under_json, created_at: now }
    const made = tx.insertInto('results').values({ batch_id: held.id, ...row })
    await made.onConflict(on => on.column('batch_id').doUpdateSet(row)).execute()
    await settle(tx, held.id, now)
    await follow_up?.(tx, now)
    return true
  })
}

/**
 * Ends the work with a failure and gives its credits back. False when the claim was lost. False also for a correction of a completed
 * batch: the batch goes back to its earlier result, and its error says that the correction is not in it.
 */
export function failBatch(
  db: Database,
  held: HeldLease,
  error: { code: string; message: string },
  now: number,
): Promise<boolean> {
  return write(db, async tx => {
    const change = {
      status: 'failed',
      error_code: error.code,
      error_message: error.message,
      progress_at: now,
      ...LEASE_ENDED,
    } as const
    if (await backToResult(tx, held, error.code, now)) return false
    const failed =
      (await changeHeld(tx, held, 'analyzing', change)) || (await changeHeld(tx, held, 'translating', change))
    if (failed) await release(tx, held.id, now)
    return failed
  })
}

/**
 * Ends the work on a batch whose approved estimate is used up: it awaits review again, with a new plan. What was approved is closed
 * with what was used of it, in the same transaction. False when the claim was lost.
 */
export function backToReview(db: Database, held: HeldLease, next: StoredPlan, now: number): Promise<boolean> {
  return write(db, async tx => {
    const review = { status: 'awaiting_review', phase: 'planning', percent: null, progress_at: now } as const
    if (!(await changeHeld(tx, held, 'translating', { ...review, ...NO_ERROR, ...LEASE_ENDED }))) return false
    await putPlan(tx, held.id, next, now)
    await release(tx, held.id, now)
    return true
  })
}

/** Notes what the work waits for, as the error of the batch, until the next segment is kept. The work goes on by itself. */
export async function noteObstacle(db: Database, held: HeldLease, why: string): Promise<void> {
  await db
    .updateTable('batches')
    .set({ error_code: 'service_unavailable', error_message: `${why} The work waits for it and goes on by itself.` })
    .where('id', '=', held.id)
    .where('lease_owner', '=', held.owner)
    .where('status', '=', 'translating')
    .execute()
}

/** Notes how far the work is; `percent` from 0 to 100, null where nobody can say. */
export async function noteProgress(db: Database, held: HeldLease, phase: Phase, percent: number | null, now: number) {
  await db
    .updateTable('batches')
    .set({ phase, percent, progress_at: now })
    .where('id', '=', held.id)
    .where('lease_owner', '=', held.owner)
    .execute()
}

const UNWRITTEN = 'The last correction could not be written: the result does not have it. Send the correction again.'

async function backToResult(tx: Database, held: HeldLease, error_code: string, now: number): Promise<boolean> {
  const batch = await tx.selectFrom('batches').select('completed_at').where('id', '=', held.id).executeTakeFirst()
  if ((batch?.completed_at ?? null) === null) return false
  const result = { status: 'completed', phase: 'done', percent: 100, progress_at: now, ...LEASE_ENDED } as const
  return changeHeld(tx, held, 'translating', { ...result, error_code, error_message: UNWRITTEN })
}

async function changeHeld(tx: Database, held: HeldLease, status: BatchRow['status'], change: Change): Promise<boolean> {
  const result = await tx
    .updateTable('batches')
    .set(change)
    .where('id', '=', held.id)
    .where('lease_owner', '=', held.owner)
    .where('status', '=', status)
    .executeTakeFirst()
  if (result.numUpdatedRows === 0n) return false
  await tell(tx, 'moved', held.id)
  return true
}
