import { describe, expect, it } from 'vitest'
import { readPdf } from '../../../../src/formats/pdf/document.ts'
import { writePages } from '../../../../src/formats/pdf/pages/index.ts'
import { openObjects, streamContent } from '../../../../src/formats/pdf/pages/objects.ts'
import {
  contentOf,
  lettersOf,
  madePdf,
  missed,
  paragraphsOf,
  streamOf,
  type Translate,
  textAt,
  writtenOver,
} from './made.ts'

const ROSES = 'The roses are in flower'
const CLOSED = 'Closed on Mondays'
const TWO = madePdf([`${textAt(ROSES, 50, 700)}\n1 0 0 RG 10 10 m 90 10 l S\n${textAt(CLOSED, 50, 500)}`])
const only =
  (source: string, translation: string): Translate =>
  text =>
    text === source ? translation : undefined

describe('a page that is written over', () => {
  it('has the new words where the old ones were, and the old ones no more', async () => {
    const { bytes, written, kept } = await writtenOver(TWO, only(ROSES, 'Die Rosen blühen'))
    const [rose, closed] = await paragraphsOf(TWO)
    expect(await paragraphsOf(bytes)).toEqual([{ ...rose, text: 'Die Rosen blühen' }, closed])
    expect({ written: written.length, kept }).toEqual({ written: 1, kept: [] })
    expect(await missed(TWO, { bytes, written })).toEqual([])
  })

  it('keeps every other operator byte for byte', async () => {
    const { bytes } = await writtenOver(TWO, only(ROSES, 'Die Rosen blühen'))
    const before = (await contentOf(TWO)).replace(`(${ROSES}) Tj`, '…')
    const after = (await contentOf(bytes)).replace(/ \[-\d+(?:\.\d+)?\] TJ /, '…')
    expect(after).toContain(before)
    expect(before).toContain(`(${CLOSED}) Tj`)
  })

  it('is the file that was given where nothing is translated', async () => {
    const { bytes, written } = await writtenOver(TWO, () => undefined)
    expect(bytes).toBe(TWO)
    expect(written).toEqual([])
  })

  it('is the same file each time', async () => {
    const [one, other] = [await writtenOver(TWO, () => 'Rosen'), await writtenOver(TWO, () => 'Rosen')]
    expect(Buffer.compare(one.bytes, other.bytes)).toBe(0)
  })

  it.each([
    ['Greek', 'el', 'Τα τριαντάφυλλα ανθίζουν'],
    ['Cyrillic', 'ru', 'Розы цветут'],
    ['of eastern Europe', 'pl', 'Róże kwitną, źdźbło'],
  ])('can be in letters that its font does not have: %s', async (_, language, translation) => {
    const { bytes } = await writtenOver(TWO, only(ROSES, translation), language)
    expect((await paragraphsOf(bytes)).map(({ text }) => text)).toEqual([translation, CLOSED])
  })

  it('keeps a text that shares an operator with one that is replaced, at its place', async () => {
    const cells = madePdf(['BT /F1 10 Tf 50 700 Td [(Left) -20000 (Right)] TJ ET'])
    const { bytes } = await writtenOver(cells, only('Left', 'Links'))
    expect(await paragraphsOf(bytes)).toEqual(
      (await paragraphsOf(cells)).map(one => (one.text === 'Left' ? { ...one, text: 'Links' } : one)),
    )
  })

  it('moves on as far as before where all operators stand one after the other', async () => {
    const row = madePdf([
      'BT /F1 10 Tf 2 Tc 5 Tw 14 TL 50 700 Td (First cell) Tj [-9000 (second)] TJ (Below) \' 1 2 (At last) " ET',
    ])
    const all = await lettersOf(row)
    for (const { text } of await paragraphsOf(row)) {
      const { bytes, written } = await writtenOver(row, only(text, '§'))
      const left = (await lettersOf(bytes)).filter(letter => !letter.startsWith('§'))
      expect(written).toHaveLength(1)
      expect(all).toEqual(expect.arrayContaining(left))
      expect(left).toHaveLength(all.length - text.replaceAll(' ', '').length)
    }
  })

  it('lets no two texts grow into the same place', async () => {
    const source = madePdf([`${textAt('Function', 50, 700)} ${textAt('Note', 350, 700)} ${textAt('A line', 50, 600)}`])
    const made = await writtenOver(source, text => `${text} which is longer by far than it was before`)
    expect(await missed(source, made)).toEqual([])
    expect(made.kept).toEqual([])
  })

  it('keeps the number at the end of a line of contents where it is, and reads it back', async () => {
    const contents = `${textAt(`Roses ${'. '.repeat(60)}12`, 50, 700)} ${textAt(ROSES, 50, 600)}`
    const source = madePdf([contents])
    const made = await writtenOver(source, text => text.replace('Roses', 'Die Rosen im Garten hinter dem Haus'))
    expect(await missed(source, made)).toEqual([])
    const ends = async (file: Uint8Array) => (await lettersOf(file)).filter(letter => letter.startsWith('2 '))
    expect(await ends(made.bytes)).toEqual(await ends(source))
    expect(made.written[0]?.share).toBe(1)
  })

  it('looks as the letters did, not as the dots that are more', async () => {
    const times = '<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding/WinAnsiEncoding>>'
    const page = '/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>'
    const shown = `BT /F2 10 Tf 50 700 Td (Roses ) Tj /F1 10 Tf (${'. '.repeat(40)}) Tj /F2 10 Tf (12) Tj ET`
    const { bytes } = await writtenOver(madePdf([shown], { objects: [times], page }), text =>
      text.replace('Roses', 'Rosen'),
    )
    const { context } = await openObjects(bytes)
    const fonts = context.enumerateIndirectObjects().map(([, object]) => object.toString())
    expect(fonts.filter(text => text.includes('LiberationSans'))).toEqual([])
  })

  it('draws signs that other fonts have, which can be read and copied', async () => {
    const source = madePdf([textAt(ROSES, 50, 700)])
    for (const text of ['✓ Rosen ► ∀x ≤ ∅', '■ ● ➔ ❏ Ωα']) {
      const made = await writtenOver(source, () => text)
      expect(await missed(source, made)).toEqual([])
    }
  })

  it('gives the translation the colour, the size and the turn of the source', async () => {
    const page = madePdf([
      `${textAt(ROSES, 50, 700, { before: '1 0 0 rg' })}\n0 g BT /F1 8 Tf 0 1 -1 0 590 100 Tm (${CLOSED}) Tj ET`,
    ])
    const { bytes } = await writtenOver(page, text => (text === ROSES ? 'Rosen' : 'Montags zu'))
    const content = await contentOf(bytes)
    expect(content).toMatch(/1 0 0 rg BT \/\S+ 10 Tf 1 0 0 1 50 700 Tm/)
    expect(content).toMatch(/0 0 0 rg BT \/\S+ 8 Tf 0 1 -1 0 590 100 Tm/)
  })

  it('draws where it should on a page that leaves its state changed, is turned, or begins elsewhere', async () => {
    const page = madePdf([`Q 2 0 0 2 0 0 cm q ${textAt(ROSES, 60, 350)} q`], {
      page: '/Rotate 90/MediaBox[20 30 620 830]',
    })
    const { bytes } = await writtenOver(page, () => 'Die Rosen')
    const [{ left, y, size } = { left: 0, y: 0, size: 0 }] = await paragraphsOf(page)
    expect(await paragraphsOf(bytes)).toEqual([{ text: 'Die Rosen', left, y, size }])
  })

  it('breaks and shrinks a translation into the place, no further than it can be read', async () => {
    const lines = ['The roses of this garden are the oldest of', 'the whole village and flower until autumn']
    const full = madePdf([
      [...lines.map((line, at) => textAt(line, 50, 700 - at * 12)), textAt(CLOSED, 50, 660)].join('\n'),
    ])
    const source = lines.join(' ')
    const longer = await writtenOver(full, only(source, `${source} und noch viele Wörter mehr in diesem Satz dazu`))
    expect(longer.written[0]?.share).toBeLessThan(1)
    expect(longer.written[0]?.lines.length).toBeGreaterThan(2)
    const far = await writtenOver(full, only(source, `${source} `.repeat(9)))
    expect(far.kept).toEqual([{ page: 1, paragraph: 0, reason: 'no_room' }])
    expect(far.bytes).toBe(full)
  })

  it('keeps a text whole where the fonts lack a letter of its translation', async () => {
    const { bytes, kept } = await writtenOver(TWO, text => (text === ROSES ? '薔薇が咲いている' : 'Montags zu'))
    expect(kept).toEqual([{ page: 1, paragraph: 0, reason: 'letters' }])
    expect((await paragraphsOf(bytes)).map(({ text }) => text)).toEqual([ROSES, 'Montags zu'])
  })

  it('takes the old text out of the whole file, also where it is said once more for who listens', async () => {
    const marked = `/Span <</MCID 0/ActualText(${ROSES})>> BDC ${textAt(ROSES, 50, 700)} EMC`
    const tagged = madePdf([marked], {
      objects: [`<</Type/StructTreeRoot/K 5 0 R>>`, `<</Type/StructElem/S/P/Alt(${ROSES})>>`],
      root: '/StructTreeRoot 4 0 R/MarkInfo<</Marked true>>/Lang(en)',
    })
    const { bytes } = await writtenOver(tagged, () => 'Rosen')
    const objects = (await openObjects(bytes)).context
      .enumerateIndirectObjects()
      .map(([, object]) => `${object} ${streamContent(object)}`)
    expect(objects.filter(text => text.includes('flower'))).toEqual([])
    expect(objects.filter(text => text.includes('/Lang (de)'))).toHaveLength(1)
  })
})

describe('a form that a page draws', () => {
  const form = streamOf(textAt(ROSES, 50, 700), '/Type/XObject/Subtype/Form/BBox[0 0 600 800]')
  const made = (content: string) => madePdf([content], { objects: [form], resources: '/XObject<</X1 4 0 R>>' })

  it('is written over where it is drawn once', async () => {
    const { bytes } = await writtenOver(made('/X1 Do'), () => 'Die Rosen blühen')
    expect((await paragraphsOf(bytes)).map(({ text }) => text)).toEqual(['Die Rosen blühen'])
  })

  it('stays as it is where it is drawn more than once', async () => {
    const { kept } = await writtenOver(made('/X1 Do 1 0 0 1 0 -300 cm /X1 Do'), () => 'Rosen')
    expect(kept.map(({ reason }) => reason)).toEqual(['shared', 'shared'])
  })
})

describe('text that can only stay as it is', () => {
  const picture = streamOf('a', '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8')
  const resources = '/XObject<</I1 4 0 R>>/Properties<</L1 5 0 R>>/Pattern<</P1 8 0 R>>'
  const objects = [
    picture,
    '<</Type/OCG/Name(Notes)>>',
    '<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/CharProcs<</a 7 0 R>>/Encoding<</Differences[97/a/a/a/a/a/a]>>/FirstChar 97/LastChar 102/Widths[1 1 1 1 1 1]>>',
    streamOf('1 0 d0 0 0 1 1 re f'),
    '<</PatternType 2/Shading<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 600 0]/Function<</FunctionType 2/Domain[0 1]/C0[0]/C1[1]/N 1>>>>>>',
  ]
  const tilted = `BT /F1 10 Tf 0.8 0.6 -0.6 0.8 50 700 Tm (${ROSES}) Tj ET`

  it.each([
    ['invisible', textAt(ROSES, 50, 700, { before: '3 Tr' })],
    ['outlined', textAt(ROSES, 50, 700, { before: '1 Tr' })],
    ['clipping', textAt(ROSES, 50, 700, { before: '7 Tr' })],
    ['covered', `${textAt(ROSES, 50, 700)} q 600 0 0 800 0 0 cm /I1 Do Q`],
    ['layer', `/OC /L1 BDC ${textAt(ROSES, 50, 700)} EMC`],
    ['pattern', textAt(ROSES, 50, 700, { before: '/Pattern cs /P1 scn' })],
    ['askew', tilted],
  ])('is named before anything is written: %s', async (reason, content) => {
    const { kept, bytes } = await writtenOver(
      madePdf([`${content} ${textAt(CLOSED, 50, 400, { before: '0 Tr 0 g' })}`], { objects, resources }),
      text => (text === CLOSED ? undefined : 'Rosen'),
    )
    expect(kept.map(one => one.reason)).toEqual([reason])
    expect((await paragraphsOf(bytes)).map(({ text }) => text)).toContain(ROSES)
  })

  it('is named where its letters are drawings', async () => {
    const page = '/Resources<</Font<</F3 6 0 R>>>>'
    const { kept } = await writtenOver(
      madePdf(['BT /F3 10 Tf 50 700 Td (abcdef) Tj ET'], { objects, page }),
      () => 'Rosen',
    )
    expect(kept.map(({ reason }) => reason)).toEqual(['drawn_letters'])
  })

  it('lets a picture lie below it', async () => {
    const { written } = await writtenOver(
      madePdf([`q 600 0 0 800 0 0 cm /I1 Do Q ${textAt(ROSES, 50, 700)}`], { objects, resources }),
      () => 'Rosen',
    )
    expect(written).toHaveLength(1)
  })
})

describe('a file that cannot be written', () => {
  it('is refused in words: damaged, encrypted', async () => {
    const document = await readPdf(TWO)
    const writing = { language: 'de', translationOf: () => 'Rosen' }
    await expect(writePages(Buffer.from('%PDF-1.7\nnothing'), document, writing)).rejects.toMatchObject({
      code: 'malformed',
    })
    const locked = Buffer.from(TWO.toString('latin1').replace('/Root', '/Encrypt 3 0 R/Root'), 'latin1')
    await expect(writePages(locked, document, writing)).rejects.toMatchObject({ code: 'protected' })
  })
})
