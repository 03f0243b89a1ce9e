import type { EngineJob, Segment } from '../engine/engine.ts'
import { extractSegments } from '../segments/index.ts'
import type { HeldLease } from '../store/outcomes.ts'
import type { BatchRow } from '../store/schema.ts'
import { type Kept, keepsAny } from '../store/translations.ts'
import { exampling } from '../translation/examples.ts'
import { checkedBy } from '../translation/job.ts'
import { remembering } from '../translation/remembering.ts'
import { Stopped } from '../translation/stopped.ts'
import { AllowanceSpent, withinAllowance } from './allowance.ts'
import { askAgain } from './ask-again.ts'
import { createAsked } from './asked.ts'
import { type Asking, askRound } from './asking.ts'
import { collectRounds } from './collecting.ts'
import { finishRun, rewriteBatch } from './finish.ts'
import { createKeeper } from './keeper.ts'
import { createMeter, type Meter } from './meter.ts'
import { createPatience } from './patience.ts'
import { createPool } from './pool.ts'
import { createRecentlyKept } from './recently-kept.ts'
import { runOf, type TranslationRun } from './run.ts'
import { wantingFor } from './wanting.ts'
import type { World } from './world.ts'

/**
 * Translates an approved batch: segments that were kept by an earlier run or are remembered are not asked for. Then the result is
 * written, read again, and the batch completed. A completed batch is written anew. Where the approved estimate is used up before, the batch awaits review again. Where the caller translates, its segments are made ready for it first.
 *
 * @throws {Stopped} on `signal` or when the lease was lost
 * @throws {EngineError} when the engine is not available
 * @throws {ServiceError} as `runOf`, `finishRun` and `rewriteBatch`
 * @throws {FormatError} when the file cannot be read
 */
export async function translateBatch(
  held: HeldLease,
  batch: BatchRow,
  signal: AbortSignal,
  world: World,
  waits?: Asking['waits'],
): Promise<void> {
  if (batch.completed_at !== null) return await rewriteBatch(held, batch, signal, world)
  const whole = await runOf(held, batch, signal, world)
  const run = {
    ...whole,
    engine: await withinAllowance(world.db, batch.id, whole.engine),
    waits,
    noted: new Set<string>(),
    recent: createRecentlyKept(),
  }
  if (run.engine.hands === 'caller') {
    if (await extractSegments(run)) await finishRun(run)
    return
  }
  const { counts } = run.stored
  const meter = createMeter(held, 'translating', counts.selected_segments * run.jobs.length, world)
  try {
    for (const job of run.jobs) await translateInto(job, run, meter)
  } catch (error) {
    if (!(error instanceof AllowanceSpent)) throw error
    return await askAgain(held, batch, world)
  }
  await finishRun(run)
}

/** Translates into one language. Then every segment is kept: from an earlier run, from the memory, or from the engine. */
async function translateInto(job: EngineJob, run: TranslationRun, meter: Meter): Promise<void> {
  const { batch, original, engine, signal, world, waits } = run
  const conditions = checkedBy(job, original.format.traits)
  const isCharged = engine.metering !== undefined
  const written = (kept: readonly Kept[]): void => run.recent?.add(job.target, kept)
  const keeper = createKeeper(world.db, run.held, job.target, { charged: isCharged, written })
  const patience = createPatience()
  const pool = createPool(engine.round.concurrency)
  const asked = createAsked(await keepsAny(world.db, batch.id, job.target))
  let finished: string[] = []
  const recall = await remembering({ engine, job, conditions, asker: batch }, world)
  const keep = (kept: Kept): void => {
    keeper.keep(kept)
    meter.done(1)
  }

  async function settle(): Promise<void> {
    const settled = finished
    finished = []
    await keeper.settled()
    asked.written(settled)
  }

  const exemplify = exampling(job, run, world)
  async function translateRound(round: readonly Segment[]): Promise<void> {
    try {
      await askRound(await exemplify(round), {
        engine,
        job: { ...job, used: keeper.used, ended: keeper.ended },
        conditions,
        stop: signal,
        keep,
        waits,
        patience,
        ...{ pause: world.pause, telemetry: world.telemetry },
      })
    } finally {
      if (isCharged) await keeper.settled()
    }
    for (const { id } of round) finished.push(id)
    if (isCharged || keeper.isDue) await settle()
    await meter.note()
  }

  try {
    const units = original.format.scan(original.open(), { target: { language: job.target } })
    const wanting = wantingFor(job, run, { asked, recall, keep: keeper.keep, meter })
    for await (const round of collectRounds(units, engine.round, wanting)) {
      if (signal.aborted) throw new Stopped()
      if (round.length > 0) await pool.run(() => translateRound(round))
      if (keeper.isDue) await settle()
      await meter.note()
    }
  } finally {
    await Promise.allSettled([pool.settled(), keeper.settled()])
  }
  await pool.settled()
  await keeper.settled()
  if (signal.aborted) throw new Stopped()
}
