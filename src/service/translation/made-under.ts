import { aboutEngine } from '../engine/configured.ts'
import type { EngineJob } from '../engine/engine.ts'
import type { ServiceSettings } from '../settings.ts'
import type { Database } from '../store/database.ts'
import { type MadeUnder, madeUnderColumn } from '../store/made-under.ts'
import type { StoredPlan } from '../store/plans.ts'
import { findResult } from '../store/results.ts'
import type { BatchRow } from '../store/schema.ts'
import { jobOf } from './job.ts'
import type { Hashing } from './source-hash.ts'

/** The conditions that the translations of these jobs are kept under. */
export function madeUnder({ id, hands, edition }: Hashing, jobs: readonly EngineJob[]): MadeUnder {
  const [{ tier } = { tier: 'standard' as const }] = jobs
  return {
    engine: { id, edition: edition?.(tier) ?? null, hands },
    jobs: jobs.map(({ source, target, tier, glossary, keep, guidance }) => ({
      ...{ source, target, tier },
      glossary: glossary.map(term => ({
        source: term.source,
        target: term.target,
        case_sensitive: term.case_sensitive,
      })),
      ...{ keep, guidance },
    })),
  }
}

/** The engine of these conditions as source hashes need it, whether or not this process has it. */
export function hashingOf({ engine: { id, hands, edition } }: MadeUnder): Hashing {
  return edition === null ? { id, hands } : { id, hands, edition: () => edition }
}

/**
 * The conditions that the translations of a completed batch are kept under. Undefined where nothing is kept: an earlier version of this
 * program completed it. What the caller's own model translated is found without them, and was always kept.
 */
export async function conditionsKept(
  batch: BatchRow,
  { plan }: StoredPlan,
  place: { readonly db: Database; readonly settings: Pick<ServiceSettings, 'source_language' | 'unchecked'> },
): Promise<MadeUnder | undefined> {
  const made = (await findResult(place.db, batch.id))?.made_under_json ?? null
  if (made !== null) return madeUnderColumn.read(made)
  if (aboutEngine(plan.engine)?.by_caller !== true) return undefined
  const jobs = plan.target_languages.map(target => jobOf(plan, target, batch, place))
  return madeUnder({ id: plan.engine ?? '', hands: 'caller' }, await Promise.all(jobs))
}
