import { describe, expect, it } from 'vitest'
import { lookUpList } from '../../../src/service/store/look-up-list.ts'

describe('a list to look up', () => {
  it('holds its values and no other, whatever its length, and has one of few lengths', () => {
    const lengths = new Set<number>()
    for (let length = 1; length <= 700; length += 1) {
      const values = Array.from({ length }, (_, at) => `value ${at}`)
      const list = lookUpList(values)
      expect(list.slice(0, length).join()).toBe(values.join())
      expect(new Set(list).size).toBe(length)
      lengths.add(list.length)
    }
    expect([...lengths]).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024])
  })

  it('stays empty where there is nothing to look up', () => {
    expect(lookUpList([])).toEqual([])
  })
})
