import * as z from 'zod'
import { Rate } from './account.ts'
import { Batch } from './batch.ts'
import { Whole } from './fields.ts'

/** What the plan leaves out, and why (contract, Plan of a translation; shape: assumptions.md, Plan). */
export const NotIncluded = z.object({
  part: z.string(),
  reason: z.string().default('not stated'),
  words: Whole.nullable().default(null),
})
export type NotIncluded = z.output<typeof NotIncluded>

const Included = z.object({
  part: z.string(),
  segments: Whole.nullable().default(null),
  words: Whole.nullable().default(null),
})

/**
 * Who is charged, in which unit, and about how much. `you`: the account of whoever runs this program for themselves; `operator`: the account
 * of whoever runs this server for others; `assistant`: the plan of the caller's own model. `money` is there where a price is set.
 */
const Billing = z.object({
  who: z.enum(['nobody', 'workspace', 'you', 'operator', 'assistant']),
  unit: z.enum(['none', 'credits', 'characters', 'tokens']),
  estimate: Whole,
  money: z.object({ amount: z.number().nonnegative(), currency: z.string() }).optional(),
})
export type Billing = z.output<typeof Billing>

/** How a plan's credits are counted: the price of a word by quality tier, and the words of each language that have to be translated. */
const PlanPrice = z.object({
  rates: z.array(Rate),
  languages: z.array(z.object({ language: z.string(), new_words: Whole, credits: Whole })),
})
export type PlanPrice = z.output<typeof PlanPrice>

/**
 * The plan of a translation. The contract names only `plan_revision` and `not_included`; the rest is assumed
 * (assumptions.md, Plan, Credits). The assumed fields have defaults, so that a hosted service without them still works.
 */
export const Plan = z.object({
  plan_revision: z.string(),
  credit_cost: Whole.nullable().default(null),
  word_count: Whole.nullable().default(null),
  /** Words to translate, over all target languages. `reused_words`: words found in the translation memory, which cost nothing. */
  new_words: Whole.nullable().default(null),
  reused_words: Whole.nullable().default(null),
  source_language: z.string().nullable().default(null),
  source_language_from: z.enum(['instruction', 'file', 'folder', 'detected', 'default']).nullable().default(null),
  target_languages: z.array(z.string()).default([]),
  quality_tier: z.string().nullable().default(null),
  included: z.array(Included).default([]),
  not_included: z.array(NotIncluded),
  applied: z.array(z.string()).default([]),
  guidance: z.array(z.string()).default([]),
  not_understood: z.array(z.string()).default([]),
  keep_untranslated: z.array(z.string()).default([]),
  /** `edition`: names the content of the glossary that the plan was made, or approved, with. `project`: it is the project's own. */
  glossaries: z
    .array(
      z.object({
        language_pair: z.string(),
        term_count: Whole,
        edition: z.exactOptional(z.string()),
        project: z.exactOptional(z.boolean()),
      }),
    )
    .default([]),
  /** Pairs of an approved plan whose glossary is another one now: made, changed or deleted since. */
  glossaries_changed: z.exactOptional(z.array(z.string())),
  preview: z.array(z.object({ part: z.string(), text: z.string() })).default([]),
  engine: z.string().nullable().default(null),
  text_goes_to: z.string().nullable().default(null),
  billing: Billing.nullable().default(null),
  /** How `credit_cost` comes about; absent where it is no sum of words. */
  price: z.exactOptional(PlanPrice),
  /** What each target language gets, where they do not all get the same: some of it may be translated already. */
  by_language: z.exactOptional(z.array(z.object({ language: z.string(), segments: Whole, words: Whole }))),
  /** Checks that are switched off for it, by name. */
  skipped_checks: z.exactOptional(z.array(z.string())),
  /** Of a sample: the translation that it is a sample of. */
  sample_of: z.exactOptional(z.string()),
  /** How many texts a sample would have translated first; absent where none is advised (assumptions.md, Sample). */
  sample_texts: z.exactOptional(Whole),
  /** Advice to read before approving, for example that another engine suits such a long file better. */
  advice: z.array(z.string()).default([]),
})
export type Plan = z.output<typeof Plan>

/** What a list says of the plan of a translation: the contract's batch is closed (assumptions.md, Batches). Without a plan: null, and no languages. */
export const BatchPlan = z.object({
  batch_id: z.string(),
  source_language: z.string().nullable().default(null),
  target_languages: z.array(z.string()).default([]),
  engine: z.string().nullable().default(null),
})
export type BatchPlan = z.output<typeof BatchPlan>

/** Counts of the whole file, and of the part that the plan translates (`selected_…`). */
export const Counts = z.object({
  segments: Whole,
  words: Whole,
  characters: Whole,
  selected_segments: Whole,
  selected_words: Whole,
})
export type Counts = z.output<typeof Counts>

const planned = {
  batch: Batch,
  plan: Plan.nullable().default(null),
  plan_revision: z.string().nullable().default(null),
  counts: Counts.nullable().default(null),
  credit_cost: Whole.nullable().default(null),
  extraction_preview: z.array(z.object({ part: z.string(), text: z.string() })).default([]),
}

/** The answer of `POST` and `GET /v1/batches/{batch_id}/plan`, which make and read a plan (assumptions.md, Plan). */
export const Planned = z.object(planned)
export type Planned = z.output<typeof Planned>

/** The answer of a creation (assumptions.md, Creation). */
export const Created = z.object({
  ...planned,
  suggested_instructions: z.array(z.string()).nullable().default(null),
  /** True where an earlier call had made the batch; null where the service does not say it. */
  reused: z.boolean().nullable().default(null),
})
export type Created = z.output<typeof Created>

/** The answer of an approval (assumptions.md, Approval). */
export const Approved = z.object({
  batch: Batch,
  credits_reserved: Whole.nullable().default(null),
  credit_balance: Whole.nullable().default(null),
})
export type Approved = z.output<typeof Approved>
