import type { Generated } from 'kysely'
import type { KeptKeyState } from '../domain/keys.ts'
import type { AttemptWindowRow, RateWindowRow, TriesRow } from './count-rows.ts'
import type { SpendingLimitRow, SpendingRow } from './ledger-rows.ts'
import type { BatchLanguageRow, UsageDayRow } from './list-rows.ts'
import type { MemoryRow, RememberedRow } from './memory-rows.ts'
import type { FolderHolderRow, SchemaReachRow, UploadAddressRow } from './process-rows.ts'
import type { AllowanceRow, AllowanceUseRow, QuestionRow } from './spending-rows.ts'

/**
 * The tables as TypeScript sees them. Moments are milliseconds since 1970 in UTC, flags are 0 or 1, `*_json` holds JSON text.
 * The SQL is in migrations.ts.
 */
export interface Schema {
  workspaces: WorkspaceRow
  members: MemberRow
  api_keys: ApiKeyRow
  credit_grants: CreditGrantRow
  credit_reservations: CreditReservationRow
  batches: BatchRow
  plans: PlanRow
  translations: TranslationRow
  segments: SegmentRow
  memory: MemoryRow
  remembered: RememberedRow
  results: ResultRow
  idempotency_keys: IdempotencyRow
  rate_windows: RateWindowRow
  glossaries: GlossaryRow
  glossary_terms: GlossaryTermRow
  uploads: UploadRow
  oauth_artifacts: ArtifactRow
  connections: ConnectionRow
  audit_events: AuditRow
  sign_in_tries: TriesRow
  attempt_windows: AttemptWindowRow
  invitations: InvitationRow
  service_facts: FactRow
  spending_questions: QuestionRow
  allowances: AllowanceRow
  allowance_uses: AllowanceUseRow
  spendings: SpendingRow
  spending_limits: SpendingLimitRow
  usage_days: UsageDayRow
  batch_languages: BatchLanguageRow
  schema_reach: SchemaReachRow
  folder_holders: FolderHolderRow
  upload_addresses: UploadAddressRow
}

export interface WorkspaceRow {
  id: string
  name: string
  slug: string
  plan: string
  /** Credits granted anew each month; null for none. */
  monthly_allowance: number | null
  created_at: number
}

export interface MemberRow {
  id: string
  workspace_id: string
  name: string
  role: 'admin' | 'member'
  /** Scopes the member's agents may use at most, as a JSON list. */
  ceiling_json: string
  created_at: number
  /** Argon2id in its own notation; null until one is set. */
  password_hash: string | null
  /** A browser that signed in before this moment has to sign in again. */
  password_set_at: number | null
  /** The same for the moment at which all connections of the member were ended. */
  signed_out_at: number | null
  state: 'active' | 'removed'
}

export interface ApiKeyRow {
  id: string
  workspace_id: string
  name: string
  /** The first characters of the key, for recognising it; no secret. */
  prefix: string
  /** SHA-256 of the whole key in hex. */
  hash: string
  scopes_json: string
  state: KeptKeyState
  /** Id of the key that succeeded a replaced one. */
  replaced_by: string | null
  /** 1 for the key that this program issued to itself at seeding. */
  own: number
  created_at: number
  expires_at: number | null
}

export interface CreditGrantRow {
  id: string
  workspace_id: string
  /** 'seed', 'monthly' or 'manual'. */
  type: string
  /** For a monthly grant its month as YYYY-MM: one per workspace and month. */
  period: string | null
  amount: number
  /** Spent for good. */
  used: number
  /** Held by reservations that are neither settled nor released. */
  reserved: number
  granted_at: number
  expires_at: number | null
}

/** The ledger: what a batch took from a grant. */
export interface CreditReservationRow {
  id: string
  workspace_id: string
  batch_id: string
  grant_id: string
  amount: number
  state: 'reserved' | 'settled' | 'released'
  created_at: number
  closed_at: number | null
}

export interface BatchRow {
  id: string
  workspace_id: string
  /** Id of the key or connection that created it. */
  created_by: string
  name: string | null
  file_name: string
  /** The name, or without one the file name, folded (domain/fold.ts): what `search` looks in. */
  search_key: string
  media_type: string
  /** The stored original: a name below the files folder. Null once it is removed. */
  file_blob: string | null
  file_sha256: string
  file_bytes: number
  file_expires_at: number
  status: 'queued' | 'analyzing' | 'awaiting_review' | 'translating' | 'completed' | 'failed'
  translation_mode: string | null
  quality_tier: string | null
  word_count: number | null
  credit_cost: number | null
  is_sample: number
  archived: number
  /** The words sent at creation, read by the analysis. */
  instruction: string | null
  /** What analysis found out about the file. */
  survey_json: string | null
  suggestions_json: string | null
  phase: string | null
  percent: number | null
  progress_at: number | null
  error_code: string | null
  error_message: string | null
  /** Who works on it now, and until when the claim holds without being renewed. */
  lease_owner: string | null
  lease_until: number | null
  /** How often work on it was started since it last made progress. */
  attempts: number
  /** How often this step of its work went over its budget of time and memory. */
  overruns: number
  /** The engine of its plan: only a process that can use it works on it. */
  engine: string | null
  /** The languages of its plan: null and an empty list without one. They are here for lists, which filter by them. */
  source_language: string | null
  target_languages_json: string
  /** Names the settings that this engine had when the plan was made. Null in rows of an earlier build. */
  engine_print: string | null
  /** Names the settings of the process that it was created in: only a process with equal ones plans it. */
  settings_print: string | null
  /** The label of its project; null where its caller named none. */
  project: string | null
  /** How the source hashes of its segments are made (translation/source-hash.ts). */
  hash_edition: number
  created_at: number
  approved_at: number | null
  completed_at: number | null
  /** The batch that this is a sample of, and the revision of the plan that it samples: one for each. Null for all others. */
  sample_of: string | null
  sample_revision: string | null
  /** The `traceparent` of the call that asked for the work that is done next, so that the trace goes on; null without a trace. */
  trace_parent: string | null
}

/** The current plan of a batch: at most one, replaced when a refinement changes it. */
export interface PlanRow {
  batch_id: string
  revision: string
  plan_json: string
  counts_json: string
  /** What the planner understood; the next refinement starts from it. */
  intent_json: string
  created_at: number
}

/**
 * Finished segments, kept at once so that a killed job asks for none twice, and until the file goes, so that they can be corrected.
 * Equal segments are kept once.
 */
export interface TranslationRow {
  batch_id: string
  language: string
  /** SHA-256 of the source text and what its translation depends on. */
  source_hash: string
  text: string
  /** Why its source stays; null where the translation is written. */
  finding: string | null
  /** 1 where a first translation was refused and this one is better. */
  repaired: number
  /** What a person may want to look at in a translation that is written; null when nothing. */
  note: string | null
}

/** A segment that the caller's own model translates. Equal segments are one; its translation is kept among `translations`. */
export interface SegmentRow {
  batch_id: string
  language: string
  /** From 1 in the order of the file; the id on the wire. */
  number: number
  /** Segments with the same bundle are handed out together. It is the number of the first of them. */
  bundle: number
  source_hash: string
  text: string
  syntax: string | null
  part: string
  note: string | null
  max_length: number | null
  /** What else helps to translate it. */
  context_json: string | null
  /** See Unit. */
  sense: string | null
  slot: string | null
  /** An earlier translation to begin from, as JSON. */
  suggestion_json: string | null
  words: number
  state: 'open' | 'answered' | 'kept'
  refusals: number
  /** Why its last answer was refused. */
  problem: string | null
  /** The round it was handed out with, until when that is held, and from when it may be taken over. */
  round: string | null
  held_until: number | null
  yields_at: number | null
}

export interface ResultRow {
  batch_id: string
  blob: string
  file_name: string
  media_type: string
  size_bytes: number
  quality_json: string
  /** The conditions that its translations are kept under (store/made-under.ts). Null in rows of an earlier build. */
  made_under_json: string | null
  created_at: number
}

export interface IdempotencyRow {
  /** The workspace key or connection that sent it. */
  caller: string
  key: string
  /** SHA-256 over file, name and instruction: another one under the same key is refused. */
  fingerprint: string
  batch_id: string
  expires_at: number
}

export interface GlossaryRow {
  id: string
  workspace_id: string
  /** The label of the project that it holds for; empty where it holds for all of the workspace. */
  project: string
  language_pair: string
  source_language: string
  target_language: string
  name: string | null
  /** Counts up with each change, so that kept translations of an older content are not used. */
  version: number
  created_at: number
  updated_at: number
}

export interface GlossaryTermRow {
  id: Generated<number>
  glossary_id: string
  source: string
  /** Unique in its glossary: the exact source when case matters, else the folded source (domain/glossaries.ts). */
  source_key: string
  target: string
  note: string | null
  case_sensitive: number
}

export interface UploadRow {
  id: string
  workspace_id: string
  created_by: string
  file_name: string
  media_type: string
  blob: string | null
  size_bytes: number | null
  sha256: string | null
  state: 'open' | 'received' | 'completed'
  /** The batch made from it, so that a repeat finds it. */
  batch_id: string | null
  created_at: number
  expires_at: number
}

/** What the authorization server keeps: sessions, interactions, codes, tokens, grants, registered clients. */
export interface ArtifactRow {
  /** The kind, as oidc-provider calls it: 'RefreshToken'. */
  model: string
  /** SHA-256 of what its holder presents; for grants and clients, which are no secrets, the id itself. */
  id: string
  /** JSON, sealed where it holds what must come back as it was presented. */
  payload: string
  grant_id: string | null
  /** Hash of the code a person types. */
  user_code: string | null
  uid: string | null
  expires_at: number | null
  consumed_at: number | null
  /** When its connection was revoked. The row stays until it expires, so that its use can be answered with "revoked". */
  revoked_at: number | null
}

/** One consent of one member to one client. Its id is the id of the grant behind its tokens. */
export interface ConnectionRow {
  id: string
  workspace_id: string
  member_id: string
  client_id: string
  client_name: string
  /** Where the approval returned to; null for a device. */
  redirect_host: string | null
  requested_json: string
  granted_json: string
  created_at: number
  last_used_at: number | null
  revoked_at: number | null
}

export interface AuditRow {
  id: string
  /** Null where nobody is signed in yet. */
  workspace_id: string | null
  at: number
  /** One of AUDIT_KINDS (store/audit.ts). */
  kind: string
  member_id: string | null
  /** The OAuth client, or the workspace key, that acted. */
  client_id: string | null
  connection_id: string | null
  batch_id: string | null
  credits: number | null
  detail_json: string
  /** Where it came from, as limits count it (domain/addresses.ts). */
  address: string | null
  /** How often it happened, where alike events are one row. */
  times: number
  /** When it last happened, if more than once; `at` is the first time. */
  last_at: number | null
  /** What the events of one row have in common; null for a single event. */
  tally: string | null
}

/** A one-time link with which a member sets her first password; at most one a member. */
export interface InvitationRow {
  /** SHA-256 of the token in the link, in hex. */
  hash: string
  member_id: string
  created_at: number
  expires_at: number
}

/** What processes on this data folder let each other know. */
export interface FactRow {
  /** One of the names in store/facts.ts. */
  name: string
  value: string
  noted_at: number
}
