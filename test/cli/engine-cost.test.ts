import { describe, expect, it } from 'vitest'
import { readArguments } from '../../src/cli/arguments.ts'
import { readSettings } from '../../src/cli/config.ts'
import { costWords, engineCost } from '../../src/cli/engine-cost.ts'

const OPENAI = { TRANSLATION_OPENAI_API_KEY: 'sk-x', TRANSLATION_OPENAI_MODEL: 'm' }
const cost = (name: string | null, env: Readonly<Record<string, string>> = {}) =>
  engineCost(name, readSettings(readArguments(['status']), env), { found: {}, unread: [] })
const million = async (prices: string, env: Readonly<Record<string, string>> = OPENAI) =>
  (await cost('openai', { ...env, TRANSLATION_PRICES: prices }))?.million

describe('the price of an engine', () => {
  it('is that of its model before that of all its models, in whatever order they are written', async () => {
    const own = { amount: 3, currency: 'EUR' }
    expect(await million('openai tokens 2 USD; openai/m tokens 3 EUR')).toEqual(own)
    expect(await million('openai/m tokens 3 EUR; openai tokens 2 USD')).toEqual(own)
  })

  it('is none of another model, another unit or another engine', async () => {
    expect(await million('openai/other tokens 3 EUR')).toBeNull()
    expect(await million('openai characters 3 EUR')).toBeNull()
    expect(await million('deepl tokens 3 EUR; deepl characters 3 EUR')).toBeNull()
    expect(await million('openai/other tokens 3 EUR; openai tokens 2 USD')).toEqual({ amount: 2, currency: 'USD' })
  })

  it('is none where there is no such engine', async () => {
    expect(await cost(null)).toBeNull()
    expect(await cost('constructor')).toBeNull()
  })

  it('is told in the unit that the engine counts, without calling it', async () => {
    expect(await cost('deepl', { TRANSLATION_DEEPL_API_KEY: 'x:fx' })).toEqual({
      ...{ who: 'you', unit: 'characters', million: null },
    })
    expect(await cost('agent')).toMatchObject({ who: 'assistant', unit: 'tokens' })
  })
})

describe('the words for a cost', () => {
  it.each([
    ['nobody', 'nothing'],
    ['workspace', 'credits of the workspace'],
    ['you', 'credits of your account with it'],
    ['operator', 'credits of the account of whoever runs this server'],
    ['assistant', "credits of the assistant's own plan"],
  ] as const)('say who pays: %s', (who, words) => {
    expect(costWords({ who, unit: 'credits', million: null })).toBe(words)
  })

  it.each([
    [0.0004, '0.0004'],
    [0.000001, '0.000001'],
    [0.0625, '0.0625'],
    [1.1, '1.1'],
    [20, '20'],
    [123456.5, '123,456.5'],
    [0, '0'],
  ])('show a price to its last digit, and none as free that is not: %s', (amount, shown) => {
    const told = costWords({ who: 'you', unit: 'tokens', million: { amount, currency: 'EUR' } })
    expect(told).toBe(`tokens of your account with it, ${shown} EUR a million`)
  })
})
