import { describe, expect, it } from 'vitest'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { cellNamed, columnLetters, rangeNamed } from '../../../src/formats/content/table/cell-names.ts'
import { xlsx } from '../../../src/formats/xlsx/xlsx.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, fc, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'
import { row, workbookOf } from './workbooks.ts'

describe('the name of a cell', () => {
  it.each([
    ['A1', { column: 1, row: 1 }],
    ['$C$12', { column: 3, row: 12 }],
    ['z9', { column: 26, row: 9 }],
    ['AA10', { column: 27, row: 10 }],
    ['XFD1048576', { column: 16_384, row: 1_048_576 }],
    ['A', undefined],
    ['12', undefined],
    ['ABCD1', undefined],
    ['A1:B2', undefined],
    ['', undefined],
    ['A12345678', undefined],
    ['1A', undefined],
    ['A1B', undefined],
  ])('“%s” is read', (name, cell) => {
    expect(cellNamed(name)).toEqual(cell)
  })

  it('is read however it is written: with signs that fix it, and in small letters', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 18_278 }), fc.integer({ min: 1, max: 9_999_999 }), (column, row) => {
        const letters = columnLetters(column)
        for (const name of [`${letters}${row}`, `$${letters}$${row}`, `${letters.toLowerCase()}${row}`])
          expect(cellNamed(name)).toEqual({ column, row })
      }),
    )
  })

  it.each([
    ['A1:C3', { from: { column: 1, row: 1 }, to: { column: 3, row: 3 } }],
    ['$B$2', { from: { column: 2, row: 2 }, to: { column: 2, row: 2 } }],
    ['A:C', undefined],
    ['Sheet1!A1', undefined],
  ])('“%s” is a range, or none', (name, range) => {
    expect(rangeNamed(name)).toEqual(range)
  })

  it.each([
    [1, 'A'],
    [26, 'Z'],
    [27, 'AA'],
    [52, 'AZ'],
    [702, 'ZZ'],
    [703, 'AAA'],
    [16_384, 'XFD'],
  ])('of column %i begins with “%s”', (column, letters) => {
    expect(columnLetters(column)).toBe(letters)
  })

  it('is written as it is read, for every column', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 16_384 }), fc.integer({ min: 1, max: 1_048_576 }), (column, number) => {
        expect(cellNamed(`${columnLetters(column)}${number}`)).toEqual({ column, row: number })
      }),
    )
  })
})

describe('any workbook', () => {
  const word = fc.constantFrom('blue', 'stone', 'lies', 'here', 'Größe', '日本', 'a & b', '1 < 2')
  const text = fc.array(word, { minLength: 1, maxLength: 4 }).map(words => words.join(' '))
  const cell = fc.oneof(
    fc.integer({ min: 0, max: 3 }),
    text.map(said => said.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
  )
  const book = fc
    .record({
      strings: fc.array(text, { minLength: 4, maxLength: 4 }),
      rows: fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
    })
    .map(({ strings, rows }) =>
      workbookOf(
        [
          { name: 'One', rows: rows.map((cells, at) => row(at + 1, cells)).join('') },
          { name: 'Two', rows: row(1, [3, 2, 1]) },
        ],
        strings.map(said => `<t>${said.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t>`),
      ),
    )

  it('stays byte for byte where nothing is translated, or each text by itself [RES-2]', async () => {
    await fc.assert(
      fc.asyncProperty(book, async bytes => {
        for (const translate of [() => undefined, (unit: { text: string }) => unit.text] as const) {
          const result = await bytesOf(rewrite(xlsx, opened(bytes), translate, { language: 'de' }))
          expect(result.equals(bytes)).toBe(true)
        }
      }),
      { numRuns: 15 },
    )
  })

  it('has each translation where it was asked for, and nowhere else [FMT-2]', async () => {
    await fc.assert(
      fc.asyncProperty(book, fc.integer({ min: 0, max: 5 }), async (bytes, asked) => {
        const translate: TranslateUnit = ({ index, left_out, text: said }) =>
          left_out === undefined && index % (asked + 1) === 0 ? `Übersetzt ${said}` : undefined
        const target = { language: 'de' }
        const result = await bytesOf(rewrite(xlsx, opened(bytes), translate, target))
        expect(await verify(xlsx, opened(bytes), opened(result), translate, target)).toEqual([])
        const said = (units: Awaited<ReturnType<typeof unitsOf>>) => units.map(unit => [unit.path, unit.text])
        const before = await unitsOf(xlsx, opened(bytes), { target })
        const after = await unitsOf(xlsx, opened(result), { target, original: opened(bytes) })
        expect(said(after)).toEqual(before.map(unit => [unit.path, translate(unit) ?? unit.text]))
        const archive = await openZip(opened(result)())
        const strings = (await bytesOf(archive.content('xl/sharedStrings.xml'))).toString()
        const counted = Number(/uniqueCount="(\d+)"/.exec(strings)?.[1])
        expect(strings.match(/<si>/g)).toHaveLength(counted)
      }),
      { numRuns: 15 },
    )
  })
})

describe('a cell in other spellings', () => {
  const cells = async (markup: string): Promise<readonly string[]> => {
    const sheet = { name: 'One', rows: `<row r="2">${markup}</row>` }
    return (await unitsOf(xlsx, opened(workbookOf([sheet], ['<t>A blue shirt</t>', '<t>A red coat</t>']))))
      .filter(({ left_out }) => left_out === undefined)
      .map(({ path, text }) => `${path} ${text}`)
  }

  it.each([
    ['its name first', '<c r="C2" t="s"><v>1</v></c>'],
    ['its name last', '<c t="s" r="C2"><v>1</v></c>'],
    ['single quotes', "<c r='C2' t='s'><v>1</v></c>"],
    ['white space around', '<c  r = "C2" t="s" ><v >1</v ></c >'],
    ['a style between', '<c r="C2" s="4" t="s"><v>1</v></c>'],
    ['a number with white space', '<c r="C2" t="s"><v> 1 </v></c>'],
    ['more in it', '<c r="C2" t="s"><v>1</v><extLst/></c>'],
  ])('with %s is read', async (_, markup) => {
    expect(await cells(markup)).toEqual(['xlsx:/One!C2 A red coat'])
  })

  it('without a name comes behind the one before it', async () => {
    expect(await cells('<c r="C2" t="s"><v>0</v></c><c t="s"><v>1</v></c>')).toEqual([
      'xlsx:/One!C2 A blue shirt',
      'xlsx:/One!D2 A red coat',
    ])
  })
})
