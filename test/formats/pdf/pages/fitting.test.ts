import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Box } from '../../../../src/formats/pdf/pages/box.ts'
import { fitted } from '../../../../src/formats/pdf/pages/fitting.ts'

/** Each letter is half as wide as the text is large. */
const widthOf = (text: string) => text.length / 2
const BOX: Box = {
  turned: 0,
  align: 'left',
  first: 100,
  left: 100,
  right: 200,
  ended: 200,
  y: 50,
  lowest: 74,
  leading: 12,
  size: 10,
  obstacles: [],
}
const WORDS = 'one two three four five six seven eight nine'

describe('a text in a place', () => {
  it('is broken into lines that its place has room for, in its own size where that goes', () => {
    const fit = fitted(WORDS, BOX, widthOf)
    expect(fit?.size).toBe(10)
    expect(fit?.lines.map(({ text, y }) => [text, y])).toEqual([
      ['one two three four', 50],
      ['five six seven eight', 62],
      ['nine', 74],
    ])
  })

  it.each([
    ['right', [110, 100, 180]],
    ['centre', [105, 100, 190]],
  ] as const)('stands as its source did: %s', (align, [, , last]) => {
    const lines = fitted(WORDS, { ...BOX, align }, widthOf)?.lines
    expect(lines?.at(-1)?.x).toBe(align === 'centre' ? 140 : last)
  })

  it('has wider blanks where its lines ended at one edge, but in the last', () => {
    const lines = fitted(WORDS, { ...BOX, align: 'justified' }, widthOf)?.lines
    expect(lines?.map(({ x, width }) => x + width)).toEqual([200, 200, 120])
  })

  it('has fewer dots in front of a number where it is longer, and the number ends where it did', () => {
    const box = { ...BOX, right: 400, lowest: 50 }
    const short = fitted('One . . . . . . . . . . . . 12', box, widthOf)
    const long = fitted('One two . . . . . . . . . . . . 12', box, widthOf)
    expect([short?.size, long?.size]).toEqual([10, 10])
    expect(short?.lines.map(({ text, x, width }) => [text, x + width])).toEqual([['One . . . . . . . 12', 200]])
    expect(long?.lines.map(({ text, x, width }) => [text, x + width])).toEqual([['One two . . . . . 12', 200]])
    expect(fitted('One two three . . . . . . 12', box, widthOf)?.size).toBeLessThan(10)
    expect(
      fitted('One two three four five six seven eight . . . . . 12', { ...box, right: 200 }, widthOf),
    ).toBeUndefined()
  })

  it.each(['One.·····]', 'One . . . . . two', 'Wait.... 3 words'])('keeps other dots as they are: %s', text => {
    expect(
      fitted(text, BOX, widthOf)
        ?.lines.map(line => line.text)
        .join(' '),
    ).toBe(text)
  })

  it('keeps off what stands in its way', () => {
    const obstacles = [{ left: 160, right: 170, top: 56, bottom: 63 }]
    const fit = fitted('one two three four five six', { ...BOX, obstacles }, widthOf)
    expect(fit?.lines.map(({ text }) => text)).toEqual(['one two three four', 'five six'])
    expect(fitted('one two three four five six seven', { ...BOX, obstacles }, widthOf)?.lines[1]?.text).toBe('five six')
  })

  it.each([
    [1, 10, 3],
    [0.8, 8, 2],
    [0.6, 6, 2],
  ])('is no larger than it may be: %f', (most, size, lines) => {
    const fit = fitted(WORDS, BOX, widthOf, most)
    expect([fit?.size, fit?.lines.length]).toEqual([size, lines])
  })

  it('has its lines closer together as it becomes smaller, but not into each other', () => {
    const distance = (leading: number, most: number) => {
      const [first, second] = fitted(WORDS, { ...BOX, leading }, widthOf, most)?.lines ?? []
      return (second?.y ?? 0) - (first?.y ?? 0)
    }
    expect(distance(12, 0.8)).toBeCloseTo(9.6)
    expect(distance(5, 0.8)).toBeCloseTo(8 * 1.08)
  })

  it('begins in from its other lines, or out from them, as its source did', () => {
    const starts = (first: number) => fitted(WORDS, { ...BOX, first, lowest: 98 }, widthOf)?.lines.map(({ x }) => x)
    expect(starts(120)).toEqual([120, 100, 100])
    expect(fitted(WORDS, { ...BOX, left: 120, lowest: 98 }, widthOf)?.lines.map(({ x }) => x)).toEqual([100, 120, 120])
  })

  it.each(['centre', 'right'] as const)(
    'is nowhere where something is in the way of one that stands at the %s',
    align => {
      const obstacles = [{ left: 160, right: 170, top: 40, bottom: 80 }]
      expect(fitted('one two', { ...BOX, align, obstacles }, widthOf)).toBeUndefined()
    },
  )

  it('is never out of its place, nor without one of its words', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,14}$/), { minLength: 1, maxLength: 40 })
    const align = fc.constantFrom('left', 'centre', 'right', 'justified')
    fc.assert(
      fc.property(words, align, fc.double({ min: 50, max: 400, noNaN: true }), (some, one, lowest) => {
        const fit = fitted(some.join(' '), { ...BOX, align: one, lowest }, widthOf)
        if (!fit) return
        expect(fit.lines.map(({ text }) => text).join(' ')).toBe(some.join(' '))
        expect(fit.size).toBeGreaterThan(5.9)
        for (const { x, y, width } of fit.lines) {
          expect(x).toBeGreaterThan(98.9)
          expect(x + width).toBeLessThan(201.1)
          expect(y).toBeLessThan(lowest + 0.1)
        }
      }),
    )
  })
})
