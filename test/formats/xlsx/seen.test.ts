/** What people see of a workbook that is in none of its cells. */
import { describe, expect, it } from 'vitest'
import { xlsx } from '../../../src/formats/xlsx/xlsx.ts'
import { type Made, opened } from '../bytes/zip/zips.ts'
import { relationsXml } from '../docx/documents.ts'
import { bytesOf, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'
import { type MadeSheet, row, S, workbookOf } from './workbooks.ts'

const GERMAN = { language: 'de' }
const asked: TranslateUnit = ({ left_out, text }) =>
  left_out && left_out !== 'on_request' ? undefined : text.replace(/[a-z](?![^<]*>)/g, letter => letter.toUpperCase())

async function translated(book: Buffer, translate = asked) {
  const result = opened(await bytesOf(rewrite(xlsx, opened(book), translate, GERMAN)))
  return { found: await verify(xlsx, opened(book), result, translate, GERMAN), units: await unitsOf(xlsx, result) }
}

const bookOf = (sheet: Partial<MadeSheet>, others: readonly Made[] = []): Buffer =>
  workbookOf([{ name: 'One', rows: row(1, ['Some words']), ...sheet }], undefined, others)

const shown = (units: Awaited<ReturnType<typeof unitsOf>>) =>
  units
    .filter(({ part, text }) => text !== '' && part !== 'sheet names' && part !== 'column A')
    .map(({ part, kind, text, left_out }) => [part, kind, text, left_out])

const MESSAGES = {
  after:
    '<dataValidations><dataValidation sqref="A1" promptTitle="Colour of it" prompt="Say a colour" error="That is none"><formula1>"Red,Blue"</formula1></dataValidation><dataValidation sqref="A2" prompt="And another"/></dataValidations><hyperlinks><hyperlink ref="A1" tooltip="Go there"/></hyperlinks>',
}

describe('what is shown beside a cell', () => {
  it('waits until somebody asks: messages of what may be typed, tips of links [FMT-2]', async () => {
    expect(shown(await unitsOf(xlsx, opened(bookOf(MESSAGES))))).toEqual([
      ['input messages', 'paragraph', 'Colour of it', 'on_request'],
      ['input messages', 'paragraph', 'Say a colour', 'on_request'],
      ['input messages', 'paragraph', 'That is none', 'on_request'],
      ['input messages', 'paragraph', 'And another', 'on_request'],
      ['tips of links', 'link title', 'Go there', 'on_request'],
    ])
    const { found, units } = await translated(bookOf(MESSAGES))
    expect(found).toEqual([])
    expect(shown(units).map(([, , text]) => text)).toEqual(
      ['Colour of it', 'Say a colour', 'That is none', 'And another', 'Go there'].map(text => text.toUpperCase()),
    )
  })

  it('stays where its translation is longer than Excel takes [FMT-2]', async () => {
    const long: TranslateUnit = unit => (unit.text === 'Colour of it' ? 'a'.repeat(33) : asked(unit))
    const { found, units } = await translated(bookOf(MESSAGES), long)
    expect(found).toMatchObject([{ path: 'xlsx:/One!dataValidation1#promptTitle' }])
    expect(shown(units)[0]).toContain('Colour of it')
  })
})

describe('what stays of what people see is said', () => {
  const related = (type: string, member: string, content: string) =>
    bookOf({ relations: [[type, `../${member}`]] }, [{ name: `xl/${member}`, content }])

  it.each([
    [
      'pivot tables',
      'pivotTable',
      `<pivotTableDefinition ${S} name="P" dataCaption="Values" rowHeaderCaption="Names of rows"><location ref="C3:D4"/><pivotField name="Region" axis="x"/><dataField name="Sum of it"/></pivotTableDefinition>`,
      'Values\nNames of rows\nRegion\nSum of it',
    ],
    ['tables', 'table', `<table ${S} ref="G9:G10"><ext><x altText="Prices of it"/></ext></table>`, 'Prices of it'],
    [
      'forms',
      'vmlDrawing',
      '<xml xmlns:v="u:v"><v:shape><v:textbox><div><font>Press me</font></div></v:textbox></v:shape><v:shape>no</v:shape></xml>',
      'Press me',
    ],
  ])('%s [PLN-2]', async (part, relation, content, text) => {
    const book = related(relation, 'more.xml', content)
    expect(shown(await unitsOf(xlsx, opened(book)))).toEqual([[part, undefined, text, 'not_taken']])
    expect((await translated(book)).found).toEqual([])
  })

  it('words beside numbers, notes on names, and how words are read, also where these are translated [PLN-2]', async () => {
    const book = workbookOf(
      [{ name: 'One', rows: row(1, [0]) }],
      ['<t>Some words</t><rPh sb="0" eb="4"><t>sam</t></rPh>'],
      [
        {
          name: 'xl/_rels/workbook.xml.rels',
          content: relationsXml(
            ['worksheet', 'worksheets/sheet1.xml'],
            ['sharedStrings', 'sharedStrings.xml'],
            ['styles', 'styles.xml'],
          ),
        },
        {
          name: 'xl/styles.xml',
          content: `<styleSheet ${S}><numFmts><numFmt numFmtId="164" formatCode="0 &quot;pieces of it&quot;;&quot;-&quot;"/></numFmts></styleSheet>`,
        },
        {
          name: 'xl/workbook.xml',
          content: `<workbook ${S} xmlns:r="u:r"><sheets><sheet name="One" sheetId="1" r:id="r0"/></sheets><definedNames><definedName name="rate" comment="The rate of it">1</definedName></definedNames></workbook>`,
        },
      ],
    )
    const said = [
      ['names for formulas', undefined, 'rate', 'referred_to'],
      ['notes on names', undefined, 'The rate of it', 'referred_to'],
      ['number formats', undefined, 'pieces of it', 'not_taken'],
    ]
    expect(shown(await unitsOf(xlsx, opened(book)))).toEqual([...said, ['readings', undefined, 'sam', 'reading']])
    const { found, units } = await translated(book)
    expect([found, shown(units)]).toEqual([[], said])
  })

  it('cells that a pivot table shows are made anew by it, and stay [FMT-2]', async () => {
    const book = bookOf(
      { rows: row(3, ['Some words', '', 'Region']) + row(5, ['Other words']), relations: [['pivotTable', '../p.xml']] },
      [{ name: 'xl/p.xml', content: `<pivotTableDefinition ${S}><location ref="C3:D4"/></pivotTableDefinition>` }],
    )
    const units = await unitsOf(xlsx, opened(book))
    expect(units.map(({ text, left_out }) => [text, left_out])).toEqual(
      expect.arrayContaining([
        ['Some words', undefined],
        ['Region', 'computed'],
      ]),
    )
  })
})
