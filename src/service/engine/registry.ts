/** The engines of this build. A new one is a folder and its line here. */
import type { EngineAbout } from './about.ts'
import { agent } from './agent/about.ts'
import { apertium } from './apertium/about.ts'
import { deepl } from './deepl/about.ts'
import { openai } from './openai/about.ts'
import { pseudo } from './pseudo/about.ts'

/** In the order of the help; the order of the choice is their `turn`. */
export const ENGINES: readonly EngineAbout[] = [agent, openai, deepl, apertium, pseudo]
