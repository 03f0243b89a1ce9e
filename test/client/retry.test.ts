import { describe, expect, it } from 'vitest'
import { ApiError } from '../../src/client/errors.ts'
import { delayMs, mayRetry, retryAfterSeconds } from '../../src/client/retry.ts'
import { api, OPERATIONS } from '../../src/contract/operations.ts'
import { batch, failure, NOON, object, refusal, start } from './start.ts'

const created = object({ batch: batch() }, 201)
const STATUSES = [400, 401, 402, 403, 404, 409, 410, 413, 422, 500, 502, 503, 504]

describe('retry rules', () => {
  it.each(OPERATIONS)('$id is repeated as it declares [ERR-3]', ({ retry }) => {
    const repeated = STATUSES.filter(status => mayRetry(retry, { status, code: 'x' }))
    expect(repeated).toEqual(retry === 'never' ? [] : [500, 502, 503, 504])
    expect(mayRetry(retry, { status: null, code: 'network_error' })).toBe(retry !== 'never')
    expect(mayRetry(retry, { status: 429, code: 'rate_limited' })).toBe(true)
    for (const code of ['timeout', 'cancelled', 'contract_violation', 'not_an_api', 'file_changed']) {
      expect(mayRetry(retry, { status: null, code })).toBe(false)
    }
  })

  it('declares reads, PUT and DELETE safe, creation keyed, and everything else never [ERR-3]', () => {
    for (const { id, method, retry } of OPERATIONS) {
      const safe = method === 'GET' || method === 'PUT' || method === 'DELETE'
      expect([id, retry]).toEqual([id, safe ? 'safe' : id === 'batches.create' ? 'keyed' : 'never'])
    }
  })

  it('backs off longer each time, up to a ceiling, spread by at most half', () => {
    const error = { retry_after_seconds: null }
    expect([1, 2, 3, 9].map(count => delayMs(error, count, () => 1))).toEqual([250, 500, 1000, 8000])
    expect([1, 2, 3, 9].map(count => delayMs(error, count, () => 0))).toEqual([125, 250, 500, 4000])
  })

  it('never waits less than Retry-After says, and adds jitter [ERR-3]', () => {
    expect(delayMs({ retry_after_seconds: 7 }, 1, () => 0)).toBe(7000)
    expect(delayMs({ retry_after_seconds: 7 }, 1, () => 0.5)).toBe(7500)
    expect(delayMs({ retry_after_seconds: 0 }, 1, () => 0)).toBe(125)
  })

  it.each([
    ['120', 120],
    [' 3 ', 3],
    ['Sat, 21 Nov 2026 12:00:30 GMT', 30],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['soon', null],
    ['-1', null],
    ['1.5', null],
    [undefined, null],
  ])('reads Retry-After %j as %j seconds [ERR-3]', (header, seconds) => {
    expect(retryAfterSeconds(header, NOON)).toBe(seconds)
  })
})

describe('a call', () => {
  it('waits for Retry-After and then succeeds, for every kind of operation [ERR-3]', async () => {
    const { faults, client, pauses } = await start(() => object({ batch: batch() }))
    faults.script(refusal(429, 'rate_limited', { 'retry-after': '3' }))
    const answer = await client.call(api.batches.approve, { params: { batch_id: 'bat_1' } })
    expect(answer.data.batch.id).toBe('bat_1')
    expect(pauses).toEqual([3000])
    expect(faults.seen).toHaveLength(2)
  })

  it('outlasts its deadline while the service asks for pauses, where somebody is told of them, with one key [ERR-3, CRE-10]', async () => {
    const told: number[] = []
    const options = { deadlineMs: 5000, paused: (ms: number) => void told.push(ms) }
    const { faults, client, pauses } = await start(() => object({ batch: batch() }, 201), options)
    const wait = refusal(429, 'rate_limited', { 'retry-after': '61' })
    faults.script(wait, wait, refusal(503, 'service_unavailable'))
    await client.call(api.batches.create, { body: { content: 'x', filename: 'a.txt' } })
    expect([told, pauses]).toEqual([
      [61_000, 61_000],
      [61_000, 61_000, 125],
    ])
    expect(new Set(faults.seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    faults.always(wait, () => true)
    const error = await failure(client.call(api.batches.get, { params: { batch_id: 'bat_1' } }))
    expect(error).toMatchObject({ code: 'rate_limited' })
    expect(told).toHaveLength(2 + 9)
  })

  it('understands a Retry-After date [ERR-3]', async () => {
    const { faults, client, pauses } = await start(() => object(batch()))
    faults.script(refusal(429, 'rate_limited', { 'retry-after': 'Sat, 21 Nov 2026 12:00:20 GMT' }))
    await client.call(api.batches.get, { params: { batch_id: 'bat_1' } })
    expect(pauses).toEqual([20_000])
  })

  it('rather fails at once than wait past its deadline [ERR-3]', async () => {
    const { faults, client, pauses } = await start(() => object(batch()), { deadlineMs: 60_000 })
    faults.script(refusal(429, 'rate_limited', { 'retry-after': '61' }))
    const error = await failure(client.call(api.batches.get, { params: { batch_id: 'bat_1' } }))
    expect(error).toMatchObject({ code: 'rate_limited', status: 429, retry_after_seconds: 61 })
    expect(pauses).toEqual([])
  })

  it.each([500, 502, 503, 504])('is repeated after %i when it only reads [ERR-3]', async status => {
    const { faults, client, pauses } = await start(() => object(batch()))
    faults.script(refusal(status, 'internal_error'), refusal(status, 'internal_error'))
    await client.call(api.batches.get, { params: { batch_id: 'bat_1' } })
    expect(pauses).toEqual([125, 250])
  })

  it.each([500, 502, 503, 504])('is not repeated after %i when it may have spent credits [ERR-3]', async status => {
    const { faults, client } = await start(() => object({ batch: batch() }))
    faults.script(refusal(status, 'internal_error'))
    const error = await failure(client.call(api.batches.approve, { params: { batch_id: 'bat_1' } }))
    expect(error).toMatchObject({ code: 'internal_error', status, may_have_applied: true })
    expect(faults.seen).toHaveLength(1)
  })

  it('is not repeated over a broken connection when it may have spent credits [ERR-3]', async () => {
    const { faults, client } = await start(() => object({ batch: batch() }))
    faults.script({ kind: 'lose' })
    const error = await failure(client.call(api.batches.approve, { params: { batch_id: 'bat_1' } }))
    expect(error).toMatchObject({ code: 'network_error', status: null, may_have_applied: true })
    expect(faults.seen).toHaveLength(1)
  })

  it('is not repeated after a refusal that waiting cannot change [ERR-3]', async () => {
    const { faults, client } = await start(() => object(batch()))
    faults.script(refusal(404, 'batch_not_found'))
    const error = await failure(client.call(api.batches.get, { params: { batch_id: 'bat_1' } }))
    expect(error).toMatchObject({ code: 'batch_not_found', status: 404, request_id: 'req_9', may_have_applied: false })
    expect(faults.seen).toHaveLength(1)
  })

  it('gives up after its last attempt with the last error [ERR-3]', async () => {
    const { faults, client } = await start(() => refusal(503, 'service_unavailable'), { maxAttempts: 3 })
    const error = await failure(client.call(api.batches.get, { params: { batch_id: 'bat_1' } }))
    expect(error).toMatchObject({ code: 'service_unavailable' })
    expect(faults.seen).toHaveLength(3)
  })

  it('is repeated when the answer broke off in its middle [ERR-3]', async () => {
    const { faults, client } = await start(() => object(batch()))
    faults.script({ kind: 'cut', after: 20 }, { kind: 'reset' })
    expect((await client.call(api.batches.get, { params: { batch_id: 'bat_1' } })).data.id).toBe('bat_1')
    expect(faults.seen).toHaveLength(3)
  })
})

describe('creation', () => {
  const keys = (seen: readonly { headers: Record<string, unknown> }[]) =>
    seen.map(one => one.headers['idempotency-key'])

  it('carries one random key over all its attempts, a new one for the next call [CRE-10]', async () => {
    const { faults, client } = await start(() => created)
    faults.script({ kind: 'lose' }, refusal(503, 'service_unavailable'), { kind: 'reset' })
    await client.call(api.batches.create, { body: { content: 'x', filename: 'a.txt' } })
    await client.call(api.batches.create, { body: { content: 'x', filename: 'a.txt' } })
    const [first, ...others] = keys(faults.seen)
    expect(first).toMatch(/^[\x21-\x7e]{20,255}$/)
    expect(others.slice(0, 3)).toEqual([first, first, first])
    expect(others[3]).not.toBe(first)
    expect(others).toHaveLength(4)
  })

  it('keeps the key it was given, in the header or in the body [CRE-10]', async () => {
    const { faults, client } = await start(() => created)
    faults.script({ kind: 'lose' })
    await client.call(api.batches.create, { body: { content: 'x' } }, { idempotencyKey: 'mine' })
    await client.call(api.batches.create, { body: { content: 'x', idempotency_key: 'in the body' } })
    expect(keys(faults.seen)).toEqual(['mine', 'mine', undefined])
    expect(faults.seen[2]?.body.toString()).toContain('in the body')
  })

  it('sends nothing with a key that cannot be one [CRE-6]', async () => {
    const { faults, client } = await start(() => created)
    const call = client.call(api.batches.create, { body: { content: 'x' } }, { idempotencyKey: 'naïve' })
    expect(await failure(call)).toMatchObject({ code: 'invalid_parameter', param: 'idempotency_key' })
    expect(faults.seen).toHaveLength(0)
  })

  it('remembers that an earlier attempt may have taken effect [CRE-10]', async () => {
    const { faults, client } = await start(() => created)
    faults.script({ kind: 'lose' }, refusal(422, 'plan_invalid'))
    const error = await failure(client.call(api.batches.create, { body: { content: 'x' } }))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: 'plan_invalid', status: 422, may_have_applied: true })
  })

  it('sends no key where the contract knows none', async () => {
    const { faults, client } = await start(() => object(batch()))
    await client.call(api.batches.get, { params: { batch_id: 'bat_1' } })
    expect(keys(faults.seen)).toEqual([undefined])
  })
})
