import { join } from 'node:path'
import { expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { databaseOf } from '../../src/service/data-folder.ts'
import { DAY } from '../../src/service/domain/time.ts'
import { bundle, runChild } from '../support/child.ts'
import { giveDatabase } from '../support/databases.ts'
import { plantBatch } from '../support/plant.ts'
import { manualClock, startWorld, temporaryFolder } from '../support/world.ts'
import { expectConserved, worldWith } from './ledger.ts'
import { expectSeededOnce } from './seeded-once.ts'

it('seeds once when processes start on a new folder at the same time', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  await giveDatabase(dataDir, 'template0')
  const program = await bundle('test/service/racing-starts.ts')
  const found = await Promise.all([1, 2, 3].map(() => runChild(program, dataDir)))
  expect(new Set(found).size).toBe(1)
  const world = await startWorld({ dataDir })
  expect(world.key).toBe(found[0])
  await expectSeededOnce(world.db)
})

it('never overspends when processes and calls race for the same credits [CRD-2]', async () => {
  const clock = manualClock('2026-03-10T00:00:00Z')
  const world = await worldWith(clock, [
    { amount: 50, expires_at: clock() + DAY },
    { amount: 50, expires_at: null },
  ])
  const batches: string[] = []
  for (let index = 0; index < 30; index++) batches.push((await plantBatch(world)).id)
  const order = { file: databaseOf(world.dataDir), workspace_id: world.workspace.id, now: clock(), amount: 7 }
  const program = await bundle('test/service/racing-reservations.ts')
  const shares = [0, 1, 2].map(third => batches.filter((_, index) => index % 3 === third))
  const won = await Promise.all(shares.map(share => runChild(program, JSON.stringify({ ...order, batches: share }))))
  expect(won.reduce((sum, count) => sum + Number(count), 0)).toBe(14)
  expect(await world.call(api.credits.get)).toMatchObject({ balance: 2 })
  await expectConserved(world)
})
