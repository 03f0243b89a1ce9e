import { it } from 'vitest'
import { rounds, SEED } from '../../support/seed.ts'
import { compare } from './workspace.ts'

it.each([SEED + 1, SEED + 2])(
  'holds what a small model says over long sequences, from seed %i [CRD-2, BAT-1, CRE-6, GLO-2, KEY-2]',
  async seed => {
    await compare(rounds(60), { seed })
  },
)
