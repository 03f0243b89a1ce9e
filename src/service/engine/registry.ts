/** The engines of this build, one line each. Its `about.ts` says where an engine stands in lists and when its turn comes. */
export { agent } from './agent/about.ts'
export { apertium } from './apertium/about.ts'
export { deepl } from './deepl/about.ts'
export { openai } from './openai/about.ts'
export { pseudo } from './pseudo/about.ts'
