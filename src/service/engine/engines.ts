import type { EngineAbout } from './about.ts'
import * as registry from './registry.ts'

/** The engines of this build, in the order of the help; the order of the choice is their `turn`. */
export const ENGINES: readonly EngineAbout[] = Object.values(registry).toSorted((a, b) => a.listed - b.listed)
