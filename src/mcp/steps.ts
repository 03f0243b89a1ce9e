import type { Batch } from '../contract/batch.ts'
import type { Plan } from '../contract/plan.ts'
import type { McpSettings } from './context.ts'

/** The engine whose translations come from the caller's own model (assumptions.md, Agent engine). */
export const AGENT = 'agent'

/** The next step where all is done. */
export const NOTHING_MORE = 'nothing: this is done'

/** A tool call in words, as an agent can make it: `get_batch {"batch_id":"bat_1"}`. */
export function step(tool: string, input: Record<string, unknown>): string {
  return `${tool} ${JSON.stringify(input)}`
}

/** The call that begins a translation. Over HTTP, no file of the caller's machine can be read, so the call opens an upload. */
export function stepToCreate({ transport }: Pick<McpSettings, 'transport'>, target = '…'): string {
  const file = transport === 'stdio' ? { file_path: '…' } : { filename: '…' }
  return step('create_batch', { ...file, target_languages: [target] })
}

/** The next step after a batch was created or planned. `unpayable`: the balance does not cover the plan. */
export function nextAfterPlan(
  batch: Batch,
  plan: Plan | null,
  suggestions: readonly string[] | null,
  unpayable = false,
): string {
  if (unpayable)
    return `ask the person what may be left, then ${step('plan_batch', { batch_id: batch.id, target_languages: ['…'], only: ['…'] })}; approving this plan would be refused`
  if (plan === null) {
    if (suggestions === null || suggestions.length === 0) return nextFor(batch, null)
    return `ask the person what to translate, then ${step('plan_batch', { batch_id: batch.id, instruction: suggestions[0] })}`
  }
  const next = nextFor(batch, plan)
  if (plan.not_understood.length === 0 || batch.status !== 'awaiting_review') return next
  return `tell the person what was not understood; ${step('plan_batch', { batch_id: batch.id })} with only, leave_out, keep_untranslated or tone says it exactly; else ${next}`
}

/** The next call for a batch in its present state. `plan` is null if the batch has no plan, undefined if the plan was not read. */
export function nextFor(batch: Batch, plan: Plan | null | undefined): string {
  const { id: batch_id } = batch
  // The lines of a sample are read where the rest is decided on.
  if (plan?.sample_of !== undefined && (batch.status === 'translating' || batch.status === 'completed')) {
    return `${step('get_batch', { batch_id: plan.sample_of })}: this is a sample of it`
  }
  switch (batch.status) {
    case 'translating':
      if (plan?.engine === AGENT && batch.progress.phase !== 'writing') return translating(batch_id, plan)
      // It waits as get_batch does, and has the file when it is done.
      return step('get_result', { batch_id })
    case 'queued':
    case 'analyzing':
      return step('get_batch', { batch_id, wait_seconds: 25 })
    case 'awaiting_review': {
      if (plan === undefined) return step('get_batch', { batch_id })
      if (plan === null) return step('plan_batch', { batch_id, target_languages: ['…'] })
      if (plan.engine === AGENT && plan.credit_cost === 0)
        return `${translating(batch_id, plan)} once what is left out is fine; plan_batch changes the plan`
      return `${step('approve_batch', { batch_id, plan_revision: plan.plan_revision })} once the cost and what is left out are fine; plan_batch changes the plan`
    }
    case 'completed':
      return step('get_result', { batch_id })
    case 'failed':
      return 'create_batch with the same file starts again; no credits were charged'
    default:
      // A status that only a newer service knows: the work goes on, unless it says when it was completed.
      if (batch.completed_at !== null) return step('get_result', { batch_id })
      return `${step('get_batch', { batch_id, wait_seconds: 25 })} waits on; where the state stays as it is, ${step('get_result', { batch_id })} fetches the file if there is one`
  }
}

/** True while the service waits for translations of the caller's own model. */
export function awaitsTranslations({ status, progress }: Pick<Batch, 'status' | 'progress'>): boolean {
  return status === 'translating' && progress.phase === 'awaiting_translations'
}

function translating(batch_id: string, { plan_revision }: Plan): string {
  return step('translate_segments', { batch_id, plan_revision })
}
