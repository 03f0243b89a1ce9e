import type { Plan } from '../../contract/plan.ts'
import type { Unit } from '../../formats/format.ts'
import { verdict } from '../domain/plan/selection.ts'
import { DAY } from '../domain/time.ts'
import type { Engine, Job, Segment } from '../engine/engine.ts'
import { type Original, originalOf } from '../files/original.ts'
import { ServiceError } from '../http/errors.ts'
import { completeBatch, type Held, noteProgress } from '../store/outcomes.ts'
import { findPlan, type StoredPlan } from '../store/plans.ts'
import type { BatchRow } from '../store/schema.ts'
import { forgetTranslations, type Kept, keepTranslations } from '../store/translations.ts'
import { glossaryTerms } from './glossary.ts'
import { otherTurns, paced } from './pace.ts'
import { checked, namer, segmentOf } from './segments.ts'
import { Stopped, type World } from './world.ts'
import { type Language, writeResult } from './write.ts'

/** The part of the progress that is translating; the rest is writing. */
const TRANSLATING_PERCENT = 90
/** Progress is noted at most this often, in milliseconds. */
const NOTE_MS = 500

/** One translation under way. */
interface Run {
  readonly held: Held
  readonly batch: BatchRow
  readonly stored: StoredPlan
  readonly original: Original
  readonly engine: Engine
  readonly signal: AbortSignal
  readonly world: World
  /** Counts a segment as done. */
  readonly done: () => Promise<void>
}

/**
 * Translates an approved batch: segments that were kept by an earlier run are not sent again. Then the result is written, read
 * again, and the batch completed.
 *
 * @throws Stopped on `signal` or when the claim was lost; what the engine or the format throws
 */
export async function translateBatch(held: Held, batch: BatchRow, signal: AbortSignal, world: World): Promise<void> {
  const { db, clock } = world
  const stored = await findPlan(db, batch.id)
  const engine = world.engines.byId(stored?.plan.engine ?? '')
  if (stored === undefined || engine === undefined) {
    throw new ServiceError('service_unavailable', 'The engine of this plan is no longer available. Create it again.')
  }
  const { format, open } = await originalOf(batch, world.files)
  const original: Original = { format: paced(format, signal), open }
  const done = meter(held, stored, world)
  const run: Run = { held, batch, stored, original, engine, signal, world, done }
  const languages: Language[] = []
  for (const target of stored.plan.target_languages) languages.push(await translateInto(target, run))
  await noteProgress(db, held, 'writing', TRANSLATING_PERCENT, clock())
  const { quality, ...result } = await writeResult({ batch, original, languages, signal, world })
  const keep_until = Math.max(batch.file_expires_at, clock() + world.settings.file_days * DAY)
  let completed = false
  try {
    completed = await completeBatch(db, held, { ...result, quality, keep_until }, clock())
  } finally {
    if (!completed) await world.files.remove(result.blob)
  }
  if (!completed) throw new Stopped()
  await forgetTranslations(db, batch.id)
}

async function translateInto(target: string, run: Run): Promise<Language> {
  const { batch, stored, original, engine, world } = run
  const job = await jobOf(stored.plan, target, batch, run)
  const nameOf = namer(engine, job)
  const wanted = (unit: Unit): boolean => verdict(stored.intent.selection, unit).included
  const find = (unit: Unit) => (wanted(unit) ? world.kept.find(batch.id, target, nameOf(unit)) : undefined)
  let round = new Map<string, Segment>()
  let characters = 0
  for await (const unit of original.format.scan(original.open(), { target: { language: target } })) {
    if (run.signal.aborted) throw new Stopped()
    if (!wanted(unit)) continue
    const id = nameOf(unit)
    if (!round.has(id) && find(unit) === undefined) {
      round.set(id, segmentOf(id, unit))
      characters += unit.text.length
    }
    if (round.size >= engine.round.segments || characters >= engine.round.characters) {
      await translateRound([...round.values()], job, run)
      round = new Map()
      characters = 0
    }
    await run.done()
  }
  if (round.size > 0) await translateRound([...round.values()], job, run)
  return { target, wanted, find }
}

async function jobOf(plan: Plan, target: string, { workspace_id }: BatchRow, { signal, world }: Run): Promise<Job> {
  const source = plan.source_language ?? world.settings.source_language
  return {
    source,
    target,
    tier: plan.quality_tier === 'lite' ? 'lite' : 'standard',
    glossary: await glossaryTerms(world.db, workspace_id, source, target),
    keep: plan.keep_untranslated,
    guidance: plan.guidance,
    signal,
  }
}

/** Sends a round to the engine and keeps what comes back, also when the engine fails or is stopped half way. */
async function translateRound(round: readonly Segment[], job: Job, { batch, engine, signal, world }: Run) {
  const segments = new Map(round.map(segment => [segment.id, segment]))
  const kept: Kept[] = []
  try {
    for await (const { id, text } of engine.translate(round, job)) {
      const segment = segments.get(id)
      if (segment !== undefined && segments.delete(id)) kept.push(checked(segment, text))
    }
    if (!signal.aborted) for (const segment of segments.values()) kept.push(checked(segment, undefined))
  } finally {
    await keepTranslations(world.db, batch.id, job.target, kept)
  }
  await otherTurns()
  if (signal.aborted) throw new Stopped()
}

/** Counts finished segments and notes the progress now and then. */
function meter(held: Held, { plan, counts }: StoredPlan, { db, clock }: World): () => Promise<void> {
  const total = Math.max(1, counts.selected_segments * plan.target_languages.length)
  let finished = 0
  let noted = 0
  return async () => {
    finished += 1
    const now = clock()
    if (now < noted + NOTE_MS) return
    noted = now
    const percent = Math.min(TRANSLATING_PERCENT, Math.floor((finished / total) * TRANSLATING_PERCENT))
    await noteProgress(db, held, 'translating', percent, now)
  }
}
