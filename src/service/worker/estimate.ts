import type { Unit } from '../../formats/index.ts'
import type { Intent } from '../domain/intent.ts'
import type { Engine, EngineJob, Segment } from '../engine/engine.ts'
import type { Original } from '../files/original.ts'
import { verdict } from '../planner/selection.ts'
import type { BatchRow } from '../store/schema.ts'
import { keepsAny, keptAmong } from '../store/translations.ts'
import { exampling } from '../translation/examples.ts'
import { checkedBy } from '../translation/job.ts'
import { type AreRemembered, type Asker, remembered } from '../translation/remembering.ts'
import { sourceHasher } from '../translation/source-hash.ts'
import { collectRounds, type Wanting } from './collecting.ts'
import { paced } from './pace.ts'
import type { World } from './world.ts'

/** What is estimated: a file, what of it is translated, into which languages and with which engine. */
export interface Estimating {
  readonly batch: Asker & Pick<BatchRow, 'id' | 'project'>
  readonly original: Original
  readonly intent: Intent
  readonly jobs: readonly EngineJob[]
  readonly engine: Engine
}

/** Of each plan at most so many segments are looked at, in all languages together; the rest counts as what was looked at. */
const MOST_SEGMENTS = 24_000
/** Of each language at least so many. */
const LEAST_SEGMENTS = 1_500
/** Of 100 segments about so many are asked for once more. */
const REPAIRED_PERCENT = 2

/**
 * About what the account of the engine is charged, in its unit; 0 where nobody is. The rounds are collected as the work will collect
 * them, and each is priced by the engine. What is kept for the batch or remembered is not asked for.
 */
export async function usageFor(estimating: Estimating, world: World): Promise<number> {
  const { jobs, engine } = estimating
  if (engine.metering === undefined) return 0
  const most = Math.max(LEAST_SEGMENTS, Math.floor(MOST_SEGMENTS / Math.max(1, jobs.length)))
  let usage = 0
  for (const job of jobs) usage += await usageInto(job, most, estimating, world)
  return Math.ceil(usage * (1 + REPAIRED_PERCENT / 100))
}

/** Beyond this the remaining text is only measured. */
async function usageInto(job: EngineJob, most: number, estimating: Estimating, world: World): Promise<number> {
  const { original, engine } = estimating
  const format = paced(original.format)
  const seen = { characters: 0, beyond: 0, segments: 0 }
  const units = format.scan(original.open(), { target: { language: job.target } })
  const wanting = await wantingOf(job, estimating, world)
  const counted: Wanting = async window => {
    const ids = await wanting(window)
    if (seen.segments < most) {
      seen.segments += window.length
      for (const [at, { text }] of window.entries()) if (ids[at] !== undefined) seen.characters += text.length
      return ids
    }
    for (const [at, { text }] of window.entries()) if (ids[at] !== undefined) seen.beyond += text.length
    return ids.map(() => undefined)
  }
  let usage = 0
  const exemplify = exampling(job, estimating, world)
  for await (const round of collectRounds(units, engine.round, counted))
    usage += priceOf(await exemplify(round), job, engine)
  return seen.characters === 0 ? usage : usage * (1 + seen.beyond / seen.characters)
}

function priceOf(round: readonly Segment[], job: EngineJob, { metering }: Engine): number {
  return round.length === 0 ? 0 : (metering?.cost(round, job) ?? 0)
}

/** The most source hashes that are compared with one another: equal segments further apart count twice. */
const MOST_HASHES = 100_000

/** The segments that will be asked for: those of the plan that are neither equal to an earlier one, nor kept, nor remembered. */
async function wantingOf(
  job: EngineJob,
  { batch, original, intent, engine }: Estimating,
  world: World,
): Promise<Wanting> {
  const hashOf = sourceHasher(engine, job, batch)
  const areKnown = await knownTo(engine, job, batch, original, world)
  const first = new Set<string>()
  return async (units: readonly Unit[]) => {
    const ids = units.map(unit => {
      const hash = verdict(intent.selection, unit).included ? hashOf(unit) : undefined
      if (hash === undefined || first.has(hash)) return undefined
      if (first.size < MOST_HASHES) first.add(hash)
      return hash
    })
    const known = (await areKnown?.(units)) ?? []
    return ids.map((id, at) => (known[at] === true ? undefined : id))
  }
}

/** Says for each unit of a window whether nobody has to be asked for it: it is remembered, or kept for the batch by earlier work. */
export async function knownTo(
  engine: Engine,
  job: EngineJob,
  batch: Estimating['batch'],
  { format }: Pick<Original, 'format'>,
  world: World,
): Promise<AreRemembered | undefined> {
  const areRemembered = await remembered(
    { engine, job, conditions: checkedBy(job, format.traits), asker: batch },
    world,
  )
  if (!(await keepsAny(world.db, batch.id, job.target))) return areRemembered
  const hashOf = sourceHasher(engine, job, batch)
  return async units => {
    const hashes = units.map(hashOf)
    const kept = await keptAmong(world.db, batch.id, job.target, [...new Set(hashes)])
    const known = (await areRemembered?.(units)) ?? []
    return hashes.map((hash, at) => kept.has(hash) || known[at] === true)
  }
}
