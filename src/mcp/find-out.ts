import { step } from './steps.ts'

type Input = Readonly<Record<string, unknown>>

/** By tool: the call that shows whether a change happened whose answer was lost or says nothing. Tools that only read have none. */
const CALLS: Readonly<Record<string, (input: Input) => string>> = {
  create_batch: ({ make_new, upload_id }) =>
    make_new === true && upload_id === undefined
      ? `${step('list_batches', {})} shows whether it was made`
      : `${step('list_batches', {})} shows whether it was made; the same call makes no second one`,
  plan_batch: ({ batch_id }) => `${step('get_batch', { batch_id })} shows the plan as it is now`,
  approve_batch: ({ batch_id, approvals }) => `${batchesOf(batch_id, approvals)} shows whether it was approved`,
  update_batch: ({ batch_id }) =>
    `${step('get_batch', { batch_id, wait_seconds: 0 })} shows the name, and archived: true or false`,
  manage_glossary: ({ language_pair, project_of, action }) =>
    `${step('get_glossary', { language_pair, project_of })} shows ${action === 'delete' ? 'it, or glossary_not_found: then it is deleted' : 'its terms as they are now'}`,
  translate_segments: ({ batch_id }) => `${step('get_batch', { batch_id, wait_seconds: 0 })} shows what is still open`,
}

/** The call that shows whether a tool did what it was asked; undefined for a tool that changes nothing. */
export function findOut(tool: string, input: unknown): string | undefined {
  return CALLS[tool]?.(isInput(input) ? input : {})
}

function batchesOf(batch_id: unknown, approvals: unknown): string {
  if (batch_id !== undefined || !Array.isArray(approvals)) return step('get_batch', { batch_id, wait_seconds: 0 })
  return step('list_batches', {})
}

function isInput(value: unknown): value is Input {
  return typeof value === 'object' && value !== null
}
