import * as z from 'zod'
import { Timestamp, Whole } from './fields.ts'

/** A glossary term (assumptions.md, Glossaries). */
export const Term = z.object({
  source: z.string(),
  target: z.string(),
  note: z.string().nullable().default(null),
  case_sensitive: z.boolean().default(false),
})
export type Term = z.output<typeof Term>

/** A service of somebody else may not count the terms in a list, or say when a glossary was changed. */
const head = {
  language_pair: z.string(),
  source_language: z.string(),
  target_language: z.string(),
  name: z.string().nullable(),
  term_count: Whole.nullable(),
  created_at: Timestamp.nullable(),
  updated_at: Timestamp.nullable(),
  /** The label of the project that it is of; absent where it is the workspace's. */
  project: z.exactOptional(z.string()),
}

/** A glossary as the list shows it, without its terms (assumptions.md, Glossaries). */
export const GlossarySummary = z.object(head)
export type GlossarySummary = z.output<typeof GlossarySummary>

/** A glossary with its terms (assumptions.md, Glossaries). */
export const Glossary = z.object({ ...head, terms: z.array(Term) })
export type Glossary = z.output<typeof Glossary>

/** A term as a caller writes it. The service checks its content, so that a refusal can name the term (`invalid_glossary_terms`). */
export const TermInput = z.strictObject({
  source: z.string(),
  target: z.string(),
  note: z.string().nullable().optional(),
  case_sensitive: z.boolean().optional(),
})
export type TermInput = z.output<typeof TermInput>

/** Body of `POST /v1/glossaries`. */
export const GlossaryCreate = z.strictObject({
  language_pair: z.string(),
  name: z.string().nullable().optional(),
  terms: z.array(TermInput).optional(),
})

/** Body of `PATCH /v1/glossaries/{language_pair}`: adds or replaces `terms`, and removes the terms whose source is in `remove`. */
export const GlossaryUpdate = z.strictObject({
  name: z.string().nullable().optional(),
  terms: z.array(TermInput).optional(),
  remove: z.array(z.string()).optional(),
})

/** Body of `PUT /v1/glossaries/{language_pair}`: the whole new content. */
export const GlossaryReplace = z.strictObject({
  name: z.string().nullable().optional(),
  terms: z.array(TermInput),
})
