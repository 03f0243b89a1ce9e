import { describe, expect, it } from 'vitest'
import { openOpenDocument } from '../../../src/formats/bytes/parts/index.ts'
import { type OdfStyles, stylesOfDocument } from '../../../src/formats/odf/styles.ts'
import { opened } from '../bytes/zip/zips.ts'
import { BOLD, documentOf, type Parts, textStyle } from './documents.ts'

const stylesOf = async (parts: Partial<Parts>): Promise<OdfStyles> =>
  await stylesOfDocument(await openOpenDocument(opened(documentOf('odt', { body: '', ...parts }))(), 'odt'))

const based = (name: string, parent: string, inside = ''): string =>
  `<style:style style:name="${name}" style:family="paragraph" style:parent-style-name="${parent}">${inside}</style:style>`
const HIDES = '<style:text-properties text:display="none"/>'

describe('how a run looks', () => {
  it.each<[string, string, string, boolean]>([
    [
      'in the same order of other attributes',
      'fo:color="#f00" fo:font-size="9pt"',
      'fo:font-size="9pt" fo:color="#f00"',
      true,
    ],
    ['but for when it was typed', 'fo:color="#f00" officeooo:rsid="1"', 'fo:color="#f00" officeooo:rsid="2"', true],
    ['but for its language', 'fo:color="#f00" fo:language="de" fo:country="AT"', 'fo:color="#f00"', true],
    ['but for languages of other letters', 'style:language-asian="ja"', 'style:country-complex="IN"', true],
    ['but for what is between letters', 'fo:letter-spacing="1pt" style:letter-kerning="true"', '', true],
    ['in another colour', 'fo:color="#f00"', 'fo:color="#00f"', false],
    ['raised', 'style:text-position="super 58%"', '', false],
  ])('is told %s', async (_, one, other, isAlike) => {
    const { look } = await stylesOf({ automatic: textStyle('A', one) + textStyle('B', other) })
    expect(look('A') === look('B')).toBe(isAlike)
  })

  it('is that of its paragraph where its style says nothing that is seen', async () => {
    const { look } = await stylesOf({ automatic: textStyle('A', 'fo:language="fr" officeooo:rsid="7"') })
    expect(look('A')).toBe('')
  })

  it('is the name of a style that people named, whatever it says, and of one that nobody made', async () => {
    const { look } = await stylesOf({ styles: textStyle('Emphasis', 'fo:language="fr"') })
    expect([look('Emphasis'), look('Missing')]).toEqual(['Emphasis', 'Missing'])
  })

  it('has the style that it is based on, and what it says itself', async () => {
    const automatic = textStyle('A', 'fo:color="#f00"', 'Emphasis') + textStyle('B', 'fo:color="#f00"')
    const { look } = await stylesOf({ automatic, styles: textStyle('Emphasis', 'fo:font-style="italic"') })
    expect([look('A'), look('B')]).toEqual(['Emphasis|fo:color=#f00', 'fo:color=#f00'])
  })
})

describe('what a style is based on', () => {
  it('is said from the inside out', async () => {
    const { basesOf } = await stylesOf({
      automatic: based('P1', 'Quote'),
      styles: based('Quote', 'Text') + based('Text', ''),
    })
    expect(basesOf('paragraph', 'P1')).toEqual(['P1', 'Quote', 'Text'])
    expect(basesOf('text', 'P1')).toEqual([])
    expect(basesOf('paragraph', undefined)).toEqual([])
  })

  it('ends, also in a ring', async () => {
    const ring = based('A', 'B') + based('B', 'A')
    const { basesOf, hidden } = await stylesOf({ automatic: ring + based('Self', 'Self') })
    expect(new Set(basesOf('paragraph', 'A'))).toEqual(new Set(['A', 'B']))
    expect(hidden('paragraph', 'Self')).toBe(false)
  })

  it('hides it, as far up as that is said', async () => {
    const automatic = based('P1', 'P2') + based('P2', 'P3') + based('P3', '', HIDES) + based('P4', '') + BOLD
    const { hidden } = await stylesOf({ automatic })
    expect(['P1', 'P2', 'P3', 'P4', 'P5', undefined].map(name => hidden('paragraph', name))).toEqual([
      ...[true, true, true, false, false, false],
    ])
    expect(hidden('text', 'T1')).toBe(false)
  })

  it.each<[string, string, string]>([
    ['table', 'style:table-properties', 'table:display="false"'],
    ['drawing-page', 'style:drawing-page-properties', 'presentation:visibility="hidden"'],
    ['text', 'style:text-properties', 'text:display="none"'],
  ])('hides a %s by its own word, and by no other', async (family, element, says) => {
    const style = (name: string, said: string): string =>
      `<style:style style:name="${name}" style:family="${family}"><${element} ${said}/></style:style>`
    const { hidden } = await stylesOf({ automatic: style('x', says) + style('y', says.replace(/"\w+"/, '"true"')) })
    expect([hidden(family, 'x'), hidden(family, 'y'), hidden('paragraph', 'x')]).toEqual([true, false, false])
  })
})

describe('where a document could say a language or a direction', () => {
  const defaults = (family: string, inside: string): string =>
    inside === ''
      ? `<style:default-style style:family="${family}"/>`
      : `<style:default-style style:family="${family}">${inside}</style:default-style>`
  const TEXT = '<style:text-properties fo:color="#000"/>'

  it.each<[string, string, number]>([
    ['of paragraphs that say nothing', defaults('paragraph', TEXT), 1],
    ['of drawings', defaults('graphic', '<style:graphic-properties/>'), 1],
    ['of paragraphs that say it', defaults('paragraph', `<style:paragraph-properties/>${TEXT}`), 0],
    ['of paragraphs without anything in them', defaults('paragraph', ''), 0],
    ['of tables', defaults('table', TEXT), 0],
    ['that are based on them', based('P1', '', TEXT), 0],
  ])('is a gap in styles %s', async (_, styles, many) => {
    expect((await stylesOf({ styles })).gaps).toHaveLength(many)
  })

  it('is in front of the properties of runs, as the standard orders them', async () => {
    const styles = defaults('paragraph', TEXT)
    const { gaps, languages } = await stylesOf({ styles })
    expect(gaps[0]?.at).toBe(languages[0]?.tag.start)
    expect(languages[0]).toMatchObject({ is_default: true, member: 'styles.xml' })
  })

  it('are pages, but not those whose left and right ones differ', async () => {
    const page = (usage: string): string =>
      `<style:page-layout style:name="a"${usage}><style:page-layout-properties fo:margin-left="6cm"/></style:page-layout>`
    const { directions } = await stylesOf({ styles: page('') + page(' style:page-usage="mirrored"') + page('') })
    expect(directions.filter(({ tag }) => tag.name === 'style:page-layout-properties')).toHaveLength(2)
  })

  it('are words beside numbers, and no signs', async () => {
    const level = (said: string): string => `<text:list-level-style-number text:level="1" ${said}/>`
    const lists = [
      ...['style:num-prefix="Chapter " style:num-suffix="."', 'style:num-suffix=")"', 'style:num-suffix=" of us"'],
      'style:num-format="1"',
    ]
    const { numberings } = await stylesOf({ styles: lists.map(level).join('') })
    expect(numberings.map(({ name }) => name)).toEqual(['style:num-prefix', 'style:num-suffix'])
  })
})
