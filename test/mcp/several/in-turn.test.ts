import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../src/client/errors.ts'
import { inTurn, isThrottled } from '../../../src/mcp/several/in-turn.ts'

const refused = (status: number, seconds: number | null = null) =>
  new ApiError({ code: 'rate_limited', message: 'Too many', status, retry_after_seconds: seconds })

/** A call whose clock moves by its pauses alone. `meanwhile` runs while it waits. */
function calling(meanwhile: () => void = () => undefined, ending?: AbortSignal) {
  let now = 0
  const stop = new AbortController()
  const pauses: number[] = []
  const told: [number, string, string | undefined][] = []
  const pause = async (ms: number, ...stops: readonly (AbortSignal | undefined)[]) => {
    expect(stops).toEqual([stop.signal, ending])
    pauses.push(ms)
    now += ms
    meanwhile()
  }
  const progress = async (percent: number, message: string, often?: 'often') =>
    void told.push([percent, message, often])
  const parts = { clock: () => now, pause, ending }
  return { context: { parts, signal: stop.signal, progress }, stop, pauses, told, pass: (ms: number) => (now += ms) }
}

/** Does each item by its own list of answers, one for each turn; then all is well. */
function worker(answers: Readonly<Record<string, readonly Error[]>>) {
  const asked: string[] = []
  const work = async (item: string) => {
    const error = answers[item]?.[asked.filter(one => one === item).length]
    asked.push(item)
    if (error !== undefined) throw error
    return item.toUpperCase()
  }
  return { work, asked }
}

describe('many items in turn', () => {
  it('of which there are none are done at once [MCP-17]', async () => {
    const { context, told } = calling()
    expect(await inTurn([], worker({}).work, { at_once: 3, until: 0 }, context)).toEqual({
      ends: [],
      throttled: undefined,
    })
    expect(told).toEqual([])
  })

  it('know their places, also where a later one ends first [MCP-17]', async () => {
    const { context } = calling()
    const work = async (item: string, at: number) => {
      for (let ticks = 5 - at; ticks > 0; ticks -= 1) await Promise.resolve()
      return `${at}${item}`
    }
    const { ends } = await inTurn(['a', 'b', 'c'], work, { at_once: 3, until: 9 }, context)
    expect(ends).toEqual(['0a', '1b', '2c'])
  })

  it('begin no further one at the very end of the time [MCP-8]', async () => {
    const { context, pass } = calling()
    const work = async (item: string) => {
      pass(100)
      return item
    }
    const { ends, throttled } = await inTurn(['a', 'b', 'c'], work, { at_once: 1, until: 200 }, context)
    expect([ends, throttled]).toEqual([['a', 'b', undefined], undefined])
  })

  it.each<[string, (stop: AbortController) => { ending?: AbortSignal; stopped?: () => boolean }]>([
    ['this process is to end', stop => ({ ending: stop.signal })],
    ['no further one can be made', stop => ({ stopped: () => stop.signal.aborted })],
  ])('begin no further one where %s [MCP-8]', async (_, of) => {
    const stop = new AbortController()
    const { ending, stopped = () => false } = of(stop)
    const { context } = calling(undefined, ending)
    const work = async (item: string) => {
      if (item === 'b') stop.abort()
      return item
    }
    const { ends } = await inTurn(['a', 'b', 'c'], work, { at_once: 1, until: 9, stopped }, context)
    expect(ends).toEqual(['a', 'b', undefined])
  })

  it('all wait where one is refused, for the longest pause of several, and tell how many are done [LIM-1, MCP-8]', async () => {
    const { context, pauses, told } = calling()
    const { work, asked } = worker({ b: [refused(429, 7)], c: [refused(429, 3)] })
    const { ends, throttled } = await inTurn(['a', 'b', 'c', 'd'], work, { at_once: 2, until: 60_000 }, context)
    expect([ends, throttled]).toEqual([['A', 'B', 'C', 'D'], undefined])
    expect(asked.slice(0, 3)).toEqual(['a', 'b', 'c'])
    expect(Math.max(...pauses)).toBe(7000)
    expect(pauses.every(ms => ms > 3000)).toBe(true)
    expect(told[0]).toEqual([25, 'waiting 7 s: the service takes no more requests', 'often'])
  })

  it('are refused again and again as long as there is time, and no pause goes past it [LIM-1]', async () => {
    const { context, pauses } = calling()
    const last = refused(429, 4)
    const { work, asked } = worker({ b: [refused(429, 4), refused(429, 4), last] })
    const { ends, throttled } = await inTurn(['a', 'b', 'c'], work, { at_once: 1, until: 12_000 }, context)
    expect([ends, asked, pauses]).toEqual([
      ['A', undefined, undefined],
      ['a', 'b', 'b', 'b'],
      [4000, 4000],
    ])
    expect(throttled).toBe(last)
  })

  it.each(['a', 'b'])('cancelled in a pause, do not ask for %s again [MCP-8, LIM-1]', async which => {
    const { context, stop } = calling(() => stop.abort())
    const { work, asked } = worker({ [which]: [refused(429, 1)] })
    const items = which === 'a' ? ['a', 'b'] : ['x', 'b', 'c']
    const { ends } = await inTurn(items, work, { at_once: 1, until: 60_000 }, context)
    expect(asked.filter(item => item === which)).toEqual([which])
    expect(ends.at(-1)).toBeUndefined()
  })

  it('do the first one even where there is no time for any, once [MCP-8]', async () => {
    const { context, stop } = calling()
    stop.abort()
    const { work, asked } = worker({ a: [refused(429, 1)] })
    const { ends, throttled } = await inTurn(['a', 'b'], work, { at_once: 2, until: 0 }, context)
    expect([ends, asked]).toEqual([[undefined, undefined], ['a']])
    expect(throttled?.status).toBe(429)
  })

  it('wait for no other answer than that there are too many requests [LIM-1]', async () => {
    const { context, pauses } = calling()
    const { work } = worker({ a: [refused(503, 1)] })
    await expect(inTurn(['a'], work, { at_once: 1, until: 9000 }, context)).rejects.toMatchObject({ status: 503 })
    expect(pauses).toEqual([])
    expect([refused(429), refused(503), new Error('429'), undefined].map(isThrottled)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})
