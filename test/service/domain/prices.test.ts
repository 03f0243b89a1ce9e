import { describe, expect, it } from 'vitest'
import { inMoney, type Price } from '../../../src/service/domain/prices.ts'

const PRICES: readonly Price[] = [
  { engine: 'deepl', unit: 'characters', million: 20, currency: 'EUR' },
  { engine: 'openai', unit: 'tokens', million: 0.6, currency: 'USD' },
  { engine: 'openai', model: 'gpt-5-mini', unit: 'tokens', million: 1.1, currency: 'USD' },
]
const tokens = { who: 'you', unit: 'tokens', estimate: 36_000 } as const

describe('the price table of the operator', () => {
  it.each([
    ['the model’s own line', 'openai', 'gpt-5-mini', 0.0396],
    ['the line of the engine for another model', 'openai', 'other', 0.0216],
    ['the line of the engine where the model is not known', 'openai', undefined, 0.0216],
  ])('names money by %s', (_, engine, model, amount) => {
    expect(inMoney(tokens, engine, model, PRICES)).toEqual({ ...tokens, money: { amount, currency: 'USD' } })
  })

  it.each([
    ['of another engine', tokens, 'agent'],
    ['in another unit', tokens, 'deepl'],
    ['of nothing', { who: 'nobody', unit: 'none', estimate: 0 } as const, 'openai'],
  ])('names no money for a bill %s', (_, billing, engine) => {
    expect(inMoney(billing, engine, undefined, PRICES)).toEqual(billing)
  })
})
