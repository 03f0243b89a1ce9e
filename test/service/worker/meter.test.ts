import { expect, it } from 'vitest'
import { createMeter } from '../../../src/service/worker/meter.ts'
import { openWorkshop } from './workshop.ts'

it('the progress of work goes on where the clock was put back [BAT-5]', async () => {
  const shop = await openWorkshop()
  const { id } = await shop.batchOf('x', { status: 'translating', lease_owner: 'one' })
  const meter = createMeter({ id, owner: 'one' }, 'translating', 10, shop)
  const percents: unknown[] = []
  for (const ms of [0, 499, 1, -3_600_000, 499, 1]) {
    shop.clock.advance(ms)
    meter.done(1)
    await meter.note()
    percents.push((await shop.row(id)).percent)
  }
  expect(percents).toEqual([8, 8, 25, 34, 34, 51])
  await shop.close()
})
