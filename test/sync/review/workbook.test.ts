import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { kindByEnding, kindOfBytes, REVIEW_KINDS } from '../../../src/sync/review/kinds.ts'
import type { ReviewRow } from '../../../src/sync/review/row.ts'
import { rowOf } from './support.ts'

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

  it('is chosen by the ending of a name, and what comes back has to be a table [SYN-5]', async () => {
    expect(kindByEnding('review.de.XLSX')).toBe('xlsx')
    const bytes = write(sheet({}))
    await expect(kindOfBytes(bytes).read(bytes)).rejects.toThrow(/workbook, not a table.*CSV UTF-8/)
  })
})
