import type { EngineAbout } from '../../service/engine/about.ts'
import { aboutEngine, lackOf } from '../../service/engine/configured.ts'
import { DEFAULT_ENGINE_SETTINGS, type EngineSettings, valuesOf } from '../../service/engine/settings.ts'
import { type Environment, readSettings } from '../config.ts'
import { readEngineKeys } from '../engine-keys.ts'
import { chosenEngines, engineWords, keyPlaces, keyWords } from '../engine-words.ts'
import { withChosenEngine } from '../kept-engine.ts'
import { serviceSettings } from '../service-settings.ts'

/** The languages of a project that is proposed. */
interface Languages {
  readonly source: string | undefined
  readonly targets: readonly string[]
}

/**
 * The engine that `sync` would translate with as the environment is now, and what it needs, or which of these languages it lacks; else how
 * to get one.
 */
export async function engineOfSync(env: Environment, projects: readonly Languages[]): Promise<string> {
  const line = { command: 'sync', named: true, operands: [], asks: undefined, given: new Map() } as const
  const settings = withChosenEngine(readSettings(line, env), { refuses: false })
  if (settings.api_url !== undefined) return `as the service at ${new URL(settings.api_url).origin} chooses`
  const keys = await readEngineKeys(settings)
  const { in_terminal } = await chosenEngines(settings, keys)
  const about = aboutEngine(in_terminal)
  const words = engineWords({ over_mcp: in_terminal, in_terminal })
  if (about === undefined) return words
  if (about.by_caller === true) return `${words}; translation-mcp sync has no assistant, and needs another`
  const all = { ...DEFAULT_ENGINE_SETTINGS, ...serviceSettings(settings, { assistants: false, keys }) }
  const lack = lackOf(about, all)
  const place = keyPlaces(settings, keys)[about.name]
  if (lack !== undefined) return `${words}; it needs ${lack}`
  const missing = await pairsMissing(about, all, projects)
  if (missing.length > 0)
    return `${words}, which lacks ${listed(missing)}: ${about.words.get ?? 'choose another engine'}`
  return place === undefined ? words : `${words}; with the key of ${keyWords({ [about.name]: place })}`
}

/** The pairs of languages that an engine of this machine does not have. A provider is not asked: that would send something. */
async function pairsMissing(
  about: EngineAbout,
  settings: EngineSettings,
  projects: readonly Languages[],
): Promise<readonly string[]> {
  if (about.isInstalled === undefined) return []
  const engine = (await about.load())(valuesOf(about, settings), '')
  const missing = new Set<string>()
  for (const { source, targets } of projects)
    for (const target of targets) {
      const has = source === undefined || (await Promise.resolve(engine.supports(source, target)).catch(() => true))
      if (!has) missing.add(`${source}-${target}`)
    }
  return [...missing]
}

const SHOWN_PAIRS = 5

function listed(pairs: readonly string[]): string {
  const more = pairs.length - SHOWN_PAIRS
  return more > 0 ? `${pairs.slice(0, SHOWN_PAIRS).join(', ')} and ${more} more` : pairs.join(', ')
}
