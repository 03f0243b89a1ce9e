import { describe, expect, it } from 'vitest'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { docx } from '../../../src/formats/docx/docx.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'
import { documentOf, paragraph, relationsXml, W } from './documents.ts'

const part = (root: string, body: string): string => `<w:${root} ${W}>${body}</w:${root}>`
const styled = (style: string, text: string): string =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
const style = (id: string, name: string, more = ''): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`

const STYLES = [
  style('H1', 'heading 1'),
  style('H2', 'Heading 2'),
  style('Mine', 'mine', '<w:basedOn w:val="H2"/>'),
  style('Top', 'Title'),
  style('Bullets', 'bullets', '<w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr>'),
  style('Gone', 'gone', '<w:rPr><w:vanish/></w:rPr>'),
  style('Toc', 'toc 1'),
  '<w:style w:type="character" w:styleId="Away"><w:name w:val="away"/><w:rPr><w:vanish/></w:rPr></w:style>',
].join('')

const WHOLE = documentOf(
  `${styled('Top', 'A book')}${styled('Toc', 'Safety first 1')}${styled('H1', 'Safety')}${paragraph('Wear gloves now')}${styled('Mine', 'Tools here')}${styled('Bullets', 'A sharp knife')}`,
  [
    {
      name: 'word/_rels/document.xml.rels',
      content: relationsXml(
        ['comments', 'comments.xml'],
        ['footer', 'footer1.xml'],
        ['header', 'header10.xml'],
        ['header', 'header2.xml'],
        ['styles', 'styles.xml'],
        ['footnotes', '/word/notes/footnotes.xml'],
        ['endnotes', 'endnotes.xml'],
      ),
    },
    { name: 'word/styles.xml', content: part('styles', STYLES) },
    { name: 'word/header2.xml', content: part('hdr', paragraph('The second header')) },
    { name: 'word/header10.xml', content: part('hdr', paragraph('The tenth header')) },
    { name: 'word/footer1.xml', content: part('ftr', paragraph('The first footer')) },
    {
      name: 'word/notes/footnotes.xml',
      content: part('footnotes', `<w:footnote w:id="2">${paragraph('A note below')}</w:footnote>`),
    },
    {
      name: 'word/endnotes.xml',
      content: part('endnotes', `<w:endnote w:id="2">${paragraph('A note behind')}</w:endnote>`),
    },
    {
      name: 'word/comments.xml',
      content: part('comments', `<w:comment w:id="1">${paragraph('Is it so')}</w:comment>`),
    },
  ],
)

it('all members of a document are read in the order of readers, each under its name [FMT-2]', async () => {
  const units = await unitsOf(docx, opened(WHOLE))
  expect(units.map(({ text, part: name, kind, left_out }) => [text, name, kind, left_out])).toEqual([
    ['A book', 'main text', 'heading', undefined],
    ['Safety first 1', 'table of contents', 'paragraph', undefined],
    ['Safety', 'Safety', 'heading', undefined],
    ['Wear gloves now', 'Safety', 'paragraph', undefined],
    ['Tools here', 'Safety > Tools here', 'heading', undefined],
    ['A sharp knife', 'Safety > Tools here', 'list', undefined],
    ['The second header', 'headers', 'header', undefined],
    ['The tenth header', 'headers', 'header', undefined],
    ['The first footer', 'footers', 'header', undefined],
    ['A note below', 'footnotes', 'footnote', undefined],
    ['A note behind', 'endnotes', 'footnote', undefined],
    ['Is it so', 'comments', 'comment', 'on_request'],
  ])
  expect(units.slice(0, 6).map(({ context }) => context?.kind)).toEqual([
    'title',
    undefined,
    'heading 1',
    undefined,
    'heading 2',
    'list item',
  ])
})

it('every member gets its translations [RES-2]', async () => {
  const translate: TranslateUnit = ({ text }) => `${text} ä`
  const result = await bytesOf(rewrite(docx, opened(WHOLE), translate, { language: 'de' }))
  expect(await verify(docx, opened(WHOLE), opened(result), translate, { language: 'de' })).toEqual([])
  expect((await unitsOf(docx, opened(result))).map(({ text }) => text)).toContain('Is it so ä')
})

it('the properties of a document wait to be asked for, and can be written', async () => {
  const core = `<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>My &amp; book</dc:title><dc:creator>Ann Smith</dc:creator><cp:keywords/></cp:coreProperties>`
  const main = '<Relationship Id="a" Type="x/officeDocument" Target="word/document.xml"/>'
  const file = documentOf(paragraph('One here'), [
    { name: 'docProps/core.xml', content: core },
    {
      name: '_rels/.rels',
      content: `<Relationships>${main}<Relationship Id="b" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
    },
  ])
  const translate: TranslateUnit = ({ kind }) => (kind === 'metadata' ? 'Mein <Buch>' : undefined)
  const [, title, ...others] = await unitsOf(docx, opened(file))
  expect([title, others]).toMatchObject([
    { text: 'My & book', part: 'document properties > title', kind: 'metadata', left_out: 'on_request' },
    [{ text: 'Ann Smith', left_out: 'person' }],
  ])
  const result = await bytesOf(rewrite(docx, opened(file), translate, { language: 'de' }))
  expect(await verify(docx, opened(file), opened(result), translate, { language: 'de' })).toEqual([])
  const archive = await openZip(opened(result)())
  expect((await bytesOf(archive.content('docProps/core.xml'))).toString()).toContain(
    '<dc:title>Mein &lt;Buch&gt;</dc:title>',
  )
})

describe('what is seen and stays is said, and no more [FMT-2]', () => {
  const seen = async (body: string): Promise<unknown[]> =>
    (
      await unitsOf(
        docx,
        opened(
          documentOf(body, [
            { name: 'word/_rels/document.xml.rels', content: relationsXml(['styles', 'styles.xml']) },
            { name: 'word/styles.xml', content: part('styles', STYLES) },
          ]),
        ),
      )
    ).map(({ text, left_out }) => [text, left_out])
  const field = (instruction: string, result: string): string =>
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>${result}</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
  it.each<[string, string, unknown[]]>([
    [
      'deleted text',
      paragraph('One', '<w:del><w:r><w:delText>old</w:delText></w:r></w:del>', ' two'),
      [
        ['One<x1/> two', undefined],
        ['old', 'deleted'],
      ],
    ],
    [
      'hidden runs',
      paragraph('One ', ['<w:vanish/>', 'not '], ['<w:rStyle w:val="Away"/>', 'here'], ' two'),
      [
        ['One <x1/> two', undefined],
        ['<g1>not </g1>here', 'hidden'],
      ],
    ],
    [
      'runs that a style hides and they do not',
      `<w:p><w:pPr><w:pStyle w:val="Gone"/></w:pPr><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>seen here</w:t></w:r><w:r><w:t> not here</w:t></w:r></w:p>`,
      [
        ['seen here', undefined],
        ['not here', 'hidden'],
      ],
    ],
    [
      'a computed field',
      paragraph('By ', field('AUTHOR', 'Ann Smith'), ' on ', field('PAGE', '7')),
      [
        ['By <x1/> on', undefined],
        ['Ann Smith', 'computed'],
      ],
    ],
    [
      'a reference',
      paragraph('See ', field(' REF _x \\h ', 'the chapter'), ' and ', field('REF _y', '1.2'), ' here'),
      [['See <g1>the chapter</g1> and <x2/> here', undefined]],
    ],
    [
      'an equation',
      paragraph('Let ', '<m:oMath xmlns:m="m"><m:r><m:t>x otherwise</m:t></m:r></m:oMath>', ' be'),
      [
        ['Let <x1/> be', undefined],
        ['x otherwise', 'formula'],
      ],
    ],
    [
      'how words are read',
      paragraph(
        'Go to ',
        '<w:r><w:ruby><w:rubyPr/><w:rt><w:r><w:t>toukyou</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>Tokyo</w:t></w:r></w:rubyBase></w:ruby></w:r>',
        ' now',
      ),
      [
        ['Go to Tokyo now', undefined],
        ['toukyou', 'reading'],
      ],
    ],
  ])('%s', async (_, body, units) => {
    expect(await seen(body)).toEqual(units)
  })
})
