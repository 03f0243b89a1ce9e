import { existsSync } from 'node:fs'
import { ApiError } from '../../client/errors.ts'
import type { Account } from '../../contract/account.ts'
import { api } from '../../contract/operations.ts'
import { revealed, visible } from '../../mcp/render/data.ts'
import { counted, moment } from '../../mcp/render/numbers.ts'
import type { Invocation } from '../command.ts'
import { composeServer } from '../compose.ts'
import { dataDirOf } from '../data-dir.ts'
import { type LastAssistant, lastAssistant } from '../doctor/assistant.ts'
import { examinedOf } from '../doctor/examined.ts'
import { costWords, type EngineCost, engineCost } from '../engine-cost.ts'
import { type EngineKeys, readEngineKeys } from '../engine-keys.ts'
import {
  type ChosenEngines,
  chosenEngines,
  engineWords,
  type KeyPlaces,
  keyPlaces,
  keyWords,
  placeWords,
} from '../engine-words.ts'
import { loginCommand, openLoginStore } from '../hosted.ts'
import { type Overview, overviewOf } from '../overview.ts'
import { overviewLines } from '../overview-words.ts'
import { type Paint, paintFor } from '../paint.ts'
import { filesOf } from '../service-settings.ts'
import type { Settings } from '../settings.ts'
import { takesNoMore } from '../usage.ts'
import { VERSION } from '../version.ts'

type Costs = { readonly over_mcp: EngineCost | null; readonly in_terminal: EngineCost | null }

async function costsOf({ over_mcp, in_terminal }: ChosenEngines, settings: Settings, keys: EngineKeys): Promise<Costs> {
  const [mcp, terminal] = await Promise.all([over_mcp, in_terminal].map(name => engineCost(name, settings, keys)))
  return { over_mcp: mcp ?? null, in_terminal: terminal ?? null }
}

/** Null where this credential may not list translations. */
async function overviewIfTold(look: () => Promise<Overview>): Promise<Overview | null> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

type Reached = { readonly account: Account } | { readonly error: { readonly code: string; readonly message: string } }

/** Prints what is configured and what the service answers. Exit status 1 where it cannot be reached, refuses the credential, or lacks its files. */
export async function status(invocation: Invocation): Promise<0 | 1> {
  const { settings, operands, env, stdout, stderr, clock } = invocation
  takesNoMore('status', operands)
  const keys = settings.api_url === undefined ? await readEngineKeys(settings) : undefined
  const { parts, gateway, close } = composeServer(
    { ...settings, log_level: 'silent' },
    { env, stderr, named: settings.allow, keys, clock },
  )
  try {
    const reached = await reach(() => parts.client.call(api.account.get, {}, { deadlineMs: 15_000 }))
    // Read after the call, because the call may renew or end the sign-in.
    const sign_in = await signInOf(settings)
    const engines = keys === undefined ? null : await chosenEngines(settings, keys)
    const engine_keys = keys === undefined ? null : keyPlaces(settings, keys)
    const allowed_folders = await parts.folders.allowed()
    const away = 'account' in reached ? await filesAway(settings) : undefined
    const files_away = away !== undefined
    const configured = {
      ...{ ...configuration(settings, sign_in), files_away, engines, engine_keys, allowed_folders },
      costs: keys && engines ? await costsOf(engines, settings, keys) : null,
      assistant: (await lastAssistant(examinedOf({ ...invocation, clock: clock?.now }))) ?? null,
      overview: 'account' in reached ? await overviewIfTold(() => overviewOf(parts, gateway)) : null,
    }
    const paint = paintFor(stdout, env, settings.json)
    const text = () =>
      written(away, configured, reached, settings)
        .map(line => `${paintedLine(line, paint)}\n`)
        .join('')
    stdout.write(settings.json ? `${JSON.stringify({ ...configured, ...reached })}\n` : text())
    return 'account' in reached && !files_away ? 0 : 1
  } finally {
    await close()
  }
}

/** The folder of the files where the service inside this program has one that is not there: a new service makes one. */
async function filesAway(settings: Settings): Promise<string | undefined> {
  if (settings.api_url !== undefined) return undefined
  const { filesPlaceOf } = await import('../../service/data-folder.ts')
  const place = filesPlaceOf(dataDirOf(settings), { ...filesOf(settings), database_url: settings.database_url })
  return place.kind === 'bucket' || existsSync(place.folder) ? undefined : place.folder
}

async function reach(call: () => Promise<{ data: Account }>): Promise<Reached> {
  try {
    return { account: (await call()).data }
  } catch (error) {
    if (error instanceof ApiError) return { error: { code: error.code, message: error.message } }
    throw error
  }
}

/** What is known of the sign-in for the configured address; null where a key is used, nobody signed in, or it cannot be read. */
async function signInOf(settings: Settings) {
  const { api_url, api_key } = settings
  if (api_url === undefined || api_key !== undefined) return null
  const [store, { apiAddress }] = await Promise.all([openLoginStore(settings), import('../../auth/authority.ts')])
  const login = await store.find(apiAddress(api_url)).catch(() => undefined)
  if (login === undefined) return null
  const { issuer, scope, signed_in_at, kept_in, tokens } = login
  return {
    issuer,
    scope,
    since: new Date(signed_in_at).toISOString(),
    access_until: tokens.expires_at === null ? null : new Date(tokens.expires_at).toISOString(),
    renewable: tokens.refresh_token !== null,
    kept_in: kept_in === 'keyring' ? "this system's keyring" : store.file,
  }
}

type SignInFacts = Awaited<ReturnType<typeof signInOf>>

function configuration(settings: Settings, sign_in: SignInFacts) {
  const { api_url, api_key, engine, consent, max_credits } = settings
  const hosted = api_url !== undefined
  return {
    version: VERSION,
    node: process.version,
    service: hosted ? 'hosted' : 'embedded',
    api_url: hosted ? new URL(api_url).origin : null,
    credential: hosted ? hostedCredential(api_key, sign_in) : 'its own key',
    data_dir: dataDirOf(settings),
    engine: engine ?? null,
    consent,
    max_credits: max_credits ?? null,
    sign_in,
  }
}

function hostedCredential(api_key: string | undefined, sign_in: SignInFacts): string {
  if (api_key !== undefined) return 'TRANSLATION_API_KEY'
  return sign_in === null ? 'none' : 'sign-in'
}

/** The credential of calls, in words for a person. */
function credentialWords(settings: Settings, sign_in: SignInFacts): string {
  const { api_url, api_key } = settings
  if (api_url === undefined) return 'its own key'
  if (api_key !== undefined) return 'TRANSLATION_API_KEY'
  if (sign_in === null)
    return `nobody signed in: run \`${loginCommand(api_url, settings)}\`, or set TRANSLATION_API_KEY`
  return `the sign-in of ${moment(sign_in.since)}`
}

type Configuration = ReturnType<typeof configuration> & {
  readonly files_away: boolean
  readonly allowed_folders: readonly string[]
  readonly engines: ChosenEngines | null
  readonly engine_keys: KeyPlaces | null
  readonly costs: Costs | null
  readonly assistant: LastAssistant | null
  readonly overview: Overview | null
}

function written(files: string | undefined, configured: Configuration, reached: Reached, settings: Settings): Line[] {
  const { version, node, api_url, sign_in, data_dir, allowed_folders, assistant, overview } = configured
  const keys = keyWords(configured.engine_keys ?? {})
  const service = api_url ?? 'inside this program'
  const keyLines: Line[] = keys === '' ? [] : [['engine keys', keys]]
  return [
    ['translation-mcp', `${version}, node ${node}`],
    ['service', `${service}, with ${credentialWords(settings, sign_in)}`],
    ...(sign_in === null ? [] : [signInLine(sign_in)]),
    ['data folder', data_dir],
    ...(files === undefined ? [] : [filesLine(files)]),
    ['engine', engineLine(configured.engines, settings)],
    ...keyLines,
    ...costLine(configured),
    ['spending', spendingWords(configured)],
    ['assistant', assistant === null ? 'none has connected yet' : assistant.words],
    ['folders', allowed_folders.length === 0 ? 'none: start with --allow DIR' : allowed_folders.join(', ')],
    ...('account' in reached ? accountLines(reached.account) : [failureLine(reached.error)]),
    ...(overview === null ? [] : overviewLines(overview, settings)),
  ]
}

/** Who translates, in the terminal with which model and where. */
function engineLine(engines: ChosenEngines | null, settings: Settings): string {
  if (engines === null) return 'as the service chooses'
  return `${engineWords(engines)}${placeWords(engines.in_terminal, settings)}`
}

function costLine({ engines, costs }: Configuration): Line[] {
  if (engines === null || costs === null) return []
  const { over_mcp, in_terminal } = costs
  const cost = (at: EngineCost | null, where: string) => (at === null ? [] : [`${where}${costWords(at)}`])
  const words =
    engines.over_mcp === engines.in_terminal
      ? cost(over_mcp, '')
      : [...cost(over_mcp, 'over MCP '), ...cost(in_terminal, 'in the terminal ')]
  return words.length === 0 ? [] : [['cost', words.join('; ')]]
}

function spendingWords({ consent, max_credits }: Configuration): string {
  const who = consent === 'required' ? 'only where a person can be asked' : 'a person is asked'
  return `${who}${max_credits === null ? '' : `, at most ${counted(max_credits, 'credit')} at once`}`
}

/** What is named, and what is so of it. */
type Line = [name: string, words: string]

/** A line for a person; one that says that something works or is away stands out. */
function paintedLine([name, words]: Line, paint: Paint): string {
  const line = revealed(`${`${name}:`.padEnd(17)}${words}`)
  if (name !== 'reached' && name !== 'files') return line
  return paint(name === 'reached' && words === 'yes' ? 'good' : 'bad', line)
}

function filesLine(folder: string): Line {
  return [
    'files',
    `the folder ${folder} is not there, so nothing can be translated or fetched. Bring its disk back; where the files are lost for good, make an empty folder of that name`,
  ]
}

function signInLine({ issuer, access_until, renewable, kept_in }: NonNullable<SignInFacts>): Line {
  const until = access_until === null ? '' : `, access until ${moment(access_until)}`
  const after = renewable ? ', renewed by itself' : ', then sign in again'
  return ['sign-in', `at ${new URL(issuer).origin}${until}${after}; kept in ${kept_in}`]
}

function accountLines({ workspace, credit_balance, credential, capabilities }: Account): Line[] {
  return [
    ['reached', 'yes'],
    ['workspace', `${visible(workspace.name)}, plan ${visible(workspace.plan)}, ${counted(credit_balance, 'credit')}`],
    ['as', `${credential.kind} ${visible(credential.name ?? credential.id)} (${credential.prefix}…)`],
    ['may', credential.scopes.join(', ')],
    [
      'translations',
      capabilities.batch_creation ? 'can be created' : 'cannot be created with this credential on this service',
    ],
    ['formats', capabilities.supported_formats.join(', ')],
  ]
}

function failureLine({ code, message }: { code: string; message: string }): Line {
  return ['reached', `no (${code}): ${message}`]
}
