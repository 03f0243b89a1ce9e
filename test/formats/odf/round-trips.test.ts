import { describe, expect, it } from 'vitest'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import type { Format, Unit } from '../../../src/formats/format.ts'
import { odg, odp, ods, odt } from '../../../src/formats/odf/odf.ts'
import { opened, zipOf } from '../bytes/zip/zips.ts'
import { bytesOf, marked, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'
import {
  BOLD,
  cell,
  contentXml,
  documentOf,
  frame,
  h,
  type Kind,
  numbered,
  type Parts,
  p,
  placeholder,
  row,
  sheet,
  slide,
  span,
} from './documents.ts'

const FORMATS = { odt, ods, odp, odg } as const
const TAG = /(<\/?[gx]\d+\/?>)/
const CHART = {
  manifest:
    '<manifest:file-entry manifest:full-path="Object 1/" manifest:media-type="application/vnd.oasis.opendocument.chart"/>',
  others: [
    {
      name: 'Object 1/content.xml',
      content: contentXml(
        'odg',
        `<office:chart><chart:chart><chart:title>${p('Roses sold')}</chart:title><table:table>${row([cell('In May')])}</table:table></chart:chart></office:chart>`,
      ),
    },
  ],
} as const
const OBJECT = frame('<draw:object xlink:href="./Object 1"/>')
const note = `<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>${p('Told below')}</text:note-body></text:note>`
const comment = `<office:annotation><dc:creator>Ann</dc:creator>${p('Really so?')}</office:annotation>`

const DOCUMENTS: readonly (readonly [name: string, kind: Kind, parts: Parts])[] = [
  [
    'a text with all that hangs on paragraphs',
    'odt',
    {
      body:
        h('The garden') +
        p(`Some ${span('T1', `red${note} roses`)}${comment} and <text:a xlink:href="x">lilies</text:a>`) +
        p(OBJECT),
      ...CHART,
    },
  ],
  [
    'a text with readings, fields and changes',
    'odt',
    {
      body: `<text:tracked-changes><text:changed-region text:id="c"><text:deletion>${p('Gone words')}</text:deletion></text:changed-region></text:tracked-changes>${p('One <text:change text:change-id="c"/>two')}${p('<text:ruby><text:ruby-base>東京</text:ruby-base><text:ruby-text>to</text:ruby-text></text:ruby> is far')}${p('By <text:author-name>Ann</text:author-name><text:tab/>on <text:date>Friday</text:date>')}`,
    },
  ],
  [
    'a workbook with a chart, a comment and a drawing',
    'ods',
    {
      body: sheet(
        'Flowers',
        [
          row([cell('Name'), cell('About')]),
          row([
            cell('Rose bush', ' office:string-value="Rose bush"'),
            `<table:table-cell office:value-type="string">${comment}${p(`A ${span('T1', 'red')} flower`)}${p('Second line')}</table:table-cell>`,
          ]),
          row([cell('Lily bed'), numbered(3, ' table:formula="of:=1+2"')], ' table:number-rows-repeated="3"'),
        ],
        `<table:shapes>${frame(`<draw:text-box>${p('Drawn words')}</draw:text-box>`)}${OBJECT}</table:shapes>`,
      ),
      ...CHART,
    },
  ],
  [
    'slides with notes, a table and a chart',
    'odp',
    {
      body: slide(
        'a',
        `${placeholder('title', p('Roses'))}${frame(`<table:table>${row([cell('In a table')])}</table:table>`)}${OBJECT}<presentation:notes>${placeholder('notes', p('Say hello'))}</presentation:notes>`,
      ),
      masters: `<style:master-page>${placeholder('title', p('Click to edit'))}</style:master-page>`,
      ...CHART,
    },
  ],
  [
    'a drawing with shapes in groups',
    'odg',
    {
      body: slide(
        'a',
        `<draw:g><draw:rect>${p('In a box')}</draw:rect><draw:line>${p('')}</draw:line></draw:g><draw:connector>${p(`From ${span('T1', 'here')}`)}</draw:connector>`,
      ),
      meta: '<dc:title>A plan</dc:title>',
    },
  ],
]

const madeOf = (kind: Kind, parts: Parts): Buffer => documentOf(kind, { automatic: BOLD, ...parts })

async function changed(format: Format, original: Buffer, translate: TranslateUnit, language = 'de') {
  const result = await bytesOf(rewrite(format, opened(original), translate, { language }))
  return { result, lost: await verify(format, opened(original), opened(result), translate, { language }) }
}

describe.each(DOCUMENTS)('%s', (_, kind, parts) => {
  const format = FORMATS[kind]
  const original = madeOf(kind, parts)

  it('stays byte for byte where it says what it said', async () => {
    for (const translate of [() => undefined, ({ text }: { readonly text: string }) => text]) {
      const { result, lost } = await changed(format, original, translate)
      expect([result.equals(original), lost]).toEqual([true, []])
    }
  })

  it.each(['de', 'ar', 'ja'])('says in every text what it should, in %s', async language => {
    const translate: TranslateUnit = ({ text, left_out }) =>
      left_out !== undefined || text === ''
        ? undefined
        : text
            .split(TAG)
            .map((said, at) => (at % 2 === 1 || said.trim() === '' ? said : marked(said)))
            .join('')
    const { result, lost } = await changed(format, original, translate, language)
    expect(lost).toEqual([])
    const [before, after] = [await unitsOf(format, opened(original)), await unitsOf(format, opened(result))]
    // How words are read is gone with the words.
    const paths = (units: readonly Unit[]) => units.map(({ path }) => path).filter(path => !path.endsWith('/reading'))
    expect(paths(after)).toEqual(paths(before))
    expect(after.filter(({ text }) => text.includes('😀')).length).toBe(before.filter(unit => translate(unit)).length)
  })

  it('is told apart from one with a text that nobody asked for', async () => {
    const { result } = await changed(format, original, ({ left_out, text }) =>
      left_out || text === '' ? undefined : `${text}x`,
    )
    expect(await verify(format, opened(original), opened(result), () => undefined, { language: 'de' })).not.toEqual([])
  })

  it('keeps every member but those that say its texts and its language', async () => {
    const { result } = await changed(format, original, ({ text, left_out }) =>
      left_out || text === '' ? undefined : `${text}!`,
    )
    const [before, after] = [await openZip(opened(original)()), await openZip(opened(result)())]
    expect(after.names).toEqual(before.names)
    for (const name of ['mimetype', 'META-INF/manifest.xml'])
      expect((await bytesOf(after.content(name))).equals(await bytesOf(before.content(name)))).toBe(true)
  })
})

describe('a damaged document', () => {
  const TYPE = 'application/vnd.oasis.opendocument.text'
  const withContent = (content: string): Buffer =>
    zipOf([
      { name: 'mimetype', content: TYPE, method: 0 },
      { name: 'content.xml', content },
    ])
  const textsIn = async (bytes: Buffer): Promise<string[]> =>
    (await unitsOf(odt, opened(bytes))).map(({ text }) => text).filter(text => text !== '')

  it('is read without its styles', async () => {
    const bytes = withContent(contentXml('odt', p(`Some ${span('T1', 'red')} words`)))
    expect(await textsIn(bytes)).toEqual(['Some <g1>red</g1> words'])
    const { lost, result } = await changed(odt, bytes, ({ text }) => text.replace('Some', 'Einige'), 'ar')
    expect([lost, await textsIn(result)]).toEqual([[], ['Einige <g1>red</g1> words']])
  })

  it('is read with elements that nobody knows, and they stay', async () => {
    const bytes = withContent(
      contentXml('odt', `<x:new>${p('Some <x:sign x:a="1"><x:b/></x:sign>words')}</x:new>`.replaceAll('x:', 'loext:')),
    )
    expect(await textsIn(bytes)).toEqual(['Some <x1/>words'])
  })

  it.each<[string, string]>([
    ['is empty', ''],
    ['is cut off', contentXml('odt', p('Some words')).slice(0, -40)],
    ['closes what it did not open', contentXml('odt', '<text:p>Some words</text:h>')],
    ['has a reference to nothing', contentXml('odt', p('Some &nothing; words'))],
  ])('is refused where its content %s', async (_, content) => {
    await expect(unitsOf(odt, opened(withContent(content)))).rejects.toMatchObject({ code: 'malformed' })
  })

  it('has no text where it has no paragraph', async () => {
    expect(await textsIn(withContent(contentXml('odt', '')))).toEqual([])
  })
})
