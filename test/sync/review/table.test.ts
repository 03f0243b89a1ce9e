import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ReviewRow } from '../../../src/sync/review/row.ts'
import { tableOf } from '../../../src/sync/review/table.ts'
import { readRows, rowOf } from './support.ts'

const ID = rowOf().id
const sheetOf = (rows: readonly ReviewRow[]) => ({ source_language: 'en', language: 'de', rows })
const table = (...rows: readonly Partial<ReviewRow>[]) => tableOf(sheetOf(rows.map(rowOf)), ',')

describe('a table for reviewers', () => {
  it('is UTF-8 that spreadsheets know, with lines and quotes of RFC 4180 [SYN-5]', () => {
    expect(table({ context: 'A "button", wide', translation: 'Auf\nZu' })).toBe(
      '\ufeffkey,context,source,translation,ok,state,doubts,file,language,id\r\n' +
        `menu.open,"A ""button"", wide",Open the door,"Auf\nZu",,person,,de.json,de,${ID}\r\n`,
    )
  })

  it('has no cell that is run as a formula, in whatever column [SYN-5]', () => {
    const risky = { key: '@a', context: '=b', source: '+c', translation: '-d', doubts: '=e', file: '@f.json' }
    const [, line = ''] = table(risky).split('\r\n')
    expect(line).toBe(`'@a,'=b,'+c,'-d,,person,'=e,'@f.json,de,${ID}`)
  })

  it('comes back as it went out, whatever its texts are [SYN-5]', async () => {
    const text = fc.string({
      unit: fc.constantFrom('"', ',', ';', '\n', '\r\n', '\t', '=', "'", ' ', 'سلام', '\u202e', 'x'),
    })
    const cell = fc.record({ key: text, source: text, translation: text })
    await fc.assert(
      fc.asyncProperty(
        fc.array(cell, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(',' as const, ';' as const),
        async (cells, mark) => {
          const back = await readRows(tableOf(sheetOf(cells.map(rowOf)), mark))
          expect(back.map(({ key, source, text: translation }) => ({ key, source, translation }))).toEqual(cells)
        },
      ),
    )
  })

  it.each([
    ['semicolons', `translation;ok;id\r\nAuf;x;${ID}\r\n`],
    ['tabs', `translation\tok\tid\r\nAuf\tx\t${ID}\r\n`],
    ['a first line that says what separates', `sep=|\ntranslation|ok|id\nAuf|x|${ID}\n`],
    ['columns in another order, and more of them', `my, notes,id ,OK,Translation\n;;;,,${ID},x,Auf\n`],
    ['lines of old computers', `translation,ok,id\rAuf,x,${ID}\r`],
  ])('is read with %s [SYN-5]', async (_, text) => {
    expect(await readRows(text)).toMatchObject([{ id: ID, text: 'Auf', mark: 'yes', source: undefined }])
  })

  it('is read in UTF-16, which spreadsheets call Unicode [SYN-5]', async () => {
    const text = `\ufefftranslation\tid\nسلام\t${ID}\n`
    expect(await readRows(Buffer.from(text, 'utf16le'))).toMatchObject([{ text: 'سلام' }])
    expect(await readRows(Buffer.from(text, 'utf16le').swap16())).toMatchObject([{ text: 'سلام' }])
  })

  it('says the line in which each row begins, with rows of several lines and empty ones', async () => {
    const rows = await readRows(`translation,id\n"a\nb",1\n\n,\nc,2\n`)
    expect(rows.map(({ id, line }) => [id, line])).toEqual([
      ['1', 2],
      ['2', 6],
    ])
  })

  it.each([
    ['x', 'yes'],
    ['X ', 'yes'],
    ['TRUE', 'yes'],
    ['✓', 'yes'],
    ['ja', 'yes'],
    ['', 'none'],
    ['  ', 'none'],
    ['No', 'no'],
    ['0', 'no'],
    ['ask Bob', 'unclear'],
  ])('takes %j for the mark %s', async (cell, mark) => {
    expect(await readRows(`translation,ok,id\nAuf,${cell},${ID}\n`)).toMatchObject([{ mark }])
  })

  it.each([
    ['nothing', '', 'The file has no lines.'],
    ['a table of something else', 'key,translation\na,b\n', 'Line 1 names no column "id"'],
    ['no translations', `key,id\na,${ID}\n`, 'Line 1 names no column "translation"'],
    ['a column twice', 'translation,id,ok,OK\n', 'Line 1 names the column "ok" twice.'],
    ['a quotation mark that is not closed', 'translation,id\na,1\n"b,2\nc,3\n', 'Look from line 3 on.'],
    ['a quotation mark inside a cell', 'translation,id\na,1\n"b"c,2\n', 'Look from line 3 on.'],
  ])('that is %s is refused by name [SYN-5]', async (_, text, words) => {
    await expect(readRows(text)).rejects.toThrow(words)
  })

  it('is refused in a charset in which letters would be guessed [SYN-5]', async () => {
    await expect(readRows(Buffer.from(`translation,id\nGrüße,${ID}\n`, 'latin1'))).rejects.toThrow('CSV UTF-8')
  })
})
