import fc from 'fast-check'
import { expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { DAY } from '../../src/service/domain/time.ts'
import { grantMonth, liveGrants, release, reservationsOf, reserve, settle } from '../../src/service/store/credits.ts'
import { write } from '../../src/service/store/database.ts'
import { plantBatch } from '../support/plant.ts'
import { rounds } from '../support/seed.ts'
import { manualClock, startWorld, type World } from '../support/world.ts'
import { expectConserved, give, NONE, worldWith } from './ledger.ts'

async function hold(world: World, amount: number, now: number) {
  const { id } = await plantBatch(world)
  const facts = { workspace_id: world.workspace.id, batch_id: id, now, newId: world.newId }
  await write(world.db, tx => reserve(tx, { ...facts, amount }))
  return id
}

it('shows balance, plan, allowance, next refill and every grant [CRD-1]', async () => {
  const clock = manualClock('2026-03-10T12:00:00Z')
  const world = await startWorld({ clock, settings: { seed_credits: 500, monthly_credits: 300 } })
  const credits = await world.call(api.credits.get)
  expect(credits).toMatchObject({ balance: 800, plan: 'local', monthly_allowance: 300 })
  expect(credits.next_refill_estimated_at).toBe('2026-04-01T00:00:00.000Z')
  expect(credits.grants.map(({ id, ...grant }) => grant)).toEqual([
    {
      ...{ type: 'seed', amount: 500, used: 0, remaining: 500 },
      ...{ granted_at: '2026-03-10T12:00:00.000Z', expires_at: null },
    },
    {
      ...{ type: 'monthly', amount: 300, used: 0, remaining: 300 },
      ...{ granted_at: '2026-03-10T12:00:00.000Z', expires_at: '2026-04-01T00:00:00.000Z' },
    },
  ])
})

it('says null for an allowance and a refill that do not exist [CRD-1] [ENV-2]', async () => {
  const world = await startWorld({ settings: NONE })
  const credits = await world.call(api.credits.get)
  expect(credits).toEqual({
    balance: 0,
    plan: 'local',
    monthly_allowance: null,
    next_refill_estimated_at: null,
    grants: [],
  })
})

it('grants the month once, however often and in however many processes the pass runs [CRD-3]', async () => {
  const clock = manualClock('2026-03-31T23:59:59Z')
  const settings = { seed_credits: 0, monthly_credits: 300 }
  const world = await startWorld({ clock, settings })
  const second = await startWorld({ clock, settings, dataDir: world.dataDir })
  clock.advance(1000)
  expect(await world.call(api.credits.get)).toMatchObject({ balance: 0, grants: [] })
  for (const db of [world.db, second.db, world.db]) await grantMonth(db, clock(), world.newId)
  const { balance, grants, next_refill_estimated_at } = await world.call(api.credits.get)
  expect({ balance, grants: grants.length, next_refill_estimated_at }).toEqual({
    ...{ balance: 300, grants: 1 },
    next_refill_estimated_at: '2026-05-01T00:00:00.000Z',
  })
})

it('grants a month that was missed with the next start, and none for months nobody was there [CRD-3]', async () => {
  const clock = manualClock('2026-01-15T00:00:00Z')
  const settings = { seed_credits: 0, monthly_credits: 300 }
  const { dataDir, close } = await startWorld({ clock, settings })
  await close()
  clock.advance(90 * DAY)
  const later = await startWorld({ clock, settings, dataDir })
  expect(await later.call(api.credits.get)).toMatchObject({ balance: 300 })
})

it('takes from the grant that expires first, and the unlimited one last [CRD-2]', async () => {
  const clock = manualClock('2026-03-10T00:00:00Z')
  const world = await worldWith(clock, [
    { amount: 10, expires_at: null },
    { amount: 10, expires_at: clock() + 2 * DAY },
    { amount: 10, expires_at: clock() + DAY },
  ])
  const [unlimited, later, sooner] = await liveGrants(world.db, world.workspace.id, clock())
  const batch = await hold(world, 15, clock())
  const held = await reservationsOf(world.db, batch)
  expect(held.map(({ grant_id, amount }) => [grant_id, amount])).toEqual([
    [sooner?.id, 10],
    [later?.id, 5],
  ])
  expect(unlimited?.reserved).toBe(0)
})

it('refuses more than there is and reserves nothing then [CRD-2]', async () => {
  const clock = manualClock('2026-03-10T00:00:00Z')
  const world = await worldWith(clock, [{ amount: 10, expires_at: null }])
  await expect(hold(world, 11, clock())).rejects.toMatchObject({ code: 'insufficient_credits' })
  expect(await world.call(api.credits.get)).toMatchObject({ balance: 10 })
})

it('settles a reservation whose grant expired meanwhile, and returns nothing to it on release [CRD-2]', async () => {
  const clock = manualClock('2026-03-10T00:00:00Z')
  const world = await worldWith(clock, [{ amount: 10, expires_at: clock() + DAY }])
  const [settled, released] = [await hold(world, 4, clock()), await hold(world, 3, clock())]
  clock.advance(2 * DAY)
  const between = await world.call(api.credits.get)
  expect(between).toMatchObject({ balance: 0, grants: [{ used: 0, remaining: 7 }] })
  await write(world.db, tx => settle(tx, settled, clock()))
  await write(world.db, tx => release(tx, released, clock()))
  expect(await world.call(api.credits.get)).toMatchObject({ balance: 0, grants: [] })
  const [grant] = await world.db.selectFrom('credit_grants').selectAll().execute()
  expect(grant).toMatchObject({ used: 4, reserved: 0 })
})

it('settles and releases once: a second time changes nothing [CRD-2]', async () => {
  const world = await worldWith(Date.now, [{ amount: 10, expires_at: null }])
  const batch = await hold(world, 4, Date.now())
  for (const end of [settle, settle, release]) await write(world.db, tx => end(tx, batch, Date.now()))
  expect(await world.call(api.credits.get)).toMatchObject({ balance: 6, grants: [{ used: 4, remaining: 6 }] })
})

it('conserves credits whatever is granted, reserved, settled, released and expires [CRD-2]', async () => {
  const clock = manualClock('2026-03-10T00:00:00Z')
  const world = await startWorld({ clock, settings: NONE })
  const amount = fc.integer({ min: 0, max: 60 })
  const step = fc.oneof(
    fc.record({
      do: fc.constant('grant' as const),
      amount: fc.integer({ min: 1, max: 60 }),
      days: fc.integer({ min: 1, max: 5 }),
    }),
    fc.record({ do: fc.constant('reserve' as const), amount }),
    fc.record({ do: fc.constantFrom('settle' as const, 'release' as const), which: fc.nat(5) }),
    fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 3 }) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async steps => {
      const open: string[] = []
      for (const order of steps) {
        if (order.do === 'grant') {
          await give(world, { amount: order.amount, expires_at: clock() + order.days * DAY }, clock())
        } else if (order.do === 'reserve') {
          const { balance } = await world.call(api.credits.get)
          const held = hold(world, order.amount, clock())
          if (order.amount <= balance) open.push(await held)
          else await expect(held).rejects.toMatchObject({ code: 'insufficient_credits' })
        } else if (order.do === 'wait') {
          clock.advance(order.days * DAY)
        } else {
          const [batch] = open.splice(order.which, 1)
          if (batch !== undefined)
            await write(world.db, tx => (order.do === 'settle' ? settle : release)(tx, batch, clock()))
        }
        await expectConserved(world)
      }
    }),
    { numRuns: rounds(15) },
  )
})
