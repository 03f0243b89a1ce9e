import type { Unit } from '../../formats/index.ts'
import type { EngineJob } from '../engine/engine.ts'
import { verdict } from '../planner/selection.ts'
import { type Kept, keptAmong } from '../store/translations.ts'
import { keptOf } from '../translation/kept.ts'
import type { Recall } from '../translation/remembering.ts'
import { sourceHasher } from '../translation/source-hash.ts'
import type { AskedSegments } from './asked.ts'
import type { Wanting } from './collecting.ts'
import type { Meter } from './meter.ts'
import type { TranslationRun } from './run.ts'

/** What `wantingFor` reads and writes besides the run. */
interface Progress {
  /** Each wanted segment is added. */
  readonly asked: AskedSegments
  readonly recall: Recall
  /** Takes what is remembered. */
  readonly keep: (kept: Kept) => void
  /** Counts what need not be asked for. */
  readonly meter: Meter
}

/** So many take a few megabytes. What is beyond is told to the memory again, which changes nothing there. */
const MOST_NOTED = 50_000

/**
 * Finds the segments of one language that an engine has to be asked for: those of the plan that are neither asked for before, nor kept
 * by an earlier run, nor remembered. Their source hashes are their ids.
 */
export function wantingFor(
  job: EngineJob,
  { batch, stored, engine, world, noted }: Pick<TranslationRun, 'batch' | 'stored' | 'engine' | 'world' | 'noted'>,
  { asked, recall, keep, meter }: Progress,
): Wanting {
  const hashOf = sourceHasher(engine, job, batch)

  /**
   * The source hashes of a window that are neither asked for, nor kept, nor remembered. Those asked for are left out before the
   * look-up: during it, such a segment may be written and leave `asked`, and would be asked for a second time.
   */
  async function missingAmong(units: ReadonlyMap<string, Unit>): Promise<Set<string>> {
    const missing = new Map([...units].filter(([hash]) => !asked.has(hash)))
    const looked = asked.isPartial ? [...missing.keys()] : []
    for (const hash of await keptAmong(world.db, batch.id, job.target, looked)) missing.delete(hash)
    for (const [hash, { segment, judged, is_noted }] of await recall(missing)) {
      if (is_noted && noted !== undefined && noted.size < MOST_NOTED) noted.add(hash)
      keep(keptOf(segment, judged))
      missing.delete(hash)
    }
    return new Set(missing.keys())
  }

  return async units => {
    const hashes = units.map(unit => (verdict(stored.intent.selection, unit).included ? hashOf(unit) : undefined))
    const first = new Map<string, Unit>()
    for (const [at, unit] of units.entries()) {
      const hash = hashes[at]
      if (hash !== undefined && !first.has(hash)) first.set(hash, unit)
    }
    const missing = await missingAmong(first)
    return hashes.map(hash => {
      if (hash === undefined) return undefined
      // Equal segments are asked for once.
      if (!missing.delete(hash)) {
        meter.done(1)
        return undefined
      }
      asked.add(hash)
      return hash
    })
  }
}
