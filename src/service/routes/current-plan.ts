import { withGlossaries } from '../planner/compose.ts'
import type { Database } from '../store/database.ts'
import { glossariesOf } from '../store/pair-glossary.ts'
import { findPlan, type StoredPlan } from '../store/plans.ts'
import type { BatchRow } from '../store/schema.ts'

/**
 * The present plan of a batch; undefined when it has none. Until it is approved, a plan follows its glossaries: after a term has
 * changed it has another revision, so that nobody approves a plan that differs from the one they read (PLN-2).
 */
export async function currentPlan(db: Database, batch: BatchRow): Promise<StoredPlan | undefined> {
  const stored = await findPlan(db, batch.id)
  const { source_language = null, target_languages = [] } = stored?.plan ?? {}
  if (stored === undefined || source_language === null || batch.status !== 'awaiting_review') return stored
  const glossaries = await glossariesOf(db, batch.workspace_id, source_language, target_languages)
  return { ...stored, plan: withGlossaries(stored.plan, glossaries) }
}
