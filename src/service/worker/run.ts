import { ServiceError } from '../domain/errors.ts'
import type { Engine, EngineJob } from '../engine/engine.ts'
import { type FileOfBatch, type Original, originalOf } from '../files/original.ts'
import { formatFor } from '../planner/selection.ts'
import type { Extraction } from '../segments/index.ts'
import type { HeldLease } from '../store/outcomes.ts'
import { findPlan, type StoredPlan } from '../store/plans.ts'
import type { BatchRow } from '../store/schema.ts'
import { jobOf } from '../translation/job.ts'
import type { Asking } from './asking.ts'
import { paced } from './pace.ts'
import type { RecentlyKept } from './recently-kept.ts'
import type { World } from './world.ts'

/**
 * One translation under way. Its `jobs` are as they were when the work began: a glossary that changes later does not change them.
 */
export interface TranslationRun extends Extraction {
  readonly world: World
  /** See Asking. */
  readonly waits?: Asking['waits']
  /** Source hashes of what the memory gave and need not be told again: see `Recalled`. */
  readonly noted?: Set<string>
  /** What this run has kept so far. */
  readonly recent?: RecentlyKept
}

/**
 * Everything the work on a batch needs.
 *
 * @throws {ServiceError} as `originalOf`; service_unavailable when the engine is not there, or would send the text to another place
 *   than the approved one
 */
export async function runOf(
  held: HeldLease,
  batch: BatchRow,
  signal: AbortSignal,
  world: World,
): Promise<TranslationRun> {
  const stored = await findPlan(world.db, batch.id)
  const engine = world.engines.byId(stored?.plan.engine ?? '')
  if (stored === undefined || engine === undefined) {
    throw new ServiceError('service_unavailable', 'The engine of this plan is no longer available. Create it again.')
  }
  checkDestination(stored.plan, engine)
  const original = await readingOf(batch, stored, signal, world)
  return { held, batch, stored, original, engine, jobs: await jobsOf(stored, batch, world), signal, world }
}

/** The original of a batch as its plan reads it, with a turn for everything else now and then. @throws {ServiceError} as `originalOf` */
export async function readingOf(
  batch: FileOfBatch,
  { intent, plan }: Pick<StoredPlan, 'intent' | 'plan'>,
  signal: AbortSignal | undefined,
  { files }: Pick<World, 'files'>,
): Promise<Original> {
  const { format, open } = await originalOf(batch, files)
  const file = { file_name: batch.file_name, source: plan.source_language ?? undefined }
  return { format: paced(formatFor(format, intent, file), signal), open }
}

/** What holds for each target language of a plan, in its order. */
export function jobsOf({ plan }: StoredPlan, batch: BatchRow, world: World): Promise<EngineJob[]> {
  return Promise.all(plan.target_languages.map(target => jobOf(plan, target, batch, world)))
}

const NO_WORK = { words: 0, characters: 0, credits: 0, usage: 0 } as const

/** A person approved where the text goes. An engine that would send it elsewhere by now does not get it (ENG-1). */
function checkDestination({ text_goes_to: agreed }: StoredPlan['plan'], engine: Engine): void {
  if (engine.hands === 'caller' || agreed === null) return
  const now = engine.describe(NO_WORK).text_goes_to
  if (now === agreed) return
  const message = `Where the text goes has changed since the approval. Approved: ${agreed}. Now: ${now}. Nothing was sent to the new place, and no credits were charged. Create the translation again to approve it.`
  throw new ServiceError('service_unavailable', message)
}
