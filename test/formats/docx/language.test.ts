import { describe, expect, it } from 'vitest'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { docx } from '../../../src/formats/docx/docx.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, rewrite, verify } from '../files.ts'
import { documentOf, paragraph, relationsXml, W } from './documents.ts'

const STYLES = `<w:styles ${W}><w:style w:type="paragraph" w:styleId="Right"><w:name w:val="right"/><w:pPr><w:bidi/></w:pPr></w:style><w:style w:type="paragraph" w:styleId="Strong"><w:name w:val="strong"/><w:rPr><w:b/><w:sz w:val="40"/></w:rPr></w:style></w:styles>`

async function written(body: string, text: string, language: string): Promise<string> {
  const file = documentOf(body, [
    { name: 'word/_rels/document.xml.rels', content: relationsXml(['styles', 'styles.xml']) },
    { name: 'word/styles.xml', content: STYLES },
  ])
  const result = await bytesOf(rewrite(docx, opened(file), () => text, { language }))
  expect(await verify(docx, opened(file), opened(result), () => text, { language })).toEqual([])
  const document = (await bytesOf((await openZip(opened(result)())).content('word/document.xml'))).toString()
  return document.replace(/^.*<w:body>|<\/w:body>.*$/gs, '')
}

const run = (properties: string, text: string): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`

describe('a translation says its language where spelling looks for it', () => {
  it.each([
    ['de', '', '<w:lang w:val="de-DE"/>'],
    ['pt', '<w:lang w:val="en-US"/>', '<w:lang w:val="pt-BR"/>'],
    ['ja', '<w:lang w:val="en-US" w:eastAsia="zh-CN"/>', '<w:lang w:val="en-US" w:eastAsia="ja-JP"/>'],
    ['zh-Hant', '', '<w:lang w:eastAsia="zh-TW"/>'],
    ['sr-Latn', '<w:b/><w:em w:val="dot"/>', '<w:b/><w:em w:val="dot"/><w:lang w:val="sr-Latn-RS"/>'],
    ['th', '<w:b/>', '<w:b/><w:bCs/><w:lang w:bidi="th-TH"/>'],
    ['fr-CA', '<w:lang w:val="en-US"/><w14:glow/>', '<w:lang w:val="fr-CA"/><w14:glow/>'],
  ])('%s', async (language, before, after) => {
    expect(await written(paragraph([before, 'One two']), 'Eins', language)).toBe(`<w:p>${run(after, 'Eins')}</w:p>`)
  })
})

describe('lines run as their language does, in the order of the schema', () => {
  it.each([
    [
      'a paragraph',
      paragraph('One two'),
      `<w:p><w:pPr><w:bidi/></w:pPr>${run('<w:rtl/><w:lang w:bidi="ar-SA"/>', 'كلمة')}</w:p>`,
    ],
    [
      'a paragraph with properties',
      `<w:p><w:pPr><w:keepNext/><w:spacing w:after="0"/><w:rPr><w:b/></w:rPr></w:pPr><w:r><w:rPr><w:b/><w:u/></w:rPr><w:t>One two</w:t></w:r></w:p>`,
      `<w:p><w:pPr><w:keepNext/><w:bidi/><w:spacing w:after="0"/><w:rPr><w:b/></w:rPr></w:pPr>${run('<w:b/><w:bCs/><w:u/><w:rtl/><w:lang w:bidi="ar-SA"/>', 'كلمة')}</w:p>`,
    ],
    [
      'a style that is bold and large',
      `<w:p><w:pPr><w:pStyle w:val="Strong"/></w:pPr><w:r><w:t>One two</w:t></w:r></w:p>`,
      `<w:p><w:pPr><w:pStyle w:val="Strong"/><w:bidi/></w:pPr>${run('<w:bCs/><w:szCs w:val="40"/><w:rtl/><w:lang w:bidi="ar-SA"/>', 'كلمة')}</w:p>`,
    ],
  ])('to the right: %s', async (_, body, after) => {
    expect(await written(body, 'كلمة', 'ar')).toBe(after)
  })

  it.each([
    ['a paragraph', '<w:pPr><w:bidi/><w:jc w:val="left"/></w:pPr>', '<w:pPr><w:jc w:val="left"/></w:pPr>'],
    [
      'a style',
      '<w:pPr><w:pStyle w:val="Right"/></w:pPr>',
      '<w:pPr><w:pStyle w:val="Right"/><w:bidi w:val="0"/></w:pPr>',
    ],
  ])('to the left: %s', async (_, before, after) => {
    const body = `<w:p>${before}<w:r><w:rPr><w:rtl/><w:lang w:bidi="he-IL"/></w:rPr><w:t>שלום</w:t></w:r></w:p>`
    expect(await written(body, 'Hello', 'en')).toBe(
      `<w:p>${after}${run('<w:lang w:bidi="he-IL" w:val="en-US"/>', 'Hello')}</w:p>`,
    )
  })
})

describe('the columns of a table stand as its texts run, in the order of the schema', () => {
  const table = (properties: string, ...cells: readonly string[]): string =>
    `<w:tbl>${properties}<w:tblGrid><w:gridCol/></w:tblGrid>${cells.map(cell => `<w:tr><w:tc><w:tcPr/>${cell}</w:tc></w:tr>`).join('')}</w:tbl>`
  const source = paragraph('One two')
  const turned = `<w:p><w:pPr><w:bidi/></w:pPr>${run('<w:rtl/><w:lang w:bidi="ar-SA"/>', 'كلمة')}</w:p>`

  it.each([
    ['without properties', '<w:tblPr/>', '<w:tblPr><w:bidiVisual/></w:tblPr>'],
    [
      'with a style and a width',
      '<w:tblPr><w:tblStyle w:val="Grid"/><w:tblOverlap w:val="never"></w:tblOverlap><w:tblW w:w="0" w:type="auto"/></w:tblPr>',
      '<w:tblPr><w:tblStyle w:val="Grid"/><w:tblOverlap w:val="never"></w:tblOverlap><w:bidiVisual/><w:tblW w:w="0" w:type="auto"/></w:tblPr>',
    ],
    [
      'with nothing but a style',
      '<w:tblPr><w:tblStyle w:val="Grid"/></w:tblPr>',
      '<w:tblPr><w:tblStyle w:val="Grid"/><w:bidiVisual/></w:tblPr>',
    ],
    [
      'that says that it stands otherwise',
      '<w:tblPr><w:bidiVisual w:val="0"/><w:tblW w:w="0"/></w:tblPr>',
      '<w:tblPr><w:bidiVisual/><w:tblW w:w="0"/></w:tblPr>',
    ],
    [
      'that stands so',
      '<w:tblPr><w:bidiVisual/><w:tblW w:w="0"/></w:tblPr>',
      '<w:tblPr><w:bidiVisual/><w:tblW w:w="0"/></w:tblPr>',
    ],
    [
      'with a change of its properties',
      '<w:tblPr><w:tblW w:w="0"/><w:tblPrChange><w:tblPr><w:tblStyle w:val="Old"/></w:tblPr></w:tblPrChange></w:tblPr>',
      '<w:tblPr><w:bidiVisual/><w:tblW w:w="0"/><w:tblPrChange><w:tblPr><w:tblStyle w:val="Old"/></w:tblPr></w:tblPrChange></w:tblPr>',
    ],
  ])('one %s, once', async (_, before, after) => {
    expect(await written(table(before, source, source), 'كلمة', 'ar')).toBe(table(after, turned, turned))
  })

  it('one in a cell of another, with the other', async () => {
    const inner = (properties: string, cell: string): string => `${table(properties, cell)}<w:p/>`
    const before = table('<w:tblPr/>', inner('<w:tblPr/>', source), source)
    const mark = '<w:tblPr><w:bidiVisual/></w:tblPr>'
    expect(await written(before, 'كلمة', 'ar')).toBe(table(mark, inner(mark, turned), turned))
  })

  it('to the left where the translation does, and not at all where nothing in it is translated', async () => {
    const before = table('<w:tblPr><w:bidiVisual/><w:tblW w:w="0"/></w:tblPr>', source)
    const after = table('<w:tblPr><w:tblW w:w="0"/></w:tblPr>', `<w:p>${run('<w:lang w:val="de-DE"/>', 'Eins')}</w:p>`)
    expect(await written(before, 'Eins', 'de')).toBe(after)
    const numbers = table('<w:tblPr/>', '<w:p><w:r><w:t>12</w:t></w:r></w:p>')
    const file = documentOf(numbers + source)
    const result = await bytesOf(
      rewrite(docx, opened(file), unit => (unit.left_out ? undefined : 'كلمة'), { language: 'ar' }),
    )
    const document = (await bytesOf((await openZip(opened(result)())).content('word/document.xml'))).toString()
    expect(document).toContain(numbers)
    expect(document).toContain(turned)
  })
})

describe('what Word writes twice is one text, and is written twice', () => {
  it('boxes and descriptions of pictures', async () => {
    const box = (more: string): string =>
      `<w:txbxContent>${paragraph(['<w:lang w:val="de-DE"/>', more])}</w:txbxContent>`
    const body = (text: string, said: string): string =>
      paragraph(
        `<w:r><mc:AlternateContent xmlns:mc="m"><mc:Choice><w:drawing><wp:docPr xmlns:wp="wp" id="1" descr="${said}"/>${box(text)}</w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape xmlns:v="v" alt="${said}">${box(text)}</v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
      )
    expect(await written(body('In a box', 'In a box'), 'Im Kasten', 'de')).toBe(body('Im Kasten', 'Im Kasten'))
  })
})
