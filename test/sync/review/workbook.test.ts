import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { kindByEnding, kindOfBytes, REVIEW_KINDS } from '../../../src/sync/review/kinds.ts'
import { ReviewFileFault, type ReviewRow } from '../../../src/sync/review/row.ts'
import { documentOf, paragraph } from '../../formats/docx/documents.ts'
import { row, workbookOf as savedWorkbook } from '../../formats/xlsx/workbooks.ts'
import { readRows, rowOf } from './support.ts'

const sheet = (...rows: readonly Partial<ReviewRow>[]) => ({
  ...{ source_language: 'en', language: 'de' },
  rows: rows.map(rowOf),
})
const { write, holds } = REVIEW_KINDS.xlsx
const worksheet = (...rows: readonly Partial<ReviewRow>[]) =>
  strFromU8(unzipSync(write(sheet(...rows)))['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
const cells = (xml: string) => [...xml.matchAll(/<t xml:space="preserve">([^<]*)<\/t>/g)].map(([, text]) => text)

describe('a workbook for reviewers', () => {
  it('has the columns of the table, with headings that stay in view and texts that wrap [SYN-5]', () => {
    const xml = worksheet({ translation: 'Auf\nZu' })
    expect(cells(xml).slice(0, 5)).toEqual(['key', 'context', 'source', 'translation', 'ok'])
    expect(cells(xml)).toContain('Auf\nZu')
    expect(xml).toContain('<row r="2" ht="60" customHeight="1">')
    expect(xml).toContain('state="frozen"')
    expect(xml).toContain('<autoFilter ref="A1:J2"/>')
    expect(xml).toMatch(/<c r="D2" s="1" t="inlineStr">/)
  })

  it('holds every cell as text, so that none is run as a formula, and none becomes a date [SYN-5]', () => {
    const xml = worksheet({ key: '=1+1', source: '10:30', translation: '-d' })
    expect(xml).not.toMatch(/<f>|<v>/)
    expect(cells(xml)).toEqual(expect.arrayContaining(['=1+1', '10:30', '-d']))
  })

  it('keeps an apostrophe of a text, which the import of a table takes for one of the export [SYN-5]', () => {
    expect(cells(worksheet({ source: "'=a", translation: "'tis" }))).toEqual(expect.arrayContaining(["''=a", "'tis"]))
  })

  it('writes markup, line ends of old computers and what looks like an escape of Excel as text', () => {
    const xml = worksheet({ source: '<b>&"', translation: 'a\r\nb _x000D_' })
    expect(cells(xml)).toEqual(expect.arrayContaining(['&lt;b&gt;&amp;&quot;', 'a&#13;\nb _x005F_x000D_']))
  })

  it('has the same bytes for the same rows', () => {
    expect(write(sheet({}))).toEqual(write(sheet({})))
  })

  it('holds what a cell can hold, and no more', () => {
    expect([holds('a'), holds('a'.repeat(32_766)), holds('a'.repeat(32_767)), holds('\u0001')]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('is chosen by the ending of a name, and known by how it begins [SYN-5]', () => {
    expect(kindByEnding('review.de.XLSX')).toBe('xlsx')
    expect(kindOfBytes(write(sheet({})))).toBe(REVIEW_KINDS.xlsx)
  })
})

const ID = rowOf().id
const HEAD =
  '<c t="inlineStr"><is><t>translation</t></is></c><c t="inlineStr"><is><t>ok</t></is></c><c t="inlineStr"><is><t>id</t></is></c>'
const [AUF, X, OWN] = [0, 1, 2]
const STRINGS = ['<t>Auf</t>', '<t>x</t>', `<t>${ID}</t>`]
/** A workbook as a program saves it: with shared strings, in cells that are given as they are. */
const saved = (cells: readonly (number | string)[], strings = STRINGS) =>
  savedWorkbook([{ name: 'de', rows: row(1, [HEAD]) + row(2, cells) }], strings)

describe('a workbook that comes back', () => {
  it('has the rows that went out, whatever its texts are [SYN-5]', async () => {
    const text = fc.string({
      unit: fc.constantFrom(
        '"',
        '<',
        '&',
        '\n',
        '\r\n',
        '\t',
        '=',
        "'",
        ' ',
        'سلام',
        '\u202e',
        '_x000D_',
        '10:30',
        'x',
      ),
    })
    const cell = fc.record({ key: text, source: text, translation: text })
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 4 }), async cells => {
        const back = await readRows(write(sheet(...cells)))
        expect(back.map(({ key, source, text: translation }) => ({ key, source, translation }))).toEqual(cells)
      }),
      { numRuns: 60 },
    )
  })

  it('is read with shared strings in runs, marks that are numbers or truths, and escapes [SYN-5]', async () => {
    const looks = ['<r><rPr><b/></rPr><t>Au</t></r><r><t xml:space="preserve">f _x000D_&#10;_x005F_x000D_ </t></r>']
    const rich = await readRows(saved([AUF, '<c t="b"><v>1</v></c>', OWN], [...looks, ...STRINGS.slice(1)]))
    expect(rich).toMatchObject([{ id: ID, line: 2, text: 'Auf \r\n_x000D_ ', mark: 'yes', source: undefined }])
    expect(await readRows(saved([AUF, '<c><v>1</v></c>', OWN]))).toMatchObject([{ mark: 'yes' }])
    expect(await readRows(saved([AUF, '<c t="b"><v>0</v></c>', OWN]))).toMatchObject([{ mark: 'no' }])
  })

  it.each([
    ['a formula', '<c t="str"><f>A1&amp;B1</f><v>Auf</v></c>', /formula/],
    ['a formula without its result', '<c><f>A1</f></c>', /formula/],
    ['a date', '<c s="4"><v>45231</v></c>', /number or a date/],
    ['an error', '<c t="e"><v>#NAME?</v></c>', /error/],
  ])('says of a translation that became %s that it is no text [SYN-5]', async (_, cell, why) => {
    const [back] = await readRows(saved([cell, X, OWN]))
    expect(back).toMatchObject({ id: ID, no_text: expect.stringMatching(why) })
    expect(back?.text).not.toBe('')
  })

  it('may have other sheets, and several languages on sheets of their own [SYN-5]', async () => {
    const sheets = ['notes', 'de', 'fr'].map((name, at) => ({
      ...{ name, rows: at === 0 ? row(1, [AUF]) : row(1, [HEAD]) + row(2, [AUF, X, OWN]) },
    }))
    expect(await readRows(savedWorkbook(sheets, STRINGS))).toHaveLength(2)
  })

  it('is refused in words where it is no review, or no workbook [SYN-5]', async () => {
    await expect(readRows(savedWorkbook([{ name: 'a', rows: row(1, [AUF]) }], STRINGS))).rejects.toThrow(
      /names no column "translation"/,
    )
    await expect(readRows(savedWorkbook([{ name: 'a', rows: '' }], STRINGS))).rejects.toThrow(/no lines/)
    await expect(readRows(documentOf(paragraph('a')))).rejects.toThrow(ReviewFileFault)
    await expect(readRows(Buffer.from('PK\u0003\u0004 and no more'))).rejects.toThrow(ReviewFileFault)
  })
})
