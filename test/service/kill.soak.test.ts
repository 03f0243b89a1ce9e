import { it } from 'vitest'
import { ROUNDS } from '../support/soak.ts'
import { killedWhenKept, PARAGRAPHS } from './killing.ts'

/** What kill.slow does once, at moments spread over the whole work. */
const MOMENTS = Array.from({ length: ROUNDS }, (_, round) => Math.floor((PARAGRAPHS * 0.9 * round) / ROUNDS))

it.each(MOMENTS)('goes on after a kill with %i segments kept [CRD-2]', killedWhenKept)
