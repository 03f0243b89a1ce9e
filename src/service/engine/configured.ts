import type { ServiceSettings } from '../settings.ts'
import { ENGINE_NAMES, type EngineName } from './names.ts'

/** Of all settings those that engines are made and chosen by. */
export type EngineSettings = Pick<ServiceSettings, 'engine' | 'agent' | 'openai' | 'deepl' | 'apertium' | 'unread_keys'>

type Lack = (settings: EngineSettings) => string | undefined

const nothing: Lack = () => undefined

/** What has to be set before an engine can be used; undefined where nothing is missing. */
export function lackOf(name: EngineName, settings: EngineSettings): string | undefined {
  return settings.unread_keys.includes(name) ? 'its key, which cannot be read now' : LACKS[name](settings)
}

const LACKS: Readonly<Record<EngineName, Lack>> = {
  agent: nothing,
  openai: ({ openai }) =>
    openai.api_key === undefined && openai.base_url === undefined
      ? 'TRANSLATION_OPENAI_API_KEY, or TRANSLATION_OPENAI_BASE_URL for a server of your own'
      : undefined,
  deepl: ({ deepl }) => (deepl.api_key === undefined ? 'TRANSLATION_DEEPL_API_KEY' : undefined),
  apertium: nothing,
  pseudo: nothing,
}

/** The order in which engines are tried where none is named. Never `pseudo`: nobody may take its text for a translation. */
export const BY_THEMSELVES = ['deepl', 'openai', 'agent', 'apertium'] as const satisfies readonly EngineName[]

/**
 * The engines that plans are tried with, in order: the one that is named, else those that lack nothing, or only the reading of
 * their key, whose turn is a refusal.
 */
export function candidatesOf(settings: EngineSettings): string[] {
  if (settings.engine !== undefined) return [settings.engine]
  const { agent, unread_keys } = settings
  const wanted = (name: EngineName) => unread_keys.includes(name) || lackOf(name, settings) === undefined
  return BY_THEMSELVES.filter(name => wanted(name) && (name !== 'agent' || agent))
}

/** The engines that cannot be used under these settings. No engine is loaded by asking. */
export function lackingEngines(settings: EngineSettings): EngineName[] {
  return ENGINE_NAMES.filter(name => lackOf(name, settings) !== undefined)
}
