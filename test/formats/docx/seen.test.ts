/** What people see of a document that stands in none of its paragraphs. */
import { describe, expect, it } from 'vitest'
import { docx } from '../../../src/formats/docx/docx.ts'
import { samePlaceholders } from '../../../src/formats/index.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'
import { documentOf, paragraph, relationsXml, W } from './documents.ts'

const german: TranslateUnit = ({ left_out, text }) => (left_out ? undefined : `ä ${text}`)
const RELATED = { name: 'word/_rels/document.xml.rels', content: relationsXml(['numbering', 'numbering.xml']) }
const level = (text: string): string => `<w:lvl w:ilvl="0"><w:lvlText w:val="${text}"/></w:lvl>`
const withNumbers = (...texts: readonly string[]): Buffer =>
  documentOf(paragraph('Words here'), [
    RELATED,
    { name: 'word/numbering.xml', content: `<w:numbering ${W}>${texts.map(level).join('')}</w:numbering>` },
  ])

async function translated(bytes: Buffer) {
  const file = opened(bytes)
  const result = opened(await bytesOf(rewrite(docx, file, german, { language: 'de' })))
  expect(await verify(docx, file, result, german, { language: 'de' })).toEqual([])
  return await unitsOf(docx, result)
}

describe('words in front of headings and lists', () => {
  it('are translated with the places of their numbers, and the blanks at their ends stay [FMT-1]', async () => {
    const units = await unitsOf(docx, opened(withNumbers('%1.', 'Chapter %1 - ', 'o', 'Article %1.%2')))
    expect(units.slice(1)).toMatchObject([
      { part: 'numbering', kind: 'list', text: 'Chapter %1 -', left_out: undefined },
      { text: 'Article %1.%2', left_out: undefined },
    ])
    expect(samePlaceholders('Chapter %1 -', 'Kapitel -')).toBe(false)
    const file = opened(withNumbers('Chapter %1 - '))
    const made = await bytesOf(rewrite(docx, file, german, { language: 'de' }))
    expect(await unitsOf(docx, opened(made))).toMatchObject([{}, { text: 'ä Chapter %1 -' }])
    expect(await translated(withNumbers('Chapter %1 - '))).toHaveLength(2)
  })
})

describe('what describes a table', () => {
  const table = (described: string, inside: string): string =>
    `<w:tbl><w:tblPr>${described}</w:tblPr><w:tr><w:tc>${inside}</w:tc></w:tr></w:tbl>`
  const DESCRIBED = '<w:tblCaption w:val="Prices"/><w:tblDescription w:val="All prices of a year"/>'

  it.each([
    ['in the text', table(DESCRIBED, paragraph('A cell'))],
    ['around another', table(DESCRIBED, table('', paragraph('A cell')))],
    [
      'in a box',
      paragraph(`<w:r><w:pict><w:txbxContent>${table(DESCRIBED, paragraph('A cell'))}</w:txbxContent></w:pict></w:r>`),
    ],
  ])('is translated for screen readers, %s [FMT-1]', async (_, body) => {
    const units = await translated(documentOf(body))
    expect(units.map(({ text, kind }) => [text, kind])).toEqual(
      expect.arrayContaining([
        ['ä Prices', 'alt text'],
        ['ä All prices of a year', 'alt text'],
      ]),
    )
  })
})

describe('what stays of what people see is said', () => {
  const control = (properties: string): string =>
    `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent><w:r><w:t>Red</w:t></w:r></w:sdtContent></w:sdt>`
  const field = (instruction: string): string =>
    `<w:fldSimple w:instr="${instruction}"><w:r><w:t>a link</w:t></w:r></w:fldSimple>`
  const OLD = '<a:txSp xmlns:a="urn:a"><a:txBody><a:p><a:r><a:t>Important words</a:t></a:r></a:p></a:txBody></a:txSp>'
  const oldDrawing = `<w:r><w:drawing>${OLD}</w:drawing></w:r>`

  it.each([
    [
      'the title of a control',
      control('<w:alias w:val="Colour of the wine"/><w:tag w:val="goog_1"/>'),
      'Colour of the wine',
    ],
    ['a tag of words', control('<w:alias w:val="A"/><w:tag w:val="colour of it"/>'), 'A\ncolour of it'],
    ['the title that is the tag, too', control('<w:alias w:val="my wine"/><w:tag w:val="my wine"/>'), 'my wine'],
    ['the tip of a link', '<w:hyperlink w:tooltip="Go there"><w:r><w:t>there</w:t></w:r></w:hyperlink>', 'Go there'],
    ['the tip of a field', field(' HYPERLINK &quot;http://a.b&quot; \\o &quot;Go there&quot; '), 'Go there'],
    ['text in a drawing of an older kind', oldDrawing, 'Important words'],
    [
      'text that is written for two programs',
      `<w:r><mc:AlternateContent xmlns:mc="urn:mc"><mc:Choice><w:t>Two words</w:t></mc:Choice><mc:Fallback><w:t>Two words</w:t></mc:Fallback></mc:AlternateContent></w:r>`,
      'Two words',
    ],
  ])('%s [PLN-2]', async (_, markup, text) => {
    const body = paragraph('Take ', markup, ' now')
    const units = await unitsOf(docx, opened(documentOf(body)))
    expect(units.filter(({ left_out }) => left_out === 'not_taken')).toMatchObject([{ text }])
    expect(await translated(documentOf(body))).toHaveLength(units.length)
  })

  it('titles of controls around paragraphs, and texts that fields of older forms begin with [PLN-2]', async () => {
    const around = `<w:sdt><w:sdtPr><w:alias w:val="Name of it"/></w:sdtPr><w:sdtContent>${paragraph('In it')}</w:sdtContent></w:sdt>`
    const form = `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:textInput><w:default w:val="Type here"/></w:textInput></w:ffData></w:fldChar></w:r>`
    const units = await unitsOf(docx, opened(documentOf(around + paragraph('Say ', form))))
    expect(units.map(({ text, left_out }) => [text, left_out])).toEqual(
      expect.arrayContaining([
        ['Name of it', 'not_taken'],
        ['Type here', 'hidden'],
      ]),
    )
  })

  it('what a document says of itself, with what people add and the name of a company [PLN-2]', async () => {
    const members = [
      {
        name: '_rels/.rels',
        content: relationsXml(
          ['officeDocument', 'word/document.xml'],
          ['core-properties', 'a.xml'],
          ['extended-properties', 'b.xml'],
          ['custom-properties', 'c.xml'],
        ),
      },
      { name: 'a.xml', content: '<a><contentStatus>First draft</contentStatus></a>' },
      {
        name: 'b.xml',
        content:
          '<b><Company>The Door Company</Company><Manager>Ann Smith</Manager><TitlesOfParts><v><lpstr>Some title</lpstr></v></TitlesOfParts></b>',
      },
      {
        name: 'c.xml',
        content:
          '<c><property name="Customer"><lpwstr>A good house</lpwstr></property><property name="Id"><lpwstr>0x010100E50995C855B0C1</lpwstr></property></c>',
      },
    ]
    const units = await unitsOf(docx, opened(documentOf(paragraph('Words'), members)))
    expect(units.slice(1).map(({ part, text, left_out }) => [part, text, left_out])).toEqual([
      ['document properties > contentStatus', 'First draft', 'on_request'],
      ['document properties > Company', 'The Door Company', 'not_taken'],
      ['document properties > Manager', 'Ann Smith', 'person'],
      ['document properties > Customer', 'A good house', 'not_taken'],
      ['document properties > Id', '0x010100E50995C855B0C1', 'number'],
    ])
  })
})
