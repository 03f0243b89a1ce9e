import fc from 'fast-check'
import { expect } from 'vitest'
import { SEED } from '../../support/seed.ts'
import { startWorld } from '../../support/world.ts'
import { commands } from './commands.ts'
import { emptyModel, emptyWorkspace } from './model.ts'

/** Does so many random sequences of everything to a workspace, and compares it with the model after each step. */
export async function compare(numRuns: number, { seed = SEED } = {}): Promise<void> {
  const settings = { seed_credits: 0, monthly_credits: null, requests_per_minute: 1_000_000 }
  const world = await startWorld({ settings })
  let steps = 0
  await fc.assert(
    fc.asyncProperty(commands, async sequence => {
      await emptyWorkspace(world)
      await fc.asyncModelRun(() => ({ model: emptyModel(), real: world }), sequence)
      steps += [...sequence].length
    }),
    { seed, numRuns },
  )
  expect(steps).toBeGreaterThan(numRuns * 5)
  expect(world.logged).toEqual([])
}
