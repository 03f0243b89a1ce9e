import { describe, expect, it } from 'vitest'
import { ACCOUNT, batch, plan, planned } from '../support/answers.ts'
import { type Canned, cannedParts, found } from '../support/canned.ts'
import { openHost } from '../support/mcp.ts'

const APPROVAL = { batch_id: 'bat_1', plan_revision: 'pr_k2x' }
const SENT = 'POST /v1/batches/bat_1/approve'
const { credit_cost: _, billing: __, ...UNPRICED } = plan()
const ZERO = batch({ credit_cost: 0 })

/** A service whose translation shows a cost of 0 until it is approved, by how it answers for the plan. */
function zero(read: object): Canned {
  return {
    'GET /v1/account': ACCOUNT,
    'GET /v1/batches/bat_1': ZERO,
    'GET /v1/batches/bat_1/plan': read,
    [SENT]: { batch: batch({ status: 'translating' }), credits_reserved: 1240, credit_balance: 97_520 },
  }
}

/** Services of which nobody can know what the plan costs. */
const SERVICES: readonly (readonly [name: string, canned: Canned])[] = [
  ['states no cost in its plan', zero({ batch: ZERO, plan: UNPRICED })],
  ['answers the plan alone', zero({ plan: UNPRICED })],
  ['answers the plan as the data itself', zero(UNPRICED)],
  ['states null for it', zero({ batch: ZERO, plan: { ...UNPRICED, credit_cost: null }, credit_cost: null })],
]

async function opened(canned: Canned, action: 'accept' | 'decline', settings: { max_credits?: number } = {}) {
  const { parts, faults } = await cannedParts(canned, settings)
  const host = await openHost(parts, { answers: [{ action }] })
  const sent = () => faults.seen.map(({ method, path }) => `${method} ${path}`).filter(one => one === SENT)
  return { host, sent }
}

describe.each(SERVICES)('a batch that shows 0 at a service which %s', (_name, canned) => {
  it('is no free plan: the person is asked, and told that the cost is not stated [APR-3, MCP-9]', async () => {
    const { host, sent } = await opened(canned, 'decline')
    const { failed, text } = await host.call('approve_batch', APPROVAL)
    expect(failed, text).toBe(true)
    expect(host.questions).toHaveLength(1)
    expect(host.questions[0]).toMatch(
      /^Translate .* for credits that the service does not state\? The balance is 98,760\.\n/,
    )
    expect(sent()).toEqual([])
  })

  it('is approved after a yes, and what is then reserved is told [APR-1, MCP-9]', async () => {
    const { host, sent } = await opened(canned, 'accept')
    const { text, data } = await host.call('approve_batch', APPROVAL)
    expect(text).toMatch(/^Approved: 1,240 credits reserved, 97,520 left\./)
    expect([data.credits_reserved, sent().length]).toEqual([1240, 1])
  })

  it('is beyond every cap [MCP-9]', async () => {
    const { host, sent } = await opened(canned, 'accept', { max_credits: 1_000_000 })
    const { failed, text } = await host.call('approve_batch', APPROVAL)
    expect(failed, text).toBe(true)
    expect(text).toContain('over_cap')
    expect([host.questions, sent()]).toEqual([[], []])
  })

  it('is shown without a cost [PLN-2]', async () => {
    const { host } = await opened(canned, 'accept')
    const { text, data } = await host.call('get_batch', { batch_id: 'bat_1' })
    expect(text).toContain('Cost: not stated')
    expect(data.plan).toMatchObject({ credit_cost: null })
  })
})

it('a batch that shows 0 and has no plan yet is not approved, and nobody is asked [APR-3]', async () => {
  const { host, sent } = await opened(zero({ batch: ZERO, plan: null }), 'accept')
  const { text } = await host.call('approve_batch', APPROVAL)
  expect(text).toContain('no_plan_yet')
  expect([host.questions, sent()]).toEqual([[], []])
})

it('of two costs, in the plan and beside it, the person is asked about the greater [APR-3, MCP-9]', async () => {
  const { host } = await opened(zero(planned({ plan: plan({ credit_cost: 0 }), credit_cost: 800 })), 'decline')
  await host.call('approve_batch', APPROVAL)
  expect(host.questions[0]).toMatch(/^Translate .* for 800 credits\?/)
})

it.each([
  ['in the plan', planned({ plan: plan({ credit_cost: 0 }) })],
  ['beside it', { plan: UNPRICED, credit_cost: 0 }],
])('a plan that states a cost of 0 itself (%s) asks nobody [MCP-9]', async (_name, read) => {
  const { host, sent } = await opened(zero(read), 'decline')
  const { failed, text } = await host.call('approve_batch', APPROVAL)
  expect(failed, text).toBe(false)
  expect([host.questions, sent().length]).toEqual([[], 1])
})

it('the plan of a creation is not free by its batch either [CRE-6, MCP-9]', async () => {
  const canned = { ...zero({ plan: UNPRICED }), 'POST /v1/batches': () => found({ batch: ZERO, plan: UNPRICED }, 201) }
  const { host } = await opened(canned, 'accept')
  const { text } = await host.call('create_batch', { content: 'x', filename: 'a.txt', target_languages: ['de'] })
  expect(text).toContain('Cost: not stated')
})
