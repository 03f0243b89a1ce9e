import { describe, expect, it } from 'vitest'
import type { OperationId } from '../../src/contract/operations.ts'
import { Created, Planned } from '../../src/contract/plan.ts'
import { notOffered, READINGS } from '../../src/contract/silent.ts'
import { batch } from '../client/start.ts'

const NOTHING = { params: {}, body: {} }
const ASKED = { params: { batch_id: 'bat_1' }, body: {} }

function read(id: OperationId, data: unknown, asked: typeof NOTHING = NOTHING): unknown {
  return READINGS[id]?.read(data, asked)
}

const PLAN = { plan_revision: 'r1', not_included: [] }
const WAITS = batch()

/** What a person is shown of a creation: the parts that an approval needs. */
function planned(data: unknown) {
  const { plan, batch: of } = Created.parse({ batch: WAITS, ...Object(read('batches.create', data)) })
  return plan && { id: of.id, revision: plan.plan_revision, cost: plan.credit_cost, left_out: plan.not_included.length }
}

describe('the plan in what a creation answers', () => {
  const found = { id: 'bat_1', revision: 'r1', cost: 26, left_out: 0 }
  it.each<[string, object]>([
    ['with everything in the plan', { batch: WAITS, plan: { ...PLAN, credit_cost: 26 } }],
    ['with the cost beside it', { batch: WAITS, plan: PLAN, credit_cost: 26 }],
    [
      'with the cost beside it, and none in the batch',
      { batch: batch({ credit_cost: 0 }), plan: PLAN, credit_cost: 26 },
    ],
    ['with the cost beside it, and null in the plan', { plan: { ...PLAN, credit_cost: null }, credit_cost: 26 }],
    ['with the cost in the batch alone', { batch: batch({ credit_cost: 26 }), plan: PLAN }],
    ['with two costs: the greater is what a person is asked', { plan: { ...PLAN, credit_cost: 13 }, credit_cost: 26 }],
    ['with two costs the other way', { plan: { ...PLAN, credit_cost: 26 }, credit_cost: 0 }],
    ['with the revision beside it', { plan: { not_included: [] }, plan_revision: 'r1', credit_cost: 26 }],
    ['with what it leaves out beside it', { plan: { plan_revision: 'r1', credit_cost: 26 }, not_included: [] }],
    ['among the fields of the batch', { ...WAITS, ...PLAN, credit_cost: 26 }],
  ])('%s is read', (_, data) => {
    expect(planned(data)).toEqual(found)
  })

  it('has no cost where the batch alone says 0: that may be what it says until somebody approves [APR-3]', () => {
    expect(planned({ batch: batch({ credit_cost: 0 }), plan: PLAN })).toMatchObject({ cost: null })
    expect(planned({ batch: batch({ credit_cost: 0 }), plan: { ...PLAN, credit_cost: 0 } })).toMatchObject({ cost: 0 })
    expect(planned({ batch: batch({ credit_cost: 0 }), plan: PLAN, credit_cost: 0 })).toMatchObject({ cost: 0 })
    expect(planned({ ...batch({ credit_cost: 0 }), ...PLAN, credit_cost: 0 })).toMatchObject({ cost: null })
    expect(planned({ ...batch({ credit_cost: 0 }), plan: PLAN })).toMatchObject({ cost: null })
    expect(planned({ ...batch({ credit_cost: 0 }), plan: { ...PLAN, credit_cost: 0 } })).toMatchObject({ cost: 0 })
    const read = READINGS['batches.plan']
    const joined = read?.join?.(read.read({ plan: PLAN }, ASKED), batch({ credit_cost: 0 }))
    expect(Planned.parse(joined).plan?.credit_cost).toBeNull()
  })

  it('is null where there is none', () => {
    expect(planned({ batch: WAITS })).toBeNull()
    expect(planned({ batch: WAITS, plan: null, credit_cost: null })).toBeNull()
  })

  it('keeps declared fields for the schema to judge [ENV-4]', () => {
    const wrong = [
      { plan: { not_included: [] } },
      { plan: { plan_revision: 'r1' } },
      { plan: { ...PLAN, plan_revision: 7 } },
      { plan: { ...PLAN, credit_cost: '26' } },
      { plan: PLAN, credit_cost: '26' },
      { plan: 'soon' },
    ]
    for (const data of wrong) {
      expect(Planned.safeParse({ batch: WAITS, ...Object(read('batches.plan', data)) }).success).toBe(false)
    }
  })

  it('passes by what is assumed and cannot be read', () => {
    const odd = { engine: 7, advice: 'x', target_languages: ['de'], word_count: '3', billing: {}, preview: 'x' }
    const { plan, counts } = Created.parse({
      ...Object(read('batches.create', { batch: WAITS, plan: { ...PLAN, ...odd }, counts: { words: 3 } })),
    })
    expect(plan).toMatchObject({ engine: null, advice: [], target_languages: ['de'], word_count: 3, billing: null })
    expect(counts).toBeNull()
  })
})

describe('an answer without the batch', () => {
  const get = { by: 'batches.get', params: { batch_id: 'bat_1' } }
  it.each<[OperationId, unknown, typeof NOTHING, unknown]>([
    ['batches.create', { id: 'bat_1' }, NOTHING, get],
    ['batches.create', { batch_id: 'bat_1' }, NOTHING, get],
    ['batches.create', { batch: { id: 'bat_1' } }, NOTHING, get],
    ['batches.create', { batch: WAITS }, NOTHING, undefined],
    ['batches.create', WAITS, NOTHING, undefined],
    ['batches.create', {}, NOTHING, undefined],
    ['batches.create', { id: '' }, NOTHING, undefined],
    ['batches.create', { id: 7 }, NOTHING, undefined],
    ['batches.plan', PLAN, ASKED, get],
    ['batches.plan', { id: 'plan_9', ...PLAN }, ASKED, get],
    ['batches.approve', {}, ASKED, get],
    ['batches.approve', { batch: batch({ status: 'translating' }) }, ASKED, undefined],
    ['batches.update', {}, ASKED, get],
    ['batches.update', WAITS, ASKED, undefined],
  ])('%s %j: what is read then', (id, data, asked, lacking) => {
    expect(READINGS[id]?.lacks?.(data, asked)).toEqual(lacking)
  })

  it('of a glossary: the pair that was asked for', () => {
    const asked = { params: {}, body: { language_pair: 'en-de' } }
    const lacking = { by: 'glossaries.get', params: { language_pair: 'en-de' } }
    for (const data of [{}, { id: 'glo_1' }, { tags: [] }]) {
      expect(READINGS['glossaries.create']?.lacks?.(data, asked)).toEqual(lacking)
    }
    expect(READINGS['glossaries.create']?.lacks?.({ terms: [] }, asked)).toBeUndefined()
  })
})

describe('what an approval reserved', () => {
  it.each<[unknown, object]>([
    [
      { batch: WAITS, credits_reserved: 26, credit_balance: 4 },
      { credits_reserved: 26, credit_balance: 4 },
    ],
    [{ batch: WAITS, credits_reserved: '26', credit_balance: 1.5 }, {}],
    [{ batch: WAITS, reserved: 26 }, {}],
  ])('%j', (data, facts) => {
    expect(read('batches.approve', data, ASKED)).toEqual({ batch: WAITS, ...facts })
  })
})

describe('a result', () => {
  const url = 'https://files.test/a'
  it.each<[unknown, object]>([
    [{ url }, { url, expires_at: null }],
    [
      { download_url: url, until: '2026-12-01T10:00:00Z' },
      { url, expires_at: '2026-12-01T10:00:00Z' },
    ],
    [
      { url, size_bytes: 15, media_type: 'text/plain' },
      { url, expires_at: null, size_bytes: 15, media_type: 'text/plain' },
    ],
    [
      { url, size_bytes: '15', sha256: 7, quality: 'good' },
      { url, expires_at: null },
    ],
    [
      { download_url: url, link: `${url}2` },
      { url: undefined, expires_at: null },
    ],
  ])('%j', (data, result) => {
    expect(read('batches.result', data)).toEqual(result)
  })
})

describe('a refusal means that an operation is not there', () => {
  it.each<[OperationId, number, string, boolean]>([
    ['batches.update', 404, 'resource_not_found', true],
    ['batches.update', 404, 'not_an_api', true],
    ['batches.update', 404, 'route_not_found', true],
    ['batches.update', 405, 'anything', true],
    ['batches.update', 501, 'anything', true],
    ['batches.update', 404, 'batch_not_found', false],
    ['batches.update', 409, 'resource_not_found', false],
    ['glossaries.get', 404, 'glossary_not_found', false],
    ['batches.get', 404, 'resource_not_found', false],
    ['batches.approve', 405, 'anything', false],
  ])('%s %i %s: %s', (id, status, code, is) => {
    expect(notOffered(id, status, code)).toBe(is)
  })
})
