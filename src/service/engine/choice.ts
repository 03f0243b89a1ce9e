import { ServiceError } from '../domain/errors.ts'
import { languageList } from '../domain/languages.ts'
import { planInvalid } from '../domain/plan-refusal.ts'
import { KEY_SETTING, variableOf } from './about.ts'
import { ENGINE_NAMES, withTurn } from './configured.ts'
import { type Engine, EngineError } from './engine.ts'
import { ENGINES } from './engines.ts'
import type { MadeEngine } from './made.ts'
import type { EngineSettings } from './settings.ts'
import { trials, waysToGet } from './words.ts'

/** The engines of a process, and which of them translates what. */
export interface Engines {
  /** The engine that a plan was made with; undefined where this process cannot use it. */
  byId(id: string): Engine | undefined
  /** The names of the engines that this process can use. */
  readonly usable: readonly string[]
  /**
   * The engine for a plan: the one that is named, else the first, in the order of their turns, that has every pair.
   *
   * @throws {PlanRefusal} plan_invalid when there is none, naming the pairs and saying how to get one (ENG-1)
   * @throws {ServiceError} service_unavailable when an engine cannot say now what it translates
   */
  choose(source: string, targets: readonly string[]): Promise<Engine>
  /** The same engines, chosen among as where assistants ask (true), or programs. */
  askedBy(assistants: boolean): Engines
}

/** Chooses among engines that were made under these settings. */
export function createEngines(settings: EngineSettings, made: ReadonlyMap<string, MadeEngine>): Engines {
  const byId = (id: string): Engine | undefined => {
    const found = made.get(id)
    return found !== undefined && 'engine' in found ? found.engine : undefined
  }
  const tried = withTurn(settings).map(({ name }) => name)
  const candidates = tried.flatMap(name => byId(name) ?? [])
  const isUnread = (name: string) => settings.unread_keys.includes(name)
  return {
    byId,
    askedBy: agent => createEngines({ ...settings, agent }, made),
    usable: [...made.keys()].filter(name => byId(name) !== undefined),
    async choose(source, targets) {
      if (settings.engine !== undefined) {
        if (isUnread(settings.engine)) throw keyUnread(settings.engine)
        return await onlyBy(named(settings.engine, made), source, targets)
      }
      const owner = byId(ownerOf(targets) ?? '')
      if (owner !== undefined) return owner
      for (const name of tried) {
        // The next engine must not take its place: the text would go to a provider that nobody chose.
        if (isUnread(name)) throw keyUnread(name)
        const engine = byId(name)
        if (engine !== undefined && (await missingPairs(engine, source, targets)).length === 0) return engine
      }
      throw await noEngineFor(candidates, source, targets)
    },
  }
}

function named(name: string, made: ReadonlyMap<string, MadeEngine>): Engine {
  const found = made.get(name)
  if (found === undefined) {
    throw planInvalid(
      'engine',
      `TRANSLATION_ENGINE names “${name}”, which is no engine here. Set it to one of: ${ENGINE_NAMES.join(', ')}.`,
    )
  }
  if ('engine' in found) return found.engine
  throw planInvalid('engine', `TRANSLATION_ENGINE names “${name}”, which needs ${found.lacks}. Set it and start again.`)
}

function keyUnread(name: string) {
  return planInvalid(
    'engine',
    `The key of the engine “${name}” is in this system's keyring, which cannot be read now. Unlock the keyring, or put the key there ` +
      `again (translation-mcp engine-keys set ${name}), or set ${variableOf(name, KEY_SETTING)}; then start again. ` +
      'TRANSLATION_ENGINE names another engine.',
  )
}

async function onlyBy(engine: Engine, source: string, targets: readonly string[]): Promise<Engine> {
  const missing = await missingPairs(engine, source, targets)
  if (missing.length === 0) return engine
  throw planInvalid(
    'engine',
    `The engine “${engine.id}” does not translate ${pairs(source, missing)}. Leave that out, or choose another engine.`,
  )
}

async function missingPairs(engine: Engine, source: string, targets: readonly string[]): Promise<string[]> {
  const missing: string[] = []
  for (const target of targets) if (!(await has(engine, source, target))) missing.push(target)
  return missing
}

async function has(engine: Engine, source: string, target: string): Promise<boolean> {
  const owner = ownerOf([target])
  if (owner !== undefined) return engine.id === owner
  try {
    return await engine.supports(source, target)
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    if (error.kind === 'passing' || error.kind === 'unusable') {
      throw new ServiceError('service_unavailable', `${error.message} Nothing was spent: try again in a while.`)
    }
    throw planInvalid('engine', error.message)
  }
}

function howToGetOne(): string {
  const ways = waysToGet()
  const named = trials().map(trial => ` TRANSLATION_ENGINE=${trial}.`)
  return `${ways.slice(0, 1).toUpperCase()}${ways.slice(1)}. Then start again.${named.join('')}`
}

/** The refusal where no engine has all pairs: it names the pairs that none has, else which engine has which. */
async function noEngineFor(candidates: readonly Engine[], source: string, targets: readonly string[]) {
  const offers = await Promise.all(
    candidates.map(async engine => {
      const missing = await missingPairs(engine, source, targets)
      return { id: engine.id, has: targets.filter(target => !missing.includes(target)) }
    }),
  )
  const lacking = targets.filter(target => offers.every(offer => !offer.has.includes(target)))
  if (lacking.length === 0 && targets.length > 0) {
    const shares = offers.filter(offer => offer.has.length > 0).map(offer => `${offer.id}: ${languageList(offer.has)}`)
    return planInvalid(
      'engine',
      `No engine here has all of these languages at once. Make a translation for each engine: ${shares.join('; ')}.`,
    )
  }
  const mixed = lacking.length < targets.length && lacking.every(target => ownerOf([target]) !== undefined)
  const why = `No engine here translates ${pairs(source, lacking)}.`
  return planInvalid(
    'engine',
    mixed ? `${why} It only shows the workflow: make a separate translation for it.` : `${why} ${howToGetOne()}`,
  )
}

/** The engine that all these tags are made for; undefined where they are languages. */
function ownerOf(targets: readonly string[]): string | undefined {
  if (targets.length === 0) return undefined
  return ENGINES.find(({ own_language }) => targets.every(target => target === own_language))?.name
}

function pairs(source: string, targets: readonly string[]): string {
  return targets.length === 0 ? languageList([source]) : `${languageList([source])} into ${languageList(targets)}`
}
