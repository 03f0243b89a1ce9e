import { describe, expect, it } from 'vitest'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { xlsx } from '../../../src/formats/xlsx/xlsx.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'
import { row, workbookOf } from './workbooks.ts'

const GERMAN = { language: 'de' }
const loud: TranslateUnit = ({ left_out, text }) =>
  left_out ? undefined : text.replace(/[a-z](?![^<]*>)/g, letter => letter.toUpperCase())

/** The members of a result, and what its verification finds. */
async function written(original: Buffer, translate: TranslateUnit) {
  const result = await bytesOf(rewrite(xlsx, opened(original), translate, GERMAN))
  const archive = await openZip(opened(result)())
  const found = await verify(xlsx, opened(original), opened(result), translate, GERMAN)
  return { result, found, member: async (name: string) => (await bytesOf(archive.content(`xl/${name}`))).toString() }
}

const shown = (units: Awaited<ReturnType<typeof unitsOf>>) =>
  units
    .filter(({ text }) => text !== '')
    .map(({ path, part, text, left_out }) => [path, part, text, left_out ?? ''].join('|'))

describe('the cells of a workbook', () => {
  const rows =
    row(1, [0, 1]) +
    row(2, [2, 3]) +
    row(3, [2, '<c r="NAME"><v>7</v></c>']) +
    row(4, ['A text of its own', '<c r="NAME" t="str"><f>A1</f><v>seen</v></c>'])
  const strings = [
    '<t>Name</t>',
    '<t>Description</t>',
    '<t>Blue shirt</t>',
    '<r><rPr><b/></rPr><t>Bold</t></r><r><t xml:space="preserve"> and more of it</t></r><rPh sb="0" eb="1"><t>no</t></rPh>',
  ]

  it('are read by sheet, column and row, with the words of headings [FMT-2]', async () => {
    expect(shown(await unitsOf(xlsx, opened(workbookOf([{ name: 'One', rows }], strings))))).toEqual([
      'xlsx:/One!A1|column headings|Name|',
      'xlsx:/One!B1|column headings|Description|',
      'xlsx:/One!A2|Name|Blue shirt|',
      'xlsx:/One!B2|Description|<g1>Bold</g1> and more of it|',
      'xlsx:/One!A3|Name|Blue shirt|',
      'xlsx:/One!A4|Name|A text of its own|',
      'xlsx:/One!B3=number|Description|7|number',
      'xlsx:/One!B4=formula|Description|seen|formula',
      'xlsx:/sheet names|sheet names|One|referred_to',
      'xlsx:/readings|readings|no|reading',
    ])
  })

  it('name their sheet where there are several, and stay where it is hidden [FMT-2]', async () => {
    const book = workbookOf(
      [
        { name: 'One', rows: row(1, [0]) },
        { name: 'Two', rows: row(1, [0]), state: 'veryHidden' },
      ],
      ['<t>Some words</t>'],
    )
    expect(shown(await unitsOf(xlsx, opened(book))).slice(0, 2)).toEqual([
      'xlsx:/One!A1|One > column A|Some words|',
      'xlsx:/Two!A1=hidden|Two > column A|Some words|hidden',
    ])
    const asked = { asked: (part: string) => part === 'Two > column A' }
    expect(shown(await unitsOf(xlsx, opened(book), asked))[1]).toBe('xlsx:/Two!A1|Two > column A|Some words|')
  })

  it('are written in place, and all else stays byte for byte [RES-2]', async () => {
    const { found, member } = await written(workbookOf([{ name: 'One', rows }], strings), loud)
    expect(found).toEqual([])
    const list = await member('sharedStrings.xml')
    expect(list).toContain('count="9" uniqueCount="4"')
    expect(list).toContain('<si><t xml:space="preserve">BLUE SHIRT</t></si>')
    expect(list).toContain(
      '<si><r><rPr><b/></rPr><t xml:space="preserve">BOLD</t></r><r><t xml:space="preserve"> AND MORE OF IT</t></r></si>',
    )
    expect(await member('worksheets/sheet1.xml')).toContain('<is><t xml:space="preserve">A TEXT OF ITS OWN</t></is>')
  })

  it('that share a string part where one of them is translated, and equal translations are one string [FMT-2]', async () => {
    const book = workbookOf(
      [{ name: 'One', rows: row(1, [0, 0]) + row(2, [1, 0]) }],
      ['<t>Blue shirt</t>', '<t>Blue coat</t>'],
    )
    const inFirst: TranslateUnit = unit => (unit.path.includes('!A') ? 'Blaues Stück' : undefined)
    const { found, member } = await written(book, inFirst)
    expect(found).toEqual([])
    expect(await member('sharedStrings.xml')).toMatch(
      /count="9" uniqueCount="3"><si><t>Blue shirt<\/t><\/si><si><t xml:space="preserve">Blaues Stück<\/t><\/si><si><t xml:space="preserve">Blaues Stück<\/t><\/si>/,
    )
    expect(await member('worksheets/sheet1.xml')).toContain('<c r="A1" t="s"><v>2</v></c><c r="B1" t="s"><v>0</v></c>')
  })

  it('never begin with the sign of a formula for a translation [MCP-7]', async () => {
    const book = workbookOf([{ name: 'One', rows: row(1, [0, 'Other words']) }], ['<t>Some words</t>'])
    for (const translation of ['=1+1', '+1', '@SUM(A1)', '-2+3']) {
      const { result, found } = await written(book, () => translation)
      expect(result.equals(book)).toBe(true)
      expect(found).not.toEqual([])
    }
  })

  it.each([
    ['a number that no string has', row(1, [7, 0])],
    ['no names', '<row><c t="s"><v>0</v></c></row><row><c t="s"><v>0</v></c></row>'],
    [
      'the same name twice',
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="A1" t="s"><v>0</v></c></row><row r="1"><c r="A1" t="s"><v>0</v></c></row>',
    ],
    ['a fault', row(1, ['<c r="NAME" t="e"><v>#N/A</v></c>', 0])],
    ['a row far below', row(1_048_576, [0])],
  ])('with %s are read, written and read again [LIM-5]', async (_, rows) => {
    expect((await written(workbookOf([{ name: 'One', rows }], ['<t>Some words</t>']), loud)).found).toEqual([])
  })

  it('of a workbook without shared strings are read all the same [LIM-5]', async () => {
    expect(
      shown(await unitsOf(xlsx, opened(workbookOf([{ name: 'One', rows: row(1, [0, 'Some words']) }], undefined))))[0],
    ).toBe('xlsx:/One!B1|column B|Some words|')
  })
})

describe('what other things name', () => {
  const strings = ['<t>Status</t>', '<t>Remark</t>', '<t>Sold out</t>', '<t>Comes back soon</t>']
  const rows = row(1, [0, 1]) + row(2, [2, 3]) + row(3, ['<c r="NAME"><f>IF(A2="sold out",1,0)</f><v>1</v></c>'])

  it('stays: headings of tables, words that formulas compare [FMT-2]', async () => {
    const table = {
      name: 'xl/tables/table1.xml',
      content: '<table xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ref="A1:B2"/>',
    }
    const book = workbookOf([{ name: 'One', rows, relations: [['table', '../tables/table1.xml']] }], strings, [table])
    const units = shown(await unitsOf(xlsx, opened(book)))
    expect(units).toContain('xlsx:/One!A1=referred_to|column headings|Status|referred_to')
    expect(units).toContain('xlsx:/One!A2=referred_to|Status|Sold out|referred_to')
    expect(units).toContain('xlsx:/One!B2|Remark|Comes back soon|')
  })
})

describe('columns of languages', () => {
  const strings = ['<t>key</t>', '<t>en</t>', '<t>fr</t>', '<t>a.b</t>', '<t>Open the door</t>', '<t>de</t>']

  it('get the translation in the column of the target, whose cell is made where there is none [FMT-2]', async () => {
    const book = workbookOf([{ name: 'One', rows: row(1, [0, 1, 5]) + row(2, [3, 4]) }], strings)
    const { found, member } = await written(book, unit => (unit.target === '' ? 'Öffne die Tür' : undefined))
    expect(found).toEqual([])
    expect(await member('worksheets/sheet1.xml')).toContain(
      '<c r="B2" t="s"><v>4</v></c><c r="C2" t="s"><v>6</v></c></row>',
    )
    expect(await member('sharedStrings.xml')).toContain('count="10" uniqueCount="7"')
  })

  it('get a column more behind the last one, with its heading, and the sheet says how far it goes [FMT-2]', async () => {
    const book = workbookOf(
      [{ name: 'One', rows: row(1, [0, 1, 2]) + row(2, [3, 4]), before: '<dimension ref="A1:C2"/>' }],
      strings,
    )
    const { found, member } = await written(book, unit => (unit.target === '' ? 'Öffne die Tür' : undefined))
    expect(found).toEqual([])
    const sheet = await member('worksheets/sheet1.xml')
    expect(sheet).toContain('<dimension ref="A1:D2"/>')
    expect(sheet).toMatch(/<c r="D1" t="s"><v>[67]<\/v><\/c><\/row>.*<c r="D2" t="s"><v>[67]<\/v><\/c><\/row>/)
  })

  it('stay where a column would have to be put between others, and that is said [FMT-2]', async () => {
    const book = workbookOf(
      [{ name: 'One', rows: row(1, [0, 1, 2, 'price']) + row(2, [3, 4, 4, '<c r="NAME"><v>5</v></c>']) }],
      strings,
    )
    expect((await written(book, loud)).result.equals(book)).toBe(true)
    expect(await xlsx.remarks?.(opened(book)(), ['de'])).toEqual([
      expect.stringMatching(/^Sheet “One”: .*none called “de”/),
    ])
  })
})

it('headers of print and comments are there for who asks for them [FMT-2]', async () => {
  const comments = {
    name: 'xl/comments1.xml',
    content:
      '<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><commentList><comment ref="A1"><text><r><t>Look at this</t></r></text></comment></commentList></comments>',
  }
  const after = '<headerFooter><oddHeader>&amp;LFor you alone&amp;RPage &amp;P</oddHeader></headerFooter>'
  const book = workbookOf(
    [{ name: 'One', rows: row(1, [0]), after, relations: [['comments', '../comments1.xml']] }],
    ['<t>Some words</t>'],
    [comments],
  )
  expect(shown(await unitsOf(xlsx, opened(book))).filter(line => line.endsWith('on_request'))).toEqual([
    'xlsx:/One!oddHeader|headers and footers|For you alone<x1/>Page|on_request',
    'xlsx:/One!A1#1|comments|Look at this|on_request',
  ])
  const { found, member } = await written(book, ({ text, left_out }) =>
    left_out === 'on_request' ? text.replace(/you|this/, 'ALL') : undefined,
  )
  expect(found).toEqual([])
  expect(await member('worksheets/sheet1.xml')).toContain('&amp;LFor ALL alone&amp;RPage &amp;P')
  expect(await member('comments1.xml')).toContain('Look at ALL')
})

describe('the direction of a sheet', () => {
  const plain = workbookOf([{ name: 'One', rows: row(1, [0, 1]) }], ['<t>A blue shirt</t>', '<t>A red coat</t>'])
  const many = workbookOf(
    [{ name: 'One', rows: row(1, [0, 1, 2]) + row(2, [3, 4]) }],
    ['key', 'en', 'ar', 'door.open', 'Open the door'].map(text => `<t>${text}</t>`),
  )
  const told = (book: Buffer, targets: readonly string[], spoken?: string) =>
    xlsx.remarks?.(opened(book)(), targets, spoken)

  it('stays, and who may want it otherwise is told where to turn it [PLN-2]', async () => {
    expect(await told(plain, ['de', 'ar', 'he'], 'en')).toEqual([
      expect.stringMatching(/stay in their order and direction: turn a sheet .* for ar, he\./),
    ])
    expect(await told(plain, ['de'], 'ar')).toHaveLength(1)
  })

  it('is no matter in the direction of the source, or beside it in a column', async () => {
    expect(await told(plain, ['de', 'ja'], 'en')).toEqual([])
    expect(await told(plain, ['fa'], 'ar')).toEqual([])
    expect(await told(many, ['ar'], 'en')).toEqual([])
  })
})
