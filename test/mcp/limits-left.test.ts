import { describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { setLimits } from '../../src/service/admin/limits.ts'
import { createMenu } from '../support/flow.ts'
import { startMcpWorld } from '../support/mcp.ts'

const HOUR = '2026-03-30T10:00:00Z'

describe('what get_account says of spending', () => {
  it('names what each limit leaves, and until when, in words and in data [LIM-4]', async () => {
    const world = await startMcpWorld({ clock: () => Date.parse(HOUR) })
    const set = { dataDir: world.dataDir }
    await setLimits(set, 'workspace', [{ unit: 'credits', period: 'month', amount: 100, currency: null }])
    await setLimits(set, 'local', [
      { unit: 'tokens', period: 'day', amount: 5000, currency: null },
      { unit: 'money', period: 'month', amount: 7.5, currency: 'EUR' },
    ])
    const { batch } = await createMenu(world)
    await world.call(api.batches.approve, { params: { batch_id: batch.id }, body: {} })
    const told = await (await world.open()).call('get_account')
    expect(told.text).toContain(
      'Spending limits: 92 credits left of 100 credits a month for the workspace (until 2026-04-01 00:00 UTC), ' +
        '7.50 EUR left of 7.50 EUR a month for this computer (until 2026-04-01 00:00 UTC) and ' +
        '5,000 tokens left of 5,000 tokens a day for this computer (until 2026-03-31 00:00 UTC).',
    )
    const month = { period: 'month', ends_at: '2026-04-01T00:00:00.000Z' }
    expect(told.data.limits).toEqual([
      { of: 'workspace', unit: 'credits', amount: 100, left: 92, currency: null, ...month },
      { of: 'computer', unit: 'money', amount: 7.5, left: 7.5, currency: 'EUR', ...month },
      {
        ...{ of: 'computer', unit: 'tokens', amount: 5000, left: 5000, currency: null },
        ...{ period: 'day', ends_at: '2026-03-31T00:00:00.000Z' },
      },
    ])
  })

  it('says nothing of limits where none is set, or where a hosted service keeps them', async () => {
    const world = await startMcpWorld()
    const here = await (await world.open()).call('get_account')
    expect(here.text).not.toContain('Spending limits')
    expect(here.data.limits).toEqual([])
    const hosted = await (await world.open({}, { limits: undefined })).call('get_account')
    expect(hosted.data).not.toHaveProperty('limits')
  })

  it.each([
    ['ask', "in this host's dialog, else in a terminal, unless it was allowed ahead"],
    ['required', "in this host's dialog, and nowhere else"],
    ['code', "in this host's dialog, else by a code that a refusal prints for her or in a terminal, unless it was"],
  ] as const)('says what --consent %s means', async (consent, words) => {
    const world = await startMcpWorld({ settings: { consent, ask_above_tokens: 2500 } })
    const { text, data } = await (await world.open()).call('get_account')
    expect(text).toContain(`Spending asks a person ${words}`)
    expect(text).toContain('; your own translating asks above 2,500 tokens.')
    expect(data.local).toMatchObject({ consent, ask_above_tokens: 2500, caps: {} })
  })

  it('names the caps of one question in every unit', async () => {
    const caps = { max_credits: 9, max_characters: 1000, max_tokens: 0, max_money: { amount: 5, currency: 'EUR' } }
    const world = await startMcpWorld({ settings: caps })
    const { text, data } = await (await world.open()).call('get_account')
    expect(text).toContain('One question may be about at most 9 credits, 1,000 characters, 0 tokens and 5.00 EUR.')
    expect(data.local).toMatchObject({
      caps: { credits: 9, characters: 1000, tokens: 0, money: { amount: 5, currency: 'EUR' } },
    })
  })
})
