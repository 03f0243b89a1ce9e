import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { api } from '../../src/contract/operations.ts'
import { serveHttp } from '../support/http.ts'
import { HOSTS, type HostKind, type McpWorld, madeIn, rawApprovals, startMcpWorld } from '../support/mcp.ts'
import { ROOT } from '../support/tree.ts'
import { CONSENT_CASES, forgotten, type Stage } from './consent-cases.ts'

const TRANSPORTS = ['stdio', 'http'] as const
type Transport = (typeof TRANSPORTS)[number]

let world: McpWorld
let files = 0
beforeAll(async () => {
  world = await startMcpWorld({ service: { engine: 'pseudo', requests_per_minute: 600_000, seed_credits: 10_000_000 } })
})

function stageOf(kind: HostKind, transport: Transport): Stage {
  const open: Stage['open'] = async (options = {}, changed = {}) => {
    const parts = { ...world.parts, ...forgotten(), settings: { ...world.parts.settings, ...changed } }
    if (transport === 'stdio') return await world.open({ ...options, kind }, parts)
    const { origin } = await serveHttp(parts)
    return await world.open({ ...options, kind, over: new URL('/mcp', origin) }, parts)
  }
  const waiting = async () => {
    files += 1
    const content = `Number ${files} of the texts that are to be paid`
    const order = { content, filename: `c${files}.txt`, target_languages: ['de'] }
    return madeIn(await (await world.open()).call('create_batch', order))
  }
  return { world, open, waiting }
}

const balance = async () => (await world.call(api.credits.get)).balance

describe.each(TRANSPORTS)('over %s', transport => {
  describe.each(HOSTS)('through %s', kind => {
    it.each(CONSENT_CASES)('$name: $spends [MCP-9, APR-3]', async ({ play, spends, says }) => {
      const stage = stageOf(kind, transport)
      const made = await stage.waiting()
      expect(made.cost).toBeGreaterThan(0)
      const before = await balance()
      const told = await play(stage, made)
      expect(told.text).toMatch(says)
      expect(before - (await balance())).toBe(spends === 'once' ? made.cost : 0)
    })
  })
})

/** What only a client of the newest revision can send: an answer to a question, with the state that came with it. */
describe('a question is worth nothing', () => {
  const Asked = z.object({ result: z.object({ requestState: z.string() }) })
  const asking = { elicitation: { form: {} } }

  it.each(['another translation', 'another plan revision', 'another caller', 'a forged state'])(
    'when its answer is sent for %s [MCP-9]',
    async other => {
      const stage = stageOf('modern', 'stdio')
      const [made, second] = [await stage.waiting(), await stage.waiting()]
      const { call } = await rawApprovals(world.parts)
      const before = await balance()
      const { requestState } = Asked.parse(JSON.parse(await call(made.approval, asking))).result
      const inputResponses = { approval: { action: 'accept', content: {} } }
      const forged = `${requestState.slice(0, -2)}AA`
      const sent = { inputResponses, requestState: other === 'a forged state' ? forged : requestState }
      const approvals: Readonly<Record<string, object>> = {
        'another translation': second.approval,
        'another plan revision': { ...made.approval, plan_revision: 'pr_else' },
      }
      const from = other === 'another caller' ? await rawApprovals(world.parts, 'somebody') : { call }
      await from.call(approvals[other] ?? made.approval, asking, sent)
      expect(await balance()).toBe(before)
      await call(made.approval, asking, { inputResponses, requestState })
      expect(before - (await balance())).toBe(made.cost)
    },
  )
})

it('docs/consent.md holds the table', async () => {
  const rows = CONSENT_CASES.map(
    ({ name, spends }) => `| ${name} | ${spends === 'once' ? 'the cost, once' : 'nothing'} |`,
  )
  const page = [
    '# When something is spent',
    '',
    'Each line is played through real clients of both eras (the 1.x SDK, the 2.x SDK as of 2025 and as of 2026), over stdio and over HTTP,',
    'with a translation that costs credits; the balance before and after is what counts. The page is written by that test.',
    '',
    '| what happens | spent |',
    '|---|---|',
    ...rows,
    '',
    'An answer to a question counts for the caller, the translation, the plan and the cost that the question was about: sent for another one,',
    'or with a state that was altered, it spends nothing.',
    '',
  ].join('\n')
  await expect(page).toMatchFileSnapshot(join(ROOT, 'docs', 'consent.md'))
})
