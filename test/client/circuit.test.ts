import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterFailure, type Outage, weightOf } from '../../src/client/circuit.ts'
import { api } from '../../src/contract/operations.ts'
import { emptyFolder } from './folder.ts'
import { batch, failure, jumpingClock, object, refusal, start } from './start.ts'

const one = { params: { batch_id: 'bat_1' } }
const down = refusal(503, 'service_unavailable')
const gateway = { kind: 'answer', status: 503, body: 'x' } as const
const always = () => true

/** A client whose service is down by its own calls: one that is retried to its end. */
async function startDown() {
  const clock = jumpingClock()
  const started = await start(() => object({ ...batch(), batch: batch() }), { clock, random: () => 0.9 })
  const comesBack = started.faults.always(gateway, always)
  expect(await failure(started.client.call(api.batches.get, one))).toMatchObject({ code: 'service_unavailable' })
  const wait = (ms: number) => clock.sleep(ms, new AbortController().signal)
  return { ...started, comesBack, wait, sent: () => started.faults.seen.length }
}

describe('while the service is down', () => {
  it('calls fail at once, with one clear message, and nothing is sent [ERR-3, ERR-4]', async () => {
    const { client, sent } = await startDown()
    const before = sent()
    for (const call of [client.call(api.batches.get, one), client.call(api.batches.approve, one)]) {
      const error = await failure(call)
      expect(error).toMatchObject({ code: 'api_down', status: null, may_have_applied: false, retry_after_seconds: 2 })
      expect(String(error)).toMatch(/has been down for \d+ s, so this call was not sent: The service answered 503/)
    }
    expect(sent()).toBe(before)
  })

  it('one call after the pause tries, once, while all others still fail at once [ERR-3]', async () => {
    const { client, faults, wait, sent } = await startDown()
    await wait(2000)
    const before = sent()
    const [tried, ...others] = await Promise.all(
      Array.from({ length: 5 }, () => failure(client.call(api.batches.get, one))),
    )
    expect(tried).toMatchObject({ code: 'service_unavailable' })
    expect(others.map(error => String(error)).filter(text => text.includes('was not sent'))).toHaveLength(4)
    expect(sent() - before).toBe(1)
    expect(faults.seen.at(-1)?.method).toBe('GET')
  })

  it('an approval that tries is sent once, whatever comes of it [ERR-3, APR-2]', async () => {
    const { client, wait, sent } = await startDown()
    await wait(2000)
    const before = sent()
    const error = await failure(client.call(api.batches.approve, one))
    expect(error).toMatchObject({ code: 'service_unavailable', may_have_applied: true })
    expect(await failure(client.call(api.batches.approve, one))).toMatchObject({ code: 'api_down' })
    expect(sent() - before).toBe(1)
  })

  it('the pauses grow, and when the service is back the next call that tries opens the way for all [ERR-3]', async () => {
    const { client, comesBack, wait } = await startDown()
    const pauses: unknown[] = []
    for (const _ of [1, 2, 3, 4]) {
      await wait(60_000)
      await failure(client.call(api.batches.get, one))
      pauses.push(await failure(client.call(api.batches.get, one)))
    }
    expect(pauses.map(error => Reflect.get(Object(error), 'retry_after_seconds'))).toEqual([4, 8, 15, 15])
    comesBack()
    await wait(15_000)
    const answers = await Promise.all([1, 2].map(() => client.call(api.batches.get, one).catch(error => error.code)))
    expect(answers).toMatchObject([{ data: { id: 'bat_1' } }, 'api_down'])
    expect(await client.call(api.batches.approve, one)).toMatchObject({ data: { batch: { id: 'bat_1' } } })
  })

  it('a try that is given up leaves the next call to try', async () => {
    const { client, faults, comesBack, wait } = await startDown()
    comesBack()
    await wait(2000)
    faults.script({ kind: 'hang' })
    const stop = new AbortController()
    const tried = failure(client.call(api.batches.get, one, { signal: stop.signal }))
    await faults.arrived(faults.seen.length + 1)
    stop.abort()
    expect(await tried).toMatchObject({ code: 'cancelled' })
    expect(await client.call(api.batches.get, one)).toMatchObject({ data: { id: 'bat_1' } })
  })

  it('only its own address is closed: a link to another one is followed, and clients with other credentials know it too', async () => {
    const { client } = await startDown()
    const { faults: files } = await start(() => ({ status: 200, body: 'x' }))
    const folder = await emptyFolder()
    expect(await client.download(`${files.url}/a`, { path: folder.at('a.txt') })).toMatchObject({ size_bytes: 1 })
    const baseUrl = await client
      .over(async () => ({ baseUrl: files.url, credential: 'k' }))
      .call(api.account.get, {})
      .catch(error => error.code)
    expect(baseUrl).not.toBe('api_down')
  })
})

describe('what closes an address', () => {
  it('never is a refusal, even a hundred of them: the service is there [ERR-3]', async () => {
    const { faults, client } = await start(() => object(batch()))
    for (const status of [400, 401, 403, 404, 409, 422, 429, 500]) {
      const callOff = faults.always(refusal(status, 'x', { 'retry-after': '99' }), always)
      for (let count = 0; count < 12; count++) await failure(client.call(api.batches.approve, one))
      callOff()
    }
    expect(await client.call(api.batches.get, one)).toMatchObject({ data: { id: 'bat_1' } })
  })

  it('never is a service that starts anew within a second, however many calls meet that [ERR-3]', async () => {
    const { faults, client } = await start(() => object(batch()))
    faults.script(...Array.from({ length: 20 }, () => ({ kind: 'reset' }) as const))
    const calls = await Promise.all(Array.from({ length: 20 }, () => client.call(api.batches.get, one)))
    expect(calls).toHaveLength(20)
  })

  it('never is a change that the service itself says it cannot do, as with a full disk; a gateway in front of it may [ERR-3]', async () => {
    const { faults, client } = await start(() => object({ ...batch(), batch: batch() }))
    const callOff = faults.always(down, ({ method }) => method === 'POST')
    for (let count = 0; count < 12; count++) await failure(client.call(api.batches.approve, one))
    expect(await failure(client.call(api.batches.create, { body: { content: 'x' } }))).toMatchObject({ status: 503 })
    callOff()
    expect(await client.call(api.batches.approve, one)).toMatchObject({ data: { batch: { id: 'bat_1' } } })
    faults.always(gateway, always)
    await failure(client.call(api.batches.create, { body: { content: 'x' } }))
    expect(await failure(client.call(api.batches.approve, one))).toMatchObject({ code: 'api_down' })
  })

  it('is told by the error and by what the call does', () => {
    const weight = (
      code: string,
      status: number | null,
      silent_ms = 0,
      reads = true,
      request_id: string | null = null,
    ) => weightOf({ code, status, request_id }, { reads, silent_ms })
    expect(weight('network_error', null)).toBe(1)
    for (const status of [502, 503, 504]) {
      expect(weight('x', status)).toBe(1)
      expect(weight('x', status, 0, true, 'req_1')).toBe(1)
      expect(weight('x', status, 0, false, 'req_1')).toBe(0)
      expect(weight('x', status, 0, false)).toBe(1)
    }
    for (const status of [200, 302, 400, 404, 429, 500]) expect(weight('x', status, 60_000)).toBeNull()
    expect(weight('timeout', null, 9999)).toBe(0)
    expect(weight('timeout', null, 10_000)).toBe(3)
    for (const code of ['cancelled', 'tls_error', 'file_changed']) expect(weight(code, null)).toBe(0)
  })

  it('is five failures in a row over a second and a half, or two calls that hear nothing; its pause never ends it earlier', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(1, 3), fc.nat(5000)), { minLength: 1, maxLength: 30 }),
        failures => {
          let outage: Outage | undefined
          let now = 0
          let all = 0
          for (const [weight, after] of failures) {
            now += after
            all += weight
            const before: Outage | undefined = outage
            outage = afterFailure(before, weight, 'x', now)
            expect(outage.failures).toBe(all)
            if (all < 5) expect(outage.try_at).toBeNull()
            if (before?.try_at != null) expect(outage.try_at).toBeGreaterThanOrEqual(before.try_at)
            if (outage.try_at !== null) expect(outage.try_at - now).toBeLessThanOrEqual(15_000)
          }
        },
      ),
    )
  })
})
