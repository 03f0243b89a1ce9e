import type { ServiceSettings } from '../settings.ts'
import type { Engine } from './engine.ts'
import type { EngineName } from './names.ts'
import { pseudo } from './pseudo.ts'

/** Of all settings those that engines are made and chosen by. */
export type EngineSettings = Pick<ServiceSettings, 'engine' | 'agent' | 'openai' | 'deepl' | 'apertium'>

interface Maker {
  /** What has to be set before it can be used; undefined where nothing is missing. */
  readonly lacks: (settings: EngineSettings) => string | undefined
  readonly make: (settings: EngineSettings) => Engine
}

const nothing = () => undefined

/** How each engine is made. Nothing is called, opened or started by making one. */
const MAKERS: Readonly<Partial<Record<EngineName, Maker>>> = {
  pseudo: { lacks: nothing, make: () => pseudo },
}

/** An engine of this build under these settings: made, or what is missing for it. */
export type Made = { readonly engine: Engine } | { readonly lacks: string }

/** The engines of this build under these settings, by name. */
export function makeEngines(settings: EngineSettings): ReadonlyMap<string, Made> {
  return new Map(
    Object.entries(MAKERS).map(([name, { lacks, make }]) => {
      const missing = lacks(settings)
      return [name, missing === undefined ? { engine: make(settings) } : { lacks: missing }]
    }),
  )
}
