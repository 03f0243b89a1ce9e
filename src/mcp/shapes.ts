import * as z from 'zod'
import { BATCH_STATUSES } from '../contract/batch.ts'
import { isMoment } from '../contract/fields.ts'

/** The id of a translation, as every tool takes it. */
export const batchIdInput = z.string().min(1).describe('from create_batch or list_batches')

/** A date or moment; checked here, since a format in an input schema is refused by some hosts. */
export const momentInput = z
  .string()
  .refine(isMoment, 'must be a date such as 2026-11-21 or a time such as 2026-11-21T14:00:00Z')

/**
 * Output shapes as tools/list shows them: the fields a model acts on, open for the rest. API field names are kept, nullable
 * values stay null.
 */
const text = z.string().nullable()
const number = z.number().nullable()

/** A translation where its state is what was asked for. */
export const BatchShape = z.looseObject({
  id: z.string(),
  name: text,
  file_name: text,
  status: z.enum(BATCH_STATUSES),
  word_count: number,
  credit_cost: number,
  archived: z.boolean(),
  progress: z.looseObject({ percent: number }),
  error: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
})

/** The same where something else matters more: the schema names less, the result holds as much. */
export const BatchBrief = z.looseObject({ id: z.string(), status: z.string() })

/** The same as a row of a list. */
export const BatchRow = BatchBrief.extend({ name: text, file_name: text, credit_cost: number })

export const PlanShape = z.looseObject({
  plan_revision: z.string(),
  credit_cost: number,
  word_count: number,
  source_language: text,
  target_languages: z.array(z.string()),
  not_included: z.array(z.looseObject({ part: z.string(), reason: z.string(), words: number })),
  not_understood: z.array(z.string()),
  engine: text,
})

export const GlossaryShape = z.looseObject({
  language_pair: z.string(),
  name: text,
  term_count: z.number(),
})

export const TermShape = z.looseObject({
  source: z.string(),
  target: z.string(),
  note: text,
  case_sensitive: z.boolean(),
})

/** What every result carries beside its own fields. */
export const common = {
  request_id: z.string().optional(),
  next_step: z.string().optional(),
  warnings: z.array(z.string()).optional(),
}
