import type { Conditions } from '../../checks/index.ts'
import type { Plan } from '../../contract/plan.ts'
import type { Traits } from '../../formats/index.ts'
import type { EngineJob } from '../engine/engine.ts'
import type { ServiceSettings } from '../settings.ts'
import type { Database } from '../store/database.ts'
import { glossaryTerms, type Labelled } from '../store/pair-glossary.ts'

/** The fields of a plan that its translations depend on. */
type Terms = Pick<Plan, 'source_language' | 'quality_tier' | 'keep_untranslated' | 'guidance' | 'skipped_checks'>

/** What holds for all segments of a plan in one language. The same plan and glossary always give an equal job. */
export async function jobOf(
  plan: Terms,
  target: string,
  batch: Labelled,
  { db, settings }: { db: Database; settings: Pick<ServiceSettings, 'source_language' | 'unchecked'> },
): Promise<EngineJob> {
  const source = plan.source_language ?? settings.source_language
  return {
    source,
    target,
    tier: plan.quality_tier === 'lite' ? 'lite' : 'standard',
    glossary: await glossaryTerms(db, batch, source, target),
    keep: plan.keep_untranslated,
    guidance: plan.guidance,
    unchecked: uncheckedFor(plan, source, target, settings.unchecked),
  }
}

/**
 * The checks that are switched off: by the plan, and by the operator for a pair of languages or for all, in entries such as `brackets`
 * and `en-de:brackets`.
 */
export function uncheckedFor(
  { skipped_checks = [] }: Pick<Plan, 'skipped_checks'>,
  source: string,
  target: string,
  entries: readonly string[],
): readonly string[] {
  const pair = `${source}-${target}:`.toLowerCase()
  const off = entries.flatMap(entry =>
    entry.startsWith(pair) ? entry.slice(pair.length) : entry.includes(':') ? [] : entry,
  )
  return [...off, ...skipped_checks]
}

/** The conditions that translations of a job are checked under, in a file of a format with these traits. */
export function checkedBy(job: EngineJob, { spreadsheet }: Traits): Conditions {
  return { ...job, spreadsheet: spreadsheet === true }
}
