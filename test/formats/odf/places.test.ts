import { describe, expect, it } from 'vitest'
import { odp, ods, odt } from '../../../src/formats/odf/odf.ts'
import { opened } from '../bytes/zip/zips.ts'
import { unitsOf } from '../files.ts'
import { cell, documentOf, frame, p, placeholder, row, sheet, slide } from './documents.ts'

interface Where {
  /** What stands in the body of a text. */
  readonly body: string
  readonly text: string
  readonly part: string
  readonly kind: string
  readonly spoken: string | undefined
  readonly left_out: string | undefined
}

const index = (name: string, inside: string): string =>
  `<text:${name}><text:index-body>${inside}</text:index-body></text:${name}>`
const shape = (name: string): string => `<text:p><draw:${name}>${p('Drawn words')}</draw:${name}></text:p>`
const note = (of: string): string =>
  p(`<text:note text:note-class="${of}"><text:note-body>${p('Told below')}</text:note-body></text:note>`)

const PLACES: Readonly<Record<string, Where>> = {
  'a footnote': {
    body: note('footnote'),
    text: 'Told below',
    part: 'footnotes',
    kind: 'footnote',
    spoken: 'footnote',
    left_out: undefined,
  },
  'an endnote': {
    body: note('endnote'),
    text: 'Told below',
    part: 'endnotes',
    kind: 'footnote',
    spoken: 'endnote',
    left_out: undefined,
  },
  'a rectangle': {
    body: shape('rect'),
    text: 'Drawn words',
    part: 'main text',
    kind: 'text box',
    spoken: 'text box',
    left_out: undefined,
  },
  'a shape of its own': {
    body: shape('custom-shape'),
    text: 'Drawn words',
    part: 'main text',
    kind: 'text box',
    spoken: 'text box',
    left_out: undefined,
  },
  'an alphabetical index': {
    body: index('alphabetical-index', p('Roses')),
    text: 'Roses',
    part: 'index',
    kind: 'paragraph',
    spoken: undefined,
    left_out: undefined,
  },
  'a bibliography': {
    body: index('bibliography', p('A book on roses')),
    text: 'A book on roses',
    part: 'bibliography',
    kind: 'paragraph',
    spoken: undefined,
    left_out: undefined,
  },
  'an index of pictures': {
    body: index('illustration-index', p('A rose')),
    text: 'A rose',
    part: 'table of contents',
    kind: 'paragraph',
    spoken: undefined,
    left_out: undefined,
  },
  'a hidden row of a table': {
    body: `<table:table>${row([cell('Hidden words')], ' table:visibility="collapse"')}</table:table>`,
    text: 'Hidden words',
    part: 'main text',
    kind: 'table',
    spoken: 'cell',
    left_out: 'hidden',
  },
  'a table in a box': {
    body: p(frame(`<draw:text-box><table:table>${row([cell('Boxed words')])}</table:table></draw:text-box>`)),
    text: 'Boxed words',
    part: 'main text',
    kind: 'text box',
    spoken: 'text box',
    left_out: undefined,
  },
  'the description of a picture that is its file': {
    body: p(frame('<draw:image/><svg:desc>C:\\pictures\\rose.png</svg:desc>')),
    text: 'C:\\pictures\\rose.png',
    part: 'main text',
    kind: 'alt text',
    spoken: 'alt text',
    left_out: 'identifier',
  },
  'a comment in a footnote': {
    body: p(
      `<text:note text:note-class="footnote"><text:note-body>${p(`<office:annotation>${p('Really so?')}</office:annotation>`)}</text:note-body></text:note>`,
    ),
    text: 'Really so?',
    part: 'comments',
    kind: 'comment',
    spoken: 'comment',
    left_out: 'on_request',
  },
}

describe('a text knows where it stands', () => {
  it.each(Object.entries(PLACES))('in %s', async (_, { body, text, part, kind, spoken, left_out }) => {
    const units = await unitsOf(odt, opened(documentOf('odt', { body })))
    const unit = units.find(each => each.text === text)
    expect(unit && { part: unit.part, kind: unit.kind, spoken: unit.context?.kind, left_out: unit.left_out }).toEqual({
      part,
      kind,
      spoken,
      left_out,
    })
  })

  it.each<[string, string]>([
    ['an equation', p(`${frame('<draw:object><math:math><text:p>No words</text:p></math:math></draw:object>')}`)],
    ['what happens on an event', '<office:event-listeners><text:p>No words</text:p></office:event-listeners>'],
  ])('and that %s has none', async (_, body) => {
    const units = await unitsOf(odt, opened(documentOf('odt', { body: p('Some words') + body })))
    expect(units.map(({ text }) => text)).toEqual(['Some words', ''])
  })
})

describe('a frame of a slide', () => {
  it.each<[string, string, string | undefined]>([
    ['title', 'heading', 'title'],
    ['subtitle', 'paragraph', 'subtitle'],
    ['outline', 'paragraph', undefined],
    ['notes', 'speaker note', 'speaker note'],
    ['header', 'header', 'header'],
    ['footer', 'header', 'footer'],
  ])('for a %s is a %s', async (of, kind, spoken) => {
    const body = slide('a', placeholder(of, p('Some words')))
    const [unit] = await unitsOf(odp, opened(documentOf('odp', { body })))
    expect([unit?.kind, unit?.context?.kind]).toEqual([kind, spoken])
  })

  it('has no text where it shows none yet', async () => {
    const footer = placeholder('page-number', p('<text:page-number>&lt;number&gt;</text:page-number>'))
    const units = await unitsOf(odp, opened(documentOf('odp', { body: slide('a', footer) })))
    expect(units.map(({ text }) => text)).toEqual([''])
  })
})

describe('a cell', () => {
  const reasonOf = async (inRow: string): Promise<unknown> => {
    const body = sheet('S', [row([inRow])])
    const [unit] = await unitsOf(ods, opened(documentOf('ods', { body })))
    return unit?.left_out
  }

  it.each<[string, string, string | undefined]>([
    [
      'a date',
      '<table:table-cell office:value-type="date" office:date-value="2026-11-27"><text:p>Friday</text:p></table:table-cell>',
      'number',
    ],
    ['a truth', '<table:table-cell office:value-type="boolean"><text:p>TRUE</text:p></table:table-cell>', 'code'],
    [
      'a fault',
      '<table:table-cell office:value-type="string" calcext:value-type="error"><text:p>Err:502</text:p></table:table-cell>',
      'code',
    ],
    ['a formula with a text', cell('Sold out', ' table:formula="of:=[.A1]&amp;&quot;x&quot;"'), 'formula'],
    ['a text without a type', '<table:table-cell><text:p>Some words</text:p></table:table-cell>', undefined],
    [
      'lines that an attribute repeats',
      `<table:table-cell office:value-type="string" office:string-value="One line&#10;Two lines">${p('One line')}${p('Two lines')}</table:table-cell>`,
      'computed',
    ],
    ['what would be a formula', cell('=SUM(A1)'), 'formula'],
    ['an address', cell('https://example.org/roses'), 'url'],
  ])('with %s', async (_, inRow, reason) => {
    expect(await reasonOf(inRow)).toBe(reason)
  })

  it('that a pivot table takes for a heading stays', async () => {
    const pivot =
      '<table:data-pilot-tables><table:data-pilot-table><table:source-cell-range table:cell-range-address="S.A1:S.B3"/></table:data-pilot-table></table:data-pilot-tables>'
    const rows = [row([cell('Flower name'), cell('Sold in May')]), row([cell('A red rose'), cell('Quite many')])]
    const units = await unitsOf(ods, opened(documentOf('ods', { body: sheet('S', rows) + pivot })))
    const reasons = units.filter(({ path }) => path.includes('!')).map(({ text, left_out }) => [text, left_out])
    expect(reasons).toContainEqual(['Flower name', 'referred_to'])
    expect(reasons).toContainEqual(['A red rose', undefined])
  })
})
