import { Batch, Result, Upload } from './batch.ts'
import { addressIn, endIn, type Fields, fieldsOf, isFields, readableFields, textUnder } from './finding.ts'
import type { OperationId } from './operations.ts'
import { Counts, Plan } from './plan.ts'
import { glossaryIn, glossaryPage, languagePage } from './silent-lists.ts'
import { leftOutIn, previewIn } from './silent-plan.ts'

/**
 * How answers are read about which the contract is silent (assumptions.md, Operations): what is needed is found by what it is, and the rest is passed
 * by. Envelopes, declared objects (the batch, the account) and declared fields (`plan_revision`, `not_included`, `credit_cost`) are no
 * matter of this table: they are read as declared or not at all (ENV-4). The service does not use it: it answers as `operations.ts` says.
 */

/** What a call asked for: path parameters and body. */
export interface AskedFor {
  readonly params: Fields
  readonly body: Fields
}

/** The operation that gives an object which an answer lacks. */
export type Lacking =
  | { readonly by: 'batches.get'; readonly params: { readonly batch_id: string } }
  | { readonly by: 'glossaries.get'; readonly params: { readonly language_pair: string } }

/** How the answer of one operation is read. */
export interface AnswerReading {
  /** The data that the operation declares, from the data that came. Data that cannot be read is left for the schema to refuse. */
  readonly read: (data: unknown, asked: AskedFor) => unknown
  /** What to read for data that lacks an object; undefined where it lacks nothing, or nothing says which object it is. */
  readonly lacks?: (data: unknown, asked: AskedFor) => Lacking | undefined
  /** Puts the object that was read into the data as `read` gave it. */
  readonly join?: (read: unknown, found: unknown) => unknown
  /** True where success may come without a body (202, 204): the operation does something and what it answers is not shown. */
  readonly bodiless?: true
  /** True where a redirect is an answer: the address that it names is the link. */
  readonly redirect?: true
  /** The page of a list that came without the envelope of a list. */
  readonly page?: (data: unknown) => readonly unknown[] | undefined
}

/** One row for each operation whose answer is not shown. An operation without a row is read as declared. */
export const READINGS: { readonly [Id in OperationId]?: AnswerReading } = {
  'batches.create': { read: plannedIn, lacks: lacksBatch, join: withBatch },
  'batches.plan': { read: plannedIn, lacks: lacksBatch, join: withBatch, bodiless: true },
  'batches.getPlan': { read: plannedIn, lacks: lacksBatch, join: withBatch },
  'batches.approve': { read: approvedIn, lacks: lacksBatch, join: withBatch, bodiless: true },
  'batches.update': {
    read: data => batchIn(data) ?? data,
    lacks: lacksBatch,
    join: (_, found) => found,
    bodiless: true,
  },
  'batches.result': { read: resultIn, redirect: true },
  'uploads.create': { read: uploadIn },
  'uploads.complete': { read: uploadIn },
  'languages.list': { read: data => data, page: languagePage },
  'glossaries.list': { read: data => data, page: glossaryPage },
  'glossaries.get': { read: glossaryRead },
  'glossaries.create': { read: glossaryRead, lacks: lacksGlossary, join: (_, found) => found, bodiless: true },
  'glossaries.update': { read: glossaryRead, lacks: lacksGlossary, join: (_, found) => found, bodiless: true },
  'glossaries.replace': { read: glossaryRead, lacks: lacksGlossary, join: (_, found) => found, bodiless: true },
  'glossaries.remove': { read: glossaryRead, bodiless: true },
}

/** A whole batch: under `batch`, or the data itself. */
function batchIn(data: unknown): unknown {
  const { batch } = fieldsOf(data)
  return [batch, data].find(candidate => Batch.safeParse(candidate).success)
}

/** The id of a batch that an answer speaks of. */
function batchIdIn(data: unknown): string | undefined {
  const { batch, ...beside } = fieldsOf(data)
  return textUnder(fieldsOf(batch), ['id']) ?? textUnder(beside, ['id', 'batch_id'])
}

function plannedIn(data: unknown): unknown {
  const { batch: _, ...whole } = fieldsOf(data)
  const batch = batchIn(data)
  // Among the fields of a batch it is the cost of the batch.
  const beside = batch === data && whole.credit_cost === 0 ? { ...whole, credit_cost: null } : whole
  const plan = planIn(beside, batch)
  const { plan_revision, credit_cost, counts, suggested_instructions, reused } = beside
  return {
    ...(batch !== undefined && { batch }),
    plan,
    ...(plan_revision !== undefined && { plan_revision }),
    ...(credit_cost !== undefined && { credit_cost }),
    ...readableFields({ counts }, { counts: Counts }),
    extraction_preview: previewIn(beside.extraction_preview),
    ...(isTexts(suggested_instructions) && { suggested_instructions }),
    ...(typeof reused === 'boolean' && { reused }),
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string')
}

/** The plan under `plan`, or the data itself where it is a plan; null where there is none. What stands beside it belongs to it. */
function planIn(beside: Fields, batch: unknown): unknown {
  const plan = beside.plan ?? ('not_included' in beside ? beside : null)
  if (!isFields(plan)) return plan
  const counts = readableFields(beside.counts, {
    words: Counts.shape.words,
    selected_words: Counts.shape.selected_words,
  })
  const { plan_revision: _, not_included: __, credit_cost: ___, preview: ____, ...assumed } = Plan.shape
  const known = readableFields(plan, assumed)
  return withCost(
    {
      ...known,
      plan_revision: plan.plan_revision ?? beside.plan_revision,
      not_included: leftOutIn('not_included' in plan ? plan.not_included : beside.not_included),
      credit_cost: costIn(plan.credit_cost, beside.credit_cost),
      word_count: known.word_count ?? counts.selected_words ?? counts.words ?? null,
      preview: previewIn(plan.preview ?? plan.extraction_preview ?? beside.extraction_preview),
    },
    batch,
  )
}

/** Of the costs in a plan and beside it the greater one (assumptions.md, Plan): who agrees to less than is spent was not asked. */
function costIn(inside: unknown, beside: unknown): unknown {
  return typeof inside === 'number' && typeof beside === 'number' ? Math.max(inside, beside) : (inside ?? beside)
}

/**
 * The plan with the cost of its batch, where no cost stands in the plan or beside it. A batch that shows 0 may not be priced yet: only
 * the plan itself says that it is free.
 */
function withCost(plan: Fields, batch: unknown): Fields {
  const { credit_cost } = fieldsOf(batch)
  return { ...plan, credit_cost: plan.credit_cost ?? (credit_cost === 0 ? null : (credit_cost ?? null)) }
}

/** The batch of an answer that does not hold it whole: the one that was asked for, else the one whose id the answer gives. */
function lacksBatch(data: unknown, { params }: AskedFor): Lacking | undefined {
  const batch_id = textUnder(params, ['batch_id']) ?? batchIdIn(data)
  if (batchIn(data) !== undefined || batch_id === undefined) return undefined
  return { by: 'batches.get', params: { batch_id } }
}

function withBatch(read: unknown, batch: unknown): unknown {
  const { plan } = fieldsOf(read)
  return { ...fieldsOf(read), batch, ...(isFields(plan) && { plan: withCost(plan, batch) }) }
}

function approvedIn(data: unknown): unknown {
  const batch = batchIn(data)
  const { credits_reserved, credit_balance } = fieldsOf(data)
  return {
    ...(batch !== undefined && { batch }),
    ...(Number.isInteger(credits_reserved) && { credits_reserved }),
    ...(Number.isInteger(credit_balance) && { credit_balance }),
  }
}

function resultIn(data: unknown): unknown {
  return { ...readableFields(data, Result.shape), url: addressIn(data, 'file'), expires_at: endIn(data) ?? null }
}

function uploadIn(data: unknown): unknown {
  const id = textUnder(fieldsOf(data), ['id', 'upload_id'])
  return { ...readableFields(data, Upload.shape), id, url: addressIn(data, 'upload'), expires_at: endIn(data) ?? null }
}

/** The pair that a call is about. */
function pairIn({ params, body }: AskedFor): string | undefined {
  return textUnder(params, ['language_pair']) ?? textUnder(body, ['language_pair'])
}

function glossaryRead(data: unknown, asked: AskedFor): unknown {
  return glossaryIn(data, pairIn(asked))
}

function lacksGlossary(data: unknown, asked: AskedFor): Lacking | undefined {
  const language_pair = pairIn(asked)
  if (language_pair === undefined || 'terms' in fieldsOf(glossaryRead(data, asked))) return undefined
  return { by: 'glossaries.get', params: { language_pair } }
}

/** Operations whose paths the contract does not show: a service may not have them, or have them elsewhere. */
const ASSUMED: ReadonlySet<OperationId> = new Set([
  'batches.update',
  'batches.getPlan',
  'batches.plans',
  'batches.segments',
  'batches.answerSegments',
  'uploads.create',
  'uploads.complete',
  'glossaries.list',
  'glossaries.get',
  'glossaries.create',
  'glossaries.update',
  'glossaries.replace',
  'glossaries.remove',
])
/** Codes of a 404 for a path; others, such as `batch_not_found`, are about the thing. `not_an_api`: a page, no code at all. */
const NO_SUCH_PATH = /^(?:resource_not_found|not_found|not_an_api)$|route|endpoint|path|method|operation/

/** True for a refusal which means that the service does not have this operation. */
export function notOffered(id: OperationId, status: number, code: string): boolean {
  return ASSUMED.has(id) && (status === 405 || status === 501 || (status === 404 && NO_SUCH_PATH.test(code)))
}
