import { lackOf } from './configured.ts'
import type { Engine } from './engine.ts'
import { ENGINES } from './engines.ts'
import { type EngineSettings, valuesOf } from './settings.ts'
import { waysToGet } from './words.ts'

/** An engine of this build under these settings: made, or what is missing for it. */
export type MadeEngine = { readonly engine: Engine } | { readonly lacks: string }

/** Loads and makes the engines that can be used under these settings, by name. It calls, opens and starts nothing. */
export async function makeEngines(settings: EngineSettings): Promise<ReadonlyMap<string, MadeEngine>> {
  const made = ENGINES.map(async (about): Promise<[string, MadeEngine]> => {
    const lacks = lackOf(about, settings)
    if (lacks !== undefined) return [about.name, { lacks }]
    const make = await about.load()
    return [about.name, { engine: make(valuesOf(about, settings), waysToGet(about)) }]
  })
  return new Map(await Promise.all(made))
}
