import * as z from 'zod'
import { Account, Credits, GRANULARITIES, Language, Prices, Usage } from './account.ts'
import { Batch, BatchStatus, QualityTier, Result, Upload } from './batch.ts'
import { queryFlag, queryIds, queryMoment, queryWhole } from './fields.ts'
import { glossaryOperations, projectGlossaryOperations } from './glossary-operations.ts'
import { LIMITS } from './limits.ts'
import { bodyErrors, none, operation, pageQuery } from './operation.ts'
import { Approved, BatchPlan, Created, Planned } from './plan.ts'
import { SegmentRound } from './segments.ts'

const { name_length: name, instruction_length: instruction, search_length: search, page_size: page } = LIMITS

const batchId = z.object({ batch_id: z.string() })
const uploadId = z.object({ upload_id: z.string() })

/** Body fields of creation (contract, POST /v1/batches). Exactly one source: `content`, `file_url`, `upload_id` or a multipart file. */
export const CreateBatch = z.strictObject({
  content: z.string().optional(),
  file_url: z.string().optional(),
  upload_id: z.string().optional(),
  filename: z.string().min(1).max(255).optional(),
  instruction: z.string().min(instruction.min).max(instruction.max).optional(),
  idempotency_key: z.string().optional(),
})
export type CreateBatch = z.output<typeof CreateBatch>

const creationErrors = [
  ...bodyErrors,
  'feature_not_available',
  'unsupported_format',
  'file_too_large',
  'file_fetch_failed',
  'plan_invalid',
  'language_not_supported',
  'file_retention_expired',
  'file_expired',
  'idempotency_key_reused',
] as const
const segmentErrors = [
  'batch_not_found',
  'plan_changed',
  'batch_not_editable',
  'file_retention_expired',
  'file_expired',
  'feature_not_available',
] as const

/** A read of one object about the workspace, without arguments. */
const aboutAccount = {
  ...({ scope: 'account:read', retry: 'safe', shape: 'object' } as const),
  ...{ params: none, query: none, body: none },
}

/**
 * Every operation of the API, by resource: those of the contract, and assumed ones
 * (assumptions.md, Operations, Batches, Creation, Uploads, Sample).
 */
export const api = {
  account: { get: operation('account.get', 'GET', '/v1/account', { ...aboutAccount, data: Account }) },
  credits: { get: operation('credits.get', 'GET', '/v1/credits', { ...aboutAccount, data: Credits }) },
  prices: { get: operation('prices.get', 'GET', '/v1/prices', { ...aboutAccount, data: Prices }) },
  usage: {
    get: operation('usage.get', 'GET', '/v1/usage', {
      scope: 'usage:read',
      retry: 'safe',
      params: none,
      body: none,
      shape: 'object',
      data: Usage,
      query: z.object({
        from: queryMoment.optional(),
        to: queryMoment.optional(),
        granularity: z.enum(GRANULARITIES).optional(),
      }),
      errors: ['invalid_parameter'],
    }),
  },
  languages: {
    list: operation('languages.list', 'GET', '/v1/languages', {
      scope: 'account:read',
      retry: 'safe',
      params: none,
      query: none,
      body: none,
      shape: 'list',
      data: Language,
    }),
  },
  batches: {
    list: operation('batches.list', 'GET', '/v1/batches', {
      scope: 'batches:read',
      retry: 'safe',
      params: none,
      body: none,
      shape: 'list',
      data: Batch,
      query: z.object({
        ...pageQuery,
        status: BatchStatus.optional(),
        archived: queryFlag.optional(),
        quality_tier: QualityTier.optional(),
        created_after: queryMoment.optional(),
        created_before: queryMoment.optional(),
        search: z.string().min(search.min).max(search.max).optional(),
        search_languages: queryFlag.optional(),
        target_language: z.string().min(1).max(LIMITS.language_tag_length).optional(),
      }),
      errors: ['invalid_parameter', 'invalid_cursor', 'language_not_supported'],
    }),
    plans: operation('batches.plans', 'GET', '/v1/batch-plans', {
      scope: 'batches:read',
      retry: 'safe',
      params: none,
      body: none,
      shape: 'list',
      data: BatchPlan,
      query: z.object({ ids: queryIds(LIMITS.batch_plans) }),
      errors: ['invalid_parameter'],
    }),
    get: operation('batches.get', 'GET', '/v1/batches/{batch_id}', {
      scope: 'batches:read',
      retry: 'safe',
      params: batchId,
      body: none,
      shape: 'object',
      data: Batch,
      query: z.object({
        wait_ms: queryWhole(0, LIMITS.batch_wait_ms).optional(),
        unlike: z.string().min(1).max(LIMITS.state_length).optional(),
        progress_ms: queryWhole(LIMITS.progress_ms.min, LIMITS.progress_ms.max).optional(),
      }),
      errors: ['batch_not_found', 'invalid_parameter'],
    }),
    create: operation('batches.create', 'POST', '/v1/batches', {
      scope: 'batches:create',
      retry: 'keyed',
      params: none,
      query: none,
      body: CreateBatch,
      multipart: true,
      shape: 'object',
      data: Created,
      status: 201,
      errors: creationErrors,
    }),
    update: operation('batches.update', 'PATCH', '/v1/batches/{batch_id}', {
      scope: 'batches:write',
      retry: 'never',
      params: batchId,
      query: none,
      shape: 'object',
      data: Batch,
      body: z.strictObject({
        name: z.string().min(name.min).max(name.max).optional(),
        archived: z.boolean().optional(),
      }),
      errors: [...bodyErrors, 'batch_not_found', 'batch_not_editable'],
    }),
    plan: operation('batches.plan', 'POST', '/v1/batches/{batch_id}/plan', {
      scope: 'batches:create',
      retry: 'never',
      params: batchId,
      query: none,
      shape: 'object',
      data: Planned,
      body: z.strictObject({ instruction: z.string().min(instruction.min).max(instruction.max) }),
      errors: [
        'batch_not_found',
        'plan_invalid',
        'language_not_supported',
        'batch_not_awaiting_approval',
        'feature_not_available',
        'file_retention_expired',
        'file_expired',
        ...bodyErrors,
      ],
    }),
    getPlan: operation('batches.getPlan', 'GET', '/v1/batches/{batch_id}/plan', {
      scope: 'batches:read',
      retry: 'safe',
      params: batchId,
      query: none,
      body: none,
      shape: 'object',
      data: Planned,
      errors: ['batch_not_found'],
    }),
    sample: operation('batches.sample', 'POST', '/v1/batches/{batch_id}/sample', {
      scope: 'batches:create',
      retry: 'never',
      params: batchId,
      query: none,
      shape: 'object',
      data: Planned,
      body: z.strictObject({ expected_plan_revision: z.string() }),
      errors: [
        'batch_not_found',
        'no_plan_yet',
        'batch_not_awaiting_approval',
        'plan_changed',
        'plan_invalid',
        'file_retention_expired',
        'file_expired',
        ...bodyErrors,
      ],
    }),
    approve: operation('batches.approve', 'POST', '/v1/batches/{batch_id}/approve', {
      scope: 'batches:create',
      retry: 'never',
      params: batchId,
      query: none,
      shape: 'object',
      data: Approved,
      body: z.strictObject({ expected_plan_revision: z.string().optional() }),
      errors: [
        'batch_not_found',
        'no_plan_yet',
        'batch_not_awaiting_approval',
        'plan_changed',
        'file_retention_expired',
        'file_expired',
        'insufficient_credits',
        'admin_required',
        'feature_not_available',
        ...bodyErrors,
      ],
    }),
    result: operation('batches.result', 'GET', '/v1/batches/{batch_id}/result', {
      scope: 'batches:read',
      retry: 'safe',
      params: batchId,
      query: none,
      body: none,
      shape: 'object',
      data: Result,
      errors: ['batch_not_found', 'result_not_ready', 'result_too_large', 'file_retention_expired', 'file_expired'],
    }),
    segments: operation('batches.segments', 'GET', '/v1/batches/{batch_id}/segments', {
      scope: 'batches:create',
      retry: 'safe',
      params: batchId,
      body: none,
      shape: 'object',
      data: SegmentRound,
      query: z.object({
        plan_revision: z.string().optional(),
        target_language: z.string().optional(),
        whole: queryFlag.optional(),
        anew: queryFlag.optional(),
        hand_out: queryFlag.optional(),
        search: z.string().min(search.min).max(search.max).optional(),
        from_id: queryWhole(1, LIMITS.line_number).optional(),
        limit: queryWhole(page.min, page.max).optional(),
      }),
      errors: ['invalid_parameter', ...segmentErrors],
    }),
    answerSegments: operation('batches.answerSegments', 'POST', '/v1/batches/{batch_id}/segments', {
      scope: 'batches:create',
      retry: 'never',
      params: batchId,
      query: none,
      shape: 'object',
      data: SegmentRound,
      body: z.strictObject({
        plan_revision: z.string(),
        target_language: z.string(),
        translations: z.array(z.strictObject({ id: z.string(), text: z.string() })).max(LIMITS.segment_answers),
        hand_out: z.boolean().optional(),
      }),
      errors: [...bodyErrors, ...segmentErrors],
    }),
  },
  uploads: {
    create: operation('uploads.create', 'POST', '/v1/uploads', {
      scope: 'batches:create',
      retry: 'never',
      params: none,
      query: none,
      shape: 'object',
      data: Upload,
      status: 201,
      body: z.strictObject({ filename: z.string().min(1).max(255) }),
      errors: [...bodyErrors, 'feature_not_available', 'unsupported_format'],
    }),
    complete: operation('uploads.complete', 'POST', '/v1/uploads/{upload_id}/complete', {
      scope: 'batches:create',
      retry: 'never',
      params: uploadId,
      query: none,
      body: none,
      shape: 'object',
      data: Upload,
      errors: [...bodyErrors, 'feature_not_available'],
    }),
  },
  glossaries: glossaryOperations,
  project_glossaries: projectGlossaryOperations,
} as const

type Resources = typeof api
/** One of the operations of the API. */
export type ApiOperation = { [R in keyof Resources]: Resources[R][keyof Resources[R]] }[keyof Resources]
/** `batches.create`, `account.get`, …: the name of an operation. */
export type OperationId = ApiOperation['id']

/** All operations as one list, in the order of `api`. */
export const OPERATIONS: readonly ApiOperation[] = Object.values(api).flatMap(resource => Object.values(resource))
