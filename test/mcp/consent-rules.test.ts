import { describe, expect, it } from 'vitest'
import type { Amount } from '../../src/mcp/consent/amount.ts'
import { type ConsentFacts, type Decision, decideConsent, toBeAsked } from '../../src/mcp/consent/decide.ts'
import {
  approvalCode,
  isCode,
  QUESTION_MS,
  readQuestion,
  type Spending,
  signQuestion,
  spendingName,
} from '../../src/mcp/consent/spending.ts'

const NOW = Date.parse('2026-11-21T12:00:30.000Z')
const credits = (count: number): Amount => ({ unit: 'credits', count, payer: 'workspace' })
const tokens = (count: number, payer: Amount['payer'] = 'you'): Amount => ({ unit: 'tokens', count, payer })
const priced: Amount = { ...tokens(50), money: { amount: 1.5, currency: 'EUR' } }
const none = { credits: undefined, characters: undefined, tokens: undefined, money: undefined }

/** A host with a dialog, on stdio. */
const asking: ConsentFacts = {
  mode: 'ask',
  totals: [credits(1240)],
  caps: none,
  ...{
    agreed: false,
    declined: false,
    other: false,
    told: 'nothing',
    code: 'none',
    dialog: 'possible',
    link: 'impossible',
  },
  ...{ page: true, member_page: false, terminal: true },
}
/** A host that can show nothing. */
const silent: ConsentFacts = { ...asking, dialog: 'impossible' }
const headless: ConsentFacts = { ...silent, page: false }
const member: ConsentFacts = { ...silent, page: false, member_page: true, terminal: false }
const coded: ConsentFacts = { ...silent, mode: 'code' }
const over = (unit: 'credits' | 'tokens', cap: number): Decision => ({ kind: 'over_cap', exceeded: { unit, cap } })

const CASES: [string, ConsentFacts, Decision | Decision['kind']][] = [
  ['what nobody is charged for asks nothing', { ...silent, totals: [], mode: 'required' }, 'go'],
  ['a host with a dialog is asked', asking, 'ask_dialog'],
  ['tokens of a key are asked for like credits', { ...asking, totals: [tokens(36_000)] }, 'ask_dialog'],
  ['an accept lets it go on', { ...asking, dialog: 'accepted' }, 'go'],
  ['a refusal in the dialog is a no', { ...asking, dialog: 'refused' }, 'declined'],
  [
    'a refusal in the dialog is a no although a code came with the call',
    { ...coded, dialog: 'refused', code: 'right' },
    'declined',
  ],
  [
    'a refusal in the dialog is a no although she agreed elsewhere',
    { ...asking, dialog: 'refused', agreed: true },
    'declined',
  ],
  ['a page that she does not want opened is a no', { ...silent, link: 'refused' }, 'declined'],
  ['a yes from a page or terminal is used before anybody is asked', { ...asking, agreed: true }, 'use_yes'],
  [
    'where only the dialog counts, a yes from elsewhere does not',
    { ...asking, agreed: true, mode: 'required' },
    'ask_dialog',
  ],
  ['a yes to what was offered instead leads there', { ...silent, other: true }, 'take_other'],
  ['a yes to the whole outranks one to what was offered instead', { ...silent, agreed: true, other: true }, 'use_yes'],
  ['a refusal in the dialog outranks it', { ...asking, dialog: 'refused', other: true }, 'declined'],
  ['where only the dialog counts, it does not', { ...asking, other: true, mode: 'required' }, 'ask_dialog'],
  ['a no from a page or terminal is told once', { ...silent, told: 'declined', declined: true }, 'was_declined'],
  ['a dialog that failed leads to the page', { ...asking, dialog: 'failed' }, 'open_page'],
  [
    'a dialog that failed where only the dialog counts spends nothing',
    { ...asking, dialog: 'failed', mode: 'required' },
    'must_ask',
  ],
  ['a host that opens pages is asked to', { ...silent, link: 'possible' }, 'ask_link'],
  ['a page that the host opened is waited for', { ...silent, link: 'shown' }, 'wait'],
  ['a page that the host could not open is opened by the server', { ...silent, link: 'failed' }, 'open_page'],
  ['without any help of the host the server opens the page', silent, 'open_page'],
  ['without a browser the agent is told the command', headless, 'tell'],
  ['a question that waits is waited for', { ...headless, told: 'waits' }, 'wait'],
  ['after a no no page opens by itself', { ...silent, declined: true }, 'tell'],
  ['after a no the host is not asked to open one either', { ...silent, declined: true, link: 'possible' }, 'tell'],
  ['after a no the dialog may be asked again', { ...asking, declined: true }, 'ask_dialog'],
  ['a member gets the address of her own page', member, 'tell'],
  ['a member whose host opens pages has it opened', { ...member, link: 'possible' }, 'ask_link'],
  ['where nobody can be asked nothing is spent', { ...member, member_page: false }, 'must_ask'],
  ['where only the dialog counts a silent host spends nothing', { ...silent, mode: 'required' }, 'must_ask'],
  ['a code is handed out only where that is set', coded, { kind: 'hand_out_code', wrong_code: false }],
  ['a code that was handed out counts', { ...coded, code: 'right' }, 'use_code'],
  ['a wrong one does not', { ...coded, code: 'wrong' }, { kind: 'hand_out_code', wrong_code: true }],
  ['a code counts for nothing where codes are not set', { ...silent, code: 'right' }, 'open_page'],
  ['a code counts for nothing where the host has a dialog', { ...asking, mode: 'code', code: 'right' }, 'ask_dialog'],
  [
    'a cost over the cap is refused before anybody is asked',
    { ...asking, caps: { ...none, credits: 1239 } },
    over('credits', 1239),
  ],
  ['a code does not lift the cap', { ...coded, code: 'right', caps: { ...none, credits: 1 } }, over('credits', 1)],
  [
    'an accept does not lift the cap',
    { ...asking, dialog: 'accepted', caps: { ...none, credits: 0 } },
    over('credits', 0),
  ],
  [
    'a yes from elsewhere does not lift the cap',
    { ...asking, agreed: true, caps: { ...none, credits: 0 } },
    over('credits', 0),
  ],
  [
    'a cap counts the total',
    { ...asking, totals: [tokens(60), tokens(60, 'operator')], caps: { ...none, tokens: 100 } },
    over('tokens', 100),
  ],
  ['a cap of one unit is none for another', { ...asking, caps: { ...none, tokens: 1 } }, 'ask_dialog'],
  [
    'a cap in money counts the price',
    { ...asking, totals: [priced], caps: { ...none, money: { amount: 1, currency: 'EUR' } } },
    { kind: 'over_cap', exceeded: { unit: 'money', cap: { amount: 1, currency: 'EUR' } } },
  ],
  [
    'a cap in another currency does not',
    { ...asking, totals: [priced], caps: { ...none, money: { amount: 1, currency: 'USD' } } },
    'ask_dialog',
  ],
  [
    "no cap holds for the caller's own model",
    { ...asking, totals: [tokens(60, 'assistant')], caps: { ...none, tokens: 1 } },
    'ask_dialog',
  ],
  ['a cost at the cap is asked for', { ...asking, caps: { ...none, credits: 1240 } }, 'ask_dialog'],
]

describe('the decision about a spending', () => {
  it.each(CASES)('%s [APR-3, MCP-9]', (_promise, facts, decision) => {
    expect(decideConsent(facts)).toEqual(typeof decision === 'string' ? { kind: decision } : decision)
  })

  it('spends in no combination of facts without a yes, a code that is set and right, or nothing to pay [APR-3, MCP-9]', () => {
    const values = {
      mode: ['ask', 'required', 'code'],
      agreed: [true, false],
      declined: [true, false],
      told: ['nothing', 'waits', 'declined'],
      code: ['none', 'right', 'wrong'],
      dialog: ['impossible', 'possible', 'accepted', 'refused', 'failed'],
      link: ['impossible', 'possible', 'shown', 'refused', 'failed'],
      page: [true, false],
      member_page: [true, false],
      terminal: [true, false],
    } as const
    let all: Partial<ConsentFacts>[] = [{}]
    for (const [name, choices] of Object.entries(values)) {
      all = all.flatMap(facts => choices.map(choice => ({ ...facts, [name]: choice })))
    }
    expect(all).toHaveLength(3 * 2 * 2 * 3 * 3 * 5 * 5 * 2 * 2 * 2)
    const wrong = all.filter(some => {
      const facts = { ...asking, ...some }
      const { kind } = decideConsent(facts)
      if (kind === 'go') return facts.dialog !== 'accepted'
      if (kind === 'use_yes') return !facts.agreed || facts.mode === 'required' || facts.dialog === 'refused'
      if (kind === 'use_code') return facts.mode !== 'code' || facts.code !== 'right' || facts.dialog === 'refused'
      if (kind === 'open_page' || kind === 'ask_link') return facts.declined
      return facts.dialog === 'refused' && kind !== 'declined'
    })
    expect(wrong).toEqual([])
  })
})

describe('what has to be asked', () => {
  it('is all that somebody pays, and very many tokens of the caller’s own model [MCP-9]', () => {
    const own = tokens(100_000, 'assistant')
    expect(toBeAsked([own], 100_000)).toEqual([])
    expect(toBeAsked([own], 99_999)).toEqual([own])
    expect(toBeAsked([own, own], 100_000)).toEqual([tokens(200_000, 'assistant')])
    expect(toBeAsked([credits(1), tokens(1), tokens(1, 'operator'), own], 100_000)).toEqual([
      credits(1),
      tokens(1),
      tokens(1, 'operator'),
    ])
  })
})

const KEY = new Uint8Array(32).fill(1)
const approval = { batch_id: 'bat_1', plan_revision: 'pr_1', amounts: [credits(1240)] }
const spending: Spending = { principal: 'local', approvals: [approval] }
const of = (changes: object): Spending => ({ ...spending, approvals: [{ ...approval, ...changes }] })
const OTHERS: [string, Spending][] = [
  ['principal', { ...spending, principal: 'somebody' }],
  ['translation', of({ batch_id: 'bat_2' })],
  ['plan revision', of({ plan_revision: 'pr_2' })],
  ['cost', of({ amounts: [credits(1241)] })],
  ['payer', of({ amounts: [{ ...credits(1240), payer: 'you' }] })],
  ['unit', of({ amounts: [{ ...credits(1240), unit: 'tokens' }] })],
  ['number of translations', { ...spending, approvals: [approval, { ...approval, batch_id: 'bat_2' }] }],
]

describe('the name of a spending', () => {
  it('is the same in whatever order the translations are named, and another for whatever differs', () => {
    const two = [approval, { ...approval, batch_id: 'bat_2' }]
    expect(spendingName({ ...spending, approvals: two })).toBe(
      spendingName({ ...spending, approvals: [...two].reverse() }),
    )
    expect(new Set([spending, ...OTHERS.map(([, other]) => other)].map(spendingName)).size).toBe(OTHERS.length + 1)
  })
})

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
  const printed = approvalCode(KEY, spending, 'qst_1')

  it('names the cost and is easy to pass on [MCP-9]', () => {
    expect(printed).toMatch(/^1240-credits-[a-hj-km-np-z2-9]{6}$/)
    expect(approvalCode(KEY, of({ amounts: [tokens(36_000)] }), 'qst_1')).toMatch(/^36000-tokens-/)
    expect(isCode(KEY, spending, 'qst_1', `  ${printed.toUpperCase()} `)).toBe(true)
  })

  it('has six letters for whatever question [MCP-9]', () => {
    for (let number = 0; number < 300; number += 1) {
      expect(approvalCode(KEY, spending, `qst_${number}`)).toMatch(/^1240-credits-[a-hj-km-np-z2-9]{6}$/)
    }
  })

  it.each(OTHERS)('is worth nothing for another %s [MCP-9]', (_what, other) => {
    expect(isCode(KEY, other, 'qst_1', printed)).toBe(false)
  })

  it('is worth nothing for another question, altered, under another key, or as the state of a dialog [MCP-9]', () => {
    expect(isCode(KEY, spending, 'qst_2', printed)).toBe(false)
    expect(isCode(KEY, spending, 'qst_1', printed.replace('1240', '1'))).toBe(false)
    expect(isCode(KEY, spending, 'qst_1', `${printed}x`)).toBe(false)
    expect(isCode(new Uint8Array(32).fill(2), spending, 'qst_1', printed)).toBe(false)
    expect(readQuestion(KEY, spending, printed, NOW)).toBeUndefined()
  })
})
