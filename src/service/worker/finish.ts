import { buildTermSearch } from '../../checks/index.ts'
import type { Unit } from '../../formats/index.ts'
import { ServiceError } from '../domain/errors.ts'
import { DAY } from '../domain/time.ts'
import type { EngineJob } from '../engine/engine.ts'
import type { Original } from '../files/original.ts'
import { verdict } from '../planner/selection.ts'
import { opennessOf } from '../segments/index.ts'
import { mayCount } from '../store/dialects/faults.ts'
import type { MadeUnder } from '../store/made-under.ts'
import { completeBatch, type HeldLease, noteProgress } from '../store/outcomes.ts'
import { findPlan, type StoredPlan } from '../store/plans.ts'
import { findResult } from '../store/results.ts'
import type { BatchRow } from '../store/schema.ts'
import { findNumberedTranslations } from '../store/translations.ts'
import { uncheckedFor } from '../translation/job.ts'
import { conditionsKept, hashingOf, madeUnder } from '../translation/made-under.ts'
import { sourceHasher } from '../translation/source-hash.ts'
import { Stopped } from '../translation/stopped.ts'
import { createMeter, SHARES } from './meter.ts'
import type { RecentlyKept } from './recently-kept.ts'
import { type Remembering, rememberingFor } from './remember.ts'
import type { LanguageToWrite } from './report.ts'
import { readingOf, type TranslationRun } from './run.ts'
import { countSample, type FollowUp } from './sample.ts'
import type { World } from './world.ts'
import { writeResult } from './write.ts'

/** A batch whose translations are all kept. */
export interface Finishing {
  readonly held: HeldLease
  readonly batch: BatchRow
  readonly stored: StoredPlan
  readonly original: Original
  readonly signal: AbortSignal
  readonly world: World
  /** The conditions that its translations are kept under. */
  readonly made: MadeUnder
  /** What the run that just ended has kept; the rest is looked up. */
  readonly recent?: RecentlyKept | undefined
}

type RememberingOf = (job: EngineJob) => Promise<Remembering | undefined>

/** What belongs to the first completion of a batch. */
interface Completing {
  /** Opens the memory for what is written: whoever sees the batch completed may rely on it. */
  readonly rememberingOf?: RememberingOf
  /** Runs when the result is written, and gives what belongs into the transaction that completes the batch. */
  readonly before?: () => Promise<FollowUp | undefined>
}

/**
 * Writes the result from what is kept, and completes the batch. What is kept stays until the file goes (retention.ts), so that it can be
 * corrected.
 *
 * @throws {ServiceError} internal_error when the file cannot be written so that it reads back
 * @throws {Stopped} on `signal` or when the lease was lost
 */
export async function finishBatch(finishing: Finishing, { rememberingOf, before }: Completing = {}): Promise<void> {
  const { held, batch, stored, original, signal, world, made } = finishing
  const { db, clock } = world
  const languages = await Promise.all(made.jobs.map(job => languageOf(job, finishing, rememberingOf)))
  await noteProgress(db, held, 'writing', SHARES.writing[0], clock())
  // Every file is written and read again.
  const meter = createMeter(held, 'writing', stored.counts.segments * languages.length * 2, world)
  const source = stored.plan.source_language ?? undefined
  const writing = { batch, source, original, languages, signal, world, meter }
  const { quality, ...result } = await writeResult(writing)
  const replaced = await findResult(db, batch.id)
  let useless = true
  try {
    const follow_up = await before?.()
    const now = clock()
    const keep_until = Math.max(batch.file_expires_at, now + world.settings.file_days * DAY)
    const finished = { ...result, quality, made_under: made, keep_until, follow_up }
    useless = !(await completeBatch(db, held, finished, now))
  } catch (error) {
    useless = !mayCount(error)
    throw error
  } finally {
    if (useless) await world.files.remove(result.blob)
  }
  if (useless) throw new Stopped()
  if (replaced !== undefined) await world.files.remove(replaced.blob)
}

/** Writes the result of a batch that was just translated, and remembers its translations. Throws as `finishBatch` does. */
export async function finishRun(run: TranslationRun): Promise<void> {
  await finishBatch(
    { ...run, made: madeUnder(run.engine, run.jobs) },
    {
      rememberingOf: job => rememberingFor(job, run),
      before: () => countSample(run.held, run.batch, run.world),
    },
  )
}

/**
 * Writes the result of a completed batch anew, with the corrections that are kept by now. That needs no engine.
 *
 * @throws {ServiceError} as `originalOf` and `finishBatch`; internal_error where the plan is gone
 * @throws {Stopped} on `signal` or when the lease was lost
 */
export async function rewriteBatch(held: HeldLease, batch: BatchRow, signal: AbortSignal, world: World): Promise<void> {
  const stored = await findPlan(world.db, batch.id)
  const made = stored && (await conditionsKept(batch, stored, world))
  if (stored === undefined || made === undefined) {
    throw new ServiceError('internal_error', 'What is kept of this translation cannot be read.')
  }
  const original = await readingOf(batch, stored, signal, world)
  await finishBatch({ held, batch, stored, original, signal, world, made })
}

/** What is written for the units of one language. */
async function languageOf(
  job: EngineJob,
  { batch, stored, made, recent, world }: Finishing,
  rememberingOf?: RememberingOf,
): Promise<LanguageToWrite> {
  const { target } = job
  const hashOf = sourceHasher(hashingOf(made), job, batch)
  const [openness] = await opennessOf(world.db, batch.id, [target])
  const handed = openness?.total ?? 0
  // Lines that were handed out to somebody have numbers, which the database knows.
  const recentOf = (hash: string) => (handed > 0 ? undefined : recent?.find(target, hash))
  const wanted = (unit: Unit): boolean => verdict(stored.intent.selection, unit).included
  const find: LanguageToWrite['find'] = async units => {
    const hashes = units.map(unit => (wanted(unit) ? hashOf(unit) : undefined))
    const known = hashes.map(hash => (hash === undefined ? undefined : recentOf(hash)))
    const asked = hashes.flatMap((hash, at) => (hash === undefined || known[at] !== undefined ? [] : [hash]))
    const kept = await findNumberedTranslations(world.db, batch.id, target, [...new Set(asked)])
    return hashes.map((hash, at) => (hash === undefined ? undefined : (known[at] ?? kept.get(hash))))
  }
  const glossary = job.glossary.length > 0 ? buildTermSearch({ glossary: job.glossary, keep: [] }) : undefined
  return {
    target,
    says: { made: { by: made.engine.id, at: world.clock() }, unreviewed: stored.intent.mark_unreviewed },
    wanted,
    find,
    remembering: await rememberingOf?.(job),
    unchecked: uncheckedFor(stored.plan, job.source, target, world.settings.unchecked),
    glossary,
    handed,
  }
}
