import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Plan } from '../../src/contract/plan.ts'
import { whatFits } from '../../src/mcp/affordable.ts'
import { arithmeticOf } from '../../src/mcp/render/price.ts'
import { RATES } from '../../src/service/domain/price.ts'
import { startMcpWorld } from '../support/mcp.ts'
import { GERMAN, severalIn } from '../support/several.ts'

const TAGS = ['de', 'fr', 'pl', 'pt-BR', 'zh-Hans']

/** Any plan with a price: its words, what is known of them in each language, and its tier. */
const anyPlan = fc
  .record({
    words: fc.integer({ min: 1, max: 5000 }),
    tier: fc.constantFrom(...RATES),
    known: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: TAGS.length }),
    parts: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ words, tier, known, parts }) => {
    const languages = known.map((percent, at) => {
      const new_words = words - Math.floor((words * (percent > 50 ? 0 : percent)) / 100)
      return { language: TAGS[at] ?? 'de', new_words, credits: Math.ceil(new_words * tier.credits_per_word) }
    })
    const each = Math.floor(words / parts)
    const included = Array.from({ length: parts }, (_, at) => ({
      part: `part${at}`,
      words: at === 0 ? words - each * (parts - 1) : each,
    }))
    return Plan.parse({
      ...{ plan_revision: 'pr_1', not_included: [], quality_tier: tier.quality_tier, word_count: words, included },
      credit_cost: languages.reduce((sum, { credits }) => sum + credits, 0),
      target_languages: languages.map(({ language }) => language),
      billing: { who: 'workspace', unit: 'credits', estimate: 0 },
      price: { rates: RATES, languages },
    })
  })

const number = (text = '') => Number(text.replaceAll(',', ''))

describe('the arithmetic of a plan', () => {
  it('adds up, whatever is counted [MCP-6]', () => {
    fc.assert(
      fc.property(anyPlan, plan => {
        const text = arithmeticOf(plan, tag => `<${tag}>`) ?? ''
        const sums = [
          ...text.matchAll(/([\d,]+) words?(?: × (\d+) languages)? at (half price|1 credit each) = ([\d,]+) credit/g),
        ]
        const groups = new Set(plan.price?.languages.map(({ new_words }) => new_words))
        expect(sums, text).toHaveLength(groups.size)
        for (const [, words, times = '1', price, credits] of sums) {
          const rate = price === 'half price' ? 0.5 : 1
          expect(number(credits), text).toBe(Math.ceil(number(words) * rate) * Number(times))
        }
        expect(sums.reduce((sum, [, , , , credits]) => sum + number(credits), 0)).toBe(plan.credit_cost)
        const languages = sums.reduce((sum, [, , times = '1']) => sum + Number(times), 0)
        expect(languages).toBe(plan.target_languages.length)
      }),
    )
  })

  it('is not told where it would not add up', () => {
    fc.assert(
      fc.property(anyPlan, fc.integer({ min: 1, max: 9 }), (plan, more) => {
        const dearer = { ...plan, credit_cost: (plan.credit_cost ?? 0) + more }
        expect(arithmeticOf(dearer, tag => tag)).toBeUndefined()
      }),
    )
  })

  it('names nothing as covered that costs more than the balance [MCP-6, APR-3]', () => {
    fc.assert(
      fc.property(anyPlan, fc.integer({ min: 0, max: 99 }), (plan, percent) => {
        const balance = Math.floor(((plan.credit_cost ?? 0) * percent) / 100)
        for (const [, credits] of whatFits(plan, balance).matchAll(/for (?:at most )?([\d,]+) credits?/g)) {
          expect(number(credits)).toBeLessThanOrEqual(balance)
        }
      }),
    )
  })
})

const FILE = JSON.stringify({ menu: { a: 'One two three', b: 'Four five' }, help: 'Six seven eight nine ten' })

describe('a client', () => {
  it('reads how a cost comes about, in each tier and with what is known already [MCP-6, ENG-3]', async () => {
    const world = await startMcpWorld({ service: { engine: 'pseudo' } })
    const host = await world.open()
    const asked = { content: FILE, filename: 'a.json', target_languages: ['de'] }
    const standard = await host.call('create_batch', asked)
    expect(standard.text).toContain(
      'Cost: 10 credits, standard quality (10 words at 1 credit each = 10 credits; lite 5).',
    )
    const { text } = await host.call('get_account', {})
    expect(text).toContain(
      'Credits for a word into each language, where the engine charges credits: standard 1, lite 0.5.',
    )
    expect(text).toContain('Free: planning, words known from earlier translations, corrections')
    const { id: batch_id } = Object(standard.data.batch)
    const lite = await host.call('plan_batch', { batch_id, target_languages: ['de', 'fr'], quality_tier: 'lite' })
    expect(lite.text).toContain(
      'Cost: 10 credits, lite quality (10 words × 2 languages at half price = 10 credits; standard 20).',
    )
    await world.close()
  })

  it('hears at once what a balance covers: a tier, languages, parts, or so many words [MCP-6, APR-3]', async () => {
    const world = await startMcpWorld({ service: { engine: 'pseudo', seed_credits: 6, monthly_credits: null } })
    const host = await world.open()
    const made = await host.call('create_batch', { content: FILE, filename: 'a.json', target_languages: ['de'] })
    expect(made.data.warnings).toEqual([
      'The balance does not cover this: it costs 10 credits, the balance is 6, 4 credits are missing. What it covers: all of it in lite quality for 5 credits; or only «menu.a» and «menu.b» for at most 5 credits. Or a workspace admin adds credits.',
    ])
    const { id: batch_id } = Object(made.data.batch)
    const two = await host.call('plan_batch', { batch_id, target_languages: ['de', 'fr'], quality_tier: 'lite' })
    expect(two.data.warnings).toEqual([expect.stringContaining('What it covers: German (de) alone for 5 credits;')])
    const seen = await host.call('get_batch', { batch_id })
    expect(seen.data.warnings).toEqual(two.data.warnings)
    expect(seen.data.next_step).toContain('plan_batch')
    await world.close()
  })

  it('hears of several files together which of them a balance covers [MCP-17, APR-3]', async () => {
    const world = await startMcpWorld({ service: { engine: 'pseudo', seed_credits: 6, monthly_credits: null } })
    const host = await world.open()
    for (const name of ['a', 'b']) world.file(`${name}.txt`, `One two three four ${name}.`)
    const told = await host.call('create_batch', { file_paths: ['a.txt', 'b.txt'], ...GERMAN })
    const { batches, warnings, next_step } = severalIn(told)
    expect(warnings).toEqual([
      expect.stringMatching(
        /it costs 10 credits, the balance is 6, 4 credits are missing\. What it covers: «a\.txt» for 5 credits\./,
      ),
    ])
    expect(next_step).toContain(`approve_batch {"batch_id":"${batches[0]?.id}"`)
    expect(next_step).not.toContain('approvals')
    await world.close()
  })
})
