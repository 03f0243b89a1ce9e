import type * as z from 'zod'
import type { Created, Planned } from '../../contract/plan.ts'
import { suggestionsColumn } from '../store/batches.ts'
import type { StoredPlan } from '../store/plans.ts'
import type { BatchRow } from '../store/schema.ts'
import { viewBatch } from './batch.ts'

/** A batch with its plan as planning and reading a plan answer it; null and empty where there is none yet. */
export function viewPlanned(row: BatchRow, stored: StoredPlan | undefined): z.input<typeof Planned> {
  return {
    batch: viewBatch(row),
    plan: stored?.plan ?? null,
    plan_revision: stored?.plan.plan_revision ?? null,
    counts: stored?.counts ?? null,
    credit_cost: stored?.plan.credit_cost ?? null,
    extraction_preview: stored?.plan.preview ?? [],
  }
}

/** A batch with its plan as creation answers it: with suggestions where no instruction came. `reused`: an earlier call had made it. */
export function viewCreated(row: BatchRow, stored: StoredPlan | undefined, reused: boolean): z.input<typeof Created> {
  const suggested_instructions =
    row.suggestions_json === null ? null : [...suggestionsColumn.read(row.suggestions_json)]
  return { ...viewPlanned(row, stored), suggested_instructions, reused }
}
