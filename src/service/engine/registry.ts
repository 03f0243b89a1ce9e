import type { Tier } from '../domain/price.ts'
import { agent } from './agent/agent.ts'
import { createApertium } from './apertium/apertium.ts'
import { type EngineSettings, lackOf } from './configured.ts'
import { createDeepl } from './deepl/deepl.ts'
import type { Engine } from './engine.ts'
import { ENGINE_NAMES, type EngineName } from './names.ts'
import { createOpenAi } from './openai/openai.ts'
import { pseudo } from './pseudo/pseudo.ts'

type Maker = (settings: EngineSettings) => Engine

/** How each engine is made. Nothing is called, opened or started by making one. */
const MAKERS: Readonly<Record<EngineName, Maker>> = {
  agent: () => agent,
  openai: ({ openai }) => ({ ...createOpenAi(openai), edition: tier => modelSaid(openai, tier) }),
  deepl: ({ deepl }) => createDeepl(deepl),
  apertium: settings => createApertium(settings.apertium),
  pseudo: () => pseudo,
}

/** Another model is another translator: what one translated does not pass for the other's. */
function modelSaid({ base_url, model, model_lite }: EngineSettings['openai'], tier: Tier): string {
  return JSON.stringify([base_url ?? '', (tier === 'lite' ? model_lite : undefined) ?? model ?? ''])
}

/** An engine of this build under these settings: made, or what is missing for it. */
export type Made = { readonly engine: Engine } | { readonly lacks: string }

/** The engines of this build under these settings, by name. */
export function makeEngines(settings: EngineSettings): ReadonlyMap<string, Made> {
  const made = new Map<string, Made>()
  for (const name of ENGINE_NAMES) {
    const lacks = lackOf(name, settings)
    made.set(name, lacks === undefined ? { engine: MAKERS[name](settings) } : { lacks })
  }
  return made
}
