import { beforeEach, describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { setLimits, showLimits } from '../../src/service/admin/limits.ts'
import { inviteMember } from '../../src/service/admin/members.ts'
import { DAY } from '../../src/service/domain/time.ts'
import { serveMetering } from '../support/engines/metering.ts'
import { createMenu, translate } from '../support/flow.ts'
import { manualClock, startWorld, type World } from '../support/world.ts'

const approve = (_: World, batch_id: string) => ({ params: { batch_id }, body: {} })

/** A menu costs eight credits. */
const MENU_COST = 8

describe('a limit in credits', () => {
  let world: World
  const clock = manualClock('2026-03-30T10:00:00Z')
  beforeEach(async () => {
    world = await startWorld({ clock })
  })
  const limit = (by: Parameters<typeof setLimits>[1], amount: number | null, period: 'day' | 'month' = 'day') =>
    setLimits({ dataDir: world.dataDir }, by, [{ unit: 'credits', period, amount, currency: null }])

  it.each([
    ['workspace', 'of the workspace', 'workspaces set local --daily-credits N'],
    ['local', 'of this computer', 'workspaces set local --local --daily-credits N'],
  ] as const)(
    'of the %s refuses what goes beyond it, spends nothing, and names who can raise it',
    async (by, whose, command) => {
      const created = await createMenu(world)
      await limit(by, MENU_COST + 7)
      await translate(world, await createMenu(world, 'Into German, lite quality.'))
      await limit(by, MENU_COST)
      const before = await world.call(api.credits.get)
      const refused = await world.refuse(api.batches.approve, approve(world, created.batch.id))
      expect(refused).toMatchObject({ status: 403, code: 'admin_required' })
      expect(refused.message).toBe(
        `The limit ${whose} is 8 credits a day; 4 credits are taken, and this needs 8 credits. Nothing was spent. ` +
          `Who can raise it: an admin of the workspace (admin) or its operator, by translation-mcp ${command}.`,
      )
      expect(await world.call(api.credits.get)).toEqual(before)
      await limit(by, MENU_COST + 4)
      await world.call(api.batches.approve, approve(world, created.batch.id))
    },
  )

  it('holds for its day or month alone', async () => {
    await limit('workspace', MENU_COST, 'day')
    await limit('workspace', 3 * MENU_COST, 'month')
    await translate(world, await createMenu(world))
    const second = await createMenu(world, 'Translate everything into French.')
    expect((await world.refuse(api.batches.approve, approve(world, second.batch.id))).code).toBe('admin_required')
    clock.advance(DAY)
    await translate(world, second)
    clock.advance(DAY)
    await translate(world, await createMenu(world, 'Translate everything into Spanish.'))
  })

  it('is told with what is left of it: with the plan, and to its operator', async () => {
    await limit('local', 100, 'month')
    await translate(world, await createMenu(world))
    const { batch, plan_revision } = await createMenu(world, 'Translate everything into French.')
    const read = await world.call(api.batches.getPlan, { params: { batch_id: batch.id } })
    expect(read.plan_revision).toBe(plan_revision)
    expect(read.plan?.advice).toContain(
      'Before this approval, 92 credits are left of the 100 credits a month that are the limit for this computer.',
    )
    expect(await showLimits({ dataDir: world.dataDir, clock }, 'local')).toEqual([
      {
        unit: 'credits',
        period: 'month',
        amount: 100,
        currency: null,
        left: 92,
        ends_at: expect.stringMatching(/^2026-0[45]-01T00:00/),
      },
    ])
  })

  it('is removed again', async () => {
    await limit('workspace', 1)
    expect(await limit('workspace', null)).toEqual([])
    await translate(world, await createMenu(world))
  })

  it('of a member holds for her approvals, and not for those of the key of this computer', async () => {
    await inviteMember({ dataDir: world.dataDir }, { name: 'anna', role: undefined, scopes: undefined })
    await limit({ member: 'anna' }, 1)
    await translate(world, await createMenu(world))
  })
})

describe('a limit on the account of an engine', () => {
  const started = async (prices: boolean) => {
    const endpoint = await serveMetering('de')
    const engines = { openai: { base_url: `${endpoint.origin}/v1`, api_key: 'k', model: 'tiny' } }
    const price = { engine: 'openai', unit: 'tokens', million: 1000, currency: 'EUR' } as const
    return await startWorld({ settings: { engine: 'openai', engines, prices: prices ? [price] : [] } })
  }

  it('counts what is approved while work is under way, and then what was used', async () => {
    const world = await started(false)
    const first = await createMenu(world, 'Translate from English into German.')
    const estimate = first.plan?.billing?.estimate ?? 0
    const tokens = (amount: number) =>
      setLimits({ dataDir: world.dataDir }, 'workspace', [{ unit: 'tokens', period: 'month', amount, currency: null }])
    await tokens(estimate - 1)
    expect((await world.refuse(api.batches.approve, approve(world, first.batch.id))).message).toContain(
      ' tokens a month; 0 tokens are taken',
    )
    await tokens(2 * estimate - 1)
    await translate(world, first)
    const { used } = await world.db.selectFrom('spendings').select('used').executeTakeFirstOrThrow()
    const second = await createMenu(world, 'Translate from English into French.')
    await tokens(used + (second.plan?.billing?.estimate ?? 0) - 1)
    expect((await world.refuse(api.batches.approve, approve(world, second.batch.id))).code).toBe('admin_required')
    await tokens(used + (second.plan?.billing?.estimate ?? 0))
    await world.call(api.batches.approve, approve(world, second.batch.id))
  })

  it.each([
    [true, '0.10 EUR a day; 0.00 EUR are taken, and this needs'],
    [false, 'no price in EUR is set for the engine of this plan'],
  ])('in money goes by the price table, and refuses where there is no price (a price: %s)', async (priced, message) => {
    const world = await started(priced)
    const { batch } = await createMenu(world, 'Translate from English into German.')
    await setLimits({ dataDir: world.dataDir }, 'local', [
      { unit: 'money', period: 'day', amount: 0.1, currency: 'EUR' },
    ])
    expect((await world.refuse(api.batches.approve, approve(world, batch.id))).message).toContain(message)
  })
})
