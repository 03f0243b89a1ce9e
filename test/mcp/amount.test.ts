import { describe, expect, it } from 'vitest'
import { Plan } from '../../src/contract/plan.ts'
import { amountsOf, totalOf, UNSTATED } from '../../src/mcp/consent/amount.ts'
import { amountsText } from '../../src/mcp/render/amount.ts'
import { plan } from '../support/answers.ts'

const billed = (billing: object | null, credit_cost: number | null = 0) => Plan.parse(plan({ billing, credit_cost }))

describe('what a plan costs', () => {
  it.each([
    ['credits of the workspace', billed({ who: 'workspace', unit: 'credits', estimate: 7 }, 7), '7 credits'],
    [
      'tokens of a key of the person',
      billed({ who: 'you', unit: 'tokens', estimate: 36_412 }),
      'about 36,400 tokens on your own account with the engine',
    ],
    [
      'characters of a key of the operator',
      billed({ who: 'operator', unit: 'characters', estimate: 900 }),
      'about 900 characters on the account of whoever runs this server',
    ],
    [
      "the assistant's own plan",
      billed({ who: 'assistant', unit: 'tokens', estimate: 70 }),
      "about 70 tokens of your assistant's own plan",
    ],
    [
      'money where a price is set',
      billed({ who: 'you', unit: 'characters', estimate: 900, money: { amount: 0.018, currency: 'EUR' } }),
      'about 900 characters (about 0.02 EUR) on your own account with the engine',
    ],
    [
      'credits and an engine together',
      billed({ who: 'you', unit: 'tokens', estimate: 50 }, 7),
      '7 credits and about 50 tokens on your own account with the engine',
    ],
    ['nothing', billed({ who: 'nobody', unit: 'none', estimate: 0 }), 'nothing, it is free'],
  ])('is said in the unit of the one who charges: %s [ENG-1]', (_, made, text) => {
    expect(amountsText(amountsOf(made, null) ?? [])).toBe(text)
  })

  it('is the cost of the batch where the plan states none, and unknown where neither does', () => {
    expect(amountsOf(undefined, 12)).toEqual([{ unit: 'credits', count: 12, payer: 'workspace' }])
    expect(amountsOf(billed(null, null), null)).toBeUndefined()
  })

  it.each([
    ['a batch that shows 0 without a plan', undefined, 0],
    ['a batch that shows 0 beside a plan without a cost', billed(null, null), 0],
    ['a cost below nothing', billed(null, -5), 12],
  ])('is not free by %s: nobody states it, and it is beyond every bound [APR-3, MCP-9]', (_, made, batch) => {
    const amounts = amountsOf(made, batch) ?? []
    expect(amounts).toEqual([{ unit: 'credits', count: UNSTATED, payer: 'workspace' }])
    expect(amountsText(amounts)).toBe('credits that the service does not state')
    expect(totalOf([...amounts, ...amounts])).toEqual(amounts)
  })

  it('is free where the plan itself says so', () => {
    expect(amountsOf(billed(null, 0), 12)).toEqual([])
  })

  it('is one amount for each unit and payer over several plans', () => {
    const [one, other] = [
      { unit: 'tokens', count: 10, payer: 'you', money: { amount: 0.5, currency: 'EUR' } },
      { unit: 'tokens', count: 5, payer: 'you', money: { amount: 0.25, currency: 'EUR' } },
    ] as const
    const credits = { unit: 'credits', count: 3, payer: 'workspace' } as const
    expect(totalOf([one, credits, other])).toEqual([
      { unit: 'tokens', count: 15, payer: 'you', money: { amount: 0.75, currency: 'EUR' } },
      credits,
    ])
  })
})
