import { describe, expect, it } from 'vitest'
import { createPool } from '../../../src/service/worker/pool.ts'

function gate(): { passed: Promise<void>; open: () => void; fail: (error: Error) => void } {
  let [open, fail]: [() => void, (error: Error) => void] = [() => undefined, () => undefined]
  const passed = new Promise<void>((resolve, reject) => {
    open = resolve
    fail = reject
  })
  return { passed, open, fail }
}

describe('a pool', () => {
  it('runs so much side by side, and begins the next as soon as one has ended', async () => {
    const pool = createPool(2)
    const gates = [gate(), gate(), gate()]
    const begun: number[] = []
    const work = (at: number) => () => {
      begun.push(at)
      return gates[at]?.passed ?? Promise.resolve()
    }
    await pool.run(work(0))
    await pool.run(work(1))
    const third = pool.run(work(2))
    await new Promise(setImmediate)
    expect(begun).toEqual([0, 1])
    gates[1]?.open()
    await third
    expect(begun).toEqual([0, 1, 2])
    gates[0]?.open()
    gates[2]?.open()
    await pool.settled()
  })

  it('begins nothing more after a failure, lets what runs end, and says what failed first', async () => {
    const pool = createPool(2)
    const gates = [gate(), gate()]
    let ended = false
    await pool.run(() => gates[0]?.passed ?? Promise.resolve())
    await pool.run(async () => {
      await gates[1]?.passed
      ended = true
    })
    const waiting = expect(pool.run(() => Promise.reject(new Error('never begun')))).rejects.toThrow('first')
    gates[0]?.fail(new Error('first'))
    await waiting
    await expect(pool.run(() => Promise.resolve())).rejects.toThrow('first')
    expect(ended).toBe(false)
    gates[1]?.open()
    await expect(pool.settled()).rejects.toThrow('first')
    expect(ended).toBe(true)
  })

  it('has settled where nothing was ever begun', async () => {
    await createPool(1).settled()
  })
})
