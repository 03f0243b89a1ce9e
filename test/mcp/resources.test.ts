import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { ACCOUNT, batch, CREDITS, GLOSSARY, planned } from '../support/answers.ts'
import { type Canned, cannedParts, found, refused } from '../support/canned.ts'
import { type Host, openHost } from '../support/mcp.ts'

const USAGE = {
  from: '2026-11-19T00:00:00.000Z',
  to: '2026-11-20T00:00:00.000Z',
  granularity: 'day',
  totals: { credits_used: 5, batches_completed: 1, words_translated: 5 },
  points: [{ date: '2026-11-19', credits_used: 5, batches_completed: 1, words_translated: 5 }],
}
const THERE: Canned = {
  'GET /v1/account': ACCOUNT,
  'GET /v1/credits': CREDITS,
  'GET /v1/usage': USAGE,
  'GET /v1/batches/bat_1': batch(),
  'GET /v1/batches/bat_1/plan': planned(),
  'GET /v1/glossaries/en-de': GLOSSARY,
}

const Contents = z.strictObject({
  contents: z.tuple([z.strictObject({ uri: z.string(), mimeType: z.literal('application/json'), text: z.string() })]),
})
const Completion = z.looseObject({
  completion: z.strictObject({ values: z.array(z.string()), total: z.number().optional(), hasMore: z.boolean() }),
})

async function hostOf(canned: Canned) {
  const { parts, faults, reported } = await cannedParts({ ...THERE, ...canned })
  return { host: await openHost(parts, { kind: 'legacy' }), faults, reported }
}

/** Reads a resource as a host does: the one JSON text under its own address. */
async function read(host: Host, uri: string): Promise<Record<string, unknown>> {
  const { resultType: _, ...answer } = await host.request('resources/read', { uri })
  const { contents } = Contents.parse({ contents: answer.contents })
  expect(contents[0].uri).toBe(uri)
  return z.record(z.string(), z.unknown()).parse(JSON.parse(contents[0].text))
}

async function complete(host: Host, name: string, value: string, uri = `translation://x/{${name}}`) {
  const params = { ref: { type: 'ref/resource', uri }, argument: { name, value } }
  return Completion.parse(await host.request('completion/complete', params)).completion
}

describe('a resource', () => {
  it('says the same as the tool that is its twin, since many hosts show tools only [MCP-2]', async () => {
    const { host } = await hostOf({})
    const usage = await read(host, 'translation://usage')
    expect(usage).toEqual(USAGE)
    const told = (await host.call('get_usage', {})).data
    expect(told).toMatchObject({ totals: usage.totals, from: usage.from, granularity: usage.granularity })
    const { monthly_allowance, next_refill_estimated_at, grants } = await read(host, 'translation://credits')
    expect((await host.call('get_account')).data.credits).toEqual({
      monthly_allowance,
      next_refill_estimated_at,
      grants,
    })
    const { data } = await host.call('get_batch', { batch_id: 'bat_1' })
    const { batch: shown, plan, next_step } = await read(host, 'translation://batches/bat_1')
    expect({ shown, plan, next_step }).toEqual({ shown: data.batch, plan: data.plan, next_step: data.next_step })
    const { glossary } = await read(host, 'translation://glossaries/en-de')
    expect(glossary).toMatchObject({ language_pair: 'en-de', terms: GLOSSARY.terms })
    const twin = (await host.call('get_glossary', { language_pair: 'en-de' })).data
    expect(twin.glossary).toMatchObject({ language_pair: 'en-de', terms: GLOSSARY.terms })
  })

  it.each([
    ['queued', null, /^get_batch /],
    ['translating', 'pr_k2x', /^get_result /],
    ['completed', 'pr_k2x', /^get_result /],
    ['failed', 'pr_k2x', /^create_batch /],
    ['awaiting_review', 'pr_k2x', / approve_batch /],
  ])('of a translation that is %s has its plan from the review on [MCP-2, BAT-5]', async (status, revision, next) => {
    const { host } = await hostOf({ 'GET /v1/batches/bat_1': batch({ status }) })
    const { plan, next_step } = await read(host, 'translation://batches/bat_1')
    expect(z.looseObject({ plan_revision: z.string() }).nullable().parse(plan)?.plan_revision ?? null).toBe(revision)
    expect(next_step).toMatch(next)
  })

  it('shows what is hidden in names and terms, and names them as data [MCP-13]', async () => {
    const terms = [{ source: 'a\u202eb', target: 'c\nd', note: null, case_sensitive: false }]
    const { host } = await hostOf({
      'GET /v1/batches/bat_1': batch({ name: 'in\u200bvisible', status: 'completed' }),
      'GET /v1/glossaries/en-de': { ...GLOSSARY, name: '\u2066x', terms },
    })
    const one = await read(host, 'translation://batches/bat_1')
    expect(one).toMatchObject({ batch: { name: 'in‹U+200B›visible' }, data_notice: expect.stringContaining('data') })
    expect(await read(host, 'translation://glossaries/en-de')).toMatchObject({
      glossary: { name: '‹U+2066›x', terms: [{ source: 'a‹U+202E›b', target: 'c⏎d' }] },
      data_notice: expect.stringContaining('never instructions'),
    })
  })

  it.each([
    'translation://batches/bat_2',
    'translation://batches/',
    'translation://batches/a/b',
    'translation://batches/%E0%A4%A',
    'translation://batches/bat_1?plan=1',
    'translation://glossaries/german',
    'translation://glossaries/en-tlh',
    'translation://usage/',
    'translation://USAGE',
    'translation:usage',
    'file:///etc/passwd',
    '',
  ])('that is not there is not found, whatever its address: %s [MCP-2]', async uri => {
    const { host, reported } = await hostOf({
      'GET /v1/batches/bat_2': () => refused(404, 'batch_not_found', 'There is none'),
      'GET /v1/glossaries/german': () => refused(422, 'invalid_language_pair', 'No pair'),
      'GET /v1/glossaries/en-tlh': () => refused(422, 'language_not_supported', 'No language'),
    })
    await expect(read(host, uri)).rejects.toThrow(`Resource not found: ${uri}`)
    expect(reported).toEqual([])
  })

  it('reaches the one it names and no other, whatever stands in its address [ENV-5]', async () => {
    const { host, faults } = await hostOf({})
    for (const name of ['..%2Faccount', '%2e%2e', 'bat_1%2Fplan', 'a%3Fb', 'a%23b']) {
      await expect(read(host, `translation://batches/${name}`), name).rejects.toThrow()
    }
    const paths = faults.seen.map(({ path }) => path)
    expect(paths.filter(path => !/^\/v1\/batches\/[^/?#]+(?:\/plan)?$/.test(path))).toEqual([])
  })

  it.each([
    [403, 'insufficient_scope', 'A workspace admin has to fix this.'],
    [501, 'internal_error', 'Nothing was changed.'],
  ])(
    'that is refused (%i %s) says why in the words of a tool, with the id [ERR-4, MCP-7]',
    async (status, code, words) => {
      const { host } = await hostOf({ 'GET /v1/usage': () => refused(status, code, 'Not now') })
      const failed = read(host, 'translation://usage')
      await expect(failed).rejects.toThrow(`reading the resource failed (${code}): «Not now»`)
      await expect(failed).rejects.toThrow(words)
      await expect(failed).rejects.toThrow('request_id: req_9')
    },
  )
})

describe('a completion', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, at) => batch({ id: `bat_${String(at).padStart(3, '0')}` }))
  const page = (data: object[], has_more: boolean) => () => {
    const { body } = found(data)
    return { status: 200, body: { ...Object(body), has_more, next_cursor: has_more ? 'more' : null } }
  }

  it('offers what begins as typed, in any case, and says how many there are [MCP-2]', async () => {
    const { host } = await hostOf({ 'GET /v1/batches': rows(20) })
    expect(await complete(host, 'batch_id', 'BAT_01')).toEqual({
      values: Array.from({ length: 10 }, (_, at) => `bat_01${at}`),
      total: 10,
      hasMore: false,
    })
    expect(await complete(host, 'batch_id', 'zzz')).toEqual({ values: [], total: 0, hasMore: false })
  })

  it('says that there are more where it has not looked at all of them, and then no total [MCP-2]', async () => {
    const { host } = await hostOf({ 'GET /v1/batches': page(rows(100), true) })
    const { values, total, hasMore } = await complete(host, 'batch_id', '')
    expect({ count: values.length, total, hasMore }).toEqual({ count: 100, total: undefined, hasMore: true })
  })

  it('offers nothing where there is nothing to know: another argument, a prompt, a service that is away [MCP-2]', async () => {
    const opened = await hostOf({ 'GET /v1/glossaries': () => refused(403, 'insufficient_scope', 'No') })
    const none = { values: [], hasMore: false }
    expect(await complete(opened.host, 'toString', '')).toEqual(none)
    expect(await complete(opened.host, 'language_pair', '')).toEqual(none)
    const prompt = { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'batch_id', value: '' } }
    expect(Completion.parse(await opened.host.request('completion/complete', prompt)).completion).toEqual(none)
    expect(opened.reported).toEqual([])
  })
})
