import { describe, expect, it } from 'vitest'
import { insteadOf } from '../../../src/contract/instead.ts'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { requireClaimed } from '../../../src/formats/index.ts'
import { ods, odt } from '../../../src/formats/odf/odf.ts'
import { opened, zipOf } from '../bytes/zip/zips.ts'
import { bytesOf, unitsOf } from '../files.ts'
import { cell, contentXml, documentOf, p, row, sheet } from './documents.ts'

const ENCRYPTED =
  '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data manifest:checksum="x"/></manifest:file-entry>'
const TYPE = 'application/vnd.oasis.opendocument.text'

const withContent = (content: string): Buffer =>
  zipOf([
    { name: 'mimetype', content: TYPE, method: 0 },
    { name: 'content.xml', content },
  ])

describe('a package', () => {
  it.each<[string, Buffer, RegExp]>([
    ['a password', documentOf('odt', { body: '', manifest: ENCRYPTED }), /has a password\. Save it without one/],
    [
      'a workbook under the name of a text',
      documentOf('ods', { body: '' }),
      /not an OpenDocument text.*spreadsheet.*\.ods/,
    ],
    ['a book', documentOf('odt', { body: '', mimetype: 'application/epub+zip' }), /a book \(EPUB\)/],
    [
      'no text of its own',
      zipOf([{ name: 'mimetype', content: TYPE, method: 0 }]),
      /damaged: it has no “content\.xml”/,
    ],
    ['a document type', withContent(contentXml('odt', '').replace('?>', '?><!DOCTYPE a>')), /DOCTYPE/],
    [
      'other prefixes than all others',
      withContent(contentXml('odt', '').replace('xmlns:text=', 'xmlns:t=')),
      /calls its elements “t:”/,
    ],
    ['a flat file in its place', Buffer.from(`<?xml version="1.0"?><office:document/>`), /an XML file/],
    ['nothing that is packed', Buffer.from('Hello'), /it is a text/],
  ])('with %s is refused in words [LIM-5]', async (_, bytes, said) => {
    await expect(unitsOf(odt, opened(bytes))).rejects.toThrow(said)
  })

  it('with a password, or of another kind, is refused before it is kept [CRE-5]', async () => {
    const claim = async (name: string, bytes: Buffer) => await requireClaimed(name, opened(bytes)())
    await expect(claim('a.odt', documentOf('odt', { body: '', manifest: ENCRYPTED }))).rejects.toThrow(/password/)
    await expect(claim('a.odp', documentOf('odt', { body: '' }))).rejects.toThrow(/not an OpenDocument presentation/)
    await expect(claim('a.docx', documentOf('odt', { body: '' }))).rejects.toThrow(/OpenDocument text/)
    await expect(claim('a.ods', documentOf('ods', { body: '' }))).resolves.toBeUndefined()
  })

  it('of programs before 2010 is read, whose manifest has a document type', async () => {
    const whole = documentOf('odt', { body: p('Some words'), manifest: '' })
    const archive = await openZip(opened(whole)())
    const members = await Promise.all(
      archive.names.map(async name => ({ name, content: await bytesOf(archive.content(name)) })),
    )
    const old = members.map(({ name, content }) =>
      name.startsWith('META-INF')
        ? { name, content: `<!DOCTYPE manifest:manifest PUBLIC "a" "b">${content}` }
        : { name, content },
    )
    expect((await unitsOf(odt, opened(zipOf(old)))).map(({ text }) => text)).toContain('Some words')
  })

  it('that is signed says in its plan that the signature holds no more', async () => {
    const others = [{ name: 'META-INF/documentsignatures.xml', content: '<a/>' }]
    const signed = documentOf('odt', { body: p('Some words'), others })
    expect(await odt.remarks?.(opened(signed)(), ['de'])).toEqual([expect.stringMatching(/^The document is signed\./)])
  })

  it('of sheets says that their columns stay for languages from the right', async () => {
    const book = documentOf('ods', { body: sheet('S', [row([cell('Some words')])]) })
    expect(await ods.remarks?.(opened(book)(), ['ar', 'de'], 'en')).toEqual([
      expect.stringMatching(/stay .* for ar\.$/),
    ])
  })

  it('of another shape is told what to save it in', () => {
    expect(insteadOf('fodt', ['odt', 'docx'])).toBe(' In place of a .fodt file: save it as an odt file.')
    expect(insteadOf('ott', ['odt', 'ods', 'odp'])).toBe(
      ' In place of a .ott file: save it as an odt, ods or odp file.',
    )
  })
})
