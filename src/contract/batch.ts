import * as z from 'zod'
import { Timestamp, Whole } from './fields.ts'

export const BATCH_STATUSES = ['queued', 'analyzing', 'awaiting_review', 'translating', 'completed', 'failed'] as const
export const BatchStatus = z.enum(BATCH_STATUSES)
export type BatchStatus = z.output<typeof BatchStatus>

/** True for a status that the contract declares. */
export function isBatchStatus(status: string): status is BatchStatus {
  return BatchStatus.safeParse(status).success
}

export const QUALITY_TIERS = ['standard', 'lite'] as const
export const QualityTier = z.enum(QUALITY_TIERS)
export type QualityTier = z.output<typeof QualityTier>

/** Phases of `progress.phase` in the order a batch passes them (assumptions.md, Batches, Agent engine). */
export const PHASES = [
  'queued',
  'extracting',
  'planning',
  'awaiting_translations',
  'translating',
  'writing',
  'done',
] as const
export type Phase = (typeof PHASES)[number]

/** A batch, which is one translation (contract, Resources). It has the same shape in every status. */
export const Batch = z.object({
  id: z.string(),
  name: z.string().nullable(),
  file_name: z.string().nullable(),
  /** Another status than the declared ones is shown as it is, and waited on (assumptions.md, Operations). */
  status: BatchStatus.or(z.string()),
  translation_mode: z.string().nullable(),
  quality_tier: z.string().nullable(),
  word_count: Whole.nullable(),
  credit_cost: Whole.nullable(),
  is_sample: z.boolean(),
  archived: z.boolean(),
  progress: z.object({
    phase: z.string().nullable(),
    percent: z.number().nullable(),
    updated_at: Timestamp.nullable(),
  }),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  created_at: Timestamp.nullable(),
  completed_at: Timestamp.nullable(),
})
export type Batch = z.output<typeof Batch>

/**
 * A segment that a person may want to check, and why. `id` is present where the caller's own model translated: with this segment id
 * the caller can send a better translation (assumptions.md, Agent engine).
 */
const Finding = z.object({ segment: z.string(), language: z.string(), reason: z.string(), id: z.string().optional() })

/** Findings about the segments of a finished translation (assumptions.md, Result). */
export const Quality = z.object({
  segments: Whole,
  repaired: Whole,
  kept_source: Whole,
  /** `present`: glossary terms in the source. `honoured`: those of them that the translation keeps. Absent where there were none. */
  terms: z.object({ present: Whole, honoured: Whole }).optional(),
  findings: z.array(Finding),
})
export type Quality = z.output<typeof Quality>

/** `GET /v1/batches/{batch_id}/result`: a signed link, not the file. The contract names only `url` (assumptions.md, Result). */
export const Result = z.object({
  url: z.string(),
  /** A page for people about it, under the same signature and end as `url`; absent where the service has none (assumptions.md, Result). */
  page_url: z.string().nullish(),
  expires_at: Timestamp.nullable().default(null),
  file_name: z.string().nullable().default(null),
  media_type: z.string().nullable().default(null),
  size_bytes: Whole.nullable().default(null),
  /** Of the file, in hex or base64. */
  sha256: z.string().nullish(),
  /** The engine that translated, with the name that the plan has. */
  engine: z.string().nullable().default(null),
  quality: Quality.nullable().default(null),
})
export type Result = z.output<typeof Result>

/** A temporary upload (assumptions.md, Uploads). `url` is signed: it takes the bytes by PUT without a credential. */
export const Upload = z.object({ id: z.string(), url: z.string(), expires_at: Timestamp.nullable() })
export type Upload = z.output<typeof Upload>
