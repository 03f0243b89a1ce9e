import { aboutEngine, lackOf } from '../../service/engine/configured.ts'
import { DEFAULT_ENGINE_SETTINGS } from '../../service/engine/settings.ts'
import { type Environment, readSettings } from '../config.ts'
import { readEngineKeys } from '../engine-keys.ts'
import { chosenEngines, engineWords, keyPlaces, keyWords } from '../engine-words.ts'
import { serviceSettings } from '../service-settings.ts'

/** The engine that `sync` would translate with as the environment is now, and what it needs; else how to get one. */
export async function engineOfSync(env: Environment): Promise<string> {
  const settings = readSettings({ command: 'sync', named: true, operands: [], asks: undefined, given: new Map() }, env)
  if (settings.api_url !== undefined) return `as the service at ${new URL(settings.api_url).origin} chooses`
  const keys = await readEngineKeys(settings)
  const { in_terminal } = await chosenEngines(settings, keys)
  const about = aboutEngine(in_terminal)
  const words = engineWords({ over_mcp: in_terminal, in_terminal })
  if (about === undefined) return words
  if (about.by_caller === true) return `${words}; translation-mcp sync has no assistant, and needs another`
  const lack = lackOf(about, { ...DEFAULT_ENGINE_SETTINGS, ...serviceSettings(settings, { assistants: false, keys }) })
  const place = keyPlaces(settings, keys)[about.name]
  if (lack !== undefined) return `${words}; it needs ${lack}`
  return place === undefined ? words : `${words}; with the key of ${keyWords({ [about.name]: place })}`
}
