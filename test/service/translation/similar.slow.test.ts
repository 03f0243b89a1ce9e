import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { likeAmong, likeness } from '../../../src/service/translation/similar.ts'

const words = (text: string) => text.split(' ')
const anyText = fc.array(fc.constantFrom('open', 'the', 'file', 'save', 'menu', 'now'), { minLength: 1, maxLength: 9 })

describe('the likeness of two texts', () => {
  it.each([
    ['save the file', 'save the file', 1],
    ['save the file now', 'save the menu now', 0.75],
    ['save the file', 'save the file now', 0.75],
    ['the file', 'save now', 0],
  ])('of %j and %j is %f', (a, b, share) => {
    expect(likeness(words(a), words(b))).toBeCloseTo(share)
    expect(likeness(words(b), words(a))).toBeCloseTo(share)
  })
})

describe('the text that is most like another', () => {
  it('is found as by a look at each of them [ENG-4]', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 20 }), anyText, (all, wanted) => {
        const known = all.map(each => ({ source: each.join(' ') }))
        const shares = all.map(each => (each.length < 3 || wanted.length < 3 ? 0 : likeness(wanted, each)))
        const best = Math.max(0, ...shares)
        const found = likeAmong(known)(wanted.join(' '))
        expect(found).toEqual(best < 0.75 ? undefined : known[shares.indexOf(best)])
      }),
    )
  })

  it('is found in 20,000 for 500 others within two seconds [ENG-4]', () => {
    const line = (at: number) => `The ${at % 97} files of volume ${at} could not be moved to shelf ${at % 13} today.`
    const known = Array.from({ length: 20_000 }, (_, at) => ({ source: line(at) }))
    const start = performance.now()
    const like = likeAmong(known)
    const found = Array.from({ length: 500 }, (_, at) => like(line(at * 31).replace('today', 'tomorrow')))
    expect(found.every(one => one !== undefined)).toBe(true)
    expect(performance.now() - start).toBeLessThan(2000)
  })
})
