import { withGlossaries } from '../planner/compose.ts'
import type { Database } from '../store/database.ts'
import { glossariesOf } from '../store/pair-glossary.ts'
import { findPlan, type StoredPlan } from '../store/plans.ts'
import type { BatchRow } from '../store/schema.ts'

/**
 * The plan of a batch as it stands now; undefined when it has none. While it awaits review, it follows its glossaries: a plan
 * read before a term changed has another revision than this one, so that nobody approves it unawares (PLN-2).
 */
export async function currentPlan(db: Database, batch: BatchRow): Promise<StoredPlan | undefined> {
  const stored = await findPlan(db, batch.id)
  const { source_language = null, target_languages = [] } = stored?.plan ?? {}
  if (stored === undefined || source_language === null || batch.status !== 'awaiting_review') return stored
  const glossaries = await glossariesOf(db, batch.workspace_id, source_language, target_languages)
  return { ...stored, plan: withGlossaries(stored.plan, glossaries) }
}
