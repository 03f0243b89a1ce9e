import { describe, expect, it } from 'vitest'
import { openOffice, readMember, relatedTo } from '../../../../src/formats/bytes/parts/index.ts'
import { openZip } from '../../../../src/formats/bytes/zip/index.ts'
import { documentOf, packageOf, relationsXml, typesXml } from '../../docx/documents.ts'
import { type Made, opened, zipOf } from '../zip/zips.ts'

const open = (bytes: Buffer) => openOffice(opened(bytes)(), 'docx')

describe('a package of Office', () => {
  it('says its main part, the types of its parts, and how they hang together', async () => {
    const others: Made[] = [
      {
        name: 'word/_rels/document.xml.rels',
        content: relationsXml(
          ['header', 'Header1.xml'],
          ['image', '../media/a%20b.png'],
          ['header', '/word/header2.xml'],
          ['hyperlink', 'https://a.example', 'TargetMode="External"'],
          ['header', 'gone.xml'],
        ),
      },
      { name: 'word/header1.xml' },
      { name: 'word/header2.xml' },
      { name: 'media/a b.png' },
    ]
    const file = await open(documentOf('', others))
    expect(file.main).toBe('word/document.xml')
    expect([file.typeOf('word/document.xml'), file.typeOf('_rels/.rels'), file.typeOf('media/a b.png')]).toEqual([
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
      'application/vnd.openxmlformats-package.relationships+xml',
      '',
    ])
    expect(await relatedTo(file, file.main, 'header')).toEqual(['word/header1.xml', 'word/header2.xml'])
    expect((await file.relationsOf(file.main)).map(({ type, member }) => [type, member])).toContainEqual([
      'image',
      'media/a b.png',
    ])
    expect(await file.relationsOf('word/header1.xml')).toEqual([])
  })

  it.each<[string, Buffer, RegExp]>([
    [
      'a workbook',
      zipOf([
        {
          name: '[Content_Types].xml',
          content: typesXml(
            '/xl/workbook.xml',
            'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
          ),
        },
        { name: '_rels/.rels', content: relationsXml(['officeDocument', 'xl/workbook.xml']) },
        { name: 'xl/workbook.xml' },
      ]),
      /a workbook of Excel. Name it \.xlsx/,
    ],
    [
      'an OpenDocument',
      zipOf([{ name: 'mimetype', content: 'application/vnd.oasis.opendocument.text', method: 0 }]),
      /an OpenDocument text. Name it \.odt/,
    ],
    ['a zip file of pictures', zipOf([{ name: 'a.png', content: 'x' }]), /a zip file with something else in it/],
    [
      'a package without its main part',
      zipOf([{ name: '[Content_Types].xml', content: '<Types/>' }]),
      /a zip file with something else in it/,
    ],
  ])('of another kind is told what it is: %s', async (_, bytes, message) => {
    await expect(open(bytes)).rejects.toMatchObject({ code: 'malformed', message: expect.stringMatching(message) })
  })
})

describe('the XML of a member', () => {
  const read = async (content: string): Promise<void> => {
    const archive = await openZip(opened(zipOf([{ name: 'a.xml', content }]))())
    for await (const _ of readMember(archive, 'a.xml'));
  }

  it.each<[string, string, string, RegExp]>([
    ['a document type', '<!DOCTYPE a><a/>', 'malformed', /“a\.xml” in the file has a DOCTYPE/],
    [
      'entities of its own',
      '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
      'malformed',
      /“a\.xml” in the file/,
    ],
    ['an entity that is not defined', '<a>&b;</a>', 'malformed', /“a\.xml” in the file/],
    ['no end', '<a><b>', 'malformed', /“a\.xml” in the file is no well-formed XML/],
    ['elements far inside each other', '<a>'.repeat(1001), 'too_deep', /The elements of “a\.xml” in the file/],
    ['bytes that are no text', '<a>\0</a>', 'not_decodable', /“a\.xml”/],
  ])('with %s is refused by its name', async (_, content, code, message) => {
    await expect(read(content)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  })

  it('in a document is refused, too', async () => {
    await expect(
      (async () => {
        const file = await open(packageOf('<!DOCTYPE w:document><w:document xmlns:w="a"/>'))
        for await (const _ of readMember(file.archive, file.main));
      })(),
    ).rejects.toThrow(/DOCTYPE/)
  })
})
