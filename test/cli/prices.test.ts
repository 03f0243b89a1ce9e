import { describe, expect, it } from 'vitest'
import { money } from '../../src/cli/kinds.ts'
import { priceTable } from '../../src/cli/prices.ts'

describe('a price table', () => {
  it('has a line for each engine, or model, and unit', () => {
    expect(priceTable().parse(' deepl characters 20 EUR;openai/gpt-5-mini  tokens 1.10 USD ; ')).toEqual([
      { engine: 'deepl', model: undefined, unit: 'characters', million: 20, currency: 'EUR' },
      { engine: 'openai', model: 'gpt-5-mini', unit: 'tokens', million: 1.1, currency: 'USD' },
    ])
    expect(priceTable().parse('')).toEqual([])
  })

  it.each([
    'deepl 20 EUR',
    'depl characters 20 EUR',
    'deepl words 20 EUR',
    'deepl characters -1 EUR',
    'deepl characters 20 €',
  ])('refuses %j, and says how a line is written', given => {
    expect(priceTable().safeParse(given).error?.issues[0]?.message).toContain('ENGINE UNIT PRICE CURRENCY')
  })
})

describe('an amount of money', () => {
  it.each([
    ['5 EUR', { amount: 5, currency: 'EUR' }],
    ['2.50USD', { amount: 2.5, currency: 'USD' }],
  ])('%s', (given, amount) => {
    expect(money().parse(given)).toEqual(amount)
  })

  it.each(['5', 'EUR 5', '-5 EUR', '5 eur', '1.234 EUR'])('is not %j', given => {
    expect(money().safeParse(given).success).toBe(false)
  })
})
