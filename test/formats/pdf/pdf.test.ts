import { describe, expect, it } from 'vitest'
import { pdf } from '../../../src/formats/pdf/pdf.ts'
import { samePages } from '../../../src/formats/pdf/same-pages.ts'
import { bytesOf, opened, rewrite, unitsOf, verify } from '../files.ts'
import { column, type Placed, pdfOf } from './pages.ts'

const GERMAN = { language: 'de' }
const textsOf = async (...pages: (readonly Placed[])[]) =>
  (await unitsOf(pdf, opened(pdfOf(pages)))).map(({ text }) => text)
const refusal = (bytes: Uint8Array) => unitsOf(pdf, opened(bytes)).catch(error => error)

const GARDEN = [
  'The garden behind the old house has been',
  'open to visitors since the first of May, and',
  'everybody who likes roses is welcome there.',
]
const KITCHEN = [
  'The kitchen is closed on Mondays because the',
  'cook goes to the market in the next village',
  'and comes back late in the evening.',
]

describe('the text of a page', () => {
  it('is put together to paragraphs again', async () => {
    expect(await textsOf(column(GARDEN))).toEqual([GARDEN.join(' ')])
  })

  it('is read column by column, below a title that goes over both', async () => {
    const title = { text: 'A house with a garden, and a kitchen that is closed', x: 100, y: 50, size: 18 }
    const columns = [...column(GARDEN, { y: 100 }), ...column(KITCHEN, { x: 320, y: 100 })]
    const mixed = [0, 3, 1, 4, 2, 5].flatMap(at => columns[at] ?? [])
    expect(await textsOf([...mixed, title])).toEqual([title.text, GARDEN.join(' '), KITCHEN.join(' ')])
  })

  it('reads on in a column whose paragraphs end beside those of the other', async () => {
    const left = [...column(GARDEN, { y: 100 }), ...column(GARDEN, { y: 160 })]
    const right = [...column(KITCHEN, { x: 320, y: 100 }), ...column(KITCHEN, { x: 320, y: 160 })]
    const [one, two] = [GARDEN.join(' '), KITCHEN.join(' ')]
    expect(await textsOf([...left, ...right])).toEqual([one, one, two, two])
  })

  it('has no hyphens where a word was broken, and keeps those of words that have one', async () => {
    const lines = ['This well-known garden is wide-', 'ly known as a well-', 'known garden of roses.']
    expect(await textsOf(column(lines))).toEqual([
      'This well-known garden is widely known as a well-known garden of roses.',
    ])
  })

  it('is cut at bullets and at indents', async () => {
    const list = column(['• The first of the roses in the garden', '• The second of them'], { y: 100 })
    const indented = column(GARDEN, { y: 200 }).map((line, at) => (at === 0 ? { ...line, x: 65 } : line))
    const next = column(KITCHEN, { y: 236 }).map((line, at) => (at === 0 ? { ...line, x: 65 } : line))
    expect(await textsOf([...list, ...indented, ...next])).toHaveLength(4)
  })

  it('is found where it is turned', async () => {
    expect(await textsOf([...column(GARDEN), { text: 'Not for sale', x: 590, y: 700, turn: [0, 1] }])).toEqual([
      GARDEN.join(' '),
      'Not for sale',
    ])
  })

  it('has a blank where words stand close, and none within a word that is drawn in pieces', async () => {
    const close = [
      { text: 'This', x: 50, y: 100 },
      { text: 'garden', x: 70.3, y: 100 },
    ]
    expect(await textsOf(close)).toEqual(['This garden'])
    expect(await textsOf(close.map(one => ({ ...one, x: one.x === 50 ? 50 : 69.1 })))).toEqual(['Thisgarden'])
  })

  it('has its letters as they are written, where a font has them in the form that they have beside others', async () => {
    const drawn = pdfOf([
      [
        { text: 'A', y: 100 },
        { text: 'BC', x: 200, y: 100 },
      ],
    ]).toString('latin1')
    const named = '/Encoding<</Differences[65/uniFEFB/uniFB03/uniFE91]>>'
    const bytes = Buffer.from(drawn.replace('/Encoding/WinAnsiEncoding', named), 'latin1')
    const text = (await unitsOf(pdf, opened(bytes))).map(unit => unit.text).join(' ')
    for (const letters of ['\u0644\u0627', 'ffi', '\u0628']) expect(text).toContain(letters)
  })

  it('has headings by the size of their letters, and cells row by row', async () => {
    const cells = ['Name', 'Place', 'Colour', 'Rose', 'Garden', 'Red'].map((text, at) => ({
      ...{ text, x: 50 + (at % 3) * 150, y: 300 + Math.floor(at / 3) * 14 },
    }))
    const units = await unitsOf(pdf, opened(pdfOf([[{ text: 'Roses', y: 40, size: 20 }, ...column(GARDEN), ...cells]])))
    expect(units.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'heading Roses',
      `paragraph ${GARDEN.join(' ')}`,
      ...['Name', 'Place', 'Colour', 'Rose', 'Garden', 'Red'].map(text => `table ${text}`),
    ])
  })
})

describe('what a result does not have', () => {
  it('is a unit that is left out: a page without text, a field that is filled in, a comment', async () => {
    const field = '<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Rosa Garden)/Rect[0 0 90 20]>>'
    const comment = '<</Type/Annot/Subtype/Text/Contents(Please check this)/Rect[0 0 20 20]>>'
    const bytes = pdfOf([column(GARDEN), []], [field, comment], '/AcroForm<</Fields[4 0 R]>>')
    const units = await unitsOf(pdf, opened(bytes))
    expect(units.map(({ part, path, ordinal, left_out }) => [part, path, ordinal, left_out])).toEqual([
      ['Page 1', 'pdf:/p1/b1', 1, undefined],
      ['Page 1', 'pdf:/p1/b2', 1, 'form_field'],
      ['Page 1', 'pdf:/p1/b3', 1, 'on_request'],
      ['Page 2', 'pdf:/p2/b1', 2, 'no_text_layer'],
    ])
    const remarks = await pdf.remarks?.(opened(bytes)(), ['de'])
    expect(remarks?.join(' ')).toMatch(/Word document.*Page 2 has no text.*Page 1 has fields of a form/s)
  })

  it.each([
    ['in a document', pdf],
    ['on the same pages', samePages],
  ])('is said of a file that was cut off, %s', async (_, format) => {
    const whole = pdfOf([column(GARDEN), column(GARDEN)])
    const cut = whole.subarray(0, whole.indexOf('startxref'))
    expect((await unitsOf(format, opened(cut))).map(({ part }) => part)).toEqual(['Page 1', 'Page 2'])
    const said = async (bytes: Buffer) => (await format.remarks?.(opened(bytes)(), ['de']))?.join(' ')
    expect(await said(cut)).toMatch(/^The file ends early: .* 2 pages were found in it/)
    expect(await said(whole)).not.toContain('ends early')
  })

  it('is a header from its second page on, and the number of a page', async () => {
    const page = (number: number) => [
      { text: 'The house and its garden', y: 30 },
      ...column(GARDEN.map(line => `${line} ${number}`)),
      { text: `${number}`, x: 300, y: 780 },
    ]
    const units = await unitsOf(pdf, opened(pdfOf([page(1), page(2), page(3)])))
    const kinds = units.map(({ kind, left_out }) => `${kind} ${left_out ?? ''}`.trim())
    expect(kinds).toEqual([
      ...['header', 'paragraph', 'header number'],
      ...['header repeated', 'paragraph', 'header number'],
      ...['header repeated', 'paragraph', 'header number'],
    ])
  })
})

describe('a result', () => {
  const original = pdfOf([[{ text: 'Roses', y: 40, size: 20 }, ...column(GARDEN)], column(KITCHEN)])
  const made = (language: string, translate = (text: string) => `«${text} & <more>`) =>
    bytesOf(rewrite(pdf, opened(original), ({ text }) => translate(text), { language }))

  it('is a document of which each paragraph reads back as its translation', async () => {
    const translate = ({ text }: { text: string }) => (text === 'Roses' ? undefined : `«${text}\nund <mehr> & so`)
    const result = await bytesOf(rewrite(pdf, opened(original), translate, GERMAN))
    expect(await verify(pdf, opened(original), opened(result), translate, GERMAN)).toEqual([])
    const back = await unitsOf(pdf, opened(result), { target: GERMAN, original: opened(original) })
    expect(back.map(({ text }) => text)).toEqual([
      'Roses',
      translate({ text: GARDEN.join(' ') }),
      translate({ text: KITCHEN.join(' ') }),
    ])
  })

  it('is found to be wrong where a paragraph says something else, cannot hold its text, or the file is cut', async () => {
    const result = await made('de')
    const found = async (bytes: Uint8Array, said: (text: string) => string) =>
      (await verify(pdf, opened(original), opened(bytes), ({ text }) => said(text), GERMAN)).map(({ kind }) => kind)
    expect(await found(result, text => text)).toEqual(['text', 'text', 'text'])
    expect(await found(await made('de', () => 'a\u0001b'), () => 'a\u0001b')).toEqual(['text', 'text', 'text'])
    expect(await found(result.subarray(0, -40), text => `«${text} & <more>`)).toEqual(['unreadable'])
  })

  it('says its language and its direction, and the same translations make the same bytes', async () => {
    const { openZip } = await import('../../../src/formats/bytes/zip/index.ts')
    const result = await made('ar')
    const body = (await bytesOf((await openZip(opened(result)())).content('word/document.xml'))).toString()
    expect(body.match(/<w:bidi\/>/g)).toHaveLength(3)
    expect(body).toContain('<w:rtl/><w:lang w:val="ar-SA" w:eastAsia="ar-SA" w:bidi="ar-SA"/>')
    expect(body.match(/<w:pageBreakBefore\/>/g)).toHaveLength(1)
    expect((await made('ar')).equals(result)).toBe(true)
  })
})

describe('a file that is none, or is made to harm', () => {
  it.each<[string, Uint8Array, string, RegExp]>([
    ['a text', Buffer.from('Hello'), 'malformed', /no PDF/],
    ['a beginning alone', Buffer.from('%PDF-1.7\n'), 'malformed', /damaged/],
    ['a file cut in half', pdfOf([column(GARDEN)]).subarray(0, 300), 'malformed', /damaged|no text/],
    ['pages without text', pdfOf([[], []]), 'malformed', /its 2 pages are pictures.*OCR/],
    [
      'pages in a ring',
      Buffer.from(
        pdfOf([column(GARDEN)])
          .toString('latin1')
          .replace('/Kids[4 0 R]', '/Kids[2 0 R]'),
        'latin1',
      ),
      'malformed',
      /damaged|no text/,
    ],
    [
      'a table that points at itself',
      Buffer.from(
        pdfOf([column(GARDEN)])
          .toString('latin1')
          .replace(/xref.*/s, 'xref\n0 1\n0000000000 65535 f \ntrailer <</Prev 600/Size 1>>\nstartxref\n600\n%%EOF'),
        'latin1',
      ),
      'malformed',
      /damaged|no text/,
    ],
  ])('is refused in words: %s', async (_, bytes, code, words) => {
    const error = await refusal(bytes)
    // A reader that mends a file may find its text after all.
    if (Array.isArray(error)) return expect(error.map(({ text }) => text)).toEqual([GARDEN.join(' ')])
    expect(error).toMatchObject({ code, message: expect.stringMatching(words) })
  })
})
