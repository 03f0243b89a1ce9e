import * as z from 'zod'
import { Timestamp, Whole } from './fields.ts'
import { SCOPE_NAMES } from './scopes.ts'

/** Workspace (contract, Resources). */
export const Workspace = z.object({ id: z.string(), name: z.string(), slug: z.string(), plan: z.string() })

/** Entitlements (contract, Resources); a null limit means no limit (assumptions.md, Limits). */
export const Entitlements = z.object({
  quality_tiers: z.array(z.string()),
  custom_guidelines: z.boolean(),
  max_glossaries: Whole.nullable(),
  max_terms_per_glossary: Whole.nullable(),
  max_upload_bytes: Whole,
})

/** The credential of the call (contract, Resources; assumptions.md, Credentials). */
export const Credential = z.object({
  id: z.string(),
  kind: z.enum(['api_key', 'oauth']),
  name: z.string().nullable(),
  prefix: z.string(),
  scopes: z.array(z.enum(SCOPE_NAMES)),
  created_at: Timestamp,
  expires_at: Timestamp.nullable(),
})

/** What the service can do for this credential (contract, Resources, Capabilities; assumptions.md, Account, Formats). */
export const Capabilities = z.object({
  batch_creation: z.boolean(),
  webhooks: z.boolean(),
  supported_formats: z.array(z.string()),
})

/** `GET /v1/account`. */
export const Account = z.object({
  workspace: Workspace,
  credit_balance: Whole,
  entitlements: Entitlements,
  credential: Credential,
  capabilities: Capabilities,
})
export type Account = z.output<typeof Account>

/** The price of a word, for each target language (assumptions.md, Credits). */
export const Rate = z.object({ quality_tier: z.string(), credits_per_word: z.number().nonnegative() })

/** `GET /v1/prices`: what an engine that charges credits asks for a word, and what costs none (assumptions.md, Credits). */
export const Prices = z.object({ rates: z.array(Rate), free: z.array(z.string()).default([]) })
export type Prices = z.output<typeof Prices>

/** A grant of credits (contract, Resources; assumptions.md, Credits). */
export const CreditGrant = z.object({
  id: z.string(),
  type: z.string(),
  amount: Whole,
  used: Whole,
  remaining: Whole,
  granted_at: Timestamp.nullable(),
  expires_at: Timestamp.nullable(),
})
export type CreditGrant = z.output<typeof CreditGrant>

/** `GET /v1/credits`. */
export const Credits = z.object({
  balance: Whole,
  plan: z.string(),
  monthly_allowance: Whole.nullable(),
  next_refill_estimated_at: Timestamp.nullable(),
  grants: z.array(CreditGrant),
})
export type Credits = z.output<typeof Credits>

export const GRANULARITIES = ['day', 'week', 'month'] as const

const counters = { credits_used: Whole, batches_completed: Whole, words_translated: Whole }

/** Usage totals (contract, Resources; assumptions.md, Usage). */
export const UsageTotals = z.object(counters)

/** `GET /v1/usage`. */
export const Usage = z.object({
  from: z.string(),
  to: z.string(),
  granularity: z.enum(GRANULARITIES),
  totals: UsageTotals,
  points: z.array(z.object({ date: z.string(), ...counters })),
})
export type Usage = z.output<typeof Usage>

/** One supported language (assumptions.md, Languages). */
export const Language = z.object({ tag: z.string(), name: z.string() })
export type Language = z.output<typeof Language>
