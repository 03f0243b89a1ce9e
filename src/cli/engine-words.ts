import { KEY_SETTING, variableOf } from '../service/engine/about.ts'
import { aboutEngine, candidatesOf, KEYED_ENGINES } from '../service/engine/configured.ts'
import { DEFAULT_ENGINE_SETTINGS, valuesOf } from '../service/engine/settings.ts'
import { trials, waysInShort } from '../service/engine/words.ts'
import { type EngineKeys, givenKey } from './engine-keys.ts'
import { saidOf } from './kept-engine.ts'
import { serviceSettings } from './service-settings.ts'
import type { Settings } from './settings.ts'

/** The engine that translates for assistants over MCP, and the one for `translate` in a terminal; null where there is none. */
export interface ChosenEngines {
  readonly over_mcp: string | null
  readonly in_terminal: string | null
}

/** The engines that a plan made now would use, as far as known without its languages (ENG-1). Checks which are installed. */
export async function chosenEngines(settings: Settings, keys: EngineKeys): Promise<ChosenEngines> {
  const first = async (assistants: boolean): Promise<string | null> => {
    const all = { ...DEFAULT_ENGINE_SETTINGS, ...serviceSettings(settings, { assistants, keys }) }
    if (all.engine !== undefined) return all.engine
    for (const name of candidatesOf(all)) {
      const about = aboutEngine(name)
      if (about === undefined || ((await about.isInstalled?.(valuesOf(about, all))) ?? true)) return name
    }
    return null
  }
  return { over_mcp: await first(true), in_terminal: await first(false) }
}

/** The chosen engines in one line for a person. */
export function engineWords({ over_mcp, in_terminal }: ChosenEngines): string {
  const [mcp, terminal] = [over_mcp, in_terminal].map(wordsOf)
  return mcp === terminal ? String(mcp) : `over MCP ${mcp}; in the terminal ${terminal}`
}

function wordsOf(name: string | null): string {
  if (name === null) return `none: ${[waysInShort(), ...trials().map(trial => `(${trial})`)].join(' ')}`
  const does = aboutEngine(name)?.words.does
  return does === undefined ? name : `${name}: ${does}`
}

/** The model and the address that are set for an engine, for a person; empty where neither is. */
export function placeWords(name: string | null, settings: Pick<Settings, 'engines'>): string {
  if (name === null) return ''
  const { model, ...others } = saidOf(settings, name)
  const [address] = Object.keys(others).filter(setting => setting.endsWith('url'))
  const parts = [model, address === undefined ? undefined : others[address]].filter(part => part !== undefined)
  return parts.length === 0 ? '' : ` (${parts.join(' at ')})`
}

/** Where the keys of engines come from. */
export type KeyPlaces = Readonly<Record<string, 'environment' | 'keyring' | 'keyring_unreadable' | undefined>>

/** Where each key of an engine comes from; an engine without one is left out. */
export function keyPlaces(settings: Settings, { found, unread }: EngineKeys): KeyPlaces {
  const placeOf = (name: string) => {
    if (givenKey(settings, name) !== undefined) return 'environment' as const
    if (found[name] !== undefined) return 'keyring' as const
    return unread.includes(name) ? ('keyring_unreadable' as const) : undefined
  }
  return Object.fromEntries(KEYED_ENGINES.flatMap(name => [[name, placeOf(name)]]).filter(([, place]) => place))
}

/** The places of the keys in one line for a person; empty where there is no key. */
export function keyWords(places: KeyPlaces): string {
  const words = {
    environment: (variable: string) => `from ${variable}`,
    keyring: () => "from this system's keyring",
    keyring_unreadable: (variable: string) =>
      `in this system's keyring, which cannot be read now: unlock it, or set ${variable}`,
  }
  return KEYED_ENGINES.flatMap(name => {
    const place = places[name]
    return place === undefined ? [] : [`${name} ${words[place](variableOf(name, KEY_SETTING))}`]
  }).join('; ')
}
