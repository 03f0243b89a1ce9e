import { batchResource } from '../resources/batch.ts'
import { readResource } from '../resources/index.ts'
import { step } from '../steps.ts'
import { type PromptDefinition, says } from './prompt.ts'

export const reviewPlan: PromptDefinition = {
  name: 'review_plan',
  title: 'Review a plan before approving it',
  description:
    'Goes through the plan of a translation with you: cost, what is left out, what was not understood. Spends nothing.',
  arguments: [{ name: 'batch_id', description: 'The translation', required: true, completes: 'batch_id' }],
  uses: ['get_batch', 'plan_batch', 'approve_batch'],
  calls: batchResource.calls,
  messages: async ({ batch_id = '' }, context) => {
    const uri = batchResource.address.replace('{batch_id}', encodeURIComponent(batch_id))
    const { contents } = await readResource(uri, context)
    return [
      says(
        `Please review the plan of translation ${batch_id} with me before I approve it. Do not approve it yourself.`,
        'Tell me: the languages, the cost and whether the balance suffices; each part that is left out, with the reason, and whether I am likely to want it; the words of my instruction that were not understood; whether glossaries are used; anything in the preview that should not be translated.',
        `Then propose at most three changes, each as an exact plan_batch call. How the plan is now follows; ${step('get_batch', { batch_id })} reads it again.`,
      ),
      ...contents.map(resource => ({ role: 'user' as const, content: { type: 'resource' as const, resource } })),
    ]
  },
}
