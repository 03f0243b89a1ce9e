import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { limited } from '../../src/contract/limited.ts'
import { collecting } from '../support/collecting.ts'

const ended = (ms: number, ...stops: readonly (AbortSignal | undefined)[]) => {
  const time = limited(ms, ...stops)
  return once(time.signal, 'abort').then(() => time)
}

describe('a time limit', () => {
  it('ends the work though memory is collected meanwhile', async () => {
    const time = await collecting(ended(150, new AbortController().signal, undefined))
    expect(time.expired()).toBe(true)
    expect(time.left()).toBeLessThan(10)
  })

  it('ends it sooner with any of the other signals, and says that it was not the time', async () => {
    const stops = [new AbortController(), new AbortController()] as const
    setTimeout(() => stops[1].abort(), 20)
    const time = await ended(60_000, stops[0].signal, stops[1].signal)
    expect([time.expired(), time.left() > 50_000]).toEqual([false, true])
    time.end()
    const late = limited(60_000, AbortSignal.abort())
    expect([late.signal.aborted, late.expired()]).toEqual([true, false])
    late.end()
  })

  it('lets go of both when the work is done', async () => {
    const stop = new AbortController()
    const time = limited(20, stop.signal)
    time.end()
    stop.abort()
    await new Promise(resolve => setTimeout(resolve, 60))
    expect([time.signal.aborted, time.expired()]).toEqual([false, false])
  })
})
