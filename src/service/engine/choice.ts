import { ServiceError } from '../domain/errors.ts'
import { languageName } from '../domain/languages.ts'
import { planInvalid } from '../domain/plan-refusal.ts'
import { BY_THEMSELVES, type EngineSettings } from './configured.ts'
import { type Engine, EngineError } from './engine.ts'
import { ENGINE_NAMES } from './names.ts'
import { type Made, makeEngines } from './registry.ts'

/** The engines of a process, and which of them translates what. */
export interface Engines {
  /** The engine that a plan was made with; undefined when this process cannot use one of that name. */
  byId(id: string): Engine | undefined
  /** The names of those that this process can use. */
  readonly usable: readonly string[]
  /**
   * The engine for a plan: the one that is named, else the first that has every pair, those with a key of their own before
   * the caller's own model, that before Apertium.
   *
   * @throws PlanRefusal plan_invalid when there is none, naming the pairs and saying how to get one (ENG-1); ServiceError
   *   `service_unavailable` when an engine cannot say now what it translates
   */
  choose(source: string, targets: readonly string[]): Promise<Engine>
}

/** A tag that says by itself that it is no language: what `pseudo` is for without being named. */
const PSEUDO_LANGUAGE = 'en-XA'

/** Chooses among the engines that these settings make. */
export function createEngines(
  settings: EngineSettings,
  made: ReadonlyMap<string, Made> = makeEngines(settings),
): Engines {
  const byId = (id: string): Engine | undefined => {
    const found = made.get(id)
    return found !== undefined && 'engine' in found ? found.engine : undefined
  }
  const tried = BY_THEMSELVES.filter(name => name !== 'agent' || settings.agent)
  const candidates = tried.flatMap(name => byId(name) ?? [])
  const isUnread = (name: string) => settings.unread_keys.some(one => one === name)
  return {
    byId,
    usable: [...made.keys()].filter(name => byId(name) !== undefined),
    async choose(source, targets) {
      if (settings.engine !== undefined) {
        if (isUnread(settings.engine)) throw keyUnread(settings.engine)
        return await onlyBy(named(settings.engine, made), source, targets)
      }
      const pseudo = byId('pseudo')
      if (pseudo !== undefined && targets.length > 0 && targets.every(isPseudo)) return pseudo
      for (const name of tried) {
        // Not passed over: the text would go to somebody whom nobody chose.
        if (isUnread(name)) throw keyUnread(name)
        const engine = byId(name)
        if (engine !== undefined && (await missingPairs(engine, source, targets)).length === 0) return engine
      }
      throw await nobody(candidates, source, targets)
    },
  }
}

function named(name: string, made: ReadonlyMap<string, Made>): Engine {
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
      `again (translation-mcp engine-keys set ${name}), or set TRANSLATION_${name.toUpperCase()}_API_KEY; then start again. ` +
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
  if (isPseudo(target)) return engine.id === 'pseudo'
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

const HOW_TO_GET_ONE =
  'Set TRANSLATION_OPENAI_API_KEY or TRANSLATION_OPENAI_BASE_URL (any endpoint that speaks like OpenAI), or TRANSLATION_DEEPL_API_KEY; ' +
  'or connect an assistant over MCP, which then translates itself; or install Apertium with that pair (Debian: apt install apertium). ' +
  'Then start again. TRANSLATION_ENGINE=pseudo tries the workflow with accented text instead of a translation.'

/** Which pairs no engine has; where each has one and none has all, which engine has which. */
async function nobody(candidates: readonly Engine[], source: string, targets: readonly string[]) {
  const offers = await Promise.all(
    candidates.map(async engine => {
      const missing = await missingPairs(engine, source, targets)
      return { id: engine.id, has: targets.filter(target => !missing.includes(target)) }
    }),
  )
  const lacking = targets.filter(target => offers.every(offer => !offer.has.includes(target)))
  if (lacking.length === 0 && targets.length > 0) {
    const shares = offers.filter(offer => offer.has.length > 0).map(offer => `${offer.id}: ${offer.has.join(', ')}`)
    return planInvalid(
      'engine',
      `No engine here has all of these languages at once. Plan them apart: ${shares.join('; ')}.`,
    )
  }
  const mixed = lacking.length < targets.length && lacking.every(isPseudo)
  const why = `No engine here translates ${pairs(source, lacking)}.`
  return planInvalid(
    'engine',
    mixed ? `${why} It shows the workflow alone: plan it apart.` : `${why} ${HOW_TO_GET_ONE}`,
  )
}

function isPseudo(target: string): boolean {
  return target === PSEUDO_LANGUAGE
}

function pairs(source: string, targets: readonly string[]): string {
  const names = targets.map(target => `${languageName(target)} (${target})`)
  return names.length === 0 ? languageName(source) : `${languageName(source)} into ${names.join(', ')}`
}
