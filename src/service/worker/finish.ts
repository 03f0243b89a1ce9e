import { buildTermSearch } from '../../checks/index.ts'
import type { Unit } from '../../formats/index.ts'
import { DAY } from '../domain/time.ts'
import type { EngineJob } from '../engine/engine.ts'
import { verdict } from '../planner/selection.ts'
import { mayCount } from '../store/dialects/faults.ts'
import { rememberTranslations } from '../store/memory.ts'
import { completeBatch, type HeldLease, noteProgress } from '../store/outcomes.ts'
import { findPlan } from '../store/plans.ts'
import { findResult } from '../store/results.ts'
import { findTranslations, forgetTranslations } from '../store/translations.ts'
import { conditionsOf, sourceHasher } from '../translation/source-hash.ts'
import { Stopped } from '../translation/stopped.ts'
import { createMeter, SHARES } from './meter.ts'
import type { LanguageToWrite } from './report.ts'
import { jobsOf, type TranslationRun } from './run.ts'
import type { World } from './world.ts'
import { writeResult } from './write.ts'

/**
 * Writes the result from what is kept, completes the batch, and remembers its translations.
 *
 * @throws {ServiceError} internal_error when the file cannot be written so that it reads back
 * @throws {Stopped} on `signal` or when the lease was lost
 */
export async function finishBatch(run: TranslationRun): Promise<void> {
  const { held, batch, stored, original, signal, world } = run
  const { db, clock } = world
  const languages = run.jobs.map(job => languageOf(job, run))
  await noteProgress(db, held, 'writing', SHARES.writing[0], clock())
  // Every file is written and read again.
  const meter = createMeter(held, 'writing', stored.counts.segments * languages.length * 2, world)
  const source = stored.plan.source_language ?? undefined
  const writing = { batch, source, original, languages, signal, world, meter }
  const { quality, ...result } = await writeResult(writing)
  const replaced = await findResult(db, batch.id)
  let useless = true
  try {
    // Done before the batch is completed: whoever sees it completed may rely on the memory to have its translations.
    await rememberBatch(run)
    const now = clock()
    const keep_until = Math.max(batch.file_expires_at, now + world.settings.file_days * DAY)
    useless = !(await completeBatch(db, held, { ...result, quality, keep_until }, now))
  } catch (error) {
    useless = !mayCount(error)
    throw error
  } finally {
    if (useless) await world.files.remove(result.blob)
  }
  if (useless) throw new Stopped()
  if (replaced !== undefined) await world.files.remove(replaced.blob)
  // A caller that translated by itself may correct its answers as long as the file is there (retention.ts).
  if (run.engine.hands === 'service') await forgetTranslations(db, batch.id)
}

type Remembering = Pick<TranslationRun, 'batch' | 'engine' | 'jobs' | 'signal' | 'world'>

/** Puts what is kept for a batch into the memory, unless that is switched off. @throws {Stopped} on `signal` */
export async function rememberBatch({ batch, engine, jobs, signal, world }: Remembering): Promise<void> {
  if (!world.settings.memory || engine.forgetful) return
  for (const job of jobs) {
    const key = { workspace_id: batch.workspace_id, conditions: conditionsOf(engine, job) }
    await rememberTranslations(world.db, key, batch.id, job.target, world.clock())
    if (signal.aborted) throw new Stopped()
  }
}

/** Puts what is kept for a batch whose work has failed into the memory: it was paid for, and a second try finds it there. */
export async function rememberWhatIsKept(held: HeldLease, signal: AbortSignal, world: World): Promise<void> {
  const batch = await world.db.selectFrom('batches').selectAll().where('id', '=', held.id).executeTakeFirst()
  const stored = await findPlan(world.db, held.id)
  const engine = world.engines.byId(stored?.plan.engine ?? '')
  if (batch !== undefined && stored !== undefined && engine !== undefined) {
    await rememberBatch({ batch, engine, jobs: await jobsOf(stored, batch, world), signal, world })
  }
}

/** What is written for the units of one language. */
function languageOf(job: EngineJob, { batch, stored, engine, world }: TranslationRun): LanguageToWrite {
  const { target } = job
  const hashOf = sourceHasher(engine, job)
  const wanted = (unit: Unit): boolean => verdict(stored.intent.selection, unit).included
  const find: LanguageToWrite['find'] = async units => {
    const hashes = units.map(unit => (wanted(unit) ? hashOf(unit) : undefined))
    const asked = new Set(hashes.filter(hash => hash !== undefined))
    const kept = await findTranslations(world.db, batch.id, target, [...asked])
    return hashes.map(hash => (hash === undefined ? undefined : kept.get(hash)))
  }
  const glossary = job.glossary.length > 0 ? buildTermSearch({ glossary: job.glossary, keep: [] }) : undefined
  return { target, wanted, find, glossary }
}
