import type { ApiError } from '../client/errors.ts'

/** What a service does not offer, and what it offers instead: of operations and answers that the contract does not show. */
interface Missing {
  readonly piece: string
  readonly instead: string
}

const WEB_APP = 'the person can do it in the web app of the service, where the translation shows too'
const GLOSSARIES: Missing = {
  piece: 'glossaries at /v1/glossaries',
  instead: 'the instruction of create_batch and plan_batch, which may say how terms are to be translated',
}

/** By tool: the operation that a 404 for its path, or a 405, means. */
const OPERATIONS: Readonly<Record<string, Missing>> = {
  update_batch: { piece: 'renaming or archiving by PATCH /v1/batches/{batch_id}', instead: WEB_APP },
  get_glossary: GLOSSARIES,
  manage_glossary: GLOSSARIES,
  create_batch: {
    piece: 'this upload, or temporary uploads at all',
    instead: 'create_batch with file_path, content or file_url sends the file itself',
  },
  list_languages: {
    piece: 'a list of its languages at GET /v1/languages',
    instead: 'create_batch with the languages in target_languages: the service refuses what it does not support',
  },
  get_usage: {
    piece: 'usage at GET /v1/usage',
    instead: 'get_account shows the balance, list_batches what each translation costs',
  },
  plan_batch: { piece: 'planning at POST /v1/batches/{batch_id}/plan', instead: WEB_APP },
  approve_batch: { piece: 'approving at POST /v1/batches/{batch_id}/approve', instead: WEB_APP },
  get_result: { piece: 'results at GET /v1/batches/{batch_id}/result', instead: WEB_APP },
}

/** By tool: the field without which an answer is of no use. */
const FIELDS: Readonly<Record<string, Missing & { readonly field: string }>> = {
  get_result: {
    field: 'data.url',
    piece: 'one link to the file in its answer (there is none, or several could be meant)',
    instead: WEB_APP,
  },
  create_batch: {
    field: 'data.batch',
    piece: 'the id of the translation in its answer',
    instead: 'list_batches shows the translation, if it was made',
  },
}

/** Names what a service does not offer and what works instead; undefined where an error is about something else. */
export function missingPiece({ code, param }: Pick<ApiError, 'code' | 'param'>, tool: string): string | undefined {
  if (code === 'resource_not_found') return words(OPERATIONS[tool])
  const field = FIELDS[tool]
  return code === 'contract_violation' && param !== null && param === field?.field ? words(field) : undefined
}

function words(missing: Missing | undefined): string | undefined {
  return missing && `This service does not offer ${missing.piece}. What works instead: ${missing.instead}.`
}

/** Of a plan that cannot be read. `shown`: the plan that was last shown to the caller is at hand. */
export function unreadPlan(shown: boolean): string {
  return shown
    ? 'This service does not offer reading a plan: this is the plan last shown here.'
    : 'This service does not offer reading a plan. What works instead: plan_batch plans it and shows the cost and what is left out.'
}
