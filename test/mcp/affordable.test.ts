import { describe, expect, it } from 'vitest'
import { Plan } from '../../src/contract/plan.ts'
import { shortOf } from '../../src/mcp/affordable.ts'
import { startMcpWorld } from '../support/mcp.ts'

const plan = (facts: object) => Plan.parse({ plan_revision: 'pr_1', not_included: [], ...facts })

describe('a plan that the balance does not cover', () => {
  it('is told at once by create_batch and plan_batch, with what is missing, and its next step is no approval [APR-3, MCP-9]', async () => {
    const world = await startMcpWorld({ service: { engine: 'pseudo', seed_credits: 3, monthly_credits: null } })
    const host = await world.open({ answers: [{ action: 'accept' }] })
    const asked = { content: 'One two three four five.', filename: 'a.txt', target_languages: ['de'] }
    const made = await host.call('create_batch', asked)
    const told = 'The balance does not cover this: it costs 5 credits, the balance is 3, 2 credits are missing.'
    expect(made.data.warnings).toEqual([expect.stringContaining(told)])
    expect(made.data.next_step).toContain('plan_batch')
    expect(made.data.next_step).not.toContain('approve_batch')
    const { id: batch_id } = Object(made.data.batch)
    const dearer = await host.call('plan_batch', { batch_id, target_languages: ['de', 'fr'] })
    expect(dearer.data.warnings).toEqual([expect.stringContaining('it costs 10 credits, the balance is 3, 7 credits')])
    const { plan_revision } = Object(dearer.data.plan)
    const refused = await host.call('approve_batch', { batch_id, plan_revision })
    expect([refused.failed, refused.text]).toEqual([true, expect.stringContaining('insufficient_credits')])
    expect(host.questions).toEqual([])
    const cheap = await host.call('plan_batch', { batch_id, target_languages: ['de'], quality_tier: 'lite' })
    expect(cheap.data.warnings).toBeUndefined()
    expect(cheap.data.next_step).toContain('approve_batch')
    await world.close()
  })

  it.each([
    [{ credit_cost: 10 }, 10],
    [{ credit_cost: 0 }, 0],
    [{ credit_cost: null }, 0],
    [{ credit_cost: 0, billing: { who: 'you', unit: 'tokens', estimate: 900 } }, 0],
  ])('is not %j with a balance of %i: nothing is made up [MCP-9]', (facts, balance) => {
    expect(shortOf(plan(facts), balance)).toEqual([])
  })
})
