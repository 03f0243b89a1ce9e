import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { beyondCap, type Caps, requireCaps } from '../../src/cli/translate/caps.ts'
import { openToolSession } from '../../src/cli/translate/session.ts'
import { runWorkflow } from '../../src/cli/translate/workflow.ts'
import { UsageError } from '../../src/cli/usage.ts'
import type { Amount } from '../../src/mcp/consent/amount.ts'
import { BESIDE } from '../../src/mcp/several/places.ts'
import { setLimits } from '../../src/service/admin/limits.ts'
import { serveMetering } from '../support/engines/metering.ts'
import { serveOpenAi } from '../support/engines/openai.ts'
import { startMcpWorld } from '../support/mcp.ts'

const GERMAN: Readonly<Record<string, string>> = {
  'Good morning, dear guests': 'Guten Morgen, liebe Gäste',
  'The kitchen is closed on Mondays': 'Montags bleibt die Küche geschlossen',
}
const [first, second] = Object.keys(GERMAN)
const TEXTS = { first, second }

/** The workflow of the terminal with an endpoint like OpenAI's, which charges whoever has a key for it. */
async function run({
  api_key,
  answer = true,
  caps = {},
  limit,
}: {
  api_key?: string
  answer?: boolean
  caps?: Caps
  limit?: number
}) {
  const endpoint = await serveOpenAi(({ text }) => GERMAN[text] ?? '')
  const openai = { base_url: `${endpoint.origin}/v1`, model: 'tiny', api_key }
  const world = await startMcpWorld({ service: { engine: 'openai', engines: { openai } } })
  const month = { period: 'month', currency: null } as const
  if (limit !== undefined) {
    const limits = (['tokens', 'credits'] as const).map(unit => ({ unit, amount: limit, ...month }))
    await setLimits({ dataDir: world.dataDir }, 'local', limits)
  }
  const totals: (readonly Amount[])[] = []
  const questions: string[] = []
  const stderr = new PassThrough()
  const session = await openToolSession(world.parts)
  const outcomes = await runWorkflow({
    ...{
      session,
      caps,
      overwrite: false,
      unread: false,
      written: world.parts.written,
      folders: world.parts.folders,
      folder: join(world.folder, 'fetched'),
      stderr,
      finished: () => undefined,
    },
    order: {
      files: [world.file('one.json', JSON.stringify(TEXTS))],
      wishes: { instruction: 'Into German.' },
      template: BESIDE,
    },
    signal: new AbortController().signal,
    agree: async (question, total) => {
      questions.push(question)
      totals.push(total)
      return answer
    },
  })
  await session.close()
  const sent = endpoint.calls.filter(({ method }) => method === 'POST')
  return { questions, totals, outcomes, sent, said: String(stderr.read() ?? '') }
}

describe('work that an engine charges for, at a terminal', () => {
  it('is asked for in the unit of the engine, and done after a yes [MCP-9]', async () => {
    const { questions, outcomes, totals } = await run({ api_key: 'test-key' })
    expect(questions).toEqual([
      expect.stringMatching(/^Translate this file for about [\d,]+ tokens on your own account with the engine\?$/),
    ])
    expect(totals).toMatchObject([[{ unit: 'tokens', payer: 'you' }]])
    expect(outcomes).toMatchObject([{ error: null, saved: [{ language: 'de' }] }])
  })

  it('sends no text anywhere after a no [MCP-9]', async () => {
    const { questions, outcomes, sent } = await run({ api_key: 'test-key', answer: false })
    expect(questions).toHaveLength(1)
    expect(outcomes).toMatchObject([{ error: 'Not approved: nothing was spent.', saved: [] }])
    expect(sent).toEqual([])
  })

  it('is refused without a question where it is above a cap in its unit', async () => {
    const { questions, outcomes, sent } = await run({ api_key: 'test-key', caps: { max_tokens: 3 } })
    expect({ questions, sent }).toEqual({ questions: [], sent: [] })
    expect(outcomes[0]?.error).toMatch(
      /^Nothing was spent: this costs about [\d,]+ tokens on your own account with the engine, and --max-tokens allows 3\./,
    )
  })

  it('is not asked for where nobody is charged: an endpoint on this machine without a key', async () => {
    const { questions, outcomes } = await run({})
    expect(questions).toEqual([])
    expect(outcomes).toMatchObject([{ error: null, saved: [{ language: 'de' }] }])
  })
})

const tokens = { unit: 'tokens', count: 5000, payer: 'you' } as const satisfies Amount
const characters = { unit: 'characters', count: 900, payer: 'you', money: { amount: 2, currency: 'EUR' } } as const

describe('work that needs more than was approved, at a terminal', () => {
  /** An endpoint that charges three times what anybody would think, and a file of 400 texts. */
  async function dear(caps: Caps, answers: readonly boolean[]) {
    const endpoint = await serveMetering('de', { times: 3 })
    const openai = { base_url: `${endpoint.origin}/v1`, model: 'tiny', api_key: 'k' }
    const world = await startMcpWorld({ service: { engine: 'openai', engines: { openai } } })
    const content = Array.from({ length: 300 }, (_, at) => `The bench number ${at} stands near the window of the hall.`)
    const questions: string[] = []
    const stderr = new PassThrough()
    const session = await openToolSession(world.parts)
    const outcomes = await runWorkflow({
      ...{
        session,
        caps,
        overwrite: false,
        unread: false,
        folder: join(world.folder, 'fetched'),
        stderr,
        finished: () => undefined,
      },
      order: {
        files: [world.file('hall.json', JSON.stringify(content))],
        wishes: { instruction: 'From English into German.' },
        template: BESIDE,
      },
      written: world.parts.written,
      folders: world.parts.folders,
      signal: new AbortController().signal,
      agree: async question => {
        questions.push(question)
        return answers[questions.length - 1] ?? false
      },
    })
    await session.close()
    return { questions, outcomes, said: String(stderr.read() ?? '') }
  }

  it('is asked for again with the reason, and goes on after a second yes', async () => {
    const { questions, outcomes, said } = await dear({}, [true, true])
    expect(questions).toHaveLength(2)
    expect(said).toMatch(/This was approved for about [\d,]+ tokens\. [\d,]+ are used and the work is not done\./)
    expect(outcomes).toMatchObject([{ error: null, saved: [{ language: 'de' }] }])
  })

  it('stops at a no, and says what is kept', async () => {
    const { outcomes } = await dear({}, [true, false])
    expect(outcomes[0]?.error).toContain('What is translated is kept: the same command asks again')
  })

  it('is not asked for beyond the cap of the run', async () => {
    const { questions, outcomes } = await dear({ max_tokens: 20_000 }, [true, true])
    expect(questions).toHaveLength(1)
    expect(outcomes[0]?.error).toContain('--max-tokens allows 20,000')
  })
})

describe('a cap on what one question is about', () => {
  it('counts all amounts of its unit, also where only some of them have a price', () => {
    const priced = { ...tokens, money: { amount: 1, currency: 'EUR' } } as const
    expect(beyondCap([tokens, priced], { max_tokens: 10_000 })).toBeUndefined()
    expect(beyondCap([tokens, priced], { max_tokens: 9999 })).toContain('--max-tokens allows 9,999')
  })

  it('in money is met to the cent: 0.10 and 0.20 EUR are no more than 0.30 EUR', () => {
    const total = [0.1, 0.2].map(amount => ({ ...tokens, money: { amount, currency: 'EUR' } }))
    expect(beyondCap(total, { max_money: { amount: 0.3, currency: 'EUR' } })).toBeUndefined()
    expect(beyondCap(total, { max_money: { amount: 0.29, currency: 'EUR' } })).toContain('--max-money allows 0.29 EUR')
  })
})

it('at a terminal, what the limits leave is told before the question [LIM-4]', async () => {
  const { said, questions } = await run({ api_key: 'test-key', answer: false, limit: 5000 })
  expect(questions).toHaveLength(1)
  expect(said).toContain('Spending limits: 5,000 tokens left of 5,000 tokens a month for this computer (until ')
  expect(said).not.toContain('credits left')
})

describe('--yes', () => {
  it.each<readonly [readonly Amount[], Caps, string]>([
    [[tokens], {}, '--max-tokens N'],
    [[tokens], { max_credits: 5, max_characters: 5 }, '--max-tokens N'],
    [[characters, tokens], { max_characters: 1000 }, '--max-tokens N'],
    [[characters], { max_money: { amount: 5, currency: 'USD' } }, '--max-characters N'],
  ])('for paid work needs a cap in the unit of the one who charges: %j under %j', (total, caps, flag) => {
    expect(() => requireCaps(total, caps, '--yes')).toThrow(UsageError)
    expect(() => requireCaps(total, caps, '--yes')).toThrow(
      `Nothing was spent. --yes for paid work needs a cap: this costs`,
    )
    expect(() => requireCaps(total, caps, '--yes')).toThrow(flag)
  })

  it.each<readonly [readonly Amount[], Caps]>([
    [[], {}],
    [[tokens], { max_tokens: 6000 }],
    [[characters], { max_money: { amount: 5, currency: 'EUR' } }],
  ])('is bounded for %j under %j', (total, caps) => {
    expect(() => requireCaps(total, caps, '--yes')).not.toThrow()
  })
})
