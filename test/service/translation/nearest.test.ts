import { describe, expect, it } from 'vitest'
import { nearTo } from '../../../src/service/translation/nearest.ts'

/** The places of known texts, the nearest first. */
function nearest(known: readonly string[], text: string): readonly number[] {
  return [...nearTo(known)(text)].sort(([a, one], [b, other]) => other - one || a - b).map(([at]) => at)
}

describe('the texts that have most in common with another', () => {
  it('share its rarer words, and have few besides', () => {
    const known = ['The door is shut', 'The cellar is shut', 'The cellar of the house on the hill is shut', 'Good day']
    expect(nearest(known, 'Shut the cellar')).toEqual([1, 2, 0])
  })

  it('share more than words that most texts have', () => {
    const known = Array.from({ length: 300 }, (_, at) => `The text number ${at}`)
    expect(nearest(known, 'The number 7')).toEqual([7])
  })

  it('are none where no word is shared, or there are none', () => {
    expect(nearest(['Good day'], 'Shut the cellar')).toEqual([])
    expect(nearest([], 'Shut')).toEqual([])
    expect(nearest(['—', ''], '')).toEqual([])
  })

  it('are found among 5,000 for 1,000 others within a second', () => {
    const known = Array.from({ length: 5000 }, (_, at) => `The ${at % 97} files of volume ${at} on shelf ${at % 13}`)
    const start = performance.now()
    const near = nearTo(known)
    for (const text of known.slice(0, 1000)) near(text)
    expect(performance.now() - start).toBeLessThan(1000)
  })
})
