import { describe, expect, it } from 'vitest'
import { decimal, withoutShown } from '../../../../src/formats/pdf/pages/editing.ts'
import type { Glyph, TextShown } from '../../../../src/formats/pdf/pages/glyphs.ts'
import type { Drawn, Show } from '../../../../src/formats/pdf/pages/shows.ts'
import { operationsIn } from '../../../../src/formats/pdf/pages/tokens.ts'

const LOOK = { family: 'sans', bold: false, italic: false, colour: '#000000', alpha: 1 } as const

function glyph(text: string, advance = -500): Glyph {
  return { text, x: 0, y: 0, width: 5, size: 10, turned: 0, advance, is_blank: text === ' ' }
}

/** A stream with some of the items taken out that its only text operator shows. */
function edited(
  text: string,
  items: TextShown['items'],
  removed: readonly number[],
  marks: readonly string[] = [],
): string {
  const stream: Drawn = { text, form: undefined, open: 0, unopened: 0, in_text: false }
  const operations = [...operationsIn(text)]
  const operation = operations.find(({ name }) => ['Tj', 'TJ', "'", '"'].includes(name))
  if (operation === undefined) throw new Error('the stream shows nothing')
  const said_again = operations.filter(({ name }) => marks.includes(name))
  const show: Show = { operation, stream, said_again }
  const shown: TextShown = { items, look: LOOK, marks: [], reason: undefined }
  return withoutShown(stream, [show], [shown], new Map([[0, new Set(removed)]]))
}

const ABC = [glyph('a'), glyph('b', -600), glyph('c')]

describe('a stream without some of its text', () => {
  it.each([
    ['all', [0, 1, 2], '[-1600] TJ'],
    ['the first', [0], '[-500 <6263>] TJ'],
    ['one in the middle', [1], '[<61> -600 <63>] TJ'],
    ['the last', [2], '[<6162> -500] TJ'],
    ['none', [], '[<616263>] TJ'],
  ])('moves on as far as before: %s', (_, removed, shows) => {
    expect(edited('q (abc) Tj Q', ABC, removed)).toBe(`q  ${shows}  Q`)
  })

  it('keeps the gaps between what stays, and adds up those that meet', () => {
    const items = [glyph('a'), 100, glyph('b'), -30, glyph('c')]
    expect(edited('[(a) 100 (b) -30 (c)] TJ', items, [2])).toBe(' [<61> -430 <63>] TJ ')
    expect(edited('[(a) 100 (b) -30 (c)] TJ', items, [])).toBe(' [<61> 100 <62> -30 <63>] TJ ')
  })

  it('begins a new line where the operator did', () => {
    expect(edited("(abc) '", ABC, [0, 1, 2])).toBe(' T* [-1600] TJ ')
    expect(edited('3 1.5 (abc) "', ABC, [0, 1])).toBe(' 3 Tw 1.5 Tc T* [-1100 <63>] TJ ')
  })

  it('takes both bytes of a letter that has two', () => {
    expect(edited('<004100420043> Tj', ABC, [1])).toBe(' [<0041> -600 <0043>] TJ ')
  })

  it('no longer says the text for who listens, and keeps the number of its mark', () => {
    const mark = '/Span <</MCID 7/ActualText(abc)>> BDC'
    expect(edited(`${mark} (abc) Tj EMC`, ABC, [0, 1, 2], ['BDC'])).toBe(' /Span <</MCID 7>> BDC   [-1600] TJ  EMC')
    expect(edited('/Span /Named BDC (abc) Tj EMC', ABC, [0], ['BDC'])).toMatch(/^ \/Span BMC /)
    expect(edited('/A#20B <</Alt(abc)>> BDC (abc) Tj EMC', ABC, [0], ['BDC'])).toMatch(/^ \/Span BMC /)
  })

  it('is the same where nothing of it is taken out', () => {
    const stream: Drawn = { text: 'q (abc) Tj Q', form: undefined, open: 0, unopened: 0, in_text: false }
    expect(withoutShown(stream, [], [], new Map())).toBe(stream.text)
  })
})

describe('a number', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [1, '1'],
    [10, '10'],
    [-2.5, '-2.5'],
    [1 / 3, '0.3333'],
    [0.00001, '0'],
    [-0.00001, '0'],
    [1e7, '10000000'],
    [1e-7, '0'],
    [100.1, '100.1'],
  ])('is written without an exponent, and without zeros at its end: %d', (value, text) => {
    expect(decimal(value)).toBe(text)
  })
})
