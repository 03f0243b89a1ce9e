import { describe, expect, it } from 'vitest'
import type { Fragment } from '../../../../src/formats/pdf/fragments.ts'
import type { Glyph, TextShown } from '../../../../src/formats/pdf/pages/glyphs.ts'
import { bytesOfLetter, matchParagraphs } from '../../../../src/formats/pdf/pages/matching.ts'
import type { Picture } from '../../../../src/formats/pdf/pages/shows.ts'
import { operationsIn } from '../../../../src/formats/pdf/pages/tokens.ts'
import type { Paragraph } from '../../../../src/formats/pdf/paragraphs.ts'

const LOOK = { family: 'sans', bold: false, italic: false, colour: '#000000', alpha: 1 } as const
/** Each letter is as wide as half its size. */
const WIDTH = 5

/** Letters from a place on. */
function letters(text: string, x: number, y: number, size = 10): Glyph[] {
  return [...text].map((letter, at) => ({
    text: letter,
    ...{ x: x + at * WIDTH, y, width: WIDTH, size, turned: 0, advance: -500, is_blank: letter === ' ' },
  }))
}

function shown(items: TextShown['items'], reason?: TextShown['reason']): TextShown {
  return { items, look: LOOK, marks: [], reason }
}

/** A paragraph of lines, each at its place. */
function paragraph(...lines: readonly (readonly [text: string, x: number, y: number])[]): Paragraph {
  const read = lines.map(([text, x, y]) => {
    const width = text.length * WIDTH
    const piece: Fragment = { text, x, y, width, size: 10, font: 'F1', from_right: false, turned: 0 }
    return { text, left: x, right: x + width, y, size: 10, pieces: [piece] }
  })
  return {
    text: lines.map(([text]) => text).join(' '),
    size: 10,
    top: 0,
    bottom: 0,
    is_list: false,
    is_cell: false,
    lines: read,
  }
}

/** Which letters belong to which paragraph, and what stands against writing over it. */
function matched(paragraphs: readonly Paragraph[], texts: readonly TextShown[], pictures: readonly Picture[] = []) {
  const content = { text: '', form: undefined, open: 0, unopened: 0, in_text: false }
  const shows = texts.map(({ items }) => {
    const text = items.map(item => (typeof item === 'number' ? '' : item.text)).join('')
    const [operation] = operationsIn(`<${Buffer.from(text, 'latin1').toString('hex')}> Tj`)
    if (operation === undefined) throw new Error('an operator shows it')
    return { operation, stream: content, said_again: [] }
  })
  const drawn = { shows, pictures, content, forms: [] }
  return matchParagraphs({ paragraphs, drawn, shown: texts, covers: [], viewport: [1, 0, 0, -1, 0, 800] }).map(one => ({
    text: one.letters.map(({ glyph }) => glyph.text).join(''),
    reason: one.reason,
  }))
}

describe('the letters of paragraphs', () => {
  it('are those where their lines were read, in whatever order they are drawn', () => {
    const both = [paragraph(['Roses', 50, 100], ['flower', 50, 112]), paragraph(['Mondays', 50, 200])]
    const texts = [letters('Mondays', 50, 200), letters('flower', 50, 112), letters('Roses', 50, 100)]
    expect(
      matched(
        both,
        texts.map(items => shown(items)),
      ),
    ).toEqual([
      { text: 'flowerRoses', reason: undefined },
      { text: 'Mondays', reason: undefined },
    ])
  })

  it('are told apart in one operator, with the blanks after them', () => {
    const cells = [paragraph(['Left', 50, 100]), paragraph(['Right', 200, 100])]
    const items = [...letters('Left ', 50, 100), -20_000, ...letters('Right', 200, 100)]
    expect(matched(cells, [shown(items)]).map(({ text }) => text)).toEqual(['Left ', 'Right'])
  })

  it('may stand a little off their line, as small raised ones do', () => {
    const note = paragraph(['Roses1', 50, 100])
    const items = [...letters('Roses', 50, 100), ...letters('1', 75, 96, 6)]
    expect(matched([note], [shown(items)])).toEqual([{ text: 'Roses1', reason: undefined }])
  })

  it('are of the line that is nearest', () => {
    const close = [paragraph(['aaa', 50, 100]), paragraph(['bbb', 50, 104])]
    const texts = [shown(letters('aaa', 50, 100)), shown(letters('bbb', 50, 104))]
    expect(matched(close, texts).map(({ text }) => text)).toEqual(['aaa', 'bbb'])
  })

  it('may be drawn twice, to look bold', () => {
    const texts = [shown(letters('Roses', 50, 100)), shown(letters('Roses', 50.4, 100))]
    expect(matched([paragraph(['Roses', 50, 100])], texts)).toEqual([{ text: 'RosesRoses', reason: undefined }])
  })

  it('may be ligatures, and come in another order than they are read', () => {
    const ligature = letters('ﬃ', 50, 100).map(one => ({ ...one, width: 3 * WIDTH }))
    const items = [...letters('ci', 65, 100), ...ligature]
    expect(matched([paragraph(['ffici', 50, 100])], [shown(items)])[0]?.reason).toBeUndefined()
    expect(matched([paragraph(['office', 50, 100])], [shown(items)])[0]?.reason).toBe('entangled')
  })

  it('are none of those that stand elsewhere', () => {
    const texts = [shown(letters('Roses', 50, 100)), shown(letters('Other', 300, 100)), shown(letters('More', 50, 300))]
    expect(matched([paragraph(['Roses', 50, 100])], texts)).toEqual([{ text: 'Roses', reason: undefined }])
  })
})

describe('a paragraph that can only stay as it is', () => {
  const ROSES = paragraph(['Roses', 50, 100])

  it('has a letter that cannot be replaced', () => {
    const texts = [shown(letters('Ro', 50, 100)), shown(letters('ses', 60, 100), 'invisible')]
    expect(matched([ROSES], texts)[0]?.reason).toBe('invisible')
  })

  it('has other letters than it was read with', () => {
    expect(matched([ROSES], [shown(letters('Rosen', 50, 100))])[0]?.reason).toBe('entangled')
    expect(matched([ROSES], [shown(letters('Rose', 50, 100))])[0]?.reason).toBe('entangled')
    expect(matched([ROSES], [])[0]?.reason).toBe('entangled')
  })

  it('is behind a picture that is drawn later', () => {
    const text = [shown(letters('Roses', 50, 100))]
    const over: Picture = { matrix: [600, 0, 0, 800, 0, 0], after: 1 }
    expect(matched([ROSES], text, [over])[0]?.reason).toBe('covered')
    expect(matched([ROSES], text, [{ ...over, after: 0 }])[0]?.reason).toBeUndefined()
    expect(matched([ROSES], text, [{ ...over, matrix: [90, 0, 0, 90, 300, 0] }])[0]?.reason).toBeUndefined()
    expect(matched([ROSES], text, [{ ...over, matrix: [0, 0, 0, 0, 0, 0] }])[0]?.reason).toBeUndefined()
  })

  it('shares an operator with another one, and their letters have not as many bytes each', () => {
    const cells = [paragraph(['Left', 50, 100]), paragraph(['fi', 200, 100])]
    const ligature = letters('f', 200, 100).map(one => ({ ...one, text: 'fi', width: 2 * WIDTH }))
    const together = [shown([...letters('Left', 50, 100), ...ligature])]
    expect(matched(cells, together).map(({ reason }) => reason)).toEqual(['entangled', 'entangled'])
    const apart = [shown(letters('Left', 50, 100)), shown(ligature)]
    expect(matched(cells, apart).map(({ reason }) => reason)).toEqual([undefined, undefined])
  })
})

describe('the bytes of a letter', () => {
  const many = (text: string, count: number) => {
    const [operation] = operationsIn(text)
    return bytesOfLetter(operation?.operands ?? [], letters('a'.repeat(count), 0, 0))
  }

  it.each([
    ['(abc) Tj', 3, 1],
    ['[(ab) 20 (c)] TJ', 3, 1],
    ['<004100420043> Tj', 3, 2],
    ['[<0041> 20 <00420043>] TJ', 3, 2],
    ['[<00> <41>] TJ', 1, undefined],
    ['(abc) Tj', 2, undefined],
    ['(abc) Tj', 4, undefined],
    ['() Tj', 0, 1],
  ] as const)('are known where all have as many: %s for %i', (text, count, bytes) => {
    expect(many(text, count)).toBe(bytes)
  })
})
