import { it } from 'vitest'
import { killedAtEachStep } from './killing-engine.ts'

it('asks no segment twice after it was kept, wherever it was killed, and makes the same file [CRD-2, SCL-2]', async () => {
  await killedAtEachStep(150)
}, 180_000)
