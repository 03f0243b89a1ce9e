import { it } from 'vitest'
import { ROUNDS } from '../../support/soak.ts'
import { killedInRounds } from './killing.ts'

/** What kill.slow does three times in a file, in every round of it, as often as is asked for. */
it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
  'a service killed in every round asks for no segment twice (time %i) [MCP-15]',
  async () => {
    await killedInRounds({ every: 1, first: 0 })
  },
)
