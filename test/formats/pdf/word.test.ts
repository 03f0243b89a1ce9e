import { describe, expect, it } from 'vitest'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { paragraphsWritten } from '../../../src/formats/pdf/composing.ts'
import { paragraphXml, type WrittenParagraph, wordFile } from '../../../src/formats/pdf/word.ts'
import { bytesOf, fc, opened } from '../files.ts'

function xmlOf(text: string, more: Partial<WrittenParagraph> = {}): string {
  return paragraphXml({ text, look: 'body', language: 'de', breaks: false, mark: { id: 3, name: '_text3' }, ...more })
}

async function fileOf(body: readonly string[], language = 'de'): Promise<Buffer> {
  const pieces = [...wordFile(body, language)]
  return Buffer.concat(pieces)
}

async function partOf(file: Buffer, name: string): Promise<string> {
  return (await bytesOf((await openZip(opened(file)())).content(name))).toString()
}

describe('a paragraph of a document', () => {
  it('says its look, its language and its mark, in the order that Word asks for', () => {
    expect(xmlOf('Rosen', { look: 'heading 1', breaks: true })).toBe(
      '<w:p><w:pPr><w:pStyle w:val="Heading1"/><w:pageBreakBefore/></w:pPr><w:bookmarkStart w:id="3" w:name="_text3"/>' +
        '<w:r><w:rPr><w:lang w:val="de-DE" w:eastAsia="de-DE" w:bidi="de-DE"/></w:rPr>' +
        '<w:t xml:space="preserve">Rosen</w:t></w:r><w:bookmarkEnd w:id="3"/></w:p>',
    )
  })

  it('has breaks and tabs of Word for those of its text', () => {
    expect(xmlOf('one\ntwo\tthree\n')).toContain(
      '<w:t xml:space="preserve">one</w:t><w:br/><w:t xml:space="preserve">two</w:t><w:tab/><w:t xml:space="preserve">three</w:t><w:br/>',
    )
  })

  it('is written from the right by its language, and by its letters where it keeps its source', () => {
    expect(xmlOf('مرحبا', { language: 'ar' })).toMatch(
      /<w:pPr><w:bidi\/><\/w:pPr>.*<w:rPr><w:rtl\/><w:lang w:val="ar-SA"/,
    )
    expect(xmlOf('Hello', { language: 'he' })).toContain('<w:bidi/>')
    expect(xmlOf('مرحبا', { language: undefined })).toMatch(/<w:bidi\/>.*<w:rPr><w:rtl\/><\/w:rPr>/)
    expect(xmlOf('12. שלום', { language: undefined })).toContain('<w:bidi/>')
    expect(xmlOf('Hello שלום', { language: undefined })).not.toContain('<w:bidi/>')
    expect(xmlOf('Hallo')).not.toMatch(/bidi\/>|rtl/)
  })

  it('says no language where its text is in that of the PDF, which may be any', () => {
    expect(xmlOf('Roses', { language: undefined })).not.toContain('w:lang')
  })

  it('is markup of no kind, whatever its text says', () => {
    expect(xmlOf('<w:p/> & "so"')).toContain('&lt;w:p/&gt; &amp; "so"')
    expect(xmlOf('a\u0000b\ufffec\ud800d')).toContain('>abcd<')
    expect(xmlOf(']]>')).toContain(']]&gt;')
  })
})

describe('a document', () => {
  it('has the five parts that Word needs, each related to what holds it', async () => {
    const file = await fileOf([xmlOf('Rosen')])
    const { names } = await openZip(opened(file)())
    expect([...names].sort()).toEqual([
      ...['[Content_Types].xml', '_rels/.rels', 'word/_rels/document.xml.rels', 'word/document.xml', 'word/styles.xml'],
    ])
    expect(await partOf(file, '_rels/.rels')).toContain('Target="word/document.xml"')
    expect(await partOf(file, 'word/_rels/document.xml.rels')).toContain('Target="styles.xml"')
    for (const part of ['/word/document.xml', '/word/styles.xml'])
      expect(await partOf(file, '[Content_Types].xml')).toContain(`PartName="${part}"`)
  })

  it('has every style that a paragraph names', async () => {
    const looks = ['body', 'heading 1', 'heading 2', 'heading 3', 'list', 'cell', 'note'] as const
    const file = await fileOf(looks.map(look => xmlOf('Rosen', { look })))
    const styles = await partOf(file, 'word/styles.xml')
    const named = [...(await partOf(file, 'word/document.xml')).matchAll(/w:pStyle w:val="(\w+)"/g)]
    expect(named).toHaveLength(6)
    for (const [, style] of named) expect(styles).toContain(`w:styleId="${style}"`)
  })

  it('is the same file whenever it is written', async () => {
    const [one, other] = [await fileOf([xmlOf('Rosen')]), await fileOf([xmlOf('Rosen')])]
    expect(one.equals(other)).toBe(true)
  })

  it('says what it says when it is read again, whatever that is', async () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .map(said => said.replace(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '').replace(/\r/g, ''))
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 6 }), async texts => {
        const body = texts.map((said, id) => xmlOf(said, { mark: { id, name: `_text${id}` } }))
        const written = await paragraphsWritten(opened(await fileOf(body))())
        expect([...written]).toEqual(texts.map((said, id) => [id, said]))
      }),
      { numRuns: 40 },
    )
  })

  it('is read without what somebody has put between its paragraphs', async () => {
    const foreign = '<w:p><w:r><w:t>Not from here</w:t></w:r></w:p>'
    const written = await paragraphsWritten(opened(await fileOf([foreign, xmlOf('Rosen'), foreign]))())
    expect([...written]).toEqual([[3, 'Rosen']])
  })
})
