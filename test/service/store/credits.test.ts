import { beforeEach, expect, it } from 'vitest'
import * as credits from '../../../src/service/store/credits.ts'
import type { CreditGrantRow } from '../../../src/service/store/schema.ts'
import { plantBatch, plantWorkspace } from '../../support/plant.ts'
import { startWorld } from '../../support/world.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')
const APRIL = Date.parse('2026-04-01T00:00:00Z')
const world = await startWorld()
const { db, newId } = world

let here: string
let elsewhere: string
beforeEach(async () => {
  const [one, two] = [await plantWorkspace(world), await plantWorkspace(world)]
  here = one.id
  elsewhere = two.id
})

const give = (facts: Partial<credits.NewGrant> = {}) =>
  credits.grantCredits(db, {
    ...{ workspace_id: here, type: 'manual', amount: 10, expires_at: null, now: NOW, newId },
    ...facts,
  })
const change = (id: string, facts: Partial<CreditGrantRow>) =>
  db.updateTable('credit_grants').set(facts).where('id', '=', id).execute()
const live = async (now = NOW) => (await credits.liveGrants(db, here, now)).map(({ id }) => id)

/** Holds credits for a new batch. */
async function hold(amount: number, now = NOW, workspace_id = here) {
  const { id } = await plantBatch(world, { workspace_id })
  const left = await credits.reserve(db, { workspace_id, batch_id: id, amount, now, newId })
  return { id, left }
}

/** What each grant of a workspace says, in the order they were given. */
async function held(workspaceId = here): Promise<[used: number, reserved: number][]> {
  const grants = db.selectFrom('credit_grants').selectAll().where('workspace_id', '=', workspaceId)
  return (await grants.orderBy('id').execute()).map(({ used, reserved }) => [used, reserved])
}

it('gives a grant untouched, as it is wanted [CRD-3]', async () => {
  expect(await give({ type: 'seed', amount: 7, expires_at: NOW + 1 })).toEqual({
    ...{ id: expect.stringMatching(/^grt_/), workspace_id: here, type: 'seed', period: null, amount: 7 },
    ...{ used: 0, reserved: 0, granted_at: NOW, expires_at: NOW + 1 },
  })
})

it('counts the grants of one workspace, the oldest first: what expired only while something is held from it [CRD-2]', async () => {
  const [second, first, third] = [await give(), await give({ now: NOW - 1 }), await give({ expires_at: NOW + 1 })]
  const [over, kept] = [await give({ expires_at: NOW }), await give({ expires_at: NOW, amount: 4 })]
  await change(kept.id, { reserved: 1 })
  await give({ workspace_id: elsewhere })
  const ofOneMoment = { now: NOW + 9, expires_at: NOW + 1 }
  for (const end of ['b', 'a']) await give({ ...ofOneMoment, newId: prefix => `${prefix}_${here}_${end}` })
  expect((await live()).slice(-2)).toEqual([`grt_${here}_a`, `grt_${here}_b`])
  await db.deleteFrom('credit_grants').where('granted_at', '=', ofOneMoment.now).execute()
  expect(await live()).toEqual([first.id, second.id, third.id, kept.id])
  expect(await live(NOW - 1)).toEqual([first.id, second.id, third.id, over.id, kept.id])
  expect(await credits.creditBalance(db, here, NOW)).toBe(30)
})

it('knows when the latest month of a workspace ends, and nothing where there never was one [CRD-1]', async () => {
  expect(await credits.latestMonthlyExpiry(db, here, NOW)).toBeNull()
  const month = async (period: string, expires_at: number, workspace_id = here) =>
    change((await give({ type: 'monthly', expires_at, workspace_id })).id, { period })
  await month('2026-02', APRIL - 31 * 86_400_000)
  await month('2026-03', APRIL)
  await month('2026-01', APRIL - 59 * 86_400_000)
  await month('2026-04', APRIL + 30 * 86_400_000, elsewhere)
  await change((await give({ expires_at: NOW + 1 })).id, { period: '2026-12' })
  expect(await credits.latestMonthlyExpiry(db, here, NOW)).toBe(APRIL)
})

it('holds credits from the grants that end first, and says what each gave [CRD-2]', async () => {
  const [unlimited, ending] = [await give(), await give({ expires_at: NOW + 1 })]
  await give({ workspace_id: elsewhere })
  const { id, left } = await hold(12)
  expect(left).toBe(8)
  expect(await held()).toEqual([
    [0, 2],
    [0, 10],
  ])
  expect(await held(elsewhere)).toEqual([[0, 0]])
  const row = { workspace_id: here, batch_id: id, state: 'reserved', created_at: NOW, closed_at: null }
  expect(await credits.reservationsOf(db, id)).toEqual([
    { ...row, id: expect.stringMatching(/^rsv_/), grant_id: ending.id, amount: 10 },
    { ...row, id: expect.stringMatching(/^rsv_/), grant_id: unlimited.id, amount: 2 },
  ])
})

it('lists what a batch took by id, which is the order in which it was taken [CRD-2]', async () => {
  for (const _ of [1, 2]) await give()
  const { id } = await plantBatch(world, { workspace_id: here })
  const ends = ['b', 'a']
  const own = (prefix: string) => `${prefix}_${here}_${ends.shift()}`
  await credits.reserve(db, { workspace_id: here, batch_id: id, amount: 12, now: NOW, newId: own })
  expect((await credits.reservationsOf(db, id)).map(row => row.id)).toEqual([`rsv_${here}_a`, `rsv_${here}_b`])
})

it('refuses what the workspace does not have, whatever another has, and takes nothing then [CRD-2]', async () => {
  await give()
  await give({ workspace_id: elsewhere })
  await expect(hold(11)).rejects.toMatchObject({
    code: 'insufficient_credits',
    message: 'This costs 11 credits and the balance is 10. Nothing was reserved.',
  })
  expect(await held()).toEqual([[0, 0]])
  expect((await hold(0)).left).toBe(10)
  expect((await hold(10)).left).toBe(0)
})

it('spends or gives back what one batch holds, once, and notes when [CRD-2]', async () => {
  await give()
  const [spent, returned, open] = [await hold(1), await hold(2), await hold(4)]
  for (const now of [NOW + 1, NOW + 2]) {
    await credits.settle(db, spent.id, now)
    await credits.release(db, returned.id, now)
    await credits.settle(db, returned.id, now)
    await credits.release(db, spent.id, now)
  }
  expect(await held()).toEqual([[1, 4]])
  const ends = async ({ id }: { id: string }) =>
    (await credits.reservationsOf(db, id)).map(({ state, closed_at }) => [state, closed_at])
  expect(await ends(spent)).toEqual([['settled', NOW + 1]])
  expect(await ends(returned)).toEqual([['released', NOW + 1]])
  expect(await ends(open)).toEqual([['reserved', null]])
})

it('gives each workspace with an allowance its month, once, until the month ends [CRD-3]', async () => {
  const allow = (id: string, monthly_allowance: number | null) =>
    db.updateTable('workspaces').set({ monthly_allowance }).where('id', '=', id).execute()
  await allow(here, 300)
  await allow(elsewhere, 0)
  const none = await plantWorkspace(world)
  const monthly = (id: string) =>
    db.selectFrom('credit_grants').selectAll().where('workspace_id', '=', id).orderBy('id').execute()
  await credits.grantMonth(db, NOW, newId)
  await credits.grantMonth(db, NOW + 1, newId)
  const grant = {
    ...{ id: expect.stringMatching(/^grt_/), workspace_id: here, type: 'monthly', amount: 300, used: 0, reserved: 0 },
    ...{ period: '2026-03', granted_at: NOW, expires_at: APRIL },
  }
  expect(await monthly(here)).toEqual([grant])
  await allow(here, 200)
  await allow(elsewhere, 1)
  await credits.grantMonth(db, APRIL, newId)
  expect((await monthly(here)).map(({ period, amount }) => [period, amount])).toEqual([
    ['2026-03', 300],
    ['2026-04', 200],
  ])
  expect((await monthly(elsewhere)).map(({ amount }) => amount)).toEqual([1])
  expect(await monthly(none.id)).toEqual([])
})
