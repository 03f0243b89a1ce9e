import { setTimeout } from 'node:timers/promises'
import type { Conditions } from '../../checks/index.ts'
import { extensionOf } from '../../contract/formats.ts'
import type { Plan } from '../../contract/plan.ts'
import { traitsOf } from '../../formats/index.ts'
import { ServiceError } from '../domain/errors.ts'
import { aboutEngine } from '../engine/configured.ts'
import { requireRetained } from '../files/original.ts'
import type { Call, Deps } from '../http/route.ts'
import { requireBatch } from '../store/batches.ts'
import type { Database } from '../store/database.ts'
import { findPlan } from '../store/plans.ts'
import type { BatchRow } from '../store/schema.ts'
import { checkedBy, jobOf } from '../translation/job.ts'

/** A batch whose segments its caller translates, with the plan it was approved by. */
export interface AgentBatch {
  readonly batch: BatchRow
  readonly plan: Plan
}

/**
 * Finds a batch of the caller's workspace for handing out segments or taking answers.
 *
 * @throws {ServiceError} batch_not_found, plan_changed, file_retention_expired, batch_not_editable where the service translates it
 *   by itself, or it is not approved, failed or archived
 */
export async function requireAgentBatch(
  db: Database,
  workspaceId: string,
  id: string,
  revision: string | undefined,
  now: number,
): Promise<AgentBatch> {
  const { batch, plan } = await planned(db, workspaceId, id, revision)
  if (plan !== undefined && aboutEngine(plan.engine)?.by_caller !== true) throw translatesItself()
  requireRetained(batch, now)
  const open = batch.status === 'translating' || batch.status === 'completed'
  if (plan === undefined || !open || batch.archived === 1) throw new ServiceError('batch_not_editable', whyNot(batch))
  return { batch, plan }
}

/**
 * Finds a completed batch of the caller's workspace, whichever engine translated it, for reading its lines or taking corrections; also
 * while a correction of it is being written.
 *
 * @throws {ServiceError} batch_not_found, plan_changed, file_retention_expired, batch_not_editable where it is not completed or archived
 */
export async function requireFinished(
  db: Database,
  workspaceId: string,
  id: string,
  revision: string | undefined,
  now: number,
): Promise<AgentBatch> {
  const { batch, plan } = await planned(db, workspaceId, id, revision)
  requireRetained(batch, now)
  if (plan !== undefined && isFinished(batch) && batch.archived === 0) return { batch, plan }
  throw new ServiceError('batch_not_editable', isFinished(batch) ? whyNot(batch) : NOT_FINISHED)
}

/** True for a completed batch, also while a correction of it is being written. */
export function isFinished({ completed_at }: Pick<BatchRow, 'completed_at'>): boolean {
  return completed_at !== null
}

const NOT_FINISHED = 'Its lines can be read and corrected once the translation is completed.'

/** A batch with its plan, which has to be the one that is named. */
async function planned(db: Database, workspaceId: string, id: string, revision: string | undefined) {
  const batch = await requireBatch(db, workspaceId, id)
  const plan = (await findPlan(db, batch.id))?.plan
  if (plan !== undefined && revision !== undefined && revision !== plan.plan_revision) {
    const message = `The plan is now ${plan.plan_revision}, not the one you name. Nothing was changed: read the plan, and ask for segments of it.`
    throw new ServiceError('plan_changed', message, { param: 'plan_revision' })
  }
  return { batch, plan }
}

function translatesItself(): ServiceError {
  const message =
    'The service translates this file by itself; no segments are handed out. Its lines can be read and corrected once it is completed.'
  return new ServiceError('batch_not_editable', message)
}

function whyNot({ status, archived, error_message }: BatchRow): string {
  if (archived === 1) return 'The translation is archived. Unarchive it first (archived: false).'
  if (status === 'failed') return `The translation has failed: ${error_message ?? 'no reason is known'}`
  if (status === 'awaiting_review')
    return 'The translation awaits its approval: there are segments once its plan is approved.'
  return `The translation is ${status}; there are segments once its plan is approved.`
}

/** While a worker extracts the segments: how often the batch is read again, and how long a call waits at most. In milliseconds. */
const LOOK_MS = 10
const PATIENCE_MS = 10_000

/**
 * Finds the batch as `requireAgentBatch` does, and waits until a worker has extracted its segments.
 *
 * @throws {ServiceError} as `requireAgentBatch`; service_unavailable after `PATIENCE_MS`, or when the call was aborted
 */
export async function requireExtracted(
  { params, caller, signal }: Pick<Call<SegmentOperation>, 'params' | 'caller' | 'signal'>,
  revision: string | undefined,
  { db, jobs, clock }: Deps,
): Promise<AgentBatch> {
  for (let waited = 0; ; waited += LOOK_MS) {
    const handed = await requireAgentBatch(db, caller.workspace.id, params.batch_id, revision, clock())
    if (isExtracted(handed.batch)) return handed
    if (waited === 0) jobs.wake()
    if (waited >= PATIENCE_MS || signal.aborted) {
      const message = 'The text is still being extracted from the file. Ask again in a moment.'
      throw new ServiceError('service_unavailable', message, { retryAfterSeconds: 2 })
    }
    await setTimeout(LOOK_MS)
  }
}

type SegmentOperation = typeof import('../../contract/operations.ts')['api']['batches']['answerSegments']

function isExtracted({ status, phase }: BatchRow): boolean {
  return status === 'completed' || phase === 'awaiting_translations' || phase === 'writing'
}

/** The conditions that answers in a language are checked under, with the glossary as it is now. */
export async function batchConditions({ batch, plan }: AgentBatch, target: string, deps: Deps): Promise<Conditions> {
  return checkedBy(await jobOf(plan, target, batch, deps), traitsOf(extensionOf(batch.file_name)))
}
