import { it } from 'vitest'
import { compare } from './workspace.ts'

it.each([101, 103])(
  'holds what a small model says over long sequences, from seed %i [CRD-2, BAT-1, CRE-6, GLO-2, KEY-2]',
  async seed => {
    await compare(seed, 20)
  },
)
