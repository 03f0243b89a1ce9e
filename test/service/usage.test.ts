import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isMoment } from '../../src/contract/fields.ts'
import { api } from '../../src/contract/operations.ts'
import { DAY } from '../../src/service/domain/time.ts'
import { usagePoints, usageRange } from '../../src/service/domain/usage.ts'
import { reserve, settle } from '../../src/service/store/credits.ts'
import { write } from '../../src/service/store/database.ts'
import { plantBatch } from '../support/plant.ts'
import { rounds } from '../support/seed.ts'
import { manualClock, startWorld } from '../support/world.ts'

const clock = manualClock('2026-03-10T12:00:00Z')
const world = await startWorld({ clock })

/** A translation that was completed at a moment and cost as many credits as it has words. */
async function complete(at: string, words: number): Promise<void> {
  const now = Date.parse(at)
  const { id } = await plantBatch(world, { status: 'completed', completed_at: now, word_count: words })
  const facts = { workspace_id: world.workspace.id, batch_id: id, amount: words, newId: world.newId }
  await write(world.db, tx => reserve(tx, { ...facts, now: clock() }))
  await write(world.db, tx => settle(tx, id, now))
}

await complete('2026-02-28T23:59:59.999Z', 100)
await complete('2026-03-02T00:00:00Z', 20)
await complete('2026-03-08T23:00:00Z', 3)
await complete('2026-03-09T01:00:00Z', 4)
await plantBatch(world, { status: 'translating', word_count: 1000 })

const used = (words: number, batches: number) => ({
  ...{ credits_used: words, batches_completed: batches, words_translated: words },
})

it('shows the last 30 days by day when nothing is asked [USE-1] [USE-2]', async () => {
  const usage = await world.call(api.usage.get)
  expect(usage).toMatchObject({ from: '2026-02-08T12:00:00.000Z', to: '2026-03-10T12:00:00.000Z', granularity: 'day' })
  expect(usage.totals).toEqual(used(127, 4))
  expect(usage.points).toHaveLength(31)
  expect(usage.points.at(0)).toEqual({ date: '2026-02-08', ...used(0, 0) })
  expect(usage.points.at(-1)?.date).toBe('2026-03-10')
})

it('cuts weeks at their Monday [USE-2]', async () => {
  const query = { from: '2026-02-25', to: '2026-03-10', granularity: 'week' }
  const { points } = await world.call(api.usage.get, { query })
  expect(points).toEqual([
    { date: '2026-02-23', ...used(100, 1) },
    { date: '2026-03-02', ...used(23, 2) },
    { date: '2026-03-09', ...used(4, 1) },
  ])
})

it('cuts months at their first day, and counts a date as the end to its last moment [USE-2]', async () => {
  const query = { from: '2026-02-01', to: '2026-03-08', granularity: 'month' }
  const { points, totals, to } = await world.call(api.usage.get, { query })
  expect(points).toEqual([
    { date: '2026-02-01', ...used(100, 1) },
    { date: '2026-03-01', ...used(23, 2) },
  ])
  expect(totals).toEqual(used(123, 3))
  expect(to).toBe('2026-03-09T00:00:00.000Z')
})

it('counts moments exactly, in any zone [USE-1]', async () => {
  const query = { from: '2026-03-02T01:00:00+01:00', to: '2026-03-09T01:00:00Z' }
  expect((await world.call(api.usage.get, { query })).totals).toEqual(used(23, 2))
})

it('shows one empty point for a range without length [USE-2]', async () => {
  const query = { from: '2026-03-02T00:00:00Z', to: '2026-03-02T00:00:00Z' }
  const { points } = await world.call(api.usage.get, { query })
  expect(points).toEqual([{ date: '2026-03-02', ...used(0, 0) }])
})

it('adds up a thousand days, each by itself [USE-2]', async () => {
  const query = { from: '2023-06-15T12:00:00Z', to: '2026-03-10T12:00:00Z', granularity: 'day' }
  const { points, totals } = await world.call(api.usage.get, { query })
  expect(points).toHaveLength(1000)
  expect(totals).toEqual(used(127, 4))
  expect(points.filter(({ words_translated }) => words_translated > 0).map(({ date }) => date)).toEqual([
    '2026-02-28',
    '2026-03-02',
    '2026-03-08',
    '2026-03-09',
  ])
})

it.each([
  ['2026-01-01', '2026-01-31', 'day'],
  ['2026-01-01', '2026-02-01', 'week'],
  ['2026-01-01', '2026-06-29', 'week'],
  ['2026-01-01', '2026-06-30', 'month'],
])('takes for %s to %s the granularity %s when none is named [USE-1]', async (from, to, granularity) => {
  expect(await world.call(api.usage.get, { query: { from, to } })).toMatchObject({ granularity })
})

it.each([
  [{ from: '2026-13-01' }, 'from'],
  [{ from: '2026-02-30' }, 'from'],
  [{ to: 'yesterday' }, 'to'],
  [{ to: '2026-03-01T00:00:00' }, 'to'],
  [{ granularity: 'hour' }, 'granularity'],
  [{ from: '2026-03-10', to: '2026-03-08' }, 'from'],
  [{ from: '2027-01-01' }, 'from'],
  [{ from: '1990-01-01', granularity: 'day' }, 'granularity'],
])('refuses %j naming %s [USE-2]', async (query, param) => {
  expect(await world.refuse(api.usage.get, { query })).toMatchObject({ status: 400, code: 'invalid_parameter', param })
})

it('adds up whatever the range: totals are the sum of the points, no bucket is left out or twice [USE-2]', () => {
  const start = Date.parse('2020-01-01')
  const granularity = fc.constantFrom('day' as const, 'week' as const, 'month' as const)
  const day = fc.record({ at: fc.nat(900), words: fc.nat(50) })
  fc.assert(
    fc.property(fc.nat(900), fc.nat(900), granularity, fc.array(day), (offset, length, granularity, days) => {
      const from = new Date(start + offset * DAY).toISOString()
      const to = new Date(start + (offset + length) * DAY + 1).toISOString()
      const range = usageRange({ from, to, granularity }, 0)
      const inside = days.map(({ at, words }) => ({
        day: start / DAY + offset + (at % (length + 1)),
        ...used(words, 1),
      }))
      const { totals, points } = usagePoints(range, inside)
      const dates = points.map(({ date }) => date)
      expect(dates).toEqual([...new Set(dates)].sort())
      expect(dates.every(isMoment)).toBe(true)
      for (const counter of ['credits_used', 'batches_completed', 'words_translated'] as const) {
        expect(points.reduce((sum, point) => sum + point[counter], 0)).toBe(totals[counter])
      }
      expect(totals.batches_completed).toBe(days.length)
    }),
    { numRuns: rounds(200) },
  )
})
