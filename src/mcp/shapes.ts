import * as z from 'zod'
import { isMoment } from '../contract/fields.ts'

/** The id of a translation, as every tool takes it. */
export const batchIdInput = z.string().min(1).describe('from create_batch or list_batches')

/** A date or moment. Checked by code, because some hosts refuse `format` in an input schema. */
export const momentInput = z
  .string()
  .refine(isMoment, 'must be a date such as 2026-11-21 or a time such as 2026-11-21T14:00:00Z')

/**
 * Output shapes as tools/list shows them: they name the fields that a model acts on, and allow any other. Field names are those of the
 * API, and its nulls stay null.
 */
const text = z.string().nullable()
const number = z.number().nullable()

/** A batch in the result of a tool that is called for its state. */
export const BatchShape = z.looseObject({
  id: z.string(),
  name: text,
  status: z.string(),
  archived: z.boolean(),
  progress: z.looseObject({ percent: number }),
  error: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
})

/** A batch in the result of other tools. The schema names fewer fields, but the result has all of them. */
export const BatchBrief = z.looseObject({ id: z.string(), status: z.string() })

/** A batch in a list. */
export const BatchRow = BatchBrief.extend({ name: text, credit_cost: number })

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

/** A plan in the result of other tools than create_batch. The schema names fewer fields, but the result has all of them. */
export const PlanBrief = z.looseObject({ plan_revision: z.string(), credit_cost: number, engine: text })

export const GlossaryShape = z.looseObject({
  language_pair: z.string(),
  name: text,
  term_count: number,
})

export const TermShape = z.looseObject({
  source: z.string(),
  target: z.string(),
  note: text,
  case_sensitive: z.boolean(),
})

/** The fields that every result may have besides its own, and that a model acts on; most have a `request_id` too. */
export const common = {
  next_step: z.string().optional(),
  warnings: z.array(z.string()).optional(),
}
