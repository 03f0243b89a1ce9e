import { describe, expect, it } from 'vitest'
import type { Fragment } from '../../../src/formats/pdf/fragments.ts'
import { textLines } from '../../../src/formats/pdf/lines.ts'

/** A piece of text whose letters are half as wide as the font is large. */
function piece(text: string, x: number, y: number, more: Partial<Fragment> = {}): Fragment {
  const size = more.size ?? 10
  return { text, x, y, size, width: text.length * size * 0.5, font: 'f', from_right: false, turned: 0, ...more }
}

const texts = (pieces: readonly Fragment[]) => textLines(pieces).map(({ text }) => text)

describe('pieces of text', () => {
  it('are one line where they stand side by side, in whatever order they were drawn', () => {
    expect(texts([piece('garden', 70, 100), piece('The', 50, 100)])).toEqual(['The garden'])
  })

  it('are joined without a blank where none is between them, and with one where there is room for it', () => {
    expect(texts([piece('gar', 50, 100), piece('den', 65, 100)])).toEqual(['garden'])
    expect(texts([piece('gar', 50, 100), piece('den', 66, 100)])).toEqual(['garden'])
    expect(texts([piece('gar', 50, 100), piece('den', 67, 100)])).toEqual(['gar den'])
  })

  it('have one blank between them where one of them brings it along', () => {
    expect(texts([piece('The ', 50, 100), piece('garden', 73, 100)])).toEqual(['The garden'])
    expect(texts([piece('The', 50, 100), piece(' garden', 68, 100)])).toEqual(['The garden'])
    expect(texts([piece('The   ', 50, 100), piece('garden', 80, 100)])).toEqual(['The garden'])
  })

  it('are two lines where the gap is as wide as one between columns', () => {
    expect(texts([piece('The garden', 50, 100), piece('The kitchen', 300, 100)])).toEqual(['The garden', 'The kitchen'])
  })

  it('are two lines where one is far larger and stands apart, or lies over the other', () => {
    const form = piece('1040', 50, 105, { size: 24 })
    expect(texts([form, piece('Department', 104, 104, { size: 6 })])).toEqual(['1040', 'Department'])
    const over = [piece('of the Treasury', 108, 97, { size: 6 }), piece('Income Tax', 108, 105, { size: 12 })]
    expect(texts([form, ...over])).toEqual(['1040', 'of the Treasury', 'Income Tax'])
    expect(texts([piece('A', 50, 100, { size: 24 }), piece('ll roses', 62, 100)])).toEqual(['All roses'])
    expect(texts([piece('roses', 50, 100), piece('2', 75.5, 96, { size: 6 })])).toEqual(['roses2'])
  })

  it.each([
    ['a sum of another size', 14.1, 8, ['Total', '12']],
    ['one that is close', 14.1, 4, ['Total 12']],
    ['one that is little larger', 13.9, 8, ['Total 12']],
    ['one that is far smaller', 7, 6, ['Total', '12']],
  ])('are two lines by size and gap: %s', (_, size, gap, expected) => {
    expect(texts([piece('Total', 50, 100), piece('12', 75 + gap, 100, { size })])).toEqual(expected)
  })

  it.each([
    ['lies over the first, lower', 50, 103.5, ['A title', 'Words']],
    ['lies over the first, at its height', 50, 102, ['A titleWords']],
    ['reaches into its end a little', 80, 103.5, ['A titleWords']],
  ])('are of one line, or not, where the second %s', (_, x, y, expected) => {
    expect(texts([piece('A title', 50, 100), piece('Words', x, y)])).toEqual(expected)
  })

  it('are lines from top to bottom where they stand below each other', () => {
    expect(texts([piece('second', 50, 112), piece('first', 50, 100), piece('third', 50, 124)])).toEqual([
      'first',
      'second',
      'third',
    ])
  })

  it('belong to the line beside which they are raised or lowered, as signs of notes and of formulas are', () => {
    expect(texts([piece('a rose', 50, 100), piece('2', 80, 96, { size: 6 })])).toEqual(['a rose2'])
    expect(texts([piece('H', 50, 100), piece('2', 55, 102, { size: 6 }), piece('O', 58, 100)])).toEqual(['H2O'])
  })

  it('are said once where they are drawn twice to look bold, and twice where they are apart', () => {
    expect(texts([piece('Roses', 50, 100), piece('Roses', 50.4, 100)])).toEqual(['Roses'])
    expect(texts([piece('Roses', 50, 100), piece('Roses', 80, 100)])).toEqual(['Roses Roses'])
  })

  it('are read from the right where most of them are written so', () => {
    const from_right = { from_right: true }
    expect(texts([piece('עולם', 50, 100, from_right), piece('שלום', 73, 100, from_right)])).toEqual(['שלום עולם'])
  })

  it('give a line its place, and the size that most of its text has', () => {
    const [line] = textLines([piece('The garden of', 50, 100), piece('R', 118, 100, { size: 14 })])
    expect(line).toMatchObject({ text: 'The garden of R', left: 50, right: 125, y: 100, size: 10 })
  })

  it('are none where there are none', () => {
    expect(textLines([])).toEqual([])
  })

  it('become lines in a time that follows their number, also where thousands stand in one place', () => {
    const many = Array.from({ length: 20_000 }, (_, at) => piece(`word${at}`, 50 + (at % 7), 100 + (at % 11)))
    const start = performance.now()
    expect(textLines(many).length).toBeGreaterThan(0)
    expect(performance.now() - start).toBeLessThan(3000)
  })
})
