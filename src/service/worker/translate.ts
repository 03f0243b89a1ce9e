import { buildTermSearch } from '../../checks/index.ts'
import type { Unit } from '../../formats/index.ts'
import { ServiceError } from '../domain/errors.ts'
import { DAY } from '../domain/time.ts'
import type { Engine, EngineJob, Segment } from '../engine/engine.ts'
import { type Original, originalOf } from '../files/original.ts'
import { formatFor, verdict } from '../planner/selection.ts'
import { isAnswered } from '../segments/prepare.ts'
import { rememberTranslations } from '../store/memory.ts'
import { completeBatch, type Held, noteProgress } from '../store/outcomes.ts'
import { findPlan, type StoredPlan } from '../store/plans.ts'
import { findResult } from '../store/results.ts'
import type { BatchRow } from '../store/schema.ts'
import { forgetTranslations } from '../store/translations.ts'
import { type Asking, askRound } from './asking.ts'
import { collectRounds } from './collecting.ts'
import { checkedBy, jobOf } from './job.ts'
import { createKeeper } from './keeper.ts'
import { createMeter, type Meter, SHARES } from './meter.ts'
import { paced } from './pace.ts'
import { createPool } from './pool.ts'
import { remembering } from './remembering.ts'
import type { Language } from './report.ts'
import { conditionsOf, keptOf, namer } from './segments.ts'
import { Stopped, type World } from './world.ts'
import { writeResult } from './write.ts'

/** One translation under way. */
export interface Run {
  readonly held: Held
  readonly batch: BatchRow
  readonly stored: StoredPlan
  readonly original: Original
  readonly engine: Engine
  /** What holds for each target language, as it was when the work began: a glossary that changes meanwhile is that of the next. */
  readonly jobs: readonly EngineJob[]
  readonly signal: AbortSignal
  readonly world: World
  /** See Asking. */
  readonly waits?: Asking['waits']
}

/**
 * Translates an approved batch: segments that were kept by an earlier run or are remembered are not asked for. Then the result is
 * written, read again, and the batch completed. Where the caller translates, its segments are made ready for it first.
 *
 * @throws Stopped on `signal` or when the claim was lost; EngineError; what the format throws
 */
export async function translateBatch(
  held: Held,
  batch: BatchRow,
  signal: AbortSignal,
  world: World,
  waits?: Asking['waits'],
): Promise<void> {
  const run = { ...(await runOf(held, batch, signal, world)), waits }
  if (run.engine.hands === 'caller') {
    if (await isAnswered(run)) await finishBatch(run)
    return
  }
  const { counts } = run.stored
  const meter = createMeter(held, 'translating', counts.selected_segments * run.jobs.length, world)
  for (const job of run.jobs) await translateInto(job, run, meter)
  await finishBatch(run)
}

/** Everything the work on a batch needs. @throws ServiceError when its engine or its file is not there */
export async function runOf(held: Held, batch: BatchRow, signal: AbortSignal, world: World): Promise<Run> {
  const stored = await findPlan(world.db, batch.id)
  const engine = world.engines.byId(stored?.plan.engine ?? '')
  if (stored === undefined || engine === undefined) {
    throw new ServiceError('service_unavailable', 'The engine of this plan is no longer available. Create it again.')
  }
  checkDestination(stored.plan, engine)
  const { format, open } = await originalOf(batch, world.files)
  const original = { format: paced(formatFor(format, stored.intent.selection), signal), open }
  return { held, batch, stored, original, engine, jobs: await jobsOf(stored, batch, world), signal, world }
}

function jobsOf({ plan }: StoredPlan, { workspace_id }: BatchRow, world: World): Promise<EngineJob[]> {
  return Promise.all(plan.target_languages.map(target => jobOf(plan, target, workspace_id, world)))
}

const NO_WORK = { words: 0, characters: 0, credits: 0 } as const

/** Whoever approved a plan agreed to where its text goes: an engine with another address by now is not given it (ENG-1). */
function checkDestination({ text_goes_to: agreed }: StoredPlan['plan'], engine: Engine): void {
  if (engine.hands === 'caller' || agreed === null) return
  const now = engine.describe(NO_WORK).text_goes_to
  if (now === agreed) return
  const message = `The text would go elsewhere than was approved, which was: ${agreed}. Now it is: ${now}. It was not sent there, and no credits were charged. Create the translation again to approve that.`
  throw new ServiceError('service_unavailable', message)
}

/** Writes the result from what is kept, completes the batch, and remembers its translations. @throws Stopped */
export async function finishBatch(run: Run): Promise<void> {
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
  let completed = false
  try {
    // Before it is completed: whoever sees it completed may count on its translations.
    await rememberBatch(run)
    const now = clock()
    const keep_until = Math.max(batch.file_expires_at, now + world.settings.file_days * DAY)
    completed = await completeBatch(db, held, { ...result, quality, keep_until }, now)
  } finally {
    if (!completed) await world.files.remove(result.blob)
  }
  if (!completed) throw new Stopped()
  if (replaced !== undefined) await world.files.remove(replaced.blob)
  // What a caller translated it may correct, as long as the file is there (files/retention.ts).
  if (run.engine.hands === 'service') await forgetTranslations(db, batch.id)
}

/** The same for a batch whose work has failed, as far as it came. */
export async function rememberWhatIsKept(held: Held, signal: AbortSignal, world: World): Promise<void> {
  const batch = await world.db.selectFrom('batches').selectAll().where('id', '=', held.id).executeTakeFirst()
  const stored = await findPlan(world.db, held.id)
  const engine = world.engines.byId(stored?.plan.engine ?? '')
  if (batch !== undefined && stored !== undefined && engine !== undefined) {
    await rememberBatch({ batch, engine, jobs: await jobsOf(stored, batch, world), signal, world })
  }
}

type Remembering = Pick<Run, 'batch' | 'engine' | 'jobs' | 'signal' | 'world'>

/** Puts what is kept for a batch into the memory, where there is one: also of work that failed, since it was paid for. */
export async function rememberBatch({ batch, engine, jobs, signal, world }: Remembering): Promise<void> {
  if (!world.settings.memory || engine.forgetful) return
  for (const job of jobs) {
    const key = { workspace_id: batch.workspace_id, conditions: conditionsOf(engine, job) }
    await rememberTranslations(world.db, key, batch.id, job.target, world.clock())
    if (signal.aborted) throw new Stopped()
  }
}

/** What is written for the units of one language. */
function languageOf(job: EngineJob, { batch, stored, engine, world }: Run): Language {
  const { target } = job
  const nameOf = namer(engine, job)
  const wanted = (unit: Unit): boolean => verdict(stored.intent.selection, unit).included
  const find = (unit: Unit) => (wanted(unit) ? world.kept.find(batch.id, target, nameOf(unit)) : undefined)
  const glossary = job.glossary.length > 0 ? buildTermSearch({ glossary: job.glossary, keep: [] }) : undefined
  return { target, wanted, find, glossary }
}

/** Has every segment of one language kept: as it was before, as it is remembered, or as the engine translates it. */
async function translateInto(job: EngineJob, run: Run, meter: Meter): Promise<void> {
  const { batch, stored, original, engine, signal, world, waits } = run
  const { target } = job
  const conditions = checkedBy(job, original.format)
  const keeper = createKeeper(world.db, batch.id, target)
  const pool = createPool(engine.round.concurrency)
  const under_way = new Set<string>()
  const memory = remembering(engine, job, conditions, batch.workspace_id, world)
  const nameOf = namer(engine, job)

  async function translateRound(round: readonly Segment[]): Promise<void> {
    const keep = (kept: Parameters<typeof keeper.keep>[0]): void => {
      keeper.keep(kept)
      meter.done(1)
    }
    try {
      await askRound(round, { engine, job, conditions, stop: signal, keep, waits })
    } finally {
      await keeper.settled()
    }
    for (const { id } of round) under_way.delete(id)
    await meter.note()
  }

  /** The name of a segment that has to be asked for; undefined for one that need not be. */
  function wanting(unit: Unit): string | undefined {
    if (!verdict(stored.intent.selection, unit).included) return undefined
    const id = nameOf(unit)
    if (!under_way.has(id) && world.kept.find(batch.id, target, id) === undefined) {
      const found = memory(id, unit)
      if (found === undefined) {
        under_way.add(id)
        return id
      }
      keeper.keep(keptOf(found.segment, found.judged))
    }
    meter.done(1)
    return undefined
  }

  try {
    const units = original.format.scan(original.open(), { target: { language: target } })
    for await (const round of collectRounds(units, engine.round, wanting)) {
      if (signal.aborted) throw new Stopped()
      if (round.length > 0) await pool.run(() => translateRound(round))
      if (keeper.waiting > MOST_WAITING) await keeper.settled()
      await meter.note()
    }
  } finally {
    await Promise.allSettled([pool.settled(), keeper.settled()])
  }
  await pool.settled()
  await keeper.settled()
  if (signal.aborted) throw new Stopped()
}

/** Segments found in the memory that may wait for being written down: more wait for the writing. */
const MOST_WAITING = 2000
