import { MAX_UPLOAD_BYTES } from '../contract/formats.ts'
import { LIMITS } from '../contract/limits.ts'
import type { Fingerprints } from './domain/means.ts'
import type { Price } from './domain/prices.ts'
import { DEFAULT_ENGINE_SETTINGS, type EngineSettings } from './engine/settings.ts'

/** Everything about the embedded service that a deployment may choose. Plain values; the command line maps flags onto them. */
export interface ServiceSettings extends EngineSettings {
  /** The PostgreSQL database that holds the state, as `postgres://…`, with its password; undefined: a file of the data folder. */
  readonly database_url: string | undefined
  /** Where stored files lie: `s3://bucket/prefix` or `file:///folder`; undefined: in the data folder. The rest is about a bucket (files/place.ts). */
  readonly files_url: string | undefined
  readonly files_endpoint: string | undefined
  readonly files_region: string | undefined
  readonly files_path_style: boolean
  readonly files_encryption: string | undefined
  /** Whether callers fetch results through this service, or are sent to the bucket itself. */
  readonly files_links: 'through' | 'direct'
  /** What all processes on one database server share, of 32 characters or more; undefined where they share a data folder instead. */
  readonly state_secret: string | undefined
  /** The one before it, of which what it sealed is sealed anew. */
  readonly state_secret_previous: string | undefined
  /** Requests one credential may make in a minute. */
  readonly requests_per_minute: number
  /** How many proxies in front are trusted to say where a request came from. */
  readonly trusted_hops: number
  /** How long a signed link to a result works, in minutes. */
  readonly link_minutes: number
  /** How long a temporary upload stays open, in minutes. */
  readonly upload_minutes: number
  /** How long an uploaded file is kept, in days. */
  readonly file_days: number
  /** How long an idempotency key is remembered, in days. */
  readonly idempotency_days: number
  /** Credits a new workspace starts with. */
  readonly seed_credits: number
  /** Credits granted anew each month; null for none. */
  readonly monthly_credits: number | null
  /** False switches creation, planning and approval off: they answer `feature_not_available`. */
  readonly batch_creation: boolean
  /** False switches the translation memory off: nothing is looked up in it, nothing put into it. */
  readonly memory: boolean
  /** True where the projects of a workspace use each other's translations. */
  readonly memory_shared: boolean
  /** How long a translation that nobody used is remembered, in days. */
  readonly memory_days: number
  /** Checks that are switched off, as `brackets`, or for a pair of languages, as `en-de:brackets`; in small letters. */
  readonly unchecked: readonly string[]
  /** Source language where neither the caller nor the file says one. */
  readonly source_language: string
  /** Names the settings of the engines for this data folder: work is done by processes with the settings that it was planned with. */
  readonly prints: Fingerprints | undefined
  /** What accounts are charged in money; empty: no plan names money. */
  readonly prices: readonly Price[]
  /** Whose the keys of engines are: `you` where people run this program for themselves, `operator` where somebody runs it for others. */
  readonly key_owner: 'you' | 'operator'
  /** Base of `docs_url` in errors, without a trailing slash; undefined means the service's own address, which has the page. */
  readonly docs_url: string | undefined
  /** Base address of signed links; undefined means the address the service listens on. */
  readonly public_url: string | undefined
  readonly max_glossaries: number | null
  readonly max_terms_per_glossary: number | null
  /** A file above this, or above the ceiling of its format, is refused with `file_too_large`. */
  readonly max_upload_bytes: number
  /** A finished file above this is refused with `result_too_large`. */
  readonly max_result_bytes: number
  readonly json_body_bytes: number
  /** How long a worker's claim on a batch holds without being renewed, in seconds. */
  readonly lease_seconds: number
  /** How many threads do the work of batches; 0: this process does none, others do. Undefined: one fewer than processors, and at least two. */
  readonly workers: number | undefined
  /** How many batches of a kind are worked on at the same time; undefined: four, or one in each thread where there are more. */
  readonly jobs_at_once: number | undefined
  /** How long work under way may go on at the end, in seconds; then it is given back. */
  readonly drain_seconds: number
  /** The schema of the database server that pg-boss keeps its tables in (`wake-engine.ts`); undefined: without it. */
  readonly jobs_schema: string | undefined
  /** How long a round of segments is held for the one who asked for it, in minutes. */
  readonly segment_minutes: number
  /** How long creation waits for the analysis before it answers without a plan, in seconds. */
  readonly creation_wait_seconds: number
}

export const DEFAULT_SETTINGS: ServiceSettings = {
  database_url: undefined,
  files_url: undefined,
  files_endpoint: undefined,
  files_region: undefined,
  files_path_style: false,
  files_encryption: undefined,
  files_links: 'through',
  state_secret: undefined,
  state_secret_previous: undefined,
  requests_per_minute: 600,
  trusted_hops: 0,
  link_minutes: 15,
  upload_minutes: 60,
  file_days: 30,
  idempotency_days: 1,
  seed_credits: 100_000,
  monthly_credits: 100_000,
  batch_creation: true,
  ...DEFAULT_ENGINE_SETTINGS,
  memory: true,
  memory_shared: false,
  memory_days: 180,
  unchecked: [],
  source_language: 'en',
  prints: undefined,
  prices: [],
  key_owner: 'you',
  docs_url: undefined,
  public_url: undefined,
  max_glossaries: null,
  max_terms_per_glossary: 10_000,
  max_upload_bytes: MAX_UPLOAD_BYTES,
  max_result_bytes: 250 * 1024 * 1024,
  json_body_bytes: LIMITS.json_body_bytes,
  lease_seconds: 15,
  workers: undefined,
  jobs_at_once: undefined,
  drain_seconds: 0,
  jobs_schema: undefined,
  segment_minutes: 10,
  creation_wait_seconds: LIMITS.creation_wait_seconds,
}
