import { describe, expect, it } from 'vitest'
import {
  type ConsentFacts,
  type Decision,
  decideConsent,
  HUMAN_MS,
  UNASKABLE_MS,
} from '../../src/mcp/consent/decide.ts'
import {
  approvalCode,
  CODE_MS,
  QUESTION_MS,
  readCode,
  readQuestion,
  type Spending,
  signQuestion,
} from '../../src/mcp/consent/spending.ts'

const NOW = Date.parse('2026-11-21T12:00:30.000Z')
const MINUTE = 60_000
const asking: ConsentFacts = {
  now: NOW,
  mode: 'ask',
  cost: 1240,
  max_credits: undefined,
  can_ask: true,
  unaskable_until: undefined,
  declined_at: undefined,
  answer: undefined,
  code_issued_at: undefined,
  code_given: false,
}
const silent: ConsentFacts = { ...asking, can_ask: false }
const code = { code_given: true, code_issued_at: NOW - MINUTE }
const answered = (action: string, ago: number) => ({ answer: { action, asked_at: NOW - ago } })
const handOut = { kind: 'hand_out_code', mark: false, wrong_code: false } as const

const CASES: [string, ConsentFacts, Decision][] = [
  ['a cost of 0 asks nothing', { ...asking, cost: 0, mode: 'required', can_ask: false }, { kind: 'go' }],
  ['a host that can ask is asked', asking, { kind: 'ask' }],
  ['an accept lets it go on', { ...asking, ...answered('accept', 9000) }, { kind: 'go' }],
  ['an accept of any speed counts', { ...asking, ...answered('accept', 5) }, { kind: 'go' }],
  [
    'an accept stands although another answer marked the host meanwhile',
    { ...asking, unaskable_until: NOW + 1, ...answered('accept', 9000) },
    { kind: 'go' },
  ],
  ['a decline is a person’s no', { ...asking, ...answered('decline', HUMAN_MS) }, { kind: 'declined' }],
  ['a cancel is one too', { ...asking, ...answered('cancel', 4000) }, { kind: 'declined' }],
  [
    'a question that came back as an error marks the host and hands out a code, however long it took',
    { ...asking, answer: { action: 'error', failed: true, asked_at: NOW - 9000 }, ...code },
    { ...handOut, mark: true },
  ],
  [
    'where consent is required a question that failed hands out no code',
    { ...asking, mode: 'required', answer: { action: 'error', failed: true, asked_at: NOW - 9000 } },
    { kind: 'must_ask', mark: true },
  ],
  ['an answer nobody knows is one too', { ...asking, ...answered('maybe', 4000) }, { kind: 'declined' }],
  [
    'a decline quicker than a second marks the host and hands out a code',
    { ...asking, ...answered('decline', HUMAN_MS - 1) },
    { ...handOut, mark: true },
  ],
  ['a cancel quicker than a second does too', { ...asking, ...answered('cancel', 0) }, { ...handOut, mark: true }],
  [
    'a code that came with the call does not count on the answer that marks the host',
    { ...asking, ...answered('decline', 0), ...code },
    { ...handOut, mark: true },
  ],
  ['a code is ignored where the host can ask', { ...asking, ...code }, { kind: 'ask' }],
  ['a marked host is not asked', { ...asking, unaskable_until: NOW + 1 }, handOut],
  ['a marked host’s code counts', { ...asking, unaskable_until: NOW + 1, ...code }, { kind: 'go' }],
  ['a mark that has run out counts no more', { ...asking, unaskable_until: NOW, ...code }, { kind: 'ask' }],
  ['a host that cannot ask gets a code to pass on', silent, handOut],
  ['the code passed on counts', { ...silent, ...code }, { kind: 'go' }],
  ['a wrong code does not', { ...silent, code_given: true }, { ...handOut, wrong_code: true }],
  [
    'a code from before a person’s no is void',
    { ...silent, ...code, declined_at: NOW },
    { ...handOut, wrong_code: true },
  ],
  ['a code from after it counts', { ...silent, ...code, declined_at: NOW - 2 * MINUTE }, { kind: 'go' }],
  [
    'where consent is required a code does not count',
    { ...silent, mode: 'required', ...code },
    { kind: 'must_ask', mark: false },
  ],
  ['where consent is required the host is asked', { ...asking, mode: 'required' }, { kind: 'ask' }],
  [
    'where consent is required a quick decline hands out no code',
    { ...asking, mode: 'required', ...answered('decline', 0) },
    { kind: 'must_ask', mark: true },
  ],
  [
    'a cost over the cap is refused before anybody is asked',
    { ...asking, max_credits: 1239 },
    { kind: 'over_cap', cap: 1239 },
  ],
  ['a code does not lift the cap', { ...silent, ...code, max_credits: 1239 }, { kind: 'over_cap', cap: 1239 }],
  [
    'an accept does not lift the cap',
    { ...asking, ...answered('accept', 9000), max_credits: 0 },
    { kind: 'over_cap', cap: 0 },
  ],
  ['a cost at the cap is asked for', { ...asking, max_credits: 1240 }, { kind: 'ask' }],
]

describe('the decision about a spending', () => {
  it.each(CASES)('%s [APR-3, MCP-9]', (_promise, facts, decision) => {
    expect(decideConsent(facts)).toEqual(decision)
  })

  it('gives a person a second to read, and a host that answers by itself ten minutes of silence [MCP-9]', () => {
    expect([HUMAN_MS, UNASKABLE_MS]).toEqual([1000, 10 * 60_000])
  })
})

const KEY = new Uint8Array(32).fill(1)
const spending: Spending = { principal: 'local', batch_id: 'bat_1', plan_revision: 'pr_1', cost: 1240 }
const OTHERS: [string, Spending][] = [
  ['principal', { ...spending, principal: 'somebody' }],
  ['translation', { ...spending, batch_id: 'bat_2' }],
  ['plan revision', { ...spending, plan_revision: 'pr_2' }],
  ['cost', { ...spending, cost: 1241 }],
]

describe('the state of a question', () => {
  const state = signQuestion(KEY, spending, NOW)

  it('tells when it was asked, for ten minutes [MCP-9]', () => {
    expect(QUESTION_MS).toBe(10 * 60_000)
    expect(readQuestion(KEY, spending, state, NOW + 1)).toBe(NOW)
    expect(readQuestion(KEY, spending, state, NOW + QUESTION_MS)).toBe(NOW)
    expect(readQuestion(KEY, spending, state, NOW + QUESTION_MS + 1)).toBeUndefined()
  })

  it.each(OTHERS)('is worth nothing for another %s [MCP-9]', (_what, other) => {
    expect(readQuestion(KEY, other, state, NOW + 1)).toBeUndefined()
  })

  it('is worth nothing forged, from the future or under another key [MCP-9]', () => {
    const [moment, signature] = state.split('.')
    const later = `${(NOW + 5000).toString(36)}.${signature}`
    for (const forged of ['', '.', moment, `${moment}.`, `${state}a`, later, `NaN.${signature}`]) {
      expect(readQuestion(KEY, spending, forged ?? '', NOW + 9000)).toBeUndefined()
    }
    expect(readQuestion(KEY, spending, state, NOW - 1)).toBeUndefined()
    expect(readQuestion(new Uint8Array(32).fill(2), spending, state, NOW)).toBeUndefined()
  })
})

describe('an approval code', () => {
  const printed = approvalCode(KEY, spending, NOW)

  it('names the cost and is easy to pass on [MCP-9]', () => {
    expect(printed).toMatch(/^1240-credits-[a-hj-km-np-z2-9]{6}$/)
    expect(readCode(KEY, spending, `  ${printed.toUpperCase()} `, NOW)).toBeDefined()
  })

  it('has six letters in whatever minute it is printed, and is read back in it [MCP-9]', () => {
    for (let minute = 0; minute < 300; minute += 1) {
      const now = NOW + minute * MINUTE
      const each = approvalCode(KEY, spending, now)
      expect(each).toMatch(/^1240-credits-[a-hj-km-np-z2-9]{6}$/)
      expect(readCode(KEY, spending, each, now)).toBe(now - 30_000)
    }
  })

  it('lives fifteen minutes and less than sixteen [MCP-9]', () => {
    expect(CODE_MS).toBe(15 * 60_000)
    expect(readCode(KEY, spending, printed, NOW + CODE_MS)).toBe(NOW - 30_000)
    expect(readCode(KEY, spending, printed, NOW + CODE_MS + MINUTE)).toBeUndefined()
  })

  it.each(OTHERS)('is worth nothing for another %s [MCP-9]', (_what, other) => {
    expect(readCode(KEY, other, printed, NOW)).toBeUndefined()
  })

  it('is worth nothing altered, under another key, or as the state of a question [MCP-9]', () => {
    expect(readCode(KEY, spending, printed.replace('1240', '1'), NOW)).toBeUndefined()
    expect(readCode(KEY, spending, `${printed}x`, NOW)).toBeUndefined()
    expect(readCode(new Uint8Array(32).fill(2), spending, printed, NOW)).toBeUndefined()
    expect(readQuestion(KEY, spending, printed, NOW)).toBeUndefined()
  })
})
