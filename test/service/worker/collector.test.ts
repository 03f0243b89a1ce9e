import { describe, expect, it } from 'vitest'
import { createCollector } from '../../../src/service/worker/collector.ts'

const MEGABYTE = 1024 * 1024

/** A thread that holds so many megabytes, of which so many are left when it is collected. */
function thread() {
  const state = { held: 0, left: 0, collections: 0 }
  const collect = createCollector(
    () => state.held * MEGABYTE,
    () => () => {
      state.collections += 1
      state.held = state.left
    },
  )
  const collectionsAt = (held: number, left: number): number => {
    Object.assign(state, { held, left })
    collect()
    return state.collections
  }
  return collectionsAt
}

describe('the collector of a thread', () => {
  it('leaves a thread alone that holds little', () => {
    const collectionsAt = thread()
    expect([collectionsAt(10, 5), collectionsAt(61, 5), collectionsAt(30, 5)]).toEqual([0, 0, 0])
  })

  it('collects what holds much, and again only when it has grown', () => {
    const collectionsAt = thread()
    expect(collectionsAt(62, 45)).toBe(1)
    expect(collectionsAt(61, 45)).toBe(1)
    expect(collectionsAt(62, 47)).toBe(2)
  })

  it('collects a file that needs much for itself after twice as much', () => {
    const collectionsAt = thread()
    expect(collectionsAt(70, 60)).toBe(1)
    expect(collectionsAt(110, 60)).toBe(1)
    expect(collectionsAt(120, 40)).toBe(2)
    expect(collectionsAt(62, 40)).toBe(3)
  })

  it('gives back what nobody holds any more', () => {
    const collect = createCollector()
    const external = (): number => process.memoryUsage().arrayBuffers
    const fill = (): number => Buffer.alloc(120 * MEGABYTE).length
    const before = external()
    expect(fill()).toBe(120 * MEGABYTE)
    expect(external() - before).toBeGreaterThan(100 * MEGABYTE)
    collect()
    expect(external() - before).toBeLessThan(20 * MEGABYTE)
  })
})
