import { it } from 'vitest'
import { ROUNDS } from '../support/soak.ts'
import { killedAtEachStep } from './killing-engine.ts'

/** What kill-engine.slow does once, with engines of many speeds: each dies at other moments between two of its own steps. */
const DELAYS = Array.from({ length: ROUNDS }, (_, round) => 100 + ((round * 37) % 300))

it.each(DELAYS)('asks no segment twice of an engine that takes %i ms [CRD-2]', killedAtEachStep)
