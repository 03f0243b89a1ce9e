import { describe, expect, it } from 'vitest'
import { openDocument } from '../../../../src/formats/pdf/library.ts'
import { type Glyph, type Sketch, sketchOf } from '../../../../src/formats/pdf/pages/glyphs.ts'
import { type Made, madePdf, streamOf, textAt } from './made.ts'

/** What the first page of a file shows whose content this is. */
async function sketched(content: string, made: Made = {}): Promise<Sketch> {
  const file = await openDocument(new Uint8Array(madePdf([content], made)))
  try {
    return await sketchOf(await file.getPage(1))
  } finally {
    await file.loadingTask.destroy()
  }
}

const glyphsIn = ({ shown }: Sketch): readonly Glyph[] =>
  shown.flatMap(({ items }) => items.flatMap(item => (typeof item === 'object' ? [item] : [])))
const places = (sketch: Sketch) => glyphsIn(sketch).map(({ text, x, y }) => [text, Math.round(x * 10) / 10, y])
const font = (operators: string) => `BT /F1 10 Tf ${operators} ET`

describe('the letters of a page', () => {
  it('stand one after the other, from the top left corner, each as wide as its font has it', async () => {
    const sketch = await sketched(font('50 700 Td (Hi!) Tj'))
    expect(places(sketch)).toEqual([
      ['H', 50, 100],
      ['i', 57.2, 100],
      ['!', 59.4, 100],
    ])
    expect(glyphsIn(sketch).map(({ size, turned }) => [size, turned])).toEqual(Array(3).fill([10, 0]))
  })

  it.each([
    ['gaps', font('50 700 Td [(H) -1000 (H)] TJ'), 67.2],
    ['spacing of letters', font('3 Tc 50 700 Td (HH) Tj'), 60.2],
    ['spacing of words', font('4 Tw 50 700 Td (H H) Tj'), 64],
    ['stretched letters', font('200 Tz 50 700 Td (HH) Tj'), 64.4],
    ['a new place', font('50 700 Td (H) Tj 30 0 Td (H) Tj'), 80],
    ['a matrix', font('50 700 Td (H) Tj 1 0 0 1 90 700 Tm (H) Tj'), 90],
    ['a larger page', `2 0 0 2 0 0 cm ${font('25 350 Td (HH) Tj')}`, 64.4],
    ['a state that was left', `q 1 0 0 1 500 0 cm Q ${font('50 700 Td (HH) Tj')}`, 57.2],
  ])('are moved by what the page says: %s', async (_, content, x) => {
    const found = places(await sketched(content))
    expect(found.findLast(([text]) => text === 'H')).toEqual(['H', x, 100])
  })

  it.each([
    ['T*', font('14 TL 50 700 Td (H) Tj T* (a) Tj')],
    ["'", font("14 TL 50 700 Td (H) Tj (a) '")],
    ['"', font('14 TL 50 700 Td (H) Tj 0 0 (a) "')],
    ['TD', font('50 700 TD (H) Tj 0 -14 TD (a) Tj')],
    ['TD, then T*', font('50 728 Td 0 -14 TD T* (H) Tj T* (a) Tj')],
  ])('begin new lines: %s', async (_, content) => {
    expect(places(await sketched(content)).map(([, , y]) => y)).toEqual([100, 114])
  })

  it('are raised and lowered', async () => {
    const found = places(await sketched(font('50 700 Td (H) Tj 5 Ts (a) Tj -5 Ts (b) Tj')))
    expect(found.map(([, , y]) => y)).toEqual([100, 95, 105])
  })

  it.each([
    [90, '0 -1 1 0 50 700'],
    [180, '-1 0 0 -1 50 700'],
    [270, '0 1 -1 0 50 700'],
  ])('say how far they are turned: %i', async (turned, matrix) => {
    const sketch = await sketched(font(`${matrix} Tm (Hi) Tj`))
    expect(glyphsIn(sketch).map(glyph => glyph.turned)).toEqual([turned, turned])
    expect(sketch.shown[0]?.reason).toBeUndefined()
  })

  it('move on as far as `TJ` has it, with their spacing', async () => {
    const [letter, blank] = glyphsIn(await sketched(font('2 Tc 3 Tw 50 700 Td (H ) Tj')))
    expect(letter).toMatchObject({ advance: expect.closeTo(-922, 6), is_blank: false })
    expect(blank).toMatchObject({ advance: expect.closeTo(-778, 6), is_blank: true })
  })
})

describe('what text looks like', () => {
  const looks = async (content: string, made: Made = {}) =>
    (await sketched(content, made)).shown.map(({ look }) => look)

  it('has the colour that it is filled with, however that is said', async () => {
    const shown = font('50 700 Td (a) Tj 1 0 0 rg (b) Tj 0.5 g (c) Tj 0 0 0 1 k (d) Tj')
    expect((await looks(shown)).map(({ colour }) => colour)).toEqual([
      '#000000',
      '#ff0000',
      expect.stringMatching(/^#(?:7f7f7f|808080)$/),
      expect.stringMatching(/^#[0-3]\w[0-3]\w[0-3]\w$/),
    ])
  })

  it('lets through what the state says', async () => {
    const made = { resources: '/ExtGState<</Half<</ca 0.5>>>>' }
    const shown = `q /Half gs ${textAt('a', 50, 700)} Q ${textAt('b', 50, 600)}`
    expect((await looks(shown, made)).map(({ alpha }) => alpha)).toEqual([0.5, 1])
  })

  it('is that of its font', async () => {
    const made = {
      objects: ['<</Type/Font/Subtype/Type1/BaseFont/Times-BoldItalic/Encoding/WinAnsiEncoding>>'],
      page: '/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>',
    }
    const [plain, other] = await looks(font('50 700 Td (a) Tj /F2 10 Tf (b) Tj'), made)
    expect(plain).toMatchObject({ family: 'sans', bold: false, italic: false })
    expect(other).toMatchObject({ family: 'serif', bold: true, italic: true })
  })
})

describe('what stands against writing over text', () => {
  const reasons = async (content: string, made: Made = {}) =>
    (await sketched(content, made)).shown.map(({ reason }) => reason)

  it.each([
    ['0', undefined],
    ['1', 'outlined'],
    ['2', undefined],
    ['3', 'invisible'],
    ['4', 'clipping'],
    ['5', 'clipping'],
    ['6', 'clipping'],
    ['7', 'clipping'],
  ])('is the way in which it is shown: %s', async (mode, reason) => {
    expect(await reasons(font(`${mode} Tr 50 700 Td (a) Tj`))).toEqual([reason])
  })

  it.each([
    ['leans', '1 0 0.3 1 50 700', undefined],
    ['leans far', '1 0 1 1 50 700', 'askew'],
    ['is turned a little', '0.999 0.01 -0.01 0.999 50 700', undefined],
    ['is turned', '0.9 0.4 -0.4 0.9 50 700', 'askew'],
    ['is seen in a mirror', '-1 0 0 1 50 700', 'askew'],
  ])('is that it %s', async (_, matrix, reason) => {
    expect(await reasons(font(`${matrix} Tm (a) Tj`))).toEqual([reason])
  })

  it('is a layer, but no other marked content', async () => {
    const made = { objects: ['<</Type/OCG/Name(Notes)>>'], resources: '/Properties<</L1 4 0 R>>' }
    const marked = (mark: string) => `${mark} ${textAt('a', 50, 700)} EMC`
    expect(await reasons(`${marked('/OC /L1 BDC')} ${textAt('b', 50, 600)}`, made)).toEqual(['layer', undefined])
    expect(await reasons(marked('/P <</MCID 1>> BDC'), made)).toEqual([undefined])
  })

  it.each([
    ['cut to another place', `q 0 0 40 40 re W n ${textAt('a', 50, 700)} Q`, 'cut_off'],
    ['cut through', `q 0 690 58 30 re W n ${textAt('abc', 50, 700)} Q`, 'cut_off'],
    ['cut to its own place', `q 40 690 40 30 re W n ${textAt('a', 50, 700)} Q`, undefined],
    ['drawn after the cut', `q 0 0 40 40 re W n Q ${textAt('a', 50, 700)}`, undefined],
    ['cut to nothing', `q W n ${textAt('a', 50, 700)} Q`, 'cut_off'],
    ['cut to one of two places', `q 0 0 9 9 re 40 690 40 30 re W* n ${textAt('a', 50, 700)} Q`, undefined],
    ['beside the page', textAt('a', 700, 700), 'outside'],
    ['above the page', textAt('a', 50, 810), 'outside'],
    ['in no colour at all', `/None gs ${textAt('a', 50, 700)}`, 'invisible'],
  ])('is that it is not seen: %s', async (_, content, reason) => {
    const made = { resources: '/ExtGState<</None<</ca 0>>>>' }
    expect(await reasons(content, made)).toEqual([reason])
  })

  it('is that it is cut to other letters', async () => {
    const letters = textAt('A', 50, 700, { before: '7 Tr' })
    expect(await reasons(`q ${letters} ${textAt('a', 50, 700, { before: '0 Tr' })} Q`)).toEqual(['clipping', 'cut_off'])
  })

  it.each(['', '/Group<</S/Transparency>>'])('is that the form it stands in is cut to its box: %s', async group => {
    const form = streamOf(textAt('a', 50, 700), `/Type/XObject/Subtype/Form/BBox[0 0 40 40]${group}`)
    const made = { objects: [form], resources: '/XObject<</Fm 4 0 R>>' }
    expect(await reasons('/Fm Do', made)).toEqual(['cut_off'])
    expect(await reasons(`/Fm Do ${textAt('b', 50, 700)}`, made)).toEqual(['cut_off', undefined])
  })

  it('says nothing of a mask, which shows nothing itself', async () => {
    const group = streamOf(
      textAt('hidden', 50, 700),
      '/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Group<</S/Transparency/CS/DeviceGray>>',
    )
    const made = { objects: [group], resources: '/ExtGState<</M<</SMask<</S/Luminosity/G 4 0 R>>>>>>' }
    expect(glyphsIn(await sketched(`q /M gs ${textAt('a', 50, 700)} Q`, made)).map(({ text }) => text)).toEqual(['a'])
  })
})

describe('the shapes that a page fills', () => {
  const covers = async (content: string) => {
    const made = { resources: '/ExtGState<</Mixed<</BM/Multiply>>/Half<</ca 0.5>>>>' }
    return (await sketched(content, made)).covers.map(({ after, area }) => [after, area.bounds.left])
  }

  it('are those that are drawn after a text, and hide what is below them', async () => {
    const text = textAt('a', 50, 700)
    expect(await covers(`10 10 50 50 re f ${text} 20 10 50 50 re f ${text} 30 10 50 50 re f*`)).toEqual([
      [1, 20],
      [2, 30],
    ])
  })

  it.each([
    ['no more than a line', '10 10 50 1 re f'],
    ['no more than an outline', '10 10 50 50 re S'],
    ['mixed with what is below', '/Mixed gs 10 10 50 50 re f'],
    ['seen through', '/Half gs 10 10 50 50 re f'],
  ])('are none that are %s', async (_, shape) => {
    expect(await covers(`${textAt('a', 50, 700)} ${shape}`)).toEqual([])
  })
})

describe('the marks around text', () => {
  it('are known by their tags, outermost first, for as long as they last', async () => {
    const content = `/Outer BMC /Inner <</MCID 3>> BDC ${textAt('a', 50, 700)} EMC ${textAt('b', 50, 600)} EMC ${textAt('c', 50, 500)}`
    expect((await sketched(content)).shown.map(({ marks }) => marks)).toEqual([['Outer', 'Inner'], ['Outer'], []])
  })
})

describe('the lines that a page draws', () => {
  it('are those that are upright or level, long enough, and seen', async () => {
    const { edges } = await sketched(
      '10 10 m 90 10 l S 20 20 m 20 90 l S 30 30 m 80 80 l S 5 5 m 6 5 l S 40 40 m 99 40 l n',
    )
    expect(edges).toEqual([
      { left: 10, right: 90, top: 790, bottom: 790 },
      { left: 20, right: 20, top: 710, bottom: 780 },
    ])
  })

  it('are the sides of a box, where the page puts it', async () => {
    const { edges } = await sketched('1 0 0 1 100 0 cm 10 10 50 20 re S')
    expect(edges.map(({ left, right, top, bottom }) => [left, right, top, bottom]).sort()).toEqual([
      [110, 110, 770, 790],
      [110, 160, 770, 770],
      [110, 160, 790, 790],
      [160, 160, 770, 790],
    ])
  })

  it('are no curves', async () => {
    expect((await sketched('10 10 m 20 30 40 50 60 10 c S')).edges).toEqual([])
  })
})
