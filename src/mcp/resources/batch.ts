import { api } from '../../contract/operations.ts'
import { waitWithPlan } from '../plans.ts'
import { besidePlan } from '../render/batch.ts'
import { DATA_NOTICE } from '../render/data.ts'
import { settledPlan, shownPlan } from '../render/plan.ts'
import { nextAfterPlan, nextFor } from '../steps.ts'
import type { ResourceDefinition } from './resource.ts'

export const batchResource: ResourceDefinition = {
  address: 'translation://batches/{batch_id}',
  name: 'batch',
  title: 'A translation',
  description: 'State, progress and plan of one translation. The same as get_batch.',
  calls: [api.batches.get, api.batches.getPlan],
  read: async (batch_id, context) => {
    const { batch, known } = await waitWithPlan(batch_id, 0, context)
    const plan = known?.plan ?? null
    return {
      batch: besidePlan(batch, plan),
      plan: plan === null ? null : batch.status === 'awaiting_review' ? shownPlan(plan) : settledPlan(plan),
      data_notice: DATA_NOTICE,
      next_step: batch.status === 'awaiting_review' ? nextAfterPlan(batch, plan, null) : nextFor(batch, plan),
    }
  },
}
