/** Which engines the settings allow, and what the others lack. Nothing here loads an engine. */

import type { Means } from '../domain/means.ts'
import { type EngineAbout, KEY_SETTING, variableOf } from './about.ts'
import { ENGINES } from './engines.ts'
import { type EngineSettings, valuesOf } from './settings.ts'

/** The names that TRANSLATION_ENGINE takes. */
export const ENGINE_NAMES: readonly string[] = ENGINES.map(({ name }) => name)

/** The engines that take a key. */
export const KEYED_ENGINES: readonly string[] = ENGINES.flatMap(({ name, key }) => (key === undefined ? [] : [name]))

/** The engines that a person can set up, in the order of the help. */
export const OFFERED_ENGINES: readonly EngineAbout[] = ENGINES.filter(
  ({ offer, by_caller }) => offer !== undefined && by_caller !== true,
)

/** The engines that are tried where none is named, in the order of their turns. */
export const BY_TURN: readonly EngineAbout[] = ENGINES.filter(({ turn }) => turn !== undefined).toSorted(
  (a, b) => (a.turn ?? 0) - (b.turn ?? 0),
)

/** The engine of this name; undefined where this build has none. */
export function aboutEngine(name: string | null | undefined): EngineAbout | undefined {
  return ENGINES.find(about => about.name === name)
}

/** What has to be set before an engine can be used; undefined where nothing is missing. */
export function lackOf(about: EngineAbout, settings: EngineSettings): string | undefined {
  if (settings.unread_keys.includes(about.name)) return 'its key, which cannot be read now'
  const values = valuesOf(about, settings)
  if (about.lacks !== undefined) return about.lacks(values)
  const lacksKey = about.key !== undefined && values[KEY_SETTING] === undefined
  return lacksKey ? variableOf(about.name, KEY_SETTING) : undefined
}

/** The engines whose turn may come. The caller's own model is among them only where assistants call. */
export function withTurn({ agent }: Pick<EngineSettings, 'agent'>): EngineAbout[] {
  return BY_TURN.filter(({ by_caller }) => agent || by_caller !== true)
}

/**
 * The names of the engines that a plan is tried with, in order: the one that is named, else those that lack nothing. An engine whose
 * key cannot be read keeps its turn, and planning is refused there: the text must not go to a provider that nobody chose.
 */
export function candidatesOf(settings: EngineSettings): string[] {
  if (settings.engine !== undefined) return [settings.engine]
  return withTurn(settings)
    .filter(about => settings.unread_keys.includes(about.name) || lackOf(about, settings) === undefined)
    .map(({ name }) => name)
}

/** Which work a process with these settings can do. */
export function meansOf(settings: EngineSettings & Pick<Means, 'prints'>): Means {
  return { lacking: lackingEngines(settings), prints: settings.prints }
}

/** The names of the engines that cannot be used under these settings. */
export function lackingEngines(settings: EngineSettings): string[] {
  return ENGINES.filter(about => lackOf(about, settings) !== undefined).map(({ name }) => name)
}
