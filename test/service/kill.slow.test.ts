import { it } from 'vitest'
import { killedWhenKept } from './killing.ts'

it('goes on after a kill at any moment: kept segments are kept, credits settle once [CRD-2]', async () => {
  await killedWhenKept(1000)
}, 120_000)
