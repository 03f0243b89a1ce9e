import { describe, expect, it } from 'vitest'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { odg, odp, odt } from '../../../src/formats/odf/odf.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, rewrite, unitsOf, verify } from '../files.ts'
import { contentXml, documentOf, frame, type Parts, p, placeholder, slide } from './documents.ts'

const found = async (parts: Parts, format = odp): Promise<unknown[][]> =>
  (await unitsOf(format, opened(documentOf(format === odp ? 'odp' : 'odg', parts))))
    .filter(({ text }) => text !== '')
    .map(({ part, ordinal, kind, text, left_out }) => [part, ordinal, kind, text, left_out])

const NOTES = `<presentation:notes>${placeholder('notes', p('Say hello'))}</presentation:notes>`

const CHART = (body: string): string =>
  contentXml('odg', `<office:chart><chart:chart>${body}</chart:chart></office:chart>`)
const TABLE = `<table:table table:name="local-table"><table:table-row><table:table-cell>${p('Sales')}<draw:g><svg:desc>Sheet1.B1</svg:desc></draw:g></table:table-cell></table:table-row></table:table>`
const OBJECT = frame('<draw:object xlink:href="./Object 1"/>')
const AS_CHART = {
  manifest:
    '<manifest:file-entry manifest:full-path="Object 1/" manifest:media-type="application/vnd.oasis.opendocument.chart"/>',
  others: [{ name: 'Object 1/content.xml', content: CHART(`<chart:title>${p('Roses sold')}</chart:title>${TABLE}`) }],
}

describe('slides', () => {
  it('have their title in their name wherever it stands, and notes behind what is shown', async () => {
    const one = `${placeholder('outline', p('First point'))}${placeholder('title', p('Roses'))}${frame(`<draw:text-box>${p('Boxed')}</draw:text-box>`)}${NOTES}`
    const footer = '<presentation:footer-decl presentation:name="f">Our garden</presentation:footer-decl>'
    expect(
      await found({ body: footer + slide('page1', one) + slide('page2', placeholder('title', p('Lilies'))) }),
    ).toEqual([
      ['headers and footers', undefined, 'header', 'Our garden', undefined],
      ['Slide 1: Roses', 1, 'paragraph', 'First point', undefined],
      ['Slide 1: Roses', 1, 'heading', 'Roses', undefined],
      ['Slide 1: Roses', 1, 'text box', 'Boxed', undefined],
      ['Slide 1: Roses', 1, 'speaker note', 'Say hello', undefined],
      ['Slide 2: Lilies', 2, 'heading', 'Lilies', undefined],
    ])
  })

  it('that are hidden stay, and so do masters until somebody asks for them', async () => {
    const hides =
      '<style:style style:name="dp" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
    const masters = `<style:master-page>${placeholder('title', p('Click to edit'))}</style:master-page><style:handout-master>${frame(`<draw:text-box>${p('On paper')}</draw:text-box>`)}</style:handout-master>`
    const body = slide('a', placeholder('title', p('Secret')), ' draw:style-name="dp"')
    expect(
      (await found({ body, automatic: hides, masters })).map(([part, , , text, reason]) => [part, text, reason]),
    ).toEqual([
      ['Slide 1: Secret', 'Secret', 'hidden'],
      ['masters and layouts', 'Click to edit', 'on_request'],
      ['master of handouts', 'On paper', 'on_request'],
    ])
  })

  it('have their charts with their names, but no addresses of cells', async () => {
    const parts = { body: slide('a', placeholder('title', p('Sold')) + OBJECT), ...AS_CHART }
    expect(await found(parts)).toEqual([
      ['Slide 1: Sold', 1, 'heading', 'Sold', undefined],
      ['Slide 1: Sold', 1, 'chart', 'Roses sold', undefined],
      ['Slide 1: Sold', 1, 'chart', 'Sales', undefined],
    ])
    const original = documentOf('odp', parts)
    const translate = ({ left_out, text }: { left_out?: string | undefined; text: string }) =>
      left_out ? undefined : `${text} x`
    const result = await bytesOf(rewrite(odp, opened(original), translate, { language: 'de' }))
    expect(await verify(odp, opened(original), opened(result), translate, { language: 'de' })).toEqual([])
    const chart = (await bytesOf((await openZip(opened(result)())).content('Object 1/content.xml'))).toString()
    expect(chart).toContain('<text:p>Roses sold x</text:p>')
  })
})

describe('other objects and files in a document', () => {
  it('stay, each by its name', async () => {
    const foreign = 'application/vnd.sun.star.oleobject'
    const manifest = `<manifest:file-entry manifest:full-path="Object 1/" manifest:media-type="application/vnd.oasis.opendocument.formula"/><manifest:file-entry manifest:full-path="Object 2" manifest:media-type="${foreign}"/>`
    const others = [
      { name: 'Object 1/content.xml', content: '<math/>' },
      { name: 'Object 2', content: 'x' },
    ]
    const units = await unitsOf(odt, opened(documentOf('odt', { body: p(`Some ${OBJECT}words`), manifest, others })))
    expect(units.filter(({ left_out }) => left_out === 'not_taken').map(({ text }) => text)).toEqual([
      'Object 1/content.xml',
      'Object 2',
    ])
  })

  it('are forms, whose labels are said', async () => {
    const form = '<office:forms><form:form><form:button form:label="Send it"/></form:form></office:forms>'
    const units = await unitsOf(odt, opened(documentOf('odt', { body: form + p('Some words') })))
    expect(units.map(({ text, left_out }) => [text, left_out])).toContainEqual(['Send it', 'form_field'])
  })
})

it('a drawing has its texts by page', async () => {
  const body = slide('page1', `<draw:rect>${p('In a box')}</draw:rect>`)
  expect(await found({ body }, odg)).toEqual([['Page 1', 1, 'text box', 'In a box', undefined]])
})
