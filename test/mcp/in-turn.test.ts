import { describe, expect, it } from 'vitest'
import { ApiError } from '../../src/client/errors.ts'
import { inTurn } from '../../src/mcp/several/in-turn.ts'

const throttle = (seconds: number | null) =>
  new ApiError({ code: 'rate_limited', message: 'Too many', status: 429, retry_after_seconds: seconds })

/** A call whose clock moves by its pauses alone. */
function calling(signal = new AbortController().signal) {
  let now = 0
  const pauses: number[] = []
  const told: string[] = []
  const pause = async (ms: number) => {
    pauses.push(ms)
    now += ms
  }
  const parts = { clock: () => now, pause }
  const progress = async (_: number, message: string) => void told.push(message)
  return { context: { parts, signal, progress }, pauses, told, pass: (ms: number) => (now += ms) }
}

describe('many items in turn', () => {
  it('are done a few at a time, and each once [MCP-17]', async () => {
    const { context } = calling()
    let under_way = 0
    let most = 0
    const work = async (item: number) => {
      under_way += 1
      most = Math.max(most, under_way)
      await new Promise(resolve => setImmediate(resolve))
      under_way -= 1
      return item * 2
    }
    const { ends } = await inTurn([1, 2, 3, 4, 5, 6, 7], work, { at_once: 3, until: 1000 }, context)
    expect([ends, most]).toEqual([[2, 4, 6, 8, 10, 12, 14], 3])
  })

  it('wait as long as the service asks for, and the refused one has its turn again [LIM-1]', async () => {
    const { context, pauses, told } = calling()
    const asked: number[] = []
    const work = async (item: number) => {
      asked.push(item)
      if (asked.length === 2) throw throttle(20)
      if (asked.length === 3) throw throttle(null)
      return item
    }
    const { ends, throttled } = await inTurn([1, 2, 3], work, { at_once: 1, until: 60_000 }, context)
    expect([ends, throttled, asked, pauses]).toEqual([[1, 2, 3], undefined, [1, 2, 2, 2, 3], [20_000, 2000]])
    expect(told[0]).toBe('waiting 20 s: the service takes no more requests')
  })

  it('are left where the pause is longer than the time of the call, none of them asked for meanwhile [LIM-1]', async () => {
    const { context, pauses } = calling()
    let asked = 0
    const work = async (item: number) => {
      asked += 1
      if (item > 2) throw throttle(900)
      return item
    }
    const { ends, throttled } = await inTurn([1, 2, 3, 4, 5], work, { at_once: 1, until: 60_000 }, context)
    expect([ends, asked, pauses]).toEqual([[1, 2, undefined, undefined, undefined], 3, []])
    expect(throttled?.retry_after_seconds).toBe(900)
  })

  it('are begun no more once the time is over or the call is cancelled, but for the first [MCP-8]', async () => {
    const late = calling()
    late.pass(5000)
    const same = async (item: number) => item
    expect((await inTurn([1, 2], same, { at_once: 2, until: 1000 }, late.context)).ends).toEqual([1, undefined])
    const stop = new AbortController()
    const cancelled = calling(stop.signal)
    const work = async (item: number) => {
      if (item === 2) stop.abort()
      return item
    }
    expect((await inTurn([1, 2, 3], work, { at_once: 1, until: 1000 }, cancelled.context)).ends).toEqual([
      1,
      2,
      undefined,
    ])
  })

  it('fail with what is no pause [MCP-17]', async () => {
    const { context } = calling()
    const broken = async () => Promise.reject(new Error('broken'))
    await expect(inTurn([1], broken, { at_once: 1, until: 1000 }, context)).rejects.toThrow('broken')
  })
})
