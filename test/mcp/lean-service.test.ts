import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Plan } from '../../src/contract/plan.ts'
import { planChanges } from '../../src/mcp/changes.ts'
import { languageLine, planLines } from '../../src/mcp/render/plan.ts'
import { ACCOUNT, batch, CREDITS, GLOSSARY, plan, planned } from '../support/answers.ts'
import { type Canned, cannedParts, found, refused } from '../support/canned.ts'
import { openHost } from '../support/mcp.ts'
import { rounds } from '../support/seed.ts'

/** A service that says no more than the contract makes it say: every field that may be null is. */
const NAMELESS = batch({
  ...{ file_name: null, translation_mode: null, quality_tier: null, word_count: null, credit_cost: null },
  ...{ progress: { phase: null, percent: null, updated_at: null }, created_at: null },
})
const BARE = { plan_revision: 'pr_1', not_included: [] }
const { expires_at: _, ...CREDENTIAL } = ACCOUNT.credential
const LEAN: Canned = {
  'GET /v1/account': {
    ...ACCOUNT,
    credential: { ...CREDENTIAL, name: null, expires_at: null },
    entitlements: { ...ACCOUNT.entitlements, max_terms_per_glossary: null },
  },
  'GET /v1/credits': { ...CREDITS, monthly_allowance: null, next_refill_estimated_at: null, grants: [] },
  'GET /v1/batches/bat_1': NAMELESS,
  'GET /v1/batches/bat_1/plan': { batch: NAMELESS, plan: BARE },
}
const at = (status: string, more: object = {}) => ({ ...NAMELESS, status, ...more })
const BATCH = { batch_id: 'bat_1' }

/** What must never stand in front of a person or a model: a value that is none, or the hole it leaves. */
const HOLES =
  /\b(?:null|undefined|NaN|Infinity|Invalid Date)\b|\[object|\(\s*\)|«»| {2}|\b(?:into|from|for|of) \.| [.,;:]|\.\./

/** The text of a call that must work, without the structured names of its next step. */
async function told(tool: string, input: object, canned: Canned = {}, transport: 'stdio' | 'http' = 'stdio') {
  const { parts } = await cannedParts({ ...LEAN, ...canned }, { transport })
  const host = await openHost(parts)
  const answer = await host.call(tool, { ...input })
  expect(answer.failed, answer.text).toBe(false)
  expect(answer.text.replaceAll(/^Next: .*$/gm, ''), tool).not.toMatch(HOLES)
  return { ...answer, lines: answer.text.split('\n') }
}

describe('a service that says only what it must', () => {
  it('has its account shown without a refill, an allowance or a limit it did not name [ACC-1, ENV-4]', async () => {
    const { lines, data } = await told('get_account', {})
    expect(lines[0]).toBe('Workspace Example (team plan): 98,760 credits left in 0 grants.')
    expect(lines.join('\n')).toContain('terms in each: no limit')
    expect(data).toMatchObject({ credits: { monthly_allowance: null, next_refill_estimated_at: null, grants: [] } })
  })

  it('has it said whether this connection may create nothing, or nobody may [ACC-1]', async () => {
    const of = (scopes: readonly string[]) => ({
      ...ACCOUNT,
      credential: { ...CREDENTIAL, expires_at: null, scopes },
      capabilities: { ...ACCOUNT.capabilities, batch_creation: false },
    })
    const lacking = await told('get_account', {}, { 'GET /v1/account': of(['account:read']) })
    expect(lacking.text).toContain('Creating translations: not with this connection, which lacks batches:create.')
    const off = await told('get_account', {}, { 'GET /v1/account': of(['account:read', 'batches:create']) })
    expect(off.text).toContain('Creating translations: no, the service has it switched off.')
  })

  it('has a translation named by its id alone where neither it nor its file has a name [BAT-5]', async () => {
    const { lines } = await told('get_batch', BATCH)
    expect(lines[0]).toBe('bat_1: waiting for approval.')
    const listed = await told('list_batches', {}, { 'GET /v1/batches': [NAMELESS] })
    expect(listed.lines).toContain('bat_1: waiting for approval')
  })

  it('has its plan shown without what it did not say: no cost is not a cost of 0 [PLN-2]', async () => {
    const { text, data } = await told('get_batch', BATCH)
    expect(text).toContain('Plan pr_1. Languages not stated.')
    expect(text).toContain('Cost: not stated.')
    expect(text).toContain('Left out: nothing.')
    expect(text).not.toContain('Engine')
    expect(data.plan).toMatchObject({ credit_cost: null, word_count: null, engine: null, billing: null })
  })

  it('is asked for a plan where it has none yet, by an exact call [PLN-1]', async () => {
    const none = { 'GET /v1/batches/bat_1/plan': { batch: NAMELESS, plan: null } }
    const { text, data } = await told('get_batch', BATCH, none)
    expect(text).toContain('It has no plan yet: say which languages with plan_batch.')
    expect(data).toMatchObject({ plan: null, next_step: 'plan_batch {"batch_id":"bat_1","target_languages":["…"]}' })
  })

  it.each([
    ['queued', 'waiting to be read', 'get_batch {"batch_id":"bat_1","wait_seconds":25}'],
    ['analyzing', 'being read and planned', 'get_batch {"batch_id":"bat_1","wait_seconds":25}'],
    ['translating', 'being translated', 'get_result {"batch_id":"bat_1"}'],
    ['completed', 'completed', 'get_result {"batch_id":"bat_1"}'],
    ['failed', 'failed', 'create_batch with the same file starts again; no credits were charged'],
  ])('in state %s: "%s", and the call that brings it on [BAT-5, MCP-6]', async (status, words, next_step) => {
    const canned = { 'GET /v1/batches/bat_1': at(status) }
    const { lines, data } = await told('get_batch', { ...BATCH, wait_seconds: 0 }, canned)
    expect(lines[0]).toBe(`bat_1: ${words}.`)
    expect(data).toMatchObject({ plan: status === 'queued' || status === 'analyzing' ? null : BARE, next_step })
  })

  it('creates without suggestions: then the next step plans, and it is still analysed, it waits [CRE-8]', async () => {
    const input = { content: 'x', filename: 'a.txt' }
    const create = (status: string) => ({ 'POST /v1/batches': () => found({ batch: at(status) }, 201) })
    expect((await told('create_batch', input, create('awaiting_review'))).data.next_step).toBe(
      'plan_batch {"batch_id":"bat_1","target_languages":["…"]}',
    )
    expect((await told('create_batch', input, create('analyzing'))).data.next_step).toBe(
      'get_batch {"batch_id":"bat_1","wait_seconds":25}',
    )
  })

  it('plans for the first time without anything to compare with [PLN-1]', async () => {
    const { text, data } = await told(
      'plan_batch',
      { ...BATCH, target_languages: ['de'] },
      {
        'GET /v1/batches/bat_1/plan': { batch: NAMELESS, plan: null },
        'POST /v1/batches/bat_1/plan': { batch: NAMELESS, plan: BARE, plan_revision: 'pr_1' },
      },
    )
    expect(text).toContain('Planned bat_1. This is its first plan.')
    expect(data.changes).toEqual([])
  })

  it('approves without saying what it reserved and what is left [APR-1]', async () => {
    const { lines, data } = await told(
      'approve_batch',
      { ...BATCH, plan_revision: 'pr_1' },
      {
        'GET /v1/batches/bat_1/plan': { batch: NAMELESS, plan: { ...BARE, credit_cost: 0 } },
        'POST /v1/batches/bat_1/approve': { batch: at('translating') },
      },
    )
    expect(lines[0]).toBe('Approved. bat_1: being translated.')
    expect(data).toMatchObject({ credits_reserved: null, credit_balance: null })
  })

  it('gives a bare link: neither size nor expiry is made up [RES-1]', async () => {
    const done = {
      'GET /v1/batches/bat_1': at('completed'),
      'GET /v1/batches/bat_1/plan': () => refused(404, 'resource_not_found', 'No such operation'),
      'GET /v1/batches/bat_1/result': { url: 'https://files.test/r/1?sig=abc' },
    }
    const { text, data, links } = await told('get_result', BATCH, done, 'http')
    expect(text).toContain('bat_1 is ready: a link that anybody who has it can open')
    expect(links).toEqual(['https://files.test/r/1?sig=abc'])
    expect(data).toMatchObject({ expires_at: null, size_bytes: null, media_type: null, engine: null, quality: null })
  })

  it('has its file saved under the id where nobody named it [MCP-10]', async () => {
    const done: Canned = {
      'GET /v1/batches/bat_1': at('completed'),
      'GET /v1/batches/bat_1/result': seen => found({ url: `http://${seen.headers.host}/r/1` }),
      'GET /r/1': () => ({ status: 200, body: new TextEncoder().encode('Hallo') }),
    }
    const { text, data } = await told('get_result', BATCH, done)
    expect(text).toMatch(/^Saved bat_1 to \S+\/bat_1\.bin \(5 bytes\)\./)
    expect(data).toMatchObject({ file_name: 'bat_1.bin', size_bytes: 5, quality: null })
  })

  it('lists a glossary without a name, and a term without a note [GLO-1]', async () => {
    const nameless = { ...GLOSSARY, name: null, updated_at: 'yesterday' }
    const canned = { 'GET /v1/glossaries/en-de': nameless }
    const { text } = await told('get_glossary', { language_pair: 'en-de' }, canned)
    expect(text).toContain('en-de, English (en) to German (de), 2 terms, changed yesterday')
    expect(text).toContain('«Acme» → «Acme» (case matters)')
  })
})

describe('approving where it cannot be right', () => {
  const approve = { ...BATCH, plan_revision: 'pr_1' }

  async function refusal(canned: Canned, input: object = approve) {
    const { parts, faults } = await cannedParts({ ...LEAN, ...canned })
    const { failed, text } = await (await openHost(parts)).call('approve_batch', { ...input })
    expect(failed).toBe(true)
    expect(faults.seen.map(({ method, path }) => `${method} ${path}`)).not.toContain('POST /v1/batches/bat_1/approve')
    return text
  }

  it('is refused without a cost that a person could agree to: nothing is approved [APR-3]', async () => {
    expect(await refusal({})).toContain('(no_plan_yet): «There is no plan with a cost yet»')
  })

  it('is refused for one that has failed, with why it did [APR-1]', async () => {
    const error = { code: 'internal_error', message: 'the engine gave up' }
    const text = await refusal({ 'GET /v1/batches/bat_1': at('failed', { error }) })
    expect(text).toContain('batch_not_awaiting_approval')
    expect(text).toContain('failed (internal_error: the engine gave up)')
  })

  it('is refused when the work runs by another plan: nothing is spent, and the way on is named [APR-3]', async () => {
    const text = await refusal({
      'GET /v1/batches/bat_1': at('translating'),
      'GET /v1/batches/bat_1/plan': planned({ batch: at('translating'), plan: plan({ plan_revision: 'pr_2' }) }),
    })
    expect(text).toContain('Nothing was spent by this call: the translation was approved with another plan')
    expect(text).toContain('Next: get_result {"batch_id":"bat_1"}')
  })
})

describe('any plan', () => {
  const words = fc.constantFrom('menu.open', 'legal «notes»', '日本', 'x')
  const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
  const tag = fc.constantFrom('de', 'pt-BR', 'zh-Hant', 'qaa', 'x-unknown')
  const anyPlan = fc
    .record({
      plan_revision: fc.constantFrom('pr_1', 'pr_2', 'pr_3'),
      credit_cost: maybe(fc.nat(10_000)),
      word_count: maybe(fc.nat(10_000)),
      reused_words: maybe(fc.nat(50)),
      source_language: maybe(tag),
      source_language_from: maybe(fc.constantFrom('instruction', 'file', 'folder', 'detected', 'default')),
      target_languages: fc.uniqueArray(tag, { maxLength: 3 }),
      quality_tier: maybe(fc.constantFrom('standard', 'lite')),
      not_included: fc.array(fc.record({ part: words, reason: words, words: maybe(fc.nat(9)) }), { maxLength: 15 }),
      guidance: fc.array(words, { maxLength: 2 }),
      keep_untranslated: fc.uniqueArray(words, { maxLength: 2 }),
      glossaries: fc.array(fc.record({ language_pair: fc.constant('en-de'), term_count: fc.nat(3) }), { maxLength: 1 }),
      preview: fc.array(fc.record({ part: words, text: words }), { maxLength: 4 }),
      engine: maybe(fc.constantFrom('deepl', 'agent')),
      text_goes_to: maybe(fc.constant('api.deepl.com')),
      billing: maybe(
        fc.record({
          who: fc.constantFrom('nobody', 'workspace', 'you'),
          unit: fc.constantFrom('none', 'credits', 'characters'),
          estimate: fc.nat(9999),
        }),
      ),
    })
    .map(given => Plan.parse(given))

  it('is read without holes, whatever is missing in it, and each line is a whole one [PLN-2, MCP-6]', () => {
    fc.assert(
      fc.property(anyPlan, one => {
        for (const line of planLines(one)) {
          expect(line).not.toMatch(HOLES)
          expect(line).toMatch(/^- |^Preview |[.:]$/)
        }
      }),
      { numRuns: rounds(300) },
    )
  })

  it('names every part that it leaves out, or how many more there are [PLN-2, MCP-6]', () => {
    fc.assert(
      fc.property(anyPlan, one => {
        const lines = planLines(one).filter(line => line.startsWith('- '))
        const [, more = '0'] = /^- and (\d+) more parts?$/.exec(lines.at(-1) ?? '') ?? []
        const named = lines.filter(line => !line.startsWith('- and ')).length
        expect(named + Number(more)).toBe(one.not_included.length)
      }),
      { numRuns: rounds(200) },
    )
  })

  it('differs from itself in nothing, and from another by a revision only where it says what [PLN-2]', () => {
    fc.assert(
      fc.property(anyPlan, anyPlan, (before, after) => {
        expect(planChanges(before, before)).toEqual([])
        expect(planChanges(before, { ...before, plan_revision: 'pr_9' })).toEqual([])
        expect(
          planChanges(before, { ...before, advice: [...before.advice, 'A note.'], plan_revision: 'pr_9' }),
        ).toEqual(['what the notes say'])
        const changes = planChanges(before, { ...after, plan_revision: 'pr_9' })
        for (const change of changes) expect(change).not.toMatch(HOLES)
        const cost = changes.find(change => change.startsWith('cost'))
        expect(cost === undefined).toBe(before.credit_cost === after.credit_cost)
        if (before.credit_cost !== null && after.credit_cost === null) expect(cost).toMatch(/to not stated$/)
        const languages = changes.filter(change => change.startsWith('languages')).join(' ')
        for (const added of after.target_languages.filter(one => !before.target_languages.includes(one))) {
          expect(languages).toContain(added)
        }
      }),
      { numRuns: rounds(300) },
    )
  })

  it.each([
    [{}, 'Languages not stated.'],
    [{ source_language: 'en' }, 'From English (en), target languages not stated.'],
    [{ target_languages: ['de'] }, 'Into German (de).'],
    [
      { source_language: 'en', source_language_from: 'detected', target_languages: ['de', 'fr'] },
      'From English (en) (detected) into German (de) and French (fr).',
    ],
    [
      { source_language: 'en', source_language_from: 'default', target_languages: ['de'] },
      'From English (en) (assumed) into German (de).',
    ],
  ])('with %j says of its languages: %s', (facts, line) => {
    expect(languageLine(Plan.parse({ ...BARE, ...facts }))).toBe(line)
  })
})
