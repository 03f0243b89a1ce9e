import { describe, expect, it } from 'vitest'
import { docx } from '../../../src/formats/docx/docx.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'
import { documentOf, paragraph, relationsXml } from './documents.ts'

const BOUND = '<w:dataBinding w:xpath="/a" w:storeItemID="{1}"/>'
const CHOICES =
  '<w:dropDownList><w:listItem w:displayText="Choose one" w:value=""/><w:listItem w:value="Red wine"/><w:listItem w:displayText="12" w:value="12"/></w:dropDownList>'
const control = (properties: string, content: string): string =>
  `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`
const run = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`
const boxed = (content: string): string =>
  paragraph(`<w:r><w:pict><w:txbxContent>${content}</w:txbxContent></w:pict></w:r>`)

type Seen = readonly [text: string, left_out: string | undefined]

async function seen(body: string): Promise<Seen[]> {
  const units = await unitsOf(docx, opened(documentOf(body)))
  return units.map(({ text, left_out }) => [text, left_out])
}

/** What a result has where each text that may be is translated, after its verification. */
async function translated(body: string): Promise<string[]> {
  const file = opened(documentOf(body))
  const translate: TranslateUnit = ({ left_out, text }) => (left_out ? undefined : `ä ${text}`)
  const result = opened(await bytesOf(rewrite(docx, file, translate, { language: 'de' })))
  expect(await verify(docx, file, result, translate, { language: 'de' })).toEqual([])
  return (await unitsOf(docx, result)).map(({ text }) => text)
}

describe('a control whose text comes from elsewhere stays, and is said', () => {
  it.each<[string, string, Seen[]]>([
    [
      'in a line',
      paragraph('Dear ', control(BOUND, run('Ann Smith')), ', hello'),
      [
        ['Dear <x1/>, hello', undefined],
        ['Ann Smith', 'computed'],
      ],
    ],
    [
      'around paragraphs',
      control(BOUND, paragraph('A company') + paragraph('In a town')),
      [
        ['A company', 'computed'],
        ['In a town', 'computed'],
      ],
    ],
    [
      'around a table',
      control(BOUND, `<w:tbl><w:tr><w:tc>${paragraph('A cell')}</w:tc></w:tr></w:tbl>`),
      [['A cell', 'computed']],
    ],
    ['around another', control(BOUND, control('', paragraph('Inner words'))), [['Inner words', 'computed']]],
    [
      'in a box',
      boxed(control(BOUND, paragraph('A title')) + paragraph('By hand')),
      [
        ['A title', 'computed'],
        ['By hand', undefined],
      ],
    ],
    [
      'by what Word said later',
      paragraph(control('<w15:dataBinding w15:xpath="/a"/>', run('Rich words'))),
      [['Rich words', 'computed']],
    ],
  ])('%s', async (_, body, units) => {
    expect(await seen(body)).toEqual(units)
  })

  it('and all around it is translated: what is behind it, and what repeats with its own words', async () => {
    const repeated = control(`${BOUND}<w15:repeatingSection/>`, paragraph('A row of it'))
    const body = control(BOUND, paragraph('A company')) + paragraph('All else') + repeated
    expect(await seen(body)).toEqual([
      ['A company', 'computed'],
      ['All else', undefined],
      ['A row of it', undefined],
    ])
    expect(await translated(body)).toEqual(['A company', 'ä All else', 'ä A row of it'])
  })

  it('beside which a translation keeps it whole', async () => {
    expect(await translated(paragraph('Dear ', control(BOUND, run('Ann Smith')), ', hello'))).toEqual([
      'ä Dear <x1/>, hello',
      'Ann Smith',
    ])
  })
})

describe('what people can choose in a form stays, and is said', () => {
  const said = 'Choose one\nRed wine'
  const older =
    '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:listEntry w:val="Red wine"/><w:listEntry w:val="White wine"/></w:ddList></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMDROPDOWN </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>'
  it.each<[string, string, Seen[]]>([
    [
      'in a line',
      paragraph('Drink: ', control(CHOICES, run('Red wine'))),
      [
        ['Drink: <g1>Red wine</g1>', undefined],
        [said, 'referred_to'],
      ],
    ],
    [
      'around a paragraph',
      control(CHOICES, paragraph('Red wine')) + paragraph('All else'),
      [
        ['Red wine', undefined],
        [said, 'referred_to'],
        ['All else', undefined],
      ],
    ],
    [
      'in a box',
      boxed(control(CHOICES, paragraph('Red wine'))),
      [
        ['Red wine', undefined],
        [said, 'referred_to'],
      ],
    ],
    [
      'in an older form',
      paragraph('Drink: ', older),
      [
        ['Drink:', undefined],
        ['Red wine\nWhite wine', 'referred_to'],
      ],
    ],
  ])('%s', async (_, body, units) => {
    expect(await seen(body)).toEqual(units)
    expect(await translated(body)).toEqual(units.map(([text, left_out]) => (left_out ? text : `ä ${text}`)))
  })
})

it('what an older form says to who fills it in stays, and is said', async () => {
  const data =
    '<w:ffData><w:helpText w:type="text" w:val="Your whole name"/><w:statusText w:type="text" w:val="Name"/></w:ffData>'
  const mark = (type: string, inside = ''): string =>
    `<w:r><w:fldChar w:fldCharType="${type}">${inside}</w:fldChar></w:r>`
  const field = `${mark('begin', data)}<w:r><w:instrText> FORMTEXT </w:instrText></w:r>${mark('separate')}${run('Ann Smith')}${mark('end')}`
  const units: Seen[] = [
    ['Name: <g1>Ann Smith</g1>', undefined],
    ['Your whole name\nName', 'hidden'],
  ]
  expect(await seen(paragraph('Name: ', field))).toEqual(units)
  expect(await translated(paragraph('Name: ', field))).toEqual(['ä Name: <g1>Ann Smith</g1>', 'Your whole name\nName'])
})

describe('an entry of an index', () => {
  const field = (...instructions: readonly string[]): string =>
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r>${instructions.map(each => `<w:r><w:instrText>${each}</w:instrText></w:r>`).join('')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`
  it.each([
    ['in one run', field(' XE "wine:red" \\b '), 'wine:red'],
    ['in several', field(' XE "', 'wine', ' glasses" '), 'wine glasses'],
    ['of a table of contents', field('tc "A chapter" \\l 2'), 'A chapter'],
    ['as one element', '<w:fldSimple w:instr=" XE &quot;red wine&quot; "/>', 'red wine'],
  ])('%s stays, and is said', async (_, entry, said) => {
    expect(await seen(paragraph('A glass', entry, ' of it'))).toEqual([
      ['A glass<x1/> of it', undefined],
      [said, 'hidden'],
    ])
  })

  it('and each other instruction keeps its spaces where it goes on in the next run', async () => {
    const cut = field(' REF ', '_Ref1 ').replace(
      /<w:r><w:fldChar w:fldCharType="end"/,
      `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('the chapter')}$&`,
    )
    expect(await seen(paragraph('See ', cut))).toEqual([['See <g1>the chapter</g1>', undefined]])
  })

  it('is none where a field says something else', async () => {
    expect(await seen(paragraph('A glass', field(' SEQ "wine" '), ' of it'))).toEqual([
      ['A glass<x1/> of it', undefined],
    ])
  })
})

it('a file that Word takes in when it opens the document stays, and is said once', async () => {
  const file = documentOf(`${paragraph('One here')}<w:altChunk r:id="r0"/>`, [
    {
      name: 'word/_rels/document.xml.rels',
      content: relationsXml(['aFChunk', 'a.html'], ['aFChunk', '/word/a.html'], ['aFChunk', 'none.html']),
    },
    { name: 'word/a.html', content: '<p>More words</p>' },
  ])
  const [, ...chunks] = await unitsOf(docx, opened(file))
  expect(chunks).toMatchObject([
    { path: 'docx:/word/a.html', part: 'inserted files', text: 'word/a.html', left_out: 'not_taken' },
  ])
})

it('a row is hidden where its words are, whatever its own mark says: one that is seen shows the row', async () => {
  const row = (inside: string): string =>
    `<w:tbl><w:tr><w:trPr><w:hidden/></w:trPr><w:tc>${inside}</w:tc></w:tr></w:tbl>`
  expect(await seen(row(paragraph('Seen words')) + row(paragraph(['<w:vanish/>', 'Not seen'])))).toEqual([
    ['Seen words', undefined],
    ['Not seen', 'hidden'],
  ])
})
