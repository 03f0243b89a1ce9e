import { describe, expect, it } from 'vitest'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { odt } from '../../../src/formats/odf/odf.ts'
import { rounds } from '../../support/seed.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, fc, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'
import { BOLD, DEFAULTS, documentOf, frame, h, type Parts, p, span, textStyle } from './documents.ts'

const GERMAN = { language: 'de' }
const HIDDEN = textStyle('T2', 'text:display="none"')

const found = async (parts: Parts): Promise<[string, string | undefined][]> =>
  (await unitsOf(odt, opened(documentOf('odt', parts))))
    .filter(({ text }) => text !== '')
    .map(({ text, left_out }) => [text, left_out])

/** What a document becomes: its member, without its root, and what verification finds. */
async function written(
  parts: Parts,
  translate: TranslateUnit,
  { language = 'de', member = 'content.xml' } = {},
): Promise<{ xml: string; lost: unknown[] }> {
  const original = documentOf('odt', { automatic: BOLD, ...parts })
  const result = await bytesOf(rewrite(odt, opened(original), translate, { language }))
  const lost = await verify(odt, opened(original), opened(result), translate, { language })
  const xml = (await bytesOf((await openZip(opened(result)())).content(member))).toString()
  return { xml: xml.replace(/^.*<office:text>|<\/office:text>.*$/gs, ''), lost }
}

const words =
  (said: Readonly<Record<string, string>>): TranslateUnit =>
  ({ text, left_out }) =>
    left_out ? undefined : said[text]

describe('a paragraph', () => {
  it.each<[string, string, string]>([
    ['spans that look other than the rest', `One ${span('T1', 'two')} three`, 'One <g1>two</g1> three'],
    ['spans that look like it', `One ${span('T3', 'two')} three`, 'One two three'],
    ['spans in each other', span('T3', `One ${span('T1', 'two')}`), 'One <g1>two</g1>'],
    ['a style that somebody named', `One ${span('Emphasis', 'two')}`, 'One <g1>two</g1>'],
    ['a link', 'See <text:a xlink:href="x">here</text:a>.', 'See <g1>here</g1>.'],
    ['signs', 'One<text:tab/>two<text:line-break/>three<text:s text:c="3"/>four', 'One<x1/>two<x2/>three<x3/>four'],
    ['signs at its ends', '<text:tab/>One<text:line-break/>', 'One'],
    ['white space of the file', '\n   One\n   two  three ', 'One two three'],
    ['white space on both sides of a tag', `One ${span('T1', ' two')}`, 'One <g1>two</g1>'],
    ['CDATA and references', '<![CDATA[A & B]]> &lt; C', 'A & B < C'],
    ['a tag of ours', 'Write &lt;g1&gt; there', 'Write <x1/> there'],
    ['a page that ended', 'One <text:soft-page-break/>two', 'One two'],
    ['a bookmark', 'One <text:bookmark-start text:name="a"/>two', 'One <x1/>two'],
    [
      'a reading above words',
      '<text:ruby><text:ruby-base>東京</text:ruby-base><text:ruby-text>ab</text:ruby-text></text:ruby>へ',
      '東京へ',
    ],
  ])('with %s is one text', async (_, inside, text) => {
    const plain = textStyle('T3', 'officeooo:rsid="0012" fo:language="fr" fo:country="FR"')
    const named = textStyle('Emphasis', 'fo:font-style="italic"')
    const [first] = await found({ body: p(inside), automatic: BOLD + plain, styles: DEFAULTS + named })
    expect(first?.[0]).toBe(text)
  })

  it.each<[string, string, [string, string | undefined][]]>([
    [
      'a field, whose words are computed',
      'By <text:author-name>Ann Lee</text:author-name> on <text:page-number>1</text:page-number>.',
      [
        ['By <x1/> on <x2/>.', undefined],
        ['Ann Lee', 'computed'],
      ],
    ],
    [
      'hidden text',
      `Seen${span('T2', ' and hidden')}`,
      [
        ['Seen', undefined],
        ['and hidden', 'hidden'],
      ],
    ],
    [
      'text that is hidden on a condition',
      'One <text:hidden-text text:string-value="Not for you"/>two',
      [
        ['One <x1/>two', undefined],
        ['Not for you', 'hidden'],
      ],
    ],
    [
      'what somebody is to fill in',
      'Name: <text:text-input>Your name</text:text-input>',
      [
        ['Name:', undefined],
        ['Your name', 'form_field'],
      ],
    ],
    [
      'an entry of the index',
      'A <text:alphabetical-index-mark text:string-value="Roses"/>flower',
      [
        ['A <x1/>flower', undefined],
        ['Roses', 'referred_to'],
      ],
    ],
    [
      'a note, a comment and a picture',
      `One<text:note text:note-class="endnote"><text:note-citation>1</text:note-citation><text:note-body>${p('Told')}</text:note-body></text:note> two<office:annotation><dc:creator>Ann</dc:creator>${p('Really?')}</office:annotation>${frame('<draw:image/><svg:title>A rose</svg:title><svg:desc>A red rose</svg:desc>')}`,
      [
        ['One<x1/> two', undefined],
        ['Told', undefined],
        ['Really?', 'on_request'],
        ['A rose', undefined],
        ['A red rose', undefined],
      ],
    ],
  ])('has beside its text %s', async (_, inside, expected) => {
    expect(await found({ body: p(inside), automatic: BOLD + HIDDEN })).toEqual(expected)
  })

  it.each<[string, string, string, string]>([
    ['in its own place', 'Hello', 'Hallo', 'Hallo'],
    [
      'in the spans that it had',
      `A ${span('T1', 'big')} day`,
      'Ein <g1>großer</g1> Tag',
      `Ein ${span('T1', 'großer')} Tag`,
    ],
    [
      'in another order',
      `A ${span('T1', 'big')} day<text:tab/>off`,
      'Frei<x2/> <g1>ganz</g1>',
      `Frei<text:tab/> ${span('T1', 'ganz')}`,
    ],
    [
      'with its link',
      'See <text:a xlink:href="x">here</text:a>',
      '<g1>Hier</g1> steht es',
      '<text:a xlink:href="x">Hier</text:a> steht es',
    ],
    ['with what XML escapes', 'A & B'.replace('&', '&amp;'), 'B < A & C', 'B &lt; A &amp; C'],
    ['with one blank where an engine wrote several', 'Hello', ' Hallo \n  Welt ', 'Hallo Welt '],
    ['without the blank that is none at a beginning', `A ${span('T1', 'b')}`, '<g1> b</g1> a', `${span('T1', 'b')} a`],
  ])('is written %s', async (_, inside, translation, expected) => {
    const { xml, lost } = await written({ body: p(inside) }, ({ left_out }) => (left_out ? undefined : translation))
    expect(lost).toEqual([])
    expect(xml).toBe(p(expected))
  })

  it('keeps what hangs on it where it is, and both are translated', async () => {
    const note = (text: string) =>
      `<text:note text:note-class="footnote"><text:note-body>${p(text)}</text:note-body></text:note>`
    const body = (one: string, two: string, inside: string) => p(`${one}${span('T1', `${two}${note(inside)}`)}`)
    const { xml, lost } = await written(
      { body: body('A very red ', 'rose', 'Red') },
      words({ 'A very red <g1>rose</g1>': 'Eine rote <g1>Rose</g1>', Red: 'Rot' }),
    )
    expect(lost).toEqual([])
    expect(xml.replaceAll('</text:span><text:span text:style-name="T1">', '')).toBe(body('Eine rote ', 'Rose', 'Rot'))
  })

  it('stays where a translation lacks its tags', async () => {
    const body = p(`A ${span('T1', 'big')} day`)
    const { xml, lost } = await written({ body }, ({ left_out }) => (left_out ? undefined : 'Ein Tag'))
    expect(xml).toBe(body)
    expect(lost).toMatchObject([{ kind: 'text', expected: 'Ein Tag' }])
  })

  it('reads back as it was written, whatever it says', async () => {
    const piece = fc.constantFrom('a', ' ', '  ', '\n', '<g1>', '</g1>', '<x2/>', '&', '<', '\u00a0', 'ä', '{x}')
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async pieces => {
        const said = pieces.join('')
        const body = p(`One ${span('T1', 'two')}<text:tab/>three`)
        const { lost } = await written({ body }, ({ left_out }) => (left_out ? undefined : said))
        expect(lost.filter(each => JSON.stringify(each).includes('"bytes"'))).toEqual([])
      }),
      { numRuns: rounds(25) },
    )
  })
})

describe('a text', () => {
  it('has sections by its headings, and says what its paragraphs are', async () => {
    const item = `<text:list><text:list-item>${p('First')}</text:list-item></text:list>`
    const table = `<table:table><table:table-row><table:table-cell>${p('Cell')}</table:table-cell></table:table-row></table:table>`
    const derived = '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Quotations"/>'
    const quotes = '<style:style style:name="Quotations" style:family="paragraph"/>'
    const body = `${p('Before', 'Title')}${h('One')}${p('Text')}${h('Two', 2)}${item}${table}${p('Said', 'P1')}${p(frame(`<draw:text-box>${p('Boxed')}</draw:text-box>`))}`
    const units = await unitsOf(odt, opened(documentOf('odt', { body, automatic: derived, styles: DEFAULTS + quotes })))
    expect(units.slice(0, -1).map(({ text, part, kind }) => [text, part, kind])).toEqual([
      ['Before', 'main text', 'heading'],
      ['One', 'One', 'heading'],
      ['Text', 'One', 'paragraph'],
      ['Two', 'One > Two', 'heading'],
      ['First', 'One > Two', 'list'],
      ['Cell', 'One > Two', 'table'],
      ['Said', 'One > Two', 'quote'],
      ['Boxed', 'One > Two', 'text box'],
    ])
  })

  it('leaves what is deleted and what is hidden, and says so', async () => {
    const changes = `<text:tracked-changes><text:changed-region text:id="c"><text:deletion>${p('Gone')}</text:deletion></text:changed-region></text:tracked-changes>`
    const section = `<text:section text:display="none">${p('Secret')}</text:section>`
    const hidden =
      '<style:style style:name="P2" style:family="paragraph"><style:text-properties text:display="none"/></style:style>'
    expect(await found({ body: `${changes}${p('Here')}${section}${p('Gone too', 'P2')}`, automatic: hidden })).toEqual([
      ['Gone', 'deleted'],
      ['Here', undefined],
      ['Secret', 'hidden'],
      ['Gone too', 'hidden'],
    ])
  })

  it('has the title of a table of contents where it stands, and where it is made from', async () => {
    const body = `<text:table-of-content><text:table-of-content-source><text:index-title-template>Contents</text:index-title-template></text:table-of-content-source><text:index-body><text:index-title>${p('Contents')}</text:index-title>${p('One<text:tab/>1')}</text:index-body></text:table-of-content>`
    const { xml, lost } = await written({ body }, words({ Contents: 'Inhalt', 'One<x1/>1': 'Eins<x1/>1' }))
    expect(lost).toEqual([])
    expect(xml.match(/Inhalt|Eins/g)).toEqual(['Inhalt', 'Inhalt', 'Eins'])
  })

  it('has headers, footers, words beside numbers and properties behind its text', async () => {
    const masters = `<style:master-page style:name="M"><style:header>${p('Top')}</style:header><style:header-left style:display="false">${p('Left')}</style:header-left><style:footer>${p('Page <text:page-number>1</text:page-number>')}</style:footer></style:master-page>`
    const outline =
      '<text:outline-style><text:outline-level-style text:level="1" style:num-format="1" style:num-prefix="Chapter "/></text:outline-style>'
    const meta =
      '<dc:title>About roses</dc:title><meta:keyword>red</meta:keyword><dc:creator>Ann</dc:creator><meta:user-defined meta:name="Sold" meta:value-type="float">3</meta:user-defined><meta:user-defined meta:name="Tone">Kind words</meta:user-defined>'
    expect(await found({ body: p('Text'), masters, styles: DEFAULTS + outline, meta })).toEqual([
      ['Text', undefined],
      ['Top', undefined],
      ['Left', 'hidden'],
      ['Page', undefined],
      ['Chapter', undefined],
      ['About roses', 'on_request'],
      ['red', 'on_request'],
      ['Ann', 'person'],
      ['Kind words', 'on_request'],
    ])
  })

  it('translates the words beside numbers, and keeps the blanks between', async () => {
    const styles =
      '<text:outline-style><text:outline-level-style text:level="1" style:num-prefix="Chapter " style:num-suffix=" a"/></text:outline-style>'
    const { xml, lost } = await written(
      { body: p('Text'), styles: DEFAULTS + styles },
      words({ Text: 'Text.', Chapter: 'Kapitel' }),
      { member: 'styles.xml' },
    )
    expect(lost).toEqual([])
    expect(xml).toContain('style:num-prefix="Kapitel " style:num-suffix=" a"')
  })

  it('keeps every byte where nothing is translated, or all is what it was', async () => {
    const original = documentOf('odt', { body: `${h('One')}${p(`Two ${span('T1', 'three')}`)}`, automatic: BOLD })
    for (const translate of [() => undefined, ({ text }: { text: string }) => text]) {
      const result = await bytesOf(rewrite(odt, opened(original), translate, GERMAN))
      expect(result.equals(original)).toBe(true)
    }
  })
})

describe('the language of a text', () => {
  const body = p('Hello')
  const hello: TranslateUnit = ({ text, left_out }) => (left_out || text === '' ? undefined : 'Hallo')

  it.each<[string, string, RegExp]>([
    ['de', 'letters of the West', /fo:language="de" fo:country="DE" style:language-complex="hi"/],
    [
      'ar',
      'complex letters',
      /fo:language="en" fo:country="US" style:language-complex="ar" style:country-complex="SA"/,
    ],
    ['ja', 'letters of East Asia', /style:country-complex="IN" style:language-asian="ja" style:country-asian="JP"/],
    [
      'sr-Latn',
      'a script of its own',
      /fo:language="sr" fo:country="RS".* fo:script="Latn" style:rfc-language-tag="sr-Latn-RS"/,
    ],
  ])('becomes %s in the place for %s', async (language, _, expected) => {
    const { xml, lost } = await written({ body }, hello, { language, member: 'styles.xml' })
    expect(lost).toEqual([])
    expect(xml).toMatch(expected)
  })

  it('is said in the metadata, and in styles that say one, but not where one says that there is none', async () => {
    const styles = textStyle('Code', 'fo:language="zxx" fo:country="none"') + textStyle('French', 'fo:language="fr"')
    const parts = { body, styles: DEFAULTS + styles, meta: '<dc:language>en-US</dc:language>' }
    expect((await written(parts, hello, { member: 'meta.xml' })).xml).toContain('<dc:language>de</dc:language>')
    const { xml } = await written(parts, hello, { member: 'styles.xml' })
    expect(xml).toContain('fo:language="zxx" fo:country="none"')
    expect(xml).toContain('fo:language="de" fo:country="DE"/></style:style>')
  })

  it('turns lines and their sides for Arabic, and back for German', async () => {
    const left =
      '<style:style style:name="P1" style:family="paragraph"><style:paragraph-properties fo:text-align="start"/></style:style>'
    const graphic =
      '<style:default-style style:family="graphic"><style:text-properties fo:language="en"/></style:default-style>'
    const page =
      '<style:page-layout style:name="a"><style:page-layout-properties fo:margin-left="6cm" fo:margin-right="1cm"/></style:page-layout>'
    const parts = { body, styles: DEFAULTS + left + graphic + page }
    const { xml } = await written(parts, hello, { language: 'ar', member: 'styles.xml' })
    expect(xml).toContain('<style:paragraph-properties style:writing-mode="rl-tb" fo:text-align="right"/>')
    expect(xml).toContain('<style:paragraph-properties fo:text-align="right"/>')
    expect(xml).toContain(
      'family="graphic"><style:paragraph-properties fo:text-align="right" style:writing-mode="rl-tb"/>',
    )
    expect(xml).toContain('fo:margin-left="1cm" fo:margin-right="6cm"')
    const turned = DEFAULTS.replace('"page"', '"rl-tb" fo:text-align="end"')
    const back = await written({ body, styles: turned }, hello, { member: 'styles.xml' })
    expect(back.xml).toContain('<style:paragraph-properties style:writing-mode="lr-tb" fo:text-align="left"/>')
  })

  it('leaves the direction of a document that has the one of its translation', async () => {
    const { xml } = await written({ body }, hello, { member: 'styles.xml' })
    expect(xml).toContain('style:writing-mode="page"')
  })
})
