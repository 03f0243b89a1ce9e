import { describe, expect, it } from 'vitest'
import { textBlocks } from '../../../src/formats/pdf/blocks.ts'
import { compoundsIn, paragraphsIn } from '../../../src/formats/pdf/paragraphs.ts'
import type { TextLine } from '../../../src/formats/pdf/text-line.ts'

/** A line whose letters are half as wide as the font is large. */
function line(text: string, left: number, y: number, size = 10): TextLine {
  return { text, left, right: left + text.length * size * 0.5, y, size, pieces: [] }
}

/** Lines of one column, each a sentence of its own. */
function columnAt(left: number, y: number, name: string, count = 3): TextLine[] {
  return Array.from({ length: count }, (_, at) => line(`${name} ${at + 1} goes on to the end`, left, y + at * 12))
}

const read = (lines: readonly TextLine[], from_right = false) =>
  textBlocks(lines, from_right).map(block => block.lines.map(({ text }) => text.split(' ').slice(0, 2).join(' ')))

describe('the blocks of a page', () => {
  it('hold the lines below each other, and end where the step becomes larger', () => {
    expect(read([...columnAt(50, 100, 'A'), ...columnAt(50, 160, 'B')])).toEqual([
      ['A 1', 'A 2', 'A 3'],
      ['B 1', 'B 2', 'B 3'],
    ])
  })

  it('end where the letters become larger or smaller', () => {
    expect(read([line('Roses are', 50, 100, 18), ...columnAt(50, 120, 'A', 2)])).toEqual([
      ['Roses are'],
      ['A 1', 'A 2'],
    ])
  })

  it('come column by column', () => {
    expect(read([...columnAt(50, 100, 'A'), ...columnAt(300, 100, 'B'), ...columnAt(550, 100, 'C')]).flat()).toEqual([
      ...['A 1', 'A 2', 'A 3', 'B 1', 'B 2', 'B 3', 'C 1', 'C 2', 'C 3'],
    ])
  })

  it('come from the right column to the left one where the page is written from the right', () => {
    expect(read([...columnAt(50, 100, 'A'), ...columnAt(300, 100, 'B')], true).flat()).toEqual([
      ...['B 1', 'B 2', 'B 3', 'A 1', 'A 2', 'A 3'],
    ])
  })

  it('come strip by strip where a line goes over all columns between them', () => {
    const above = [...columnAt(50, 100, 'A'), ...columnAt(300, 100, 'B')]
    const between = line('Between them a heading that goes from the left side to the right one, over both', 50, 160)
    const below = [...columnAt(50, 200, 'C'), ...columnAt(300, 200, 'D')]
    expect(read([...above, between, ...below]).map(([first]) => first)).toEqual([
      'A 1',
      'B 1',
      'Between them',
      'C 1',
      'D 1',
    ])
  })

  it('have a note beside the text after the text, not in the midst of it', () => {
    const text = Array.from({ length: 6 }, (_, at) =>
      line(`A ${at + 1} goes on and on to the far end of this line`, 50, 100 + at * 12),
    )
    expect(read([...text, line('see it', 400, 124)])).toEqual([['A 1', 'A 2', 'A 3', 'A 4', 'A 5', 'A 6'], ['see it']])
  })

  it('are the cells of a table, row by row', () => {
    const rows = [0, 1, 2].flatMap(row =>
      ['a', 'b', 'c'].map((name, at) => line(`${name} ${row}`, 50 + at * 120, 100 + row * 14)),
    )
    const blocks = textBlocks(rows, false)
    expect(blocks.every(({ is_cell }) => is_cell)).toBe(true)
    expect(read(rows).flat()).toEqual(['a 0', 'b 0', 'c 0', 'a 1', 'b 1', 'c 1', 'a 2', 'b 2', 'c 2'])
  })

  it('go by their places on a page with more of them than a page of text has', () => {
    const many = Array.from({ length: 2000 }, (_, at) => line('x', (at * 37) % 600, ((at * 91) % 800) + at / 100))
    const start = performance.now()
    const blocks = textBlocks(many, false)
    expect(performance.now() - start).toBeLessThan(3000)
    expect(blocks.flatMap(({ lines }) => lines)).toHaveLength(2000)
  })

  it('lose no line, wherever the lines stand', () => {
    const scattered = Array.from({ length: 300 }, (_, at) => line(`w${at}`, (at * 53) % 550, (at * 29) % 780))
    const found = textBlocks(scattered, false).flatMap(({ lines }) => lines.map(({ text }) => text))
    expect([...found].sort()).toEqual(scattered.map(({ text }) => text).sort())
  })
})

describe('the paragraphs of a block', () => {
  /** The paragraphs of lines, each of which ends where it is told to. */
  function paragraphsOf(lines: readonly (readonly [text: string, left?: number, right?: number])[]): string[] {
    const found = lines.map(([text, left = 50, right = 350], at) => ({
      text,
      left,
      right,
      y: 100 + at * 12,
      size: 10,
      pieces: [],
    }))
    const block = { lines: found, left: 50, right: 350, top: 90, bottom: 400, is_cell: false }
    return paragraphsIn(block, compoundsIn(found)).map(({ text }) => text)
  }

  it('end with a short line that ends a sentence', () => {
    expect(
      paragraphsOf([['The garden is'], ['open today.', 50, 120], ['The kitchen is'], ['closed.', 50, 90]]),
    ).toEqual(['The garden is open today.', 'The kitchen is closed.'])
  })

  it('go on after a short line where the next begins with a small letter', () => {
    expect(paragraphsOf([['See the list of Mr.', 50, 150], ['and mrs. Rose']])).toEqual([
      'See the list of Mr. and mrs. Rose',
    ])
  })

  it('begin at an indent, and are not cut where all lines but the first are indented', () => {
    expect(paragraphsOf([['The garden is'], ['open today'], ['The kitchen is', 65], ['closed']])).toHaveLength(2)
    expect(paragraphsOf([['Rose, Anna:'], ['The garden', 65], ['and the house', 65]])).toHaveLength(1)
  })

  it.each([
    ['bullets', '• One of them', '• Two of them'],
    ['dashes', '– One of them', '– Two of them'],
    ['numbers', '1. One of them', '2. Two of them'],
    ['letters in brackets', '(a) One of them', '(b) Two of them'],
    ['Roman numbers', 'i. One of them', 'ii. Two of them'],
  ])('are items of a list by their %s', (_, ...items) => {
    const lines = items.map((text, at) => ({ text, left: 50, right: 350, y: 100 + at * 12, size: 10, pieces: [] }))
    const block = { lines, left: 50, right: 350, top: 90, bottom: 120, is_cell: false }
    expect(paragraphsIn(block, new Set()).map(({ text, is_list }) => [text, is_list])).toEqual(
      items.map(text => [text, true]),
    )
  })

  it('have no item where a number stands by chance at the beginning of a line', () => {
    expect(paragraphsOf([['The house was built in'], ['1900. It has a garden']])).toHaveLength(1)
  })

  it('have broken words whole again, and words with a hyphen as the file has them elsewhere', () => {
    expect(paragraphsOf([['a won-'], ['derful day']])).toEqual(['a wonderful day'])
    expect(paragraphsOf([['a well-known house is well-'], ['known']])).toEqual(['a well-known house is well-known'])
    expect(paragraphsOf([['the Anglo-'], ['Saxon age']])).toEqual(['the Anglo-Saxon age'])
    expect(paragraphsOf([['pages 12-'], ['14 of it']])).toEqual(['pages 12-14 of it'])
    expect(paragraphsOf([['it was -'], ['or so it seemed']])).toEqual(['it was - or so it seemed'])
  })

  it('have no blank between lines of a script without blanks', () => {
    expect(paragraphsOf([['私たちの庭は今日'], ['開いています']])).toEqual(['私たちの庭は今日開いています'])
    expect(paragraphsOf([['我们的花园'], ['Rose 花园']])).toEqual(['我们的花园 Rose 花园'])
  })
})
