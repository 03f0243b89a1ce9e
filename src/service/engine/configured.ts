import type { ServiceSettings } from '../settings.ts'
import { ENGINE_NAMES, type EngineName } from './names.ts'

/** Of all settings those that engines are made and chosen by. */
export type EngineSettings = Pick<ServiceSettings, 'engine' | 'agent' | 'openai' | 'deepl' | 'apertium'>

type Lack = (settings: EngineSettings) => string | undefined

const nothing: Lack = () => undefined

/** What has to be set before an engine can be used; undefined where nothing is missing. */
export const LACKS: Readonly<Record<EngineName, Lack>> = {
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

/** The engines that plans are tried with, in order: the one that is named, else those that lack nothing. */
export function candidatesOf(settings: EngineSettings): string[] {
  if (settings.engine !== undefined) return [settings.engine]
  return BY_THEMSELVES.filter(name => LACKS[name](settings) === undefined && (name !== 'agent' || settings.agent))
}

/** The engines that cannot be used under these settings. No engine is loaded by asking. */
export function lackingEngines(settings: EngineSettings): EngineName[] {
  return ENGINE_NAMES.filter(name => LACKS[name](settings) !== undefined)
}
