import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Attempted, afterFailure, createCircuits, type Outage, verdictOf } from '../../src/client/circuit.ts'
import type { Clock } from '../../src/client/deadline.ts'
import { ApiError } from '../../src/client/errors.ts'
import { api } from '../../src/contract/operations.ts'
import { emptyFolder } from './folder.ts'
import { batch, failure, jumpingClock, LANGUAGES, object, refusal, start } from './start.ts'

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

/** A clock by which every timer that rings took a minute. */
function hastyTimers(): Clock {
  const clock = jumpingClock()
  let ahead = 0
  return {
    ...clock,
    now: () => clock.now() + ahead,
    after: (ms, then) =>
      clock.after(ms, () => {
        ahead += 60_000
        then()
      }),
  }
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

const hanging = { kind: 'stall', after: 10 } as const

describe('a file on its way', () => {
  it('that is the one call to try holds the others up no longer than a pause more: they find the way open [ERR-3]', async () => {
    const { client, comesBack, wait, faults } = await startDown()
    await wait(2000)
    comesBack()
    let release: () => void = () => undefined
    const held = new Promise<void>(done => {
      release = done
    })
    async function* open() {
      yield Buffer.from('a')
      await held
      yield Buffer.from('b')
    }
    const before = faults.seen.length
    const upload = client.call(api.batches.create, {}, { file: { name: 'a.txt', size: 2, open } })
    const others = () =>
      client.call(api.batches.get, one).then(
        () => 'done',
        error => error.code,
      )
    expect(await others()).toBe('api_down')
    await wait(2000)
    expect([await others(), await others()]).toEqual(['done', 'done'])
    expect(faults.seen.length - before).toBe(2)
    release()
    expect(await upload).toMatchObject({ data: { batch: { id: 'bat_1' } } })
  })

  it('that breaks off at every attempt, as where a firewall stops it, closes the way to nothing else [ERR-3]', async () => {
    const answer = () => object({ ...batch(), batch: batch() })
    const { client, faults } = await start(answer, { clock: jumpingClock(), random: () => 0.9 })
    faults.always({ kind: 'reset' }, ({ method }) => method === 'POST')
    async function* open() {
      yield Buffer.from('a')
    }
    const file = { name: 'a.txt', size: 1, open, repeatable: true }
    for (const _ of [1, 2])
      expect(await failure(client.call(api.batches.create, {}, { file }))).toMatchObject({ code: 'network_error' })
    expect(await client.call(api.batches.get, one)).toMatchObject({ data: { id: 'bat_1' } })
  })

  it('that hangs halfway, again and again, does not mean that the service is down [ERR-3]', async () => {
    const { client, faults } = await start(() => object({ ...batch(), batch: batch(), text: 'x'.repeat(50_000) }), {
      idleMs: 15,
      clock: hastyTimers(),
    })
    const folder = await emptyFolder()
    faults.always(hanging, ({ path }) => path === '/a')
    for (const _ of [1, 2, 3]) {
      const download = client.download(`${faults.url}/a`, { path: folder.at('a.txt') })
      expect(await failure(download)).toMatchObject({ code: 'timeout' })
    }
    for (const _ of [1, 2, 3]) {
      async function* open() {
        yield Buffer.alloc(1000)
        await new Promise<never>(() => undefined)
      }
      const file = { name: 'a.txt', size: 2000, open }
      expect(await failure(client.call(api.batches.create, {}, { file }))).toMatchObject({ code: 'timeout' })
    }
    expect(await client.call(api.batches.get, one)).toMatchObject({ data: { id: 'bat_1' } })
  })

  it('that was sent whole, and has no answer, does mean it: the service owes one [ERR-3]', async () => {
    const { client, faults } = await start(() => object(batch()), { deadlineMs: 15, clock: hastyTimers() })
    faults.always({ kind: 'hang' }, always)
    for (const _ of [1, 2]) {
      async function* open() {
        yield Buffer.from('ab')
      }
      const file = { name: 'a.txt', size: 2, open }
      expect(await failure(client.call(api.batches.create, {}, { file }))).toMatchObject({ code: 'timeout' })
    }
    expect(await failure(client.call(api.batches.get, one))).toMatchObject({ code: 'api_down' })
  })

  it('that another address was to give, which is down, says nothing of the one that leads there [ERR-3]', async () => {
    const { client, faults } = await start(() => object(batch()))
    const redirect = { kind: 'answer', status: 302, headers: { location: 'http://127.0.0.1:9/a' } } as const
    faults.always(redirect, ({ path }) => path === '/a')
    const folder = await emptyFolder()
    for (const _ of [1, 2, 3]) {
      const error = await failure(client.download(`${faults.url}/a`, { path: folder.at('a.txt') }))
      expect(String(error)).toContain('http://127.0.0.1:9 cannot be reached')
    }
    expect(await client.call(api.batches.get, one)).toMatchObject({ data: { id: 'bat_1' } })
  })
})

describe('one operation that the service says it cannot do', () => {
  const isList = ({ path }: { path: string }) => path.startsWith('/v1/languages')

  it('is closed alone: all others go on, and it comes back by itself [ERR-3]', async () => {
    const clock = jumpingClock()
    const { faults, client } = await start(({ path }) => (isList({ path }) ? LANGUAGES : object(batch())), { clock })
    const works = faults.always(down, isList)
    const list = () =>
      client.call(api.languages.list, {}).then(
        ({ data }) => data.length,
        error => error,
      )
    expect(await list()).toMatchObject({ code: 'service_unavailable', status: 503 })
    const before = faults.seen.length
    const told = await list()
    expect(told).toMatchObject({ code: 'api_down', retry_after_seconds: 2 })
    expect(String(told)).toMatch(/has not been able to do this for \d+ s, so this call was not sent: refused/)
    expect(faults.seen).toHaveLength(before)
    for (const _ of [1, 2, 3]) {
      expect(await client.call(api.batches.get, one)).toMatchObject({ data: { id: 'bat_1' } })
    }
    expect(await list()).toMatchObject({ code: 'api_down' })
    works()
    await clock.sleep(2000, new AbortController().signal)
    expect([await list(), await list()]).toEqual([1, 1])
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

  it('is told by the error, by what the call does, and by what it heard', () => {
    const calm: Attempted = { reads: true, answered: false, sent_on: false, carries: false, silent_ms: 0 }
    const verdict = (code: string, status: number | null, attempt: Partial<Attempted> = {}, request_id?: string) => {
      const { address, operation } = verdictOf(
        { code, status, request_id: request_id ?? null, may_have_applied: attempt.reads === false },
        { ...calm, ...attempt },
      )
      return [address, operation]
    }
    expect(verdict('network_error', null)).toEqual([1, 0])
    expect(verdict('network_error', null, { answered: true })).toEqual([0, 0])
    expect(verdict('network_error', null, { sent_on: true })).toEqual([null, 0])
    expect(verdict('network_error', null, { reads: false })).toEqual([1, 0])
    expect(verdict('network_error', null, { reads: false, carries: true })).toEqual([0, 0])
    // No connection came to be.
    expect(verdict('network_error', null, { carries: true })).toEqual([1, 0])
    for (const status of [502, 503, 504]) {
      expect(verdict('x', status)).toEqual([1, 0])
      expect(verdict('x', status, { reads: false })).toEqual([1, 0])
      expect(verdict('x', status, {}, 'req_1')).toEqual([null, 1])
      expect(verdict('x', status, { reads: false }, 'req_1')).toEqual([null, 0])
      expect(verdict('x', status, { sent_on: true })).toEqual([null, 0])
    }
    for (const status of [200, 302, 400, 404, 429, 500]) {
      expect(verdict('x', status, { silent_ms: 60_000 })).toEqual([null, null])
    }
    expect(verdict('timeout', null, { silent_ms: 9999 })).toEqual([0, 0])
    expect(verdict('timeout', null, { silent_ms: 10_000 })).toEqual([3, 0])
    for (const code of ['cancelled', 'tls_error', 'file_changed']) expect(verdict(code, null)).toEqual([0, 0])
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

it('a clock that is set back holds no call up: no pause is longer than 15 seconds [ERR-3]', () => {
  let now = 3_600_000
  const circuits = createCircuits({ now: () => now })
  const aim = { origin: 'https://a.test', operation: 'account.get' }
  const attempt: Attempted = { reads: true, answered: false, sent_on: false, carries: false, silent_ms: 10_000 }
  const late = new ApiError({ code: 'timeout', message: 'late' })
  for (const _ of [1, 2]) circuits.admit(aim).note(late, attempt)
  expect(() => circuits.admit(aim)).toThrow(/has been down/)
  now = 0
  const trial = circuits.admit(aim)
  expect(trial.mayGoOn()).toBe(false)
  expect(() => circuits.admit(aim)).toThrow(/has been down/)
  trial.note(late, attempt)
  trial.over()
  now = 15_000
  circuits.admit(aim).note(null, attempt)
  expect(circuits.admit(aim).mayGoOn()).toBe(true)
})
