import type * as z from 'zod'
import type { Batch } from '../../contract/batch.ts'
import type { BatchPlan } from '../../contract/plan.ts'
import { momentOf, timestamp } from '../domain/time.ts'
import { type BatchPlanRow, targetsColumn } from '../store/batches.ts'
import type { BatchRow } from '../store/schema.ts'

/** A stored batch as the API shows it: one shape through its whole life, null where something does not apply yet. */
export function viewBatch(row: BatchRow): z.input<typeof Batch> {
  return {
    id: row.id,
    name: row.name,
    file_name: row.file_name,
    status: row.status,
    translation_mode: row.translation_mode,
    quality_tier: row.quality_tier,
    word_count: row.word_count,
    credit_cost: row.credit_cost,
    is_sample: row.is_sample === 1,
    archived: row.archived === 1,
    progress: { phase: row.phase, percent: row.percent, updated_at: momentOf(row.progress_at) },
    error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
    created_at: timestamp(row.created_at),
    completed_at: momentOf(row.completed_at),
  }
}

/** The languages of a stored batch. */
export function viewBatchPlan(row: BatchPlanRow): z.input<typeof BatchPlan> {
  const { id, source_language, target_languages_json, engine } = row
  const target_languages = [...targetsColumn.read(target_languages_json)]
  return { batch_id: id, source_language, target_languages, engine }
}
