import { describe, expect, it } from 'vitest'
import { openOpenDocument, requireReadable } from '../../../../src/formats/bytes/parts/open-document.ts'
import { openZip } from '../../../../src/formats/bytes/zip/index.ts'
import { type Made, opened, zipOf } from '../zip/zips.ts'

const TYPE = 'application/vnd.oasis.opendocument.text'

const packageOf = (manifest: string | undefined, others: readonly Made[] = [], mimetype = TYPE): Buffer =>
  zipOf([
    { name: 'mimetype', content: mimetype, method: 0 },
    { name: 'content.xml', content: '<a/>' },
    ...others,
    ...(manifest === undefined ? [] : [{ name: 'META-INF/manifest.xml', content: manifest }]),
  ])

const typesIn = async (manifest: string | undefined): Promise<[string, string][]> => {
  const { types } = await openOpenDocument(opened(packageOf(manifest))(), 'odt')
  return [...types]
}

const entry = (inside: string): string => `<manifest:manifest>${inside}</manifest:manifest>`

describe('the manifest of a package', () => {
  it.each<[string, string, [string, string][]]>([
    [
      'a member',
      '<manifest:file-entry manifest:full-path="a.xml" manifest:media-type="text/xml"/>',
      [['a.xml', 'text/xml']],
    ],
    [
      'its attributes the other way round',
      '<manifest:file-entry manifest:media-type="text/xml" manifest:full-path="a"/>',
      [['a', 'text/xml']],
    ],
    ['single quotes', "<manifest:file-entry manifest:full-path='a' manifest:media-type='b'/>", [['a', 'b']]],
    ['another prefix', '<m:file-entry m:full-path="a" m:media-type="b"/>', [['a', 'b']]],
    ['no prefix, and lines in it', '<file-entry\n  full-path = "a"\n  media-type = "b"\n/>', [['a', 'b']]],
    ['no type', '<manifest:file-entry manifest:full-path="a"/>', [['a', '']]],
    ['an empty type', '<manifest:file-entry manifest:full-path="a" manifest:media-type=""/>', [['a', '']]],
    ['an element of another name', '<manifest:file-entries manifest:full-path="a"/>', []],
    ['nothing', '', []],
  ])('is read with %s', async (_, inside, expected) => {
    expect(await typesIn(entry(inside))).toEqual(expected)
  })

  it.each<[string, string]>([
    ['that is none', 'no XML at all'],
    ['that is cut off', '<manifest:manifest><manifest:file-entry manifest:full-path="a"'],
  ])('%s says nothing, and the document is read', async (_, manifest) => {
    expect(await typesIn(manifest)).toEqual([])
  })

  it('may be missing', async () => {
    expect(await typesIn(undefined)).toEqual([])
  })

  it.each<[string, string]>([
    ['of a member', '<manifest:file-entry><manifest:encryption-data manifest:checksum="x"/></manifest:file-entry>'],
    ['with other prefixes', '<m:file-entry><m:encryption-data/></m:file-entry>'],
    ['without prefixes', '<file-entry><encryption-data></encryption-data></file-entry>'],
    ['with keys for people', '<loext:KeyInfo><loext:EncryptedKey/></loext:KeyInfo><manifest:encrypted-key/>'],
    [
      'of a package in the package',
      '<manifest:file-entry manifest:full-path="encrypted-package"><manifest:encryption-data/></manifest:file-entry>',
    ],
  ])('says that there is a password: %s', async (_, inside) => {
    const bytes = packageOf(entry(inside))
    await expect(openOpenDocument(opened(bytes)(), 'odt')).rejects.toMatchObject({ code: 'protected' })
    await expect(requireReadable(await openZip(opened(bytes)()))).rejects.toMatchObject({ code: 'protected' })
  })

  it('says none where a member only is called so', async () => {
    const named = entry('<manifest:file-entry manifest:full-path="encryption-data" manifest:media-type="a"/>')
    await expect(requireReadable(await openZip(opened(packageOf(named))()))).resolves.toBeUndefined()
  })
})

describe('a package is told by its own word', () => {
  it.each<[string, string]>([
    ['a text', TYPE],
    ['a template', `${TYPE}-template`],
    ['a master document', `${TYPE}-master`],
    ['white space around it', `${TYPE}\n`],
  ])('as a text: %s', async (_, mimetype) => {
    const { archive } = await openOpenDocument(opened(packageOf(undefined, [], mimetype))(), 'odt')
    expect(archive.named('content.xml')).toBe('content.xml')
  })

  it.each<[string, string, RegExp]>([
    ['a drawing', 'application/vnd.oasis.opendocument.graphics', /drawing\. Name it \.odg/],
    ['a book', 'application/epub+zip', /\(EPUB\)/],
    ['something else', 'application/x-thing', /a zip file with something else in it/],
    ['far too long', 'x'.repeat(300), /a zip file with something else in it/],
  ])('as none: %s', async (_, mimetype, said) => {
    await expect(openOpenDocument(opened(packageOf(undefined, [], mimetype))(), 'odt')).rejects.toThrow(said)
  })
})
