import { changedGlossaries, withGlossaries } from '../planner/compose.ts'
import type { Database } from '../store/database.ts'
import { glossariesOf } from '../store/pair-glossary.ts'
import { findPlan, type StoredPlan } from '../store/plans.ts'
import type { BatchRow } from '../store/schema.ts'

/**
 * The present plan of a batch; undefined when it has none. Until it is approved, a plan follows its glossaries: after a term has
 * changed it has another revision, so that nobody approves a plan that differs from the one they read (PLN-2).
 * An approved one keeps what it was approved with, and names the pairs whose glossary has changed since.
 */
export async function currentPlan(db: Database, batch: BatchRow): Promise<StoredPlan | undefined> {
  const stored = await findPlan(db, batch.id)
  const { source_language = null, target_languages = [] } = stored?.plan ?? {}
  if (stored === undefined || source_language === null) return stored
  const glossaries = await glossariesOf(db, batch, source_language, target_languages)
  if (batch.status === 'awaiting_review') return { ...stored, plan: withGlossaries(stored.plan, glossaries) }
  const glossaries_changed = changedGlossaries(stored.plan, glossaries)
  return glossaries_changed.length === 0 ? stored : { ...stored, plan: { ...stored.plan, glossaries_changed } }
}
