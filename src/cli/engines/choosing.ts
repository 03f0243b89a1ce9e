import { keeps, type OpenEntry, systemEntry } from '../../auth/keyring.ts'
import { isOnThisMachine, urlOf } from '../../contract/url.ts'
import { visible } from '../../mcp/render/data.ts'
import {
  type EndpointSettings,
  type EngineAbout,
  KEY_SETTING,
  LOCAL_SERVER_NAMES,
  variableOf,
} from '../../service/engine/about.ts'
import { aboutEngine, OFFERED_ENGINES } from '../../service/engine/configured.ts'
import { ENGINES } from '../../service/engine/engines.ts'
import { LOCAL_SERVERS, type LocalServer } from '../../service/engine/local-servers.ts'
import { valuesOf } from '../../service/engine/settings.ts'
import { givenKey, readEngineKeys } from '../engine-keys.ts'
import { keptEngine, saidOf } from '../kept-engine.ts'
import { nearbyAddress } from '../kinds.ts'
import type { Settings } from '../settings.ts'
import { UsageError } from '../usage.ts'
import type { EngineChoice } from './choice.ts'
import type { FoundServer, LocalPorts } from './find-local.ts'
import type { Person } from './person.ts'

/** What was wanted cannot be had now. Nothing was changed; the message says what to do. */
export class NotChosen extends Error {
  override readonly name = 'NotChosen'
}

export interface Choosing {
  readonly settings: Settings
  readonly found: readonly FoundServer[]
  readonly ports: LocalPorts
  /** Undefined where nobody can be asked: what is not said has its default then. */
  readonly person: Person | undefined
  readonly tell: (line: string) => void
  readonly openEntry?: OpenEntry | undefined
}

/** What `engine use` takes, without `none`: servers of models on this machine, and engines. */
export const CHOOSABLE: readonly string[] = [...LOCAL_SERVER_NAMES, ...OFFERED_ENGINES.map(({ name }) => name)]

/**
 * What a name means here, with all that is to be asked for it. Undefined where the person stops. Nothing is stored or called with a key yet.
 *
 * @throws {NotChosen} it is not there
 * @throws {UsageError} a key is missing, and nobody can be asked
 */
export async function choiceOf(name: string, choosing: Choosing): Promise<EngineChoice | undefined> {
  const server = LOCAL_SERVERS.find(one => one.name === name)
  const about = server === undefined ? aboutEngine(name) : ENGINES.find(({ endpoint }) => endpoint !== undefined)
  if (about === undefined) throw new NotChosen(`This build has no engine for ${name}. Nothing was changed.`)
  const { endpoint } = about
  if (endpoint === undefined) {
    const values = saidWithoutKey(choosing.settings, name)
    return await (about.key === undefined ? installedChoice(about, values) : withKey({ about, values }, choosing))
  }
  return await (server === undefined
    ? endpointChoice({ about, endpoint }, choosing)
    : localChoice(server, { about, endpoint }, choosing))
}

/** An engine that talks to any endpoint of its kind. */
interface Endpoint {
  readonly about: EngineAbout
  readonly endpoint: EndpointSettings
}

const MOST_SHOWN = 8

async function localChoice(
  server: LocalServer,
  { about, endpoint }: Endpoint,
  { settings, found, ports, person }: Choosing,
): Promise<EngineChoice | undefined> {
  const { title, start, get } = server
  const here = found.find(one => one.server === server)
  if (here === undefined) {
    const at = `http://127.0.0.1:${ports[server.name] ?? server.port}`
    throw new NotChosen(
      `${title} does not answer at ${at}. Nothing was changed. Start it (${start}) and do this again.`,
    )
  }
  const { base_url, models, model: proposed } = here
  const names = models.map(({ name }) => name)
  if (proposed === undefined)
    throw new NotChosen(`${title} answers and has no model of its own for texts. Nothing was changed. ${get}.`)
  const said = saidOf(settings, about.name)[endpoint.model]
  const list = `${names
    .slice(0, MOST_SHOWN)
    .map(name => visible(name))
    .join(', ')}${names.length > MOST_SHOWN ? ', …' : ''}`
  const ask = said === undefined && names.length > 1 && person !== undefined
  const typed = ask ? await person.line(`Model (Enter for ${visible(proposed)}; there are ${list}):`) : said
  if (ask && typed === undefined) return undefined
  const wanted = typed === undefined || typed === '' ? proposed : typed
  const model = names.find(name => name === wanted) ?? names.find(name => name === `${wanted}:latest`)
  if (model === undefined)
    throw new NotChosen(`${title} has no model ${visible(wanted)} of its own. Nothing was changed. It has ${list}.`)
  const values = { [endpoint.address]: base_url, [endpoint.model]: model }
  return { engine: about.name, called: `${title} with ${visible(model)}`, values, key: undefined, key_is_kept: false }
}

async function endpointChoice({ about, endpoint }: Endpoint, choosing: Choosing): Promise<EngineChoice | undefined> {
  const { settings, person } = choosing
  const said = saidWithoutKey(settings, about.name)
  const { [endpoint.address]: saidAddress, [endpoint.model]: saidModel } = said
  const isAsked = person !== undefined && saidAddress === undefined && saidModel === undefined
  const unset = about.settings[endpoint.address]?.unset ?? 'the usual one'
  const address = isAsked ? await person.line(`Address of the endpoint (Enter for ${unset}):`) : saidAddress
  if (isAsked && address === undefined) return undefined
  const isOwn = address === undefined || address === ''
  const checked = isOwn ? undefined : nearbyAddress().safeParse(address)
  if (checked?.success === false)
    throw new NotChosen(`The address must be ${checked.error.issues[0]?.message}. Nothing was changed.`)
  const usual = isOwn ? endpoint.usual_model : 'the only one it has'
  const model = isAsked ? await person.line(`Model (Enter for ${usual}):`) : saidModel
  if (isAsked && model === undefined) return undefined
  const named = model === undefined || model === '' ? {} : { [endpoint.model]: model }
  return await withKey(
    { about, values: { ...said, ...(isOwn ? {} : { [endpoint.address]: address }), ...named } },
    choosing,
  )
}

async function installedChoice(about: EngineAbout, values: Record<string, string>): Promise<EngineChoice> {
  const { name: engine, words } = about
  const all = valuesOf(about, { engines: { [engine]: values } })
  if ((await about.isInstalled?.(all)) === false)
    throw new NotChosen(`${engine} is not installed. Nothing was changed. To have it, ${words.get}.`)
  return { engine, called: engine, values, key: undefined, key_is_kept: false }
}

/** The choice with its key: from the environment, else from the keyring where it is for the same address, else typed. */
async function withKey(
  { about, values }: { readonly about: EngineAbout; readonly values: Record<string, string> },
  { settings, person, tell, openEntry = systemEntry }: Choosing,
): Promise<EngineChoice | undefined> {
  const { name: engine, endpoint } = about
  const addressIn = (set: Readonly<Record<string, string>>) =>
    endpoint === undefined ? undefined : set[endpoint.address]
  const address = addressIn(values)
  const given = givenKey(settings, engine)
  if (given !== undefined) return { engine, called: engine, values, key: given, key_is_kept: false }
  const url = address === undefined ? undefined : urlOf(address)
  if (url !== undefined && isOnThisMachine(url))
    return { engine, called: engine, values, key: undefined, key_is_kept: false }
  const kept = keptEngine(settings)
  const before =
    kept === undefined || kept === 'unreadable' || kept.engine !== engine ? undefined : addressIn(kept.settings)
  if (before === address) {
    const { found, unread } = await readEngineKeys({ ...settings, engines: { [engine]: values } }, openEntry)
    if (found[engine] !== undefined) return { engine, called: engine, values, key: found[engine], key_is_kept: true }
    if (unread.includes(engine)) tell(`The key of ${engine} in this system's keyring cannot be read now.`)
  }
  const variable = variableOf(engine, KEY_SETTING)
  if (person === undefined) {
    if (url !== undefined) return { engine, called: engine, values, key: undefined, key_is_kept: false }
    throw new UsageError(
      `Nothing was changed. ${engine} needs a key: do this at a terminal and type it, or set ${variable}.`,
    )
  }
  if (!(await keeps(openEntry)))
    tell(
      `This system has no keyring that stores secrets: a key is used for this run alone. ${variable} holds one for later runs.`,
    )
  const whose = url === undefined ? engine : `${url.host} (Enter twice where it takes none)`
  const typed = await person.secret(`Key for ${whose}, which is not shown`)
  if (typed === '' && url === undefined) return undefined
  return { engine, called: engine, values, key: typed === '' ? undefined : typed, key_is_kept: false }
}

function saidWithoutKey(settings: Settings, engine: string): Record<string, string> {
  return Object.fromEntries(Object.entries(saidOf(settings, engine)).filter(([name]) => name !== KEY_SETTING))
}
