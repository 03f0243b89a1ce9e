import { LIMITS } from '../../contract/limits.ts'
import { api } from '../../contract/operations.ts'
import { approvalRefusal } from '../domain/batch-state.ts'
import { ServiceError } from '../domain/errors.ts'
import { fold } from '../domain/fold.ts'
import { requireFile } from '../files/original.ts'
import { type Call, type Deps, handle } from '../http/route.ts'
import { requireBatch } from '../store/batches.ts'
import { FRESH } from '../store/creations.ts'
import { write } from '../store/database.ts'
import { mayCount } from '../store/dialects/faults.ts'
import { findPlan } from '../store/plans.ts'
import { addSample, discardSample, findSample, isBeingSampled, sampledBatch } from '../store/samples.ts'
import type { BatchRow } from '../store/schema.ts'
import { viewPlanned } from '../views/plan.ts'
import { currentPlan } from './current-plan.ts'
import { chargesOf } from './spending.ts'

type Asked = Call<typeof api.batches.sample>

/**
 * Plans a sample of a plan: a translation by itself, of a few texts, which a person approves by itself. Nothing is spent. Each plan has one
 * sample: asked for again, it is the same one, also after it was translated (assumptions.md, Sample).
 */
export const sampleBatchRoute = handle(api.batches.sample, async (call, deps) => {
  const { db, jobs } = deps
  const { params, body, caller, signal } = call
  const whole = await requireBatch(db, caller.workspace.id, params.batch_id)
  const known = await findSample(db, whole.id, body.expected_plan_revision)
  const sample = known ?? (await makeSample(whole, call, deps))
  if ((await findPlan(db, sample.id)) === undefined) {
    try {
      await jobs.plan(sample.id, 'sample', signal)
    } catch (error) {
      const blob = await write(db, tx => discardSample(tx, sample.id))
      if (blob !== undefined) await deps.files.remove(blob)
      throw error
    }
  }
  const planned = await requireBatch(db, caller.workspace.id, sample.id)
  return { data: viewPlanned(planned, await currentPlan(db, planned)) }
})

/** @throws {ServiceError} as approving the whole plan would, but for its cost; plan_invalid where nobody is charged for it */
async function makeSample(
  whole: BatchRow,
  { body, caller }: Asked,
  { db, files, clock, newId }: Deps,
): Promise<BatchRow> {
  const stored = await currentPlan(db, whole)
  const refusal = approvalRefusal(whole.status, stored !== undefined, whole.archived === 1)
  if (stored === undefined || refusal !== undefined) {
    throw new ServiceError(
      refusal ?? 'no_plan_yet',
      'There is no plan that awaits approval, so there is nothing to sample.',
    )
  }
  if (stored.plan.plan_revision !== body.expected_plan_revision) throw changed(stored.plan.plan_revision)
  if (whole.sample_of !== null) throw new ServiceError('plan_invalid', 'This is a sample itself: approve it as it is.')
  if (chargesOf(stored.plan).length === 0) {
    throw new ServiceError(
      'plan_invalid',
      'This plan charges nobody, so that a sample would save nothing. Approve the plan itself.',
    )
  }
  const now = clock()
  const original = await requireFile(whole, files, now)
  // A file of its own: each can be deleted without the other.
  const { blob } = await files.put(files.open(original), whole.file_bytes)
  const { project, hash_edition, survey_json } = whole
  const row: BatchRow = {
    ...{ ...whole, ...FRESH, project, hash_edition, survey_json },
    ...{
      id: newId('bat'),
      ...named(whole),
      created_by: caller.caller_id,
      file_blob: blob,
      created_at: now,
      progress_at: now,
    },
    ...{
      status: 'awaiting_review',
      phase: 'planning',
      sample_of: whole.id,
      sample_revision: body.expected_plan_revision,
    },
  }
  let made: BatchRow | undefined
  let drop = true
  try {
    made = await write(db, tx => addSample(tx, row))
    drop = made.id !== row.id
  } catch (error) {
    drop = !mayCount(error)
    throw error
  } finally {
    if (drop) await files.remove(blob)
  }
  return made
}

function named({ name, file_name }: BatchRow): Pick<BatchRow, 'name' | 'search_key'> {
  const most = LIMITS.name_length.max - SAMPLE.length
  const own = `${Array.from(name ?? file_name)
    .slice(0, most)
    .join('')}${SAMPLE}`
  return { name: own, search_key: fold(own) }
}

const SAMPLE = ' (sample)'

function changed(plan_revision: string): ServiceError {
  const message = `The plan is now ${plan_revision}, not the one you expect. Nothing was spent: read the plan, then ask for its sample.`
  return new ServiceError('plan_changed', message, { param: 'expected_plan_revision' })
}

/**
 * Refuses the approval of a sample whose batch has another plan by now, and of a batch whose sample is translated just now. Call it inside
 * the transaction that approves.
 *
 * @throws {ServiceError} plan_changed, batch_not_awaiting_approval
 */
export async function checkSamples(tx: Deps['db'], batch: BatchRow): Promise<void> {
  if (await isBeingSampled(tx, batch.id)) {
    throw new ServiceError(
      'plan_changed',
      'A sample of this translation is being translated, and its plan changes with it. Nothing was spent: read the plan when the sample is done.',
    )
  }
  const whole = await sampledBatch(tx, batch)
  if (whole === undefined) return
  const stored = await currentPlan(tx, whole)
  if (approvalRefusal(whole.status, stored !== undefined, whole.archived === 1) !== undefined) {
    throw new ServiceError(
      'batch_not_awaiting_approval',
      'The translation that this is a sample of does not await approval any more. Nothing was spent.',
    )
  }
  if (stored?.plan.plan_revision !== batch.sample_revision) {
    throw new ServiceError(
      'plan_changed',
      'The translation that this is a sample of has another plan now. Nothing was spent: read that plan, then ask for its sample.',
    )
  }
}
