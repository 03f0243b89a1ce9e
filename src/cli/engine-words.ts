import type { EngineSettings } from '../service/engine/configured.ts'
import { type EngineKeys, givenKey, KEYED, KEYED_ENGINES, type KeyedEngine } from './engine-keys.ts'
import { serviceSettings } from './service-settings.ts'
import type { Settings } from './settings.ts'

/** Which engine translates, by where the translation is asked for; null where there is none. */
export interface ChosenEngines {
  readonly over_mcp: string | null
  readonly in_terminal: string | null
}

/** The engines that plans would be made with now, as far as can be said before a language is named (ENG-1). Apertium is asked. */
export async function chosenEngines(settings: Settings, keys: EngineKeys): Promise<ChosenEngines> {
  const [{ candidatesOf }, { pairsOfCommand }, { DEFAULT_SETTINGS }] = await Promise.all([
    import('../service/engine/configured.ts'),
    import('../service/engine/apertium/command.ts'),
    import('../service/settings.ts'),
  ])
  const first = async (assistants: boolean): Promise<string | null> => {
    const all: EngineSettings = { ...DEFAULT_SETTINGS, ...serviceSettings(settings, { assistants, keys }) }
    for (const name of candidatesOf(all)) {
      const asked = name === 'apertium' && all.engine === undefined && all.apertium.url === undefined
      const pairs = asked ? await pairsOfCommand(all.apertium.command).catch(() => []) : undefined
      if (pairs === undefined || pairs.length > 0) return name
    }
    return null
  }
  return { over_mcp: await first(true), in_terminal: await first(false) }
}

const NONE = 'none: set TRANSLATION_ENGINE, a key of one, or install Apertium (pseudo tries the workflow)'
const AGENT = 'agent: your assistant translates'

/** The same in a line for a person. */
export function engineWords({ over_mcp, in_terminal }: ChosenEngines): string {
  const [mcp, terminal] = [over_mcp, in_terminal].map(name => (name === 'agent' ? AGENT : (name ?? NONE)))
  return mcp === terminal ? String(mcp) : `over MCP ${mcp}; in the terminal ${terminal}`
}

/** Where the keys of engines come from. */
export type KeyPlaces = Readonly<Partial<Record<KeyedEngine, 'environment' | 'keyring' | 'keyring_unreadable'>>>

/** Where each key of an engine comes from; an engine without one is left out. */
export function keyPlaces(settings: Settings, { found, unread }: EngineKeys): KeyPlaces {
  const placeOf = (name: KeyedEngine) => {
    if (givenKey(settings, name) !== undefined) return 'environment' as const
    if (found[name] !== undefined) return 'keyring' as const
    return unread.includes(name) ? ('keyring_unreadable' as const) : undefined
  }
  return Object.fromEntries(KEYED_ENGINES.flatMap(name => [[name, placeOf(name)]]).filter(([, place]) => place))
}

/** The same in a line for a person; empty where there is none. */
export function keyWords(places: KeyPlaces): string {
  const words = {
    environment: (name: KeyedEngine) => `${name} from ${KEYED[name]}`,
    keyring: (name: KeyedEngine) => `${name} from this system's keyring`,
    keyring_unreadable: (name: KeyedEngine) =>
      `${name} in this system's keyring, which cannot be read now: unlock it, or set ${KEYED[name]}`,
  }
  return KEYED_ENGINES.flatMap(name => (places[name] === undefined ? [] : [words[places[name]](name)])).join('; ')
}
