import { api } from '../../contract/operations.ts'
import { currentPlan } from '../plans.ts'
import { shownBatch } from '../render/batch.ts'
import { DATA_NOTICE } from '../render/data.ts'
import { shownPlan } from '../render/plan.ts'
import { awaitsTranslations, nextFor } from '../steps.ts'
import type { ResourceDefinition } from './resource.ts'

export const batchResource: ResourceDefinition = {
  address: 'translation://batches/{batch_id}',
  name: 'batch',
  title: 'A translation',
  description: 'State, progress and plan of one translation. The same as get_batch.',
  calls: [api.batches.get, api.batches.getPlan],
  read: async (batch_id, context) => {
    const { parts, signal } = context
    const { data } = await parts.client.call(api.batches.get, { params: { batch_id } }, { signal })
    const planned = data.status === 'awaiting_review' || awaitsTranslations(data)
    const plan = planned ? ((await currentPlan(batch_id, context))?.plan ?? null) : null
    return {
      batch: shownBatch(data),
      plan: plan === null ? null : shownPlan(plan),
      data_notice: DATA_NOTICE,
      next_step: nextFor(data, plan),
    }
  },
}
