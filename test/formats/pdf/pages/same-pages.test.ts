import { describe, expect, it } from 'vitest'
import { Expectation, rewrite, type Unit, verify } from '../../../../src/formats/index.ts'
import { pdf } from '../../../../src/formats/pdf/pdf.ts'
import { samePages } from '../../../../src/formats/pdf/same-pages.ts'
import { opened, unitsOf } from '../../files.ts'
import { type Made, madePdf, paragraphsOf, streamOf, textAt } from './made.ts'

const ROSES = 'The roses are in flower'
const CLOSED = 'Closed on Mondays'
const GARDEN = madePdf([`${textAt(ROSES, 50, 700)} ${textAt(CLOSED, 50, 500)}`])
const TARGET = { language: 'de' }

/** A file written with these translations, and how it differs from what it should be. */
async function written(bytes: Buffer, translations: Readonly<Record<string, string>>, told = translations) {
  const by = (texts: Readonly<Record<string, string>>) => async (units: readonly Unit[]) =>
    units.map(({ text }) => texts[text])
  const chunks: Uint8Array[] = []
  const expectation = new Expectation(samePages)
  for await (const chunk of rewrite(samePages, opened(bytes), by(translations), TARGET, expectation)) chunks.push(chunk)
  const result = Buffer.concat(chunks)
  return {
    result,
    left: [...expectation.left],
    differences: await verify(samePages, opened(bytes), opened(result), by(told), TARGET),
  }
}

describe('a PDF as the same pages', () => {
  it('is written and reads back without a difference', async () => {
    const { result, differences } = await written(GARDEN, { [ROSES]: 'Die Rosen blühen', [CLOSED]: 'Montags zu' })
    expect(differences).toEqual([])
    expect((await paragraphsOf(result)).map(({ text }) => text)).toEqual(['Die Rosen blühen', 'Montags zu'])
  })

  it('keeps its bytes where nothing is translated', async () => {
    const { result, differences } = await written(GARDEN, {})
    expect(result.equals(GARDEN)).toBe(true)
    expect(differences).toEqual([])
  })

  it('keeps what has no translation', async () => {
    const { result, differences } = await written(GARDEN, { [CLOSED]: 'Montags zu' })
    expect(differences).toEqual([])
    expect((await paragraphsOf(result)).map(({ text }) => text)).toEqual([ROSES, 'Montags zu'])
  })

  it('is told from one that says something else, or nothing, where a translation should be', async () => {
    const { differences } = await written(GARDEN, { [ROSES]: 'Die Rosen' }, { [ROSES]: 'Rosen', [CLOSED]: 'Zu' })
    expect(differences).toEqual([
      { kind: 'text', index: 0, path: 'pdf:/p1/b1', expected: 'Rosen', found: 'DieRosen' },
      { kind: 'text', index: 1, path: 'pdf:/p1/b2', expected: 'Zu', found: CLOSED },
    ])
  })

  it('says which translation could not be drawn', async () => {
    const { result, left, differences } = await written(GARDEN, { [ROSES]: '薔薇', [CLOSED]: 'Montags zu' })
    expect(left).toEqual([[0, 'The fonts lack letters of “薔薇”, on page 1. The source was kept.']])
    expect(differences).toEqual([expect.objectContaining({ kind: 'text', index: 0, found: ROSES })])
    expect((await paragraphsOf(result)).map(({ text }) => text)).toEqual([ROSES, 'Montags zu'])
  })
})

describe('a translation without room', () => {
  it('is told with its page and its first words', async () => {
    const long = 'Eine sehr lange Übersetzung. '.repeat(400).trim()
    const { left, differences } = await written(GARDEN, { [ROSES]: long })
    expect(left).toEqual([
      [0, `No room on page 1 for “${long.slice(0, 60)}…”, even in letters of 60 % of their size. The source was kept.`],
    ])
    expect(differences).toEqual([expect.objectContaining({ kind: 'text', index: 0 })])
  })

  it('is none where all have room', async () => {
    expect((await written(GARDEN, { [ROSES]: 'Die Rosen' })).left).toEqual([])
  })
})

describe('its units', () => {
  const HIDDEN = textAt('Read by a machine', 50, 300, { before: '3 Tr' })
  const comment = '<</Type/Annot/Subtype/Text/Contents(Look here)/Rect[0 0 9 9]>>'
  const typed = '<</Type/Annot/Subtype/FreeText/Contents(Typed here)/Rect[0 0 9 9]>>'
  const field = '<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Mary Poppins)/Rect[0 0 90 20]>>'
  const made: Made = { objects: [comment, typed, field], page: '/Annots[4 0 R 5 0 R 6 0 R]' }
  const file = madePdf([`${textAt(ROSES, 50, 700)} ${HIDDEN}`, '0 0 9 9 re f'], made)
  const shown = async (format: typeof pdf) =>
    (await unitsOf(format, opened(file))).map(({ path, text, left_out, because }) => [path, text, left_out, because])

  it('are those of the document of the text, under the same paths', async () => {
    const [pages, document] = [await shown(samePages), await shown(pdf)]
    expect(pages.map(([path, text]) => [path, text])).toEqual(document.map(([path, text]) => [path, text]))
  })

  it('say what stays as it is, and why', async () => {
    expect(await shown(samePages)).toEqual([
      ['pdf:/p1/b1', ROSES, undefined, undefined],
      ['pdf:/p1/b2', 'Read by a machine', 'not_taken', expect.stringMatching(/^text that is not shown/)],
      ['pdf:/p1/b3', 'Typed here', 'not_taken', 'typed onto the page, as comments are'],
      ['pdf:/p1/b4', 'Mary Poppins', 'not_taken', 'filled in a field of a form'],
      ['pdf:/p1/b5', 'Look here', 'not_taken', 'a comment'],
      ['pdf:/p2/b1', '', 'no_text_layer', undefined],
    ])
  })

  it.each([
    ['cuts it off', `q 0 0 60 60 re W n ${textAt(CLOSED, 50, 500)} Q`, /^text that a shape or a mask cuts off/],
    ['ends the page', textAt(CLOSED, 590, 500), /^text outside of the page/],
    ['is filled over it', `${textAt(CLOSED, 50, 500)} 0 g 40 490 300 30 re f`, /^text behind a picture or a filled/],
  ])('say that text stays which nobody sees, and what hides it: what %s', async (_, hidden, words) => {
    const bytes = madePdf([`${textAt(ROSES, 50, 700)} ${hidden}`])
    const units = await unitsOf(samePages, opened(bytes))
    expect(units.map(({ left_out, because }) => [left_out, because])).toEqual([
      [undefined, undefined],
      ['not_taken', expect.stringMatching(words)],
    ])
    const left = units[1]?.text ?? ''
    const { result } = await written(bytes, { [ROSES]: 'Die Rosen', [left]: 'Montags zu' })
    expect((await paragraphsOf(result)).map(({ text }) => text)).toEqual(['Die Rosen', left])
  })

  it('say that text stays whose letters cannot be read, and so does the plan, with the page', async () => {
    const map = `/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange 4 beginbfchar
<61> <0001> <65> <0002> <6f> <0003> <69> <0004> endbfchar endcmap`
    const font = '<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding/WinAnsiEncoding/ToUnicode 5 0 R>>'
    const shown = 'BT /F2 10 Tf 50 600 Td (Go to the region and the ocean) Tj ET'
    const bytes = madePdf([`${textAt(ROSES, 50, 700)} ${shown}`], {
      objects: [font, streamOf(map)],
      page: '/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>',
    })
    const units = await unitsOf(samePages, opened(bytes))
    expect(units.map(({ because }) => because)).toEqual([
      undefined,
      expect.stringMatching(/^text whose letters cannot/),
    ])
    expect((await samePages.remarks?.(opened(bytes)(), ['de']))?.join('\n')).toMatch(
      /letters cannot be read.*\(Page 1\)/,
    )
    const [, unread] = units
    const { result } = await written(bytes, { [ROSES]: 'Die Rosen', [unread?.text ?? '']: 'Zum Meer' })
    expect((await paragraphsOf(result)).map(({ text }) => text)).toEqual(['Die Rosen', unread?.text])
  })

  it('are all headers, since each page has its own', async () => {
    const pages = Array.from({ length: 4 }, (_, at) => `${textAt('Notes', 50, 780)} ${textAt(`Page ${at}`, 50, 400)}`)
    const left = async (format: typeof pdf) =>
      (await unitsOf(format, opened(madePdf(pages)))).filter(({ left_out }) => left_out !== undefined).length
    expect([await left(pdf), await left(samePages)]).toEqual([3, 0])
  })
})

describe('what is said of it before it is written', () => {
  const unfit = async (bytes: Buffer, ...targets: string[]) => await samePages.unfit?.(opened(bytes)(), targets)
  const remarks = async (bytes: Buffer) => (await samePages.remarks?.(opened(bytes)(), ['de']))?.join('\n')

  it('is nothing against it where it can be', async () => {
    expect(await unfit(GARDEN, 'de')).toBeUndefined()
    expect(await unfit(GARDEN, 'de', 'ru', 'el')).toBeUndefined()
  })

  it('is the language that stands against it, by its tag where there are more', async () => {
    expect(await unfit(GARDEN, 'ar')).toMatch(/^The target language is written from right to left/)
    expect(await unfit(GARDEN, 'de', 'vi')).toMatch(/^vi: The fonts .* lack some letters/)
  })

  it('is that it is encrypted, or has no text that could be replaced', async () => {
    expect(await unfit(madePdf([textAt(ROSES, 50, 700, { before: '3 Tr' })]), 'de')).toMatch(/^No page has text/)
    expect(await unfit(madePdf(['0 0 9 9 re f']), 'de')).toMatch(/^No page has text/)
  })

  it('is what is lost, and each is said where there is any alone', async () => {
    const full = madePdf([textAt(ROSES, 50, 700)], {
      objects: ['<</First 5 0 R/Last 5 0 R/Count 1>>', '<</Title(Roses)/Parent 4 0 R>>'],
      root: '/Outlines 4 0 R/StructTreeRoot<</Type/StructTreeRoot>>',
    })
    expect(await remarks(full)).toMatch(/\nThe structure of the document for screen readers .*\nThe bookmarks stay/)
    expect(await remarks(GARDEN)).not.toMatch(/structure|bookmarks|signed/)
  })
})
