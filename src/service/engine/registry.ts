/** The engines of this build, one line an engine. Where it stands in lists, and when its turn comes, its folder says. */
export { agent } from './agent/about.ts'
export { apertium } from './apertium/about.ts'
export { deepl } from './deepl/about.ts'
export { openai } from './openai/about.ts'
export { pseudo } from './pseudo/about.ts'
