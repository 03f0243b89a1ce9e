import { describe, expect, it } from 'vitest'
import { readPdf } from '../../../../src/formats/pdf/document.ts'
import { faithful, type PagesRead, pageReasonSays, readPages } from '../../../../src/formats/pdf/pages/index.ts'
import { type Made, madePdf, textAt } from './made.ts'

const ROSES = 'The roses are in flower'
const readMade = async (contents: readonly string[], made: Made = {}) => {
  const bytes = madePdf(contents, made)
  return await readPages(bytes, await readPdf(bytes))
}
const PLAIN: PagesRead = { reasons: [], pages: [{ number: 1, reasons: [], paragraphs: [undefined] }] }

describe('what is said before pages are written over', () => {
  it.each(['de', 'pt-BR', 'tr', 'ru', 'uk', 'sr', 'sr-Latn', 'el', 'en-XA', 'no such tag'])(
    'is nothing against a language that the fonts have the letters of: %s',
    language => {
      expect(faithful(PLAIN, language)).toEqual({ refused: undefined, remarks: [] })
    },
  )

  it.each([
    ['ar', 'right_to_left'],
    ['he', 'right_to_left'],
    ['az-Arab', 'right_to_left'],
    ['ja', 'no_script'],
    ['zh-Hant', 'no_script'],
    ['hi', 'no_script'],
    ['vi', 'no_letters'],
    ['kk', 'no_letters'],
  ] as const)('refuses what could not be written: %s', (language, reason) => {
    expect(faithful(PLAIN, language).refused).toEqual({ reason, says: pageReasonSays(reason) })
  })

  it('names the pages and how many paragraphs of them stay as they are', async () => {
    const hidden = textAt('Read by a machine', 50, 700, { before: '3 Tr' })
    const read = await readMade([
      textAt(ROSES, 50, 700),
      hidden,
      '10 10 20 20 re f',
      `${hidden} ${textAt(ROSES, 50, 400, { before: '0 Tr' })}`,
    ])
    expect(faithful(read, 'de')).toMatchObject({
      refused: undefined,
      remarks: [
        { reason: 'invisible', pages: [2, 4], paragraphs: 2 },
        { reason: 'no_text_layer', pages: [3], paragraphs: 0 },
      ],
    })
  })

  it('names what a file loses, and what stays beside the text', async () => {
    const { remarks } = faithful(
      await readMade([textAt(ROSES, 50, 700)], {
        objects: [
          '<</Type/Sig>>',
          '<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Mary Poppins)/Rect[0 0 90 20]>>',
          '<</First 7 0 R/Last 7 0 R/Count 1>>',
          '<</Title(Roses)/Parent 6 0 R>>',
          '<</FT/Sig/T(sig)/V 4 0 R>>',
        ],
        root: '/AcroForm<</Fields[5 0 R 8 0 R]>>/Outlines 6 0 R/StructTreeRoot<</Type/StructTreeRoot>>',
        page: '/Annots[5 0 R]',
      }),
      'de',
    )
    expect(remarks.map(({ reason, pages }) => [reason, pages])).toEqual([
      ['signed', undefined],
      ['tagged', undefined],
      ['bookmarks', undefined],
      ['form_fields', [1]],
    ])
  })

  it('refuses a file without text that can be replaced, and one that is encrypted', async () => {
    expect(faithful(await readMade(['10 10 20 20 re f']), 'de').refused?.reason).toBe('no_text')
    const bytes = madePdf([textAt(ROSES, 50, 700)])
    const locked = Buffer.from(bytes.toString('latin1').replace('/Root', '/Encrypt<<>>/Root'), 'latin1')
    expect(faithful(await readPages(locked, await readPdf(bytes)), 'de').refused?.reason).toBe('encrypted')
  })
})
