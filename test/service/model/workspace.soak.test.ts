import { it } from 'vitest'
import { SEED } from '../../support/seed.ts'
import { ROUNDS } from '../../support/soak.ts'
import { compare } from './workspace.ts'

/** What workspace.slow does from two seeds, from as many as are asked for. */
it.each(Array.from({ length: ROUNDS }, (_, round) => SEED + 1000 + round))(
  'holds what a small model says over long sequences, from seed %i [CRD-2, BAT-1, CRE-6, GLO-2, KEY-2]',
  async seed => {
    await compare(20, { seed })
  },
)
