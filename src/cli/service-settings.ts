import type { Telemetry } from '../contract/telemetry.ts'
import { KEY_SETTING } from '../service/engine/about.ts'
import type { OAuthOptions } from '../service/oauth/options.ts'
import type { Log } from '../service/ports.ts'
import type { ServiceSettings } from '../service/settings.ts'
import type { EngineKeys } from './engine-keys.ts'
import type { Settings } from './settings.ts'
import { UsageError } from './usage.ts'

/** How the service inside this program is used. */
export interface Use {
  /** The address that its links begin with; default: the address it listens on. */
  readonly publicUrl?: string | undefined
  /** True where assistants call it through MCP: their own model can translate. */
  readonly assistants?: boolean | undefined
  /** True where it runs for others than the person who started it: they are told whose keys are charged. */
  readonly hosting?: boolean | undefined
  /** Present where members sign in at this service. */
  readonly oauth?: OAuthOptions | undefined
  /** True where it is started for a file that comes at once. */
  readonly busy?: boolean | undefined
  /** The keys of engines, where the keyring has been read already. */
  readonly keys?: EngineKeys | undefined
  /** Where it logs its faults. Left out: lines of JSON on stderr. */
  readonly log?: Log | undefined
  /** Who is told what happens in it; nobody unless given. */
  readonly telemetry?: Telemetry | undefined
}

type SignInSettings = Pick<
  Settings,
  'public_url' | 'refresh_leeway_seconds' | 'trusted_hops' | 'mcp_url' | 'registration' | 'client_hosts'
>

/**
 * The settings of the sign-in at this server. `exchange_client` is the client that may exchange tokens.
 *
 * @throws {UsageError} `--registration listed` without `--client-hosts`, or that setting without it
 */
export function oauthOptions(
  { public_url, refresh_leeway_seconds, trusted_hops, mcp_url, registration, client_hosts }: SignInSettings,
  exchange_client?: OAuthOptions['exchange_client'],
): OAuthOptions {
  if (registration === 'listed' && client_hosts === undefined) {
    throw new UsageError(
      '--registration listed needs the names of hosts: set --client-hosts, as agent.example,localhost.',
    )
  }
  if (registration !== 'listed' && client_hosts !== undefined) {
    throw new UsageError(`--client-hosts has no effect with --registration ${registration}: set --registration listed.`)
  }
  return {
    registration: { mode: registration, hosts: client_hosts ?? [] },
    ...(public_url === undefined ? {} : { issuer: public_url }),
    ...(mcp_url === undefined ? {} : { mcp: mcp_url }),
    ...(exchange_client && { exchange_client }),
    ...{ refresh_leeway_seconds, trusted_hops },
  }
}

/** The settings of the service inside this program. The service itself is not loaded here. */
export function serviceSettings(
  settings: Settings,
  { publicUrl, assistants = false, hosting = false, keys }: Use = {},
): Partial<ServiceSettings> {
  const { engine, source_language, requests_per_minute, link_minutes, upload_minutes } = settings
  const {
    segment_minutes,
    file_days,
    idempotency_days,
    seed_credits,
    monthly_credits,
    batch_creation,
    memory,
    memory_shared,
    memory_days,
  } = settings
  return {
    database_url: settings.database_url,
    ...filesOf(settings),
    state_secret: settings.state_secret,
    state_secret_previous: settings.state_secret_previous,
    engine,
    agent: assistants,
    prices: settings.prices,
    key_owner: hosting ? 'operator' : 'you',
    ...engineSettingsOf(settings, keys),
    memory,
    memory_shared,
    memory_days,
    unchecked: settings.unchecked,
    source_language,
    requests_per_minute,
    trusted_hops: settings.trusted_hops,
    link_minutes,
    upload_minutes,
    segment_minutes,
    file_days,
    idempotency_days,
    seed_credits,
    ...(monthly_credits === undefined ? {} : { monthly_credits: monthly_credits === 0 ? null : monthly_credits }),
    batch_creation,
    ...capacityOf(settings),
    ...{ workers: settings.workers, jobs_at_once: settings.jobs_at_once, drain_seconds: settings.drain_seconds ?? 0 },
    public_url: publicUrl,
  }
}

/** Where files lie, as it is set. */
export function filesOf({ files_url, files_endpoint, files_region, files_path_style, ...settings }: Settings) {
  const { files_encryption, files_links } = settings
  return { files_url, files_endpoint, files_region, files_path_style, files_encryption, files_links }
}

function capacityOf({ max_terms, max_request_bytes, ...settings }: Settings) {
  const { max_glossaries, max_upload_bytes, max_result_bytes } = settings
  const contract = { max_terms_per_glossary: max_terms, json_body_bytes: max_request_bytes }
  return { max_glossaries, max_upload_bytes, max_result_bytes, ...contract }
}

/** What is set for each engine; a key in the environment comes before the one in the keyring. */
function engineSettingsOf(
  { engines }: Settings,
  { found, unread }: EngineKeys = { found: {}, unread: [] },
): Pick<ServiceSettings, 'engines' | 'unread_keys'> {
  const all = Object.entries(engines).map(([name, values]) => {
    const key = values[KEY_SETTING] ?? found[name]
    return [name, key === undefined ? values : { ...values, [KEY_SETTING]: key }]
  })
  return { engines: Object.fromEntries(all), unread_keys: unread }
}
