import { agent } from './agent.ts'
import { createApertium } from './apertium.ts'
import { type EngineSettings, LACKS } from './configured.ts'
import type { Engine } from './engine.ts'
import { ENGINE_NAMES, type EngineName } from './names.ts'
import { pseudo } from './pseudo.ts'

type Maker = (settings: EngineSettings) => Engine

/** How each engine is made. Nothing is called, opened or started by making one. */
const MAKERS: Readonly<Partial<Record<EngineName, Maker>>> = {
  agent: () => agent,
  apertium: settings => createApertium(settings.apertium),
  pseudo: () => pseudo,
}

/** An engine of this build under these settings: made, or what is missing for it. */
export type Made = { readonly engine: Engine } | { readonly lacks: string }

/** The engines of this build under these settings, by name. */
export function makeEngines(settings: EngineSettings): ReadonlyMap<string, Made> {
  const made = new Map<string, Made>()
  for (const name of ENGINE_NAMES) {
    const make = MAKERS[name]
    const lacks = LACKS[name](settings)
    if (lacks !== undefined) made.set(name, { lacks })
    else if (make !== undefined) made.set(name, { engine: make(settings) })
  }
  return made
}
