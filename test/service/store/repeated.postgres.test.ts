import { expect, it } from 'vitest'
import { write } from '../../../src/service/store/database.ts'
import { startWorld } from '../../support/world.ts'

it('every transaction is run twice, and counts once', async () => {
  const { db } = await startWorld()
  const seen: number[] = []
  for (let at = 0; at < 3; at++) {
    let runs = 0
    await write(db, async tx => {
      runs += 1
      await tx
        .insertInto('service_facts')
        .values({ name: `fact ${at}`, value: '', noted_at: 0 })
        .execute()
    })
    seen.push(runs)
  }
  expect(seen).toEqual([2, 2, 2])
  const kept = await db
    .selectFrom('service_facts')
    .select('name')
    .where('name', '>', 'fact')
    .where('name', '<', 'facu')
    .execute()
  expect(kept).toHaveLength(3)
})
