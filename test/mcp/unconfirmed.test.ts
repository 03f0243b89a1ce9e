import { describe, expect, it } from 'vitest'
import { ACCOUNT, batch, GLOSSARY, plan, planned } from '../support/answers.ts'
import { type Canned, cannedParts, found, refused } from '../support/canned.ts'
import type { Told } from '../support/faults.ts'
import { openHost } from '../support/mcp.ts'

/** Successes that do not say whether anything was done. */
const SUCCESSES: Readonly<Record<string, Told>> = {
  'an empty 202': { status: 202 },
  'an empty 204': { status: 204 },
  'an empty object': found({}),
}

const EMPTY = { ...GLOSSARY, terms: [], term_count: 0 }
const PAIR = { language_pair: 'en-de' }
const [SIGN_IN, ACME] = GLOSSARY.terms
const TERM = { source: 'file', target: 'Datei', note: null, case_sensitive: false }

interface Change {
  readonly tool: string
  readonly request: string
  readonly input: object
  /** What is read, before the change and once it is done; null where there is nothing. */
  readonly read: string
  readonly before: object
  readonly after: object | null
  /** What is told where it does not show, where it does, and the call that shows it. */
  readonly unknown: string
  readonly done: RegExp
  readonly next: string
}

const RENAME = { tool: 'update_batch', request: 'PATCH /v1/batches/bat_1', read: 'GET /v1/batches/bat_1' }
const WRITE = {
  tool: 'manage_glossary',
  read: 'GET /v1/glossaries/en-de',
  next: 'get_glossary {"language_pair":"en-de"}',
}
const CHANGES: Readonly<Record<string, Change>> = {
  approve: {
    tool: 'approve_batch',
    request: 'POST /v1/batches/bat_1/approve',
    input: { batch_id: 'bat_1', plan_revision: 'pr_k2x' },
    read: 'GET /v1/batches/bat_1',
    before: batch(),
    after: batch({ status: 'translating' }),
    unknown: 'Read afterwards, the translation is waiting for approval.',
    done: /^Approved\. .*being translated/,
    next: 'get_batch {"batch_id":"bat_1","wait_seconds":0} shows whether it was approved',
  },
  rename: {
    ...RENAME,
    input: { batch_id: 'bat_1', name: 'New name' },
    before: batch({ name: 'Old name' }),
    after: batch({ name: 'New name' }),
    unknown: 'The translation shows as ‹Old name›, not archived.',
    done: /is renamed to «New name»/,
    next: 'get_batch {"batch_id":"bat_1","wait_seconds":0} shows the name',
  },
  archive: {
    ...RENAME,
    input: { batch_id: 'bat_1', archived: true },
    before: batch(),
    after: batch({ archived: true }),
    unknown: 'The translation shows as ‹app.json›, not archived.',
    done: /is archived/,
    next: 'get_batch {"batch_id":"bat_1","wait_seconds":0} shows the name',
  },
  'add terms': {
    ...WRITE,
    request: 'PATCH /v1/glossaries/en-de',
    input: { action: 'add_terms', ...PAIR, terms: [{ source: 'file', target: 'Datei' }] },
    before: GLOSSARY,
    after: { ...GLOSSARY, terms: [...GLOSSARY.terms, TERM], term_count: 3 },
    unknown: 'it has 2 terms, and not what this call wrote.',
    done: /^Wrote 1 term\. Now .*3 terms/,
  },
  'remove terms': {
    ...WRITE,
    request: 'PATCH /v1/glossaries/en-de',
    input: { action: 'remove_terms', ...PAIR, remove: ['Acme'] },
    before: GLOSSARY,
    after: { ...GLOSSARY, terms: [SIGN_IN], term_count: 1 },
    unknown: 'it has 2 terms, and not what this call wrote.',
    done: /^Removed 1 term\. Now .*1 term\b/,
  },
  'replace terms': {
    ...WRITE,
    request: 'PUT /v1/glossaries/en-de',
    input: { action: 'replace_all', ...PAIR, terms: [{ source: 'Acme', target: 'Acme' }], expected_term_count: 2 },
    before: GLOSSARY,
    after: { ...GLOSSARY, terms: [ACME], term_count: 1 },
    unknown: 'it has 2 terms, and not what this call wrote.',
    done: /^Replaced all 2 terms\. Now .*1 term\b/,
  },
  'create a glossary': {
    ...WRITE,
    request: 'POST /v1/glossaries',
    input: { action: 'create', ...PAIR, terms: [{ source: 'file', target: 'Datei' }] },
    before: EMPTY,
    after: { ...EMPTY, terms: [TERM], term_count: 1 },
    unknown: 'it has 0 terms, and not what this call wrote.',
    done: /^Created .*1 term\b/,
  },
  'delete a glossary': {
    ...WRITE,
    request: 'DELETE /v1/glossaries/en-de',
    input: { action: 'delete', ...PAIR, expected_term_count: 2 },
    before: GLOSSARY,
    after: null,
    unknown: 'Read afterwards, the glossary en-de is still there.',
    done: /^Deleted/,
  },
}
const TABLE = Object.keys(CHANGES).flatMap(name => Object.keys(SUCCESSES).map(kind => [name, kind] as const))

/** Makes a change that is answered so; it shows from so many looks after the answer on. */
async function change(name: string, kind: string, shownAfter: number) {
  const { tool, request, input, read, before, after } = CHANGES[name] ?? CHANGES.approve ?? missing()
  let [done, looks, waited] = [false, 0, 0]
  const canned: Canned = {
    'GET /v1/account': ACCOUNT,
    'GET /v1/batches/bat_1/plan': planned(),
    [request]: () => {
      done = true
      return SUCCESSES[kind] ?? { status: 500 }
    },
    [read]: () => {
      if (done) looks += 1
      const now = done && looks > shownAfter ? after : before
      return now === null ? refused(404, 'glossary_not_found', 'There is none.') : found(now)
    },
  }
  const { parts, faults } = await cannedParts(canned)
  const pause = async (ms: number) => {
    waited += ms
  }
  const host = await openHost({ ...parts, pause }, { answers: [{ action: 'accept' }] })
  const told = await host.call(tool, { ...input })
  const sent = faults.seen.filter(({ method, path }) => `${method} ${path}` === request).length
  return { told, sent, waited }
}

function missing(): never {
  throw new TypeError('no such change')
}

describe.each(TABLE)('%s, answered by %s', (name, kind) => {
  it('is not told as done where reading does not show it; the call that shows it is named [APR-2, ERR-3, ERR-4]', async () => {
    const { told, sent, waited } = await change(name, kind, 1000)
    expect(told.failed, told.text).toBe(true)
    expect(told.text).toContain('(unconfirmed): «The service answered with success, but did not say that it was done. ')
    expect(told.text).toContain(CHANGES[name]?.unknown)
    expect(told.text).toContain(`Next: ${CHANGES[name]?.next}`)
    expect(told.text).not.toMatch(/Nothing was|unchanged/)
    expect([sent, waited]).toEqual([1, 1750])
  })

  it('is told as done where reading shows it, after looks that do not [APR-2, ERR-3]', async () => {
    const { told, sent } = await change(name, kind, 2)
    expect(told.failed, told.text).toBe(false)
    expect(told.text).toMatch(CHANGES[name]?.done ?? /never/)
    expect(sent).toBe(1)
  })
})

const APPROVALS = [1, 2].map(at => ({ batch_id: `bat_${at}`, plan_revision: 'pr_k2x' }))

/** Approves two translations at once; the second is answered so. */
async function both(
  second: Told,
  first: Told = found({ batch: batch({ status: 'translating' }), credits_reserved: 5 }),
) {
  const { parts } = await cannedParts({
    'GET /v1/account': ACCOUNT,
    'GET /v1/batches/bat_1': batch(),
    'GET /v1/batches/bat_2': batch({ id: 'bat_2' }),
    'GET /v1/batches/bat_1/plan': planned(),
    'GET /v1/batches/bat_2/plan': planned({ batch: batch({ id: 'bat_2' }) }),
    'POST /v1/batches/bat_1/approve': () => first,
    'POST /v1/batches/bat_2/approve': () => second,
  })
  const host = await openHost({ ...parts, pause: async () => undefined }, { answers: [{ action: 'accept' }] })
  return await host.call('approve_batch', { approvals: APPROVALS })
}

describe('of several approvals', () => {
  it('the one that nothing confirms is not told as not approved [APR-2, ERR-4]', async () => {
    const { failed, text, data } = await both({ status: 202 })
    expect(failed, text).toBe(false)
    expect(text).toContain('bat_2 may be approved, get_batch shows it: unconfirmed: The service answered with success')
    expect(data).toMatchObject({ not_known: ['bat_2'] })
    expect(data).not.toHaveProperty('not_approved')
  })

  it('the one that the service refuses is told as not approved [APR-1]', async () => {
    const { text, data } = await both(refused(402, 'insufficient_credits', 'Too few'))
    expect(text).toContain('bat_2 was not approved: insufficient_credits')
    expect(data).toMatchObject({ not_approved: ['bat_2'] })
  })

  it('none of which is known to be approved, the failure is told that may have spent [APR-2, ERR-4]', async () => {
    const { failed, text } = await both({ status: 202 }, refused(409, 'plan_changed', 'It has changed'))
    expect(failed).toBe(true)
    expect(text).toContain('(unconfirmed)')
    expect(text).not.toContain('Nothing was spent')
  })
})

describe.each(Object.keys(SUCCESSES))('planning that is answered by %s', kind => {
  const planning = async (after: object) => {
    let isPlanned = false
    const { parts } = await cannedParts({
      'GET /v1/account': ACCOUNT,
      'GET /v1/batches/bat_1': batch(),
      'GET /v1/batches/bat_1/plan': () => found(isPlanned ? after : planned()),
      'POST /v1/batches/bat_1/plan': () => {
        isPlanned = true
        return SUCCESSES[kind] ?? { status: 500 }
      },
    })
    return await (await openHost(parts)).call('plan_batch', { batch_id: 'bat_1', target_languages: ['fr'] })
  }

  it('is not told as planned where the plan that is read is the one from before [PLN-1, ENV-4]', async () => {
    const { text, data } = await planning(planned())
    expect(text).not.toMatch(/^Planned|as it was/)
    expect(text).toContain('this is the one from before: it may not be the plan for this instruction (yet)')
    expect(data.next_step).toBe('get_batch {"batch_id":"bat_1","wait_seconds":5}')
  })

  it('is told as planned where another plan is read [PLN-1, ENV-4]', async () => {
    const { text, data } = await planning(planned({ plan: plan({ plan_revision: 'pr_2', target_languages: ['fr'] }) }))
    expect(text).toMatch(/^Planned bat_1 «app\.json»\. Changed: languages/)
    expect(data.next_step).toContain('"plan_revision":"pr_2"')
  })
})

describe('an approval whose answer says it itself', () => {
  it.each([
    ['by what is reserved', { batch: batch(), credits_reserved: 1240 }],
    ['by the state', { batch: batch({ status: 'translating' }) }],
    ['by a state after the review that only a newer service knows', { batch: batch({ status: 'proofreading' }) }],
    ['by waiting for its turn', batch({ status: 'queued' })],
  ])('%s is told as approved [APR-1, ENV-4]', async (_name, answer) => {
    const canned = {
      'GET /v1/account': ACCOUNT,
      'GET /v1/batches/bat_1': batch(),
      'GET /v1/batches/bat_1/plan': planned(),
      'POST /v1/batches/bat_1/approve': answer,
    }
    const { parts, faults } = await cannedParts(canned)
    const host = await openHost(parts, { answers: [{ action: 'accept' }] })
    const { failed, text } = await host.call('approve_batch', { batch_id: 'bat_1', plan_revision: 'pr_k2x' })
    expect(failed, text).toBe(false)
    expect(text).toMatch(/^Approved/)
    expect(faults.seen.at(-1)?.path).toBe('/v1/batches/bat_1/approve')
  })
})
