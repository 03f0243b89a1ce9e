import { keeps, type OpenEntry, systemEntry } from '../../auth/keyring.ts'
import { isOnThisMachine, urlOf } from '../../contract/url.ts'
import { visible } from '../../mcp/render/data.ts'
import { KEY_SETTING, variableOf } from '../../service/engine/about.ts'
import { aboutEngine, KEYED_ENGINES } from '../../service/engine/configured.ts'
import { LOCAL_SERVERS, type LocalServer } from '../../service/engine/openai/local-servers.ts'
import { DEFAULT_ENGINE_SETTINGS, valuesOf } from '../../service/engine/settings.ts'
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

/** What `engine use` takes, without `none`: servers of this machine, engines with a key, and Apertium. */
export const CHOOSABLE: readonly string[] = [...LOCAL_SERVERS.map(({ name }) => name), ...KEYED_ENGINES, 'apertium']

/**
 * What a name means here, with all that is to be asked for it. Undefined where the person stops. Nothing is stored or called with a key yet.
 *
 * @throws {NotChosen} it is not there
 * @throws {UsageError} a key is missing, and nobody can be asked
 */
export async function choiceOf(name: string, choosing: Choosing): Promise<EngineChoice | undefined> {
  const server = LOCAL_SERVERS.find(one => one.name === name)
  if (server !== undefined) return await localChoice(server, choosing)
  if (name === 'openai') return await openAiChoice(choosing)
  if (name === 'apertium') return await installedChoice(name, choosing)
  return await withKey({ engine: name, values: saidWithoutKey(choosing.settings, name) }, choosing)
}

const MOST_SHOWN = 8

async function localChoice(server: LocalServer, { settings, found, ports, person }: Choosing) {
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
  const { model: said, model_lite } = saidOf(settings, 'openai')
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
  const values = { base_url, model, ...(model_lite !== undefined && { model_lite }) }
  return { engine: 'openai', values, key: undefined, key_is_kept: false }
}

async function openAiChoice(choosing: Choosing): Promise<EngineChoice | undefined> {
  const { settings, person } = choosing
  const said = saidWithoutKey(settings, 'openai')
  const isAsked = person !== undefined && said.base_url === undefined && said.model === undefined
  const address = isAsked ? await person.line("Address of the endpoint (Enter for OpenAI's own):") : said.base_url
  if (isAsked && address === undefined) return undefined
  const base_url = address === '' ? undefined : address
  const checked = base_url === undefined ? undefined : nearbyAddress().safeParse(base_url)
  if (checked?.success === false)
    throw new NotChosen(`The address must be ${checked.error.issues[0]?.message}. Nothing was changed.`)
  const usual = base_url === undefined ? 'gpt-5-mini' : 'the only one it has'
  const model = isAsked ? await person.line(`Model (Enter for ${usual}):`) : said.model
  if (isAsked && model === undefined) return undefined
  const named = model === undefined || model === '' ? {} : { model }
  const values = { ...said, ...(base_url !== undefined && { base_url }), ...named }
  return await withKey({ engine: 'openai', values }, choosing)
}

async function installedChoice(engine: string, { settings }: Choosing): Promise<EngineChoice> {
  const about = aboutEngine(engine)
  const values = saidWithoutKey(settings, engine)
  const all = about && valuesOf(about, { engines: { ...DEFAULT_ENGINE_SETTINGS.engines, [engine]: values } })
  if (all === undefined || (await about?.isInstalled?.(all)) === false)
    throw new NotChosen(`${engine} is not installed. Nothing was changed. To have it, ${about?.words.get}.`)
  return { engine, values, key: undefined, key_is_kept: false }
}

/** The choice with its key: from the environment, else from the keyring where it is for the same address, else typed. */
async function withKey(
  { engine, values }: Pick<EngineChoice, 'engine' | 'values'>,
  { settings, person, tell, openEntry = systemEntry }: Choosing,
): Promise<EngineChoice | undefined> {
  const given = givenKey(settings, engine)
  if (given !== undefined) return { engine, values, key: given, key_is_kept: false }
  const url = values.base_url === undefined ? undefined : urlOf(values.base_url)
  if (url !== undefined && isOnThisMachine(url)) return { engine, values, key: undefined, key_is_kept: false }
  const kept = keptEngine(settings)
  const before =
    kept === undefined || kept === 'unreadable' || kept.engine !== engine ? undefined : kept.settings.base_url
  if (before === values.base_url) {
    const { found, unread } = await readEngineKeys({ ...settings, engines: { [engine]: values } }, openEntry)
    if (found[engine] !== undefined) return { engine, values, key: found[engine], key_is_kept: true }
    if (unread.includes(engine)) tell(`The key of ${engine} in this system's keyring cannot be read now.`)
  }
  const variable = variableOf(engine, KEY_SETTING)
  if (person === undefined) {
    if (url !== undefined) return { engine, values, key: undefined, key_is_kept: false }
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
  return { engine, values, key: typed === '' ? undefined : typed, key_is_kept: false }
}

function saidWithoutKey(settings: Settings, engine: string): Record<string, string> {
  return Object.fromEntries(Object.entries(saidOf(settings, engine)).filter(([name]) => name !== KEY_SETTING))
}
