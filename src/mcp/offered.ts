import type { ApiError } from '../client/errors.ts'
import type { OperationId } from '../contract/operations.ts'

/** An operation in words, and what a service that does not have it, or answers it without what is needed, offers instead. */
interface Offer {
  readonly what: string
  readonly instead: string
  /** Every Translation Service has it, so that an address without it is probably another. */
  readonly everywhere?: true
}

const WEB_APP = 'the person can do it in the web app of the service, where the translation shows too'
const GLOSSARIES: Offer = {
  what: 'glossaries',
  instead: 'the instruction of create_batch and plan_batch, which may say how terms are to be translated',
}
const WRITING: Offer = { ...GLOSSARIES, what: 'writing glossaries' }
const OF_PROJECT: Offer = {
  what: 'glossaries of a project',
  instead: 'the glossary of the language pair without project_of, which holds for every project',
}
const UPLOADS: Offer = {
  what: 'this upload, or temporary uploads at all',
  instead: 'create_batch with file_path, content or file_url sends the file itself',
}
const SEGMENTS: Offer = {
  what: 'lines to translate or correct by your own model',
  instead: 'a plan with another engine, which approve_batch starts',
}

const OFFERS: Readonly<Record<OperationId, Offer>> = {
  'account.get': {
    what: 'the account',
    instead: 'list_batches, get_batch and get_result, which need no account; creating and approving need it',
    everywhere: true,
  },
  'credits.get': {
    what: 'the credits of the workspace',
    instead: 'get_usage shows what was spent, and the service refuses an approval that the balance does not cover',
  },
  'prices.get': {
    what: 'its prices',
    instead: 'create_batch, which is free and whose plan shows the cost',
  },
  'usage.get': {
    what: 'usage',
    instead: 'get_account shows the balance, list_batches what each translation costs',
  },
  'languages.list': {
    what: 'a list of its languages',
    instead: 'create_batch with the languages in target_languages: the service refuses what it does not support',
  },
  'batches.list': {
    what: 'a list of translations',
    instead: 'get_batch with the batch_id of a translation, which create_batch gave',
    everywhere: true,
  },
  'batches.plans': {
    what: 'the languages of its translations',
    instead: 'list_batches without target_language, and get_batch, which shows the plan of one',
  },
  'batches.get': {
    what: 'the state of a translation',
    instead: 'list_batches shows the state of each, and the person sees it in the web app of the service',
    everywhere: true,
  },
  'batches.create': { what: 'creating translations', instead: WEB_APP },
  'batches.update': { what: 'renaming or archiving', instead: WEB_APP },
  'batches.plan': { what: 'planning', instead: WEB_APP },
  'batches.getPlan': {
    what: 'reading a plan',
    instead: 'plan_batch plans it and shows the cost and what is left out',
  },
  'batches.sample': {
    what: 'samples',
    instead: 'plan_batch with only, which makes a plan of a few parts',
  },
  'batches.approve': { what: 'approving', instead: WEB_APP },
  'batches.result': { what: 'results', instead: WEB_APP },
  'batches.segments': SEGMENTS,
  'batches.answerSegments': SEGMENTS,
  'uploads.create': UPLOADS,
  'uploads.complete': UPLOADS,
  'glossaries.list': GLOSSARIES,
  'glossaries.get': GLOSSARIES,
  'glossaries.create': WRITING,
  'glossaries.update': WRITING,
  'glossaries.replace': WRITING,
  'glossaries.remove': WRITING,
  'project_glossaries.list': OF_PROJECT,
  'project_glossaries.get': OF_PROJECT,
  'project_glossaries.update': OF_PROJECT,
  'project_glossaries.replace': OF_PROJECT,
  'project_glossaries.remove': OF_PROJECT,
}

/** Fields without which an answer is of no use, in words, and what works without them where that is not what works without the operation. */
const PIECES: Readonly<Record<string, Partial<Offer> & { readonly what: string }>> = {
  'batches.result data.url': { what: 'one link to the file (there is none, or several could be meant)' },
  'batches.create data.batch': {
    what: 'the id of the translation',
    instead: 'list_batches shows the translation, if it was made',
  },
  'batches.plan data.plan.not_included': { what: 'what the plan leaves out (not_included)' },
  'batches.getPlan data.plan.not_included': { what: 'what the plan leaves out (not_included)' },
}

/**
 * Names what a service does not offer and what works instead: an operation that it does not have, or a piece that its answer lacks.
 * Undefined where an error is about something else, such as the file behind a link. `input`: the arguments of the call.
 */
export function missingPiece(
  { code, param, operation }: Pick<ApiError, 'code' | 'param' | 'operation'>,
  input: unknown,
): string | undefined {
  if (operation === null) return undefined
  if (code === 'resource_not_found') return lacking(ofUpload(operation, input) ? UPLOADS : OFFERS[operation])
  if (code !== 'contract_violation') return undefined
  const piece = { ...OFFERS[operation], what: param || 'the declared fields', ...PIECES[`${operation} ${param}`] }
  return `This service does not offer ${piece.what} as declared. What works instead: ${piece.instead}.`
}

function lacking({ what, instead, everywhere }: Offer): string {
  if (everywhere !== true) return `This service does not offer ${what}. What works instead: ${instead}.`
  return `This address does not offer ${what}, which every Translation Service has: it is probably not the address of one. What works instead: the right one; ask the person to check TRANSLATION_API_URL with \`translation-mcp status\`.`
}

/** True for a creation from an upload: what is not found then is the upload. */
function ofUpload(operation: OperationId, input: unknown): boolean {
  const given = typeof input === 'object' && input !== null ? Reflect.get(input, 'upload_id') : undefined
  return operation === 'batches.create' && given !== undefined
}

/** Of a plan that cannot be read. `shown`: the plan that was last shown to the caller is at hand. */
export function unreadPlan(shown: boolean): string {
  return shown
    ? 'This service does not offer reading a plan: this is the plan last shown here.'
    : 'This service does not offer reading a plan. What works instead: plan_batch plans it and shows the cost and what is left out.'
}
