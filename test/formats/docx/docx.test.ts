import { describe, expect, it } from 'vitest'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { docx } from '../../../src/formats/docx/docx.ts'
import { rounds } from '../../support/seed.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, fc, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'
import { documentOf, paragraph } from './documents.ts'

const GERMAN = { language: 'de' }
const BOLD = '<w:b/>'
const ITALIC = '<w:i/>'
/** What a translation says of its language. */
const LANG = '<w:lang w:val="de-DE"/>'
const SAID = `<w:rPr>${LANG}</w:rPr>`

const textsOf = async (body: string): Promise<string[]> =>
  (await unitsOf(docx, opened(documentOf(body)))).flatMap(({ text, left_out }) => (left_out ? [] : text))

async function bodyOf(bytes: Buffer): Promise<string> {
  const document = (await bytesOf((await openZip(opened(bytes)())).content('word/document.xml'))).toString()
  return document.replace(/^.*<w:body>|<\/w:body>.*$/gs, '')
}

/** The body with translations, and what its verification finds. */
async function written(body: string, translate: TranslateUnit): Promise<{ body: string; found: unknown[] }> {
  const original = documentOf(body)
  const result = await bytesOf(rewrite(docx, opened(original), translate, GERMAN))
  const found = await verify(docx, opened(original), opened(result), translate, GERMAN)
  return { body: await bodyOf(result), found }
}

describe('a paragraph', () => {
  it.each<[string, string, string]>([
    [
      'of runs that look the same',
      paragraph('One ', ['<w:lang w:val="en-US"/>', 'two'], [`<w:noProof/>`, ' three']),
      'One two three',
    ],
    [
      'with runs that look other',
      paragraph('One ', [BOLD, 'two'], ' three', [BOLD, ' four']),
      'One <g1>two</g1> three<g1> four</g1>',
    ],
    [
      'most of which looks other than its beginning',
      paragraph([BOLD, 'Note:'], ' this is the text'),
      '<g1>Note:</g1> this is the text',
    ],
    ['with white space in other looks', paragraph([BOLD, 'One'], ' ', [BOLD, 'two']), 'One two'],
    [
      'with a break and a tab',
      paragraph('One', '<w:r><w:br/></w:r>', 'two', '<w:r><w:tab/><w:t>three</w:t></w:r>'),
      'One<x1/>two<x2/>three',
    ],
    [
      'with marks at its ends',
      paragraph('<w:bookmarkStart w:id="1" w:name="a"/>', 'One', '<w:bookmarkEnd w:id="1"/>'),
      'One',
    ],
    [
      'with a link',
      paragraph(
        'See ',
        `<w:hyperlink w:anchor="a">${'<w:r><w:rPr><w:u/></w:rPr><w:t>here</w:t></w:r>'}</w:hyperlink>`,
        '.',
      ),
      'See <g1>here</g1>.',
    ],
    ['that is a link', paragraph(`<w:hyperlink w:anchor="a">${'<w:r><w:t>here</w:t></w:r>'}</w:hyperlink>`), 'here'],
    [
      'with what was deleted',
      paragraph('One', '<w:del><w:r><w:delText>old</w:delText></w:r></w:del>', ' two'),
      'One<x1/> two',
    ],
    [
      'with what was inserted',
      paragraph('One', '<w:ins w:id="1"><w:r><w:t> new</w:t></w:r></w:ins>', ' two'),
      'One<g1> new</g1> two',
    ],
    ['with hidden text', paragraph('One', ['<w:vanish/>', 'hid'], ' two'), 'One<x1/> two'],
    [
      'with a content control',
      paragraph('One ', '<w:sdt><w:sdtPr/><w:sdtContent><w:r><w:t>two</w:t></w:r></w:sdtContent></w:sdt>', ' three'),
      'One <g1>two</g1> three',
    ],
    ['with references', paragraph('A &amp; B &lt; C'), 'A & B < C'],
    ['with a tag of ours', paragraph('Write &lt;g1&gt; there'), 'Write <x1/> there'],
    [
      'with what Word notes',
      paragraph(
        'One',
        '<w:proofErr w:type="spellStart"/>',
        ' two',
        '<w:r><w:lastRenderedPageBreak/><w:t> three</w:t></w:r>',
      ),
      'One two three',
    ],
  ])('%s is one text', async (_, body, text) => {
    expect(await textsOf(body)).toEqual([text])
  })

  const field = (instruction: string, result: string): string =>
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>${result}</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`

  it('has the text of a link in a field, and other fields whole', async () => {
    expect(await textsOf(paragraph('See ', field(' HYPERLINK "a" ', 'here'), ' or ', field('PAGE', '7'), '.'))).toEqual(
      ['See <g1>here</g1> or <x2/>.'],
    )
    expect(
      await textsOf(paragraph('See ', field('PAGE', '7').replace(/<w:r><w:fldChar w:fldCharType="end".*/, ''), 'x')),
    ).toEqual(['See <x1/><x2/><x3/>7x'])
  })

  it('is none without text, and is left out where it is a number', async () => {
    expect(await textsOf(`${paragraph()}<w:p/>${paragraph('<w:r><w:br/></w:r>')}`)).toEqual([])
    expect((await unitsOf(docx, opened(documentOf(paragraph('42'))))).map(({ left_out }) => left_out)).toEqual([
      'number',
    ])
  })

  it('has its address, its number and what it is', async () => {
    const body = `${paragraph('One here')}<w:p/><w:tbl><w:tr><w:tc>${paragraph('Two here')}</w:tc></w:tr></w:tbl>${paragraph('Three here', '<w:r><w:br/></w:r>', 'x')}`
    expect((await unitsOf(docx, opened(documentOf(body)))).map(unit => [unit.path, unit.kind, unit.ordinal])).toEqual([
      ['docx:/word/document.xml#p1', 'paragraph', 1],
      ['docx:/word/document.xml#p3', 'table', 3],
      ['docx:/word/document.xml#p4', 'paragraph', 4],
    ])
    const [, , last] = await unitsOf(docx, opened(documentOf(body)))
    expect(last?.context?.stands_for).toEqual({ x1: 'line break' })
  })
})

describe('a translation', () => {
  it('stands in the looks of its source, whatever their order [RES-2]', async () => {
    const body = paragraph('One ', [BOLD, 'two'], '<w:r><w:br/></w:r>', ' & three'.replace('&', '&amp;'))
    const { body: made, found } = await written(body, () => '<x2/>Drei <g1>zwei</g1> & <eins>')
    expect(made).toBe(
      `<w:p><w:r><w:br/></w:r><w:r>${SAID}<w:t xml:space="preserve">Drei </w:t></w:r><w:r><w:rPr>${BOLD}${LANG}</w:rPr><w:t xml:space="preserve">zwei</w:t></w:r><w:r>${SAID}<w:t xml:space="preserve"> &amp; &lt;eins&gt;</w:t></w:r></w:p>`,
    )
    expect(found).toEqual([])
  })

  it('keeps white space at the ends, and what is left outside of it', async () => {
    const mark = '<w:bookmarkStart w:id="1" w:name="a"/>'
    const { body, found } = await written(
      `<w:p><w:pPr/>${mark}<w:r><w:tab/><w:t> One </w:t><w:tab/></w:r></w:p>`,
      () => 'Eins',
    )
    expect(body).toBe(
      `<w:p><w:pPr/>${mark}<w:r><w:tab/></w:r><w:r>${SAID}<w:t xml:space="preserve"> Eins </w:t></w:r><w:r><w:tab/></w:r></w:p>`,
    )
    expect(found).toEqual([])
  })

  it.each([
    ['without a tag', 'Eins zwei'],
    ['with one tag more', '<g1>Eins</g1> <x2/>'],
    ['that is not nested', '</g1>Eins<g1> zwei'],
    ['with a character that XML has not', '<g1>Eins</g1> \u0001'],
  ])('%s is not written', async (_, translation) => {
    const body = paragraph('One ', [BOLD, 'two'])
    const { body: made, found } = await written(body, () => translation)
    expect(made).toBe(body)
    expect(found).toMatchObject([{ kind: 'text' }])
  })

  it('of which parts that look the same come together reads back as it is', async () => {
    const body = paragraph('One ', [BOLD, 'two'], ' three ', [BOLD, 'four'], [ITALIC, 'five'])
    const { found } = await written(body, () => 'Eins <g1>zwei</g1><g1>vier</g1> <g2></g2>')
    expect(found).toEqual([])
  })

  it('of a paragraph goes beside those in its box, which stay in their place', async () => {
    const box = `<w:r><w:rPr>${BOLD}</w:rPr><w:pict><w:txbxContent>${paragraph('In the box')}</w:txbxContent></w:pict></w:r>`
    const body = paragraph('One ', box, ' two')
    expect(await textsOf(body)).toEqual(['One <x1/> two', 'In the box'])
    const words: Readonly<Record<string, string>> = { 'One <x1/> two': '<x1/>Eins zwei', 'In the box': 'Im Kasten' }
    const { body: made, found } = await written(body, ({ text }) => words[text])
    expect(made).toContain(`<w:pict><w:txbxContent>${paragraph([LANG, 'Im Kasten'])}</w:txbxContent></w:pict>`)
    expect(made).toMatch(
      /^<w:p><w:r><w:rPr><w:b\/><\/w:rPr><w:pict>.*<w:t xml:space="preserve">Eins zwei<\/w:t><\/w:r><\/w:p>$/,
    )
    expect(found).toEqual([])
    expect(await written(body, ({ text }) => (text === 'In the box' ? 'Im Kasten' : undefined))).toMatchObject({
      found: [],
    })
  })

  it('reads back as it was written, of whatever runs [RES-2]', async () => {
    const run = fc.record({
      look: fc.constantFrom('', BOLD, ITALIC),
      text: fc.constantFrom('one', ' two ', ' ', 'a<b', 'three four'),
    })
    const item = fc.oneof(
      run.map(({ look, text }) => [look, text.replaceAll('<', '&lt;')] as const),
      fc.constantFrom('<w:r><w:br/></w:r>', '<w:bookmarkEnd w:id="1"/>'),
      run.map(
        ({ look, text }) =>
          `<w:hyperlink w:anchor="a"><w:r><w:rPr>${look}</w:rPr><w:t>${text.trim().replaceAll('<', '&lt;')}</w:t></w:r></w:hyperlink>`,
      ),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(item, { maxLength: 6 }), { maxLength: 3 }), async paragraphs => {
        const body = paragraphs.map(items => paragraph(...items)).join('')
        const { found } = await written(body, ({ text }) => text.replace(/[a-z]+(?![^<]*>)/g, word => `ä${word}`))
        expect(found).toEqual([])
        expect((await written(body, ({ text }) => text)).body).toBe(body)
      }),
      { numRuns: rounds(150) },
    )
  })
})
