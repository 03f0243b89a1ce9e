import { expect, it } from 'vitest'
import { databaseOf } from '../../../src/service/data-folder.ts'
import { openDatabase } from '../../../src/service/store/database.ts'
import { claim, renew } from '../../../src/service/store/leases.ts'
import { plantBatch } from '../../support/plant.ts'
import { startWorld } from '../../support/world.ts'

const BATCHES = 12
const WORKERS = 6

it('workers that claim at the same time from two processes get each batch once, and one renews only its own [SCL-1]', async () => {
  const world = await startWorld()
  const other = openDatabase(databaseOf(world.dataDir))
  const now = Date.now()
  const planted = await Promise.all(Array.from({ length: BATCHES }, () => plantBatch(world, { status: 'translating' })))
  const got: { owner: string; id: string }[] = []
  const work = async (at: number) => {
    const lease = { owner: `wrk_${at}`, length: 14_000 }
    for (;;) {
      const claimed = await claim(at % 2 === 0 ? world.db : other, 'translate', lease, () => now)
      if (claimed === undefined) return
      got.push({ owner: lease.owner, id: claimed.id })
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, (_, at) => work(at)))
  const mine = new Set(planted.map(({ id }) => id))
  const ids = got.map(({ id }) => id).filter(id => mine.has(id))
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toHaveLength(BATCHES)
  const [first] = got
  const lease = { owner: first?.owner ?? '', length: 14_000 }
  const own = got.filter(({ owner }) => owner === lease.owner).map(({ id }) => id)
  expect([...(await renew(other, lease, ids, now + 1000))].sort()).toEqual(own.sort())
  await other.destroy()
})
