import { expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { manualClock, startWorld } from '../support/world.ts'

it('counts requests of all processes on a data folder together [LIM-1]', async () => {
  const clock = manualClock('2026-03-10T12:00:00Z')
  const settings = { requests_per_minute: 5 }
  const one = await startWorld({ clock, settings })
  const two = await startWorld({ clock, settings, dataDir: one.dataDir })
  const noted = async () => (await one.db.selectFrom('rate_windows').select('requests').execute())[0]?.requests
  await one.call(api.account.get)
  await one.call(api.account.get)
  await expect.poll(noted, { timeout: 20_000 }).toBe(2)
  // What is noted counts at once at a process that begins, and a second after the next request at one that has begun.
  for (let request = 0; request < 3; request++) await two.call(api.account.get)
  expect(await two.refuse(api.account.get)).toMatchObject({ code: 'rate_limited' })
  await expect.poll(noted, { timeout: 20_000 }).toBe(6)
  await one.call(api.account.get)
  await expect.poll(noted, { timeout: 20_000 }).toBe(7)
  expect(await one.refuse(api.account.get)).toMatchObject({ code: 'rate_limited' })
})

it('forgets the windows of earlier minutes [LIM-1]', async () => {
  const clock = manualClock('2026-03-10T12:00:15Z')
  const world = await startWorld({ clock })
  const minutes = async () => {
    const rows = await world.db.selectFrom('rate_windows').selectAll().execute()
    return rows.map(({ window_start }) => new Date(window_start).toISOString().slice(11, 16)).sort()
  }
  for (const seen of [['12:00'], ['12:00', '12:01'], ['12:01', '12:02']]) {
    await world.call(api.account.get)
    await expect.poll(minutes, { timeout: 20_000 }).toEqual(seen)
    clock.advance(60_000)
  }
})
