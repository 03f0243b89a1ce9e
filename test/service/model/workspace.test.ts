import { it } from 'vitest'
import { rounds } from '../../support/seed.ts'
import { compare } from './workspace.ts'

it('holds what a small model says, whatever is done to a workspace in whatever order [CRD-2, BAT-1, CRE-6, GLO-2, KEY-2]', async () => {
  await compare(rounds(12))
})
