import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/client/deadline.ts'
import { api } from '../../src/contract/operations.ts'
import { batch, failure, object, refusal, start } from './start.ts'

const one = { params: { batch_id: 'bat_1' } }

describe('the deadline of a call', () => {
  it('ends a call that gets no answer [ERR-3]', async () => {
    const { faults, client } = await start(() => object(batch()), { clock: systemClock })
    faults.script({ kind: 'hang' })
    const error = await failure(client.call(api.batches.get, one, { deadlineMs: 40 }))
    expect(error).toMatchObject({ code: 'timeout', status: null, may_have_applied: false })
  })

  it('ends a call whose answer stops in its middle [ERR-3]', async () => {
    const { faults, client } = await start(() => object({ batch: batch() }), { clock: systemClock, deadlineMs: 40 })
    faults.script({ kind: 'stall', after: 10 })
    expect(await failure(client.call(api.batches.approve, one))).toMatchObject({
      code: 'timeout',
      may_have_applied: true,
    })
  })

  it('covers all attempts together [ERR-3]', async () => {
    const { faults, client, pauses } = await start(() => refusal(503, 'service_unavailable'), {
      deadlineMs: 1000,
      maxAttempts: 99,
    })
    expect(await failure(client.call(api.batches.get, one))).toMatchObject({ code: 'service_unavailable' })
    expect(pauses).toEqual([125, 250, 500])
    expect(faults.seen).toHaveLength(4)
  })

  it('covers the time it takes to connect [ERR-3]', async () => {
    const connect = () => new Promise<never>(() => undefined)
    const { client } = await start(() => object(batch()), { connect, clock: systemClock, deadlineMs: 20 })
    expect(await failure(client.call(api.batches.get, one))).toMatchObject({ code: 'timeout', may_have_applied: false })
  })
})

describe('cancelling', () => {
  it('before the call calls nobody [ERR-3]', async () => {
    let asked = 0
    const { client } = await start(() => object(batch()), {
      connect: () => {
        asked++
        return Promise.reject(new Error('asked'))
      },
    })
    const error = await failure(client.call(api.batches.get, one, { signal: AbortSignal.abort() }))
    expect(error).toMatchObject({ code: 'cancelled' })
    expect(asked).toBe(0)
  })

  it('ends a call under way [ERR-3]', async () => {
    const { faults, client } = await start(() => object(batch()))
    faults.script({ kind: 'hang' })
    const stop = new AbortController()
    const call = failure(client.call(api.batches.approve, one, { signal: stop.signal }))
    await faults.arrived(1)
    stop.abort()
    expect(await call).toMatchObject({ code: 'cancelled', may_have_applied: true })
    expect(faults.seen).toHaveLength(1)
  })

  it('ends a pause between attempts [ERR-3]', async () => {
    const stop = new AbortController()
    const clock = {
      ...systemClock,
      now: () => 0,
      sleep: (ms: number, signal: AbortSignal) => {
        queueMicrotask(() => stop.abort())
        return systemClock.sleep(ms, signal)
      },
    }
    const { faults, client } = await start(() => refusal(429, 'rate_limited', { 'retry-after': '30' }), { clock })
    const error = await failure(client.call(api.batches.get, one, { signal: stop.signal }))
    expect(error).toMatchObject({ code: 'cancelled', may_have_applied: false })
    expect(faults.seen).toHaveLength(1)
  })

  it('leaves nothing behind on the signal of the caller', async () => {
    const { client } = await start(() => object(batch()))
    const { signal } = new AbortController()
    let listeners = 0
    const { addEventListener, removeEventListener } = signal
    signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      listeners++
      addEventListener.apply(signal, args)
    }
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      listeners--
      removeEventListener.apply(signal, args)
    }
    await client.call(api.batches.get, one, { signal })
    expect(listeners).toBe(0)
  })

  it('by closing the client ends what is under way, and nothing starts after it [ERR-3]', async () => {
    const { faults, client } = await start(() => object(batch()))
    faults.script({ kind: 'hang' })
    const call = failure(client.call(api.batches.get, one))
    await faults.arrived(1)
    await client.close()
    expect(await call).toMatchObject({ code: 'cancelled' })
    expect(await failure(client.call(api.batches.get, one))).toMatchObject({ code: 'cancelled' })
    expect(faults.seen).toHaveLength(1)
  })
})

it('connections are kept between calls', async () => {
  const { faults, client } = await start(() => object(batch()))
  for (let count = 0; count < 10; count++) await client.call(api.batches.get, one)
  // A second or third one may open while the first is still being tidied up.
  expect(new Set(faults.seen.map(seen => seen.port)).size).toBeLessThanOrEqual(3)
})
