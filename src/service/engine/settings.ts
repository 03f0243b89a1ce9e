import type { EngineAbout, EngineValues } from './about.ts'
import { ENGINES } from './engines.ts'

/** The settings that engines are made and chosen by. */
export interface EngineSettings {
  /** The engine named by the operator; undefined lets the service choose. */
  readonly engine: string | undefined
  /** True where the callers are assistants, whose own model can translate. Else such an engine has to be named. */
  readonly agent: boolean
  /** What is set for each engine, by its name. */
  readonly engines: Readonly<Record<string, EngineValues>>
  /** Engines whose key is in a keyring that cannot be read now. They cannot be used, and no other engine is taken in their place. */
  readonly unread_keys: readonly string[]
}

export const DEFAULT_ENGINE_SETTINGS: EngineSettings = {
  engine: undefined,
  agent: false,
  engines: Object.fromEntries(ENGINES.map(about => [about.name, defaultsOf(about)])),
  unread_keys: [],
}

/** What is set for an engine, with its defaults. */
export function valuesOf(about: EngineAbout, { engines }: Pick<EngineSettings, 'engines'>): EngineValues {
  const given = Object.entries(engines[about.name] ?? {}).filter(([, value]) => value !== undefined)
  return { ...defaultsOf(about), ...Object.fromEntries(given) }
}

function defaultsOf({ settings }: EngineAbout): EngineValues {
  return Object.fromEntries(Object.entries(settings).map(([name, { fallback }]) => [name, fallback]))
}
