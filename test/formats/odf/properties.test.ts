import { describe, expect, it } from 'vitest'
import { odp, ods, odt } from '../../../src/formats/odf/odf.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, rewrite, unitsOf } from '../files.ts'
import { cell, documentOf, p, row, sheet } from './documents.ts'

const found = async (meta: string): Promise<unknown[][]> =>
  (await unitsOf(odt, opened(documentOf('odt', { body: '', meta }))))
    .filter(({ kind }) => kind === 'metadata')
    .map(({ part, text, left_out }) => [part.replace('document properties > ', ''), text, left_out])

describe('what a document says of itself', () => {
  const own = (type: string, value: string): string =>
    `<meta:user-defined meta:name="Tone"${type === '' ? '' : ` meta:value-type="${type}"`}>${value}</meta:user-defined>`

  it.each<[string, string, unknown[][]]>([
    ['its subject', '<dc:subject>Red roses</dc:subject>', [['subject', 'Red roses', 'on_request']]],
    [
      'what it is about',
      '<dc:description> Of &amp; for all </dc:description>',
      [['description', 'Of & for all', 'on_request']],
    ],
    ['who made it', '<meta:initial-creator>Ann Lee</meta:initial-creator>', [['initial-creator', 'Ann Lee', 'person']]],
    ['who printed it', '<meta:printed-by>Ann Lee</meta:printed-by>', [['printed-by', 'Ann Lee', 'person']]],
    [
      'each of its words',
      '<meta:keyword>red</meta:keyword><meta:keyword>roses</meta:keyword>',
      [
        ['keyword', 'red', 'on_request'],
        ['keyword', 'roses', 'on_request'],
      ],
    ],
    ['a text of its own', own('', 'Kind words'), [['Tone', 'Kind words', 'on_request']]],
    ['a text that says so', own('string', 'Kind words'), [['Tone', 'Kind words', 'on_request']]],
    ['a truth', own('boolean', 'true'), []],
    ['a date', own('date', '2026-11-27'), []],
    ['nothing', '<dc:title></dc:title><dc:subject>  </dc:subject>', []],
    ['its program', '<meta:generator>LibreOffice</meta:generator><meta:editing-cycles>3</meta:editing-cycles>', []],
  ])('has %s', async (_, meta, expected) => {
    expect(await found(meta)).toEqual(expected)
  })

  it('is written where it stood', async () => {
    const original = documentOf('odt', { body: '', meta: '<dc:title>Of roses</dc:title><dc:creator>Ann</dc:creator>' })
    const translate = ({ text }: { readonly text: string }) => (text === 'Of roses' ? 'Rosen & <mehr>' : undefined)
    const result = await bytesOf(rewrite(odt, opened(original), translate, { language: 'de' }))
    const texts = (await unitsOf(odt, opened(result))).map(({ text }) => text)
    expect(texts).toEqual(['Rosen & <mehr>', 'Ann', ''])
  })
})

describe('what a plan says of a document', () => {
  const signed = (name: string) => [{ name: `META-INF/${name}`, content: '<a/>' }]
  const body = sheet('S', [row([cell('Some words')])])

  it.each<[string, string[]]>([
    ['documentsignatures.xml', ['signed']],
    ['macrosignatures.xml', ['signed']],
    ['other.xml', []],
  ])('is that it is signed, by %s', async (name, expected) => {
    const remarks = await odp.remarks?.(opened(documentOf('odp', { body: p(''), others: signed(name) }))(), ['ar'])
    expect(remarks?.map(said => /signed/.exec(said)?.[0])).toEqual(expected)
  })

  it.each<[string[], string | undefined, RegExp[]]>([
    [['de'], 'en', []],
    [['ar', 'fa', 'de'], 'en', [/for ar, fa\.$/]],
    [['he'], 'ar', []],
    [['de', 'he'], 'ar', [/for de\.$/]],
    [['ar'], undefined, [/for ar\.$/]],
  ])('is that columns stay, for %j from %s', async (targets, spoken, expected) => {
    const remarks = await ods.remarks?.(opened(documentOf('ods', { body }))(), targets, spoken)
    expect(remarks).toEqual(expected.map(said => expect.stringMatching(said)))
  })

  it('is all of it, the signature first', async () => {
    const languages = sheet('L', [
      row([cell('key'), cell('English'), cell('German')]),
      row([cell('a.b'), cell('A rose'), cell('')]),
    ])
    const bytes = documentOf('ods', { body: languages, others: signed('documentsignatures.xml') })
    const remarks = await ods.remarks?.(opened(bytes)(), ['ar'], 'en')
    expect(remarks).toEqual([/signed/, /^Sheet “L”/, /for ar/].map(said => expect.stringMatching(said)))
  })
})
