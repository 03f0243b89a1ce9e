import { describe, expect, it } from 'vitest'
import { openOpenDocument } from '../../../src/formats/bytes/parts/index.ts'
import { editsOfLanguage, type LanguagePlaces, placesOfLanguage } from '../../../src/formats/odf/language.ts'
import { stylesOfDocument } from '../../../src/formats/odf/styles.ts'
import { opened } from '../bytes/zip/zips.ts'
import { documentOf, type Parts, textStyle } from './documents.ts'

interface Said {
  readonly language: string
  readonly turns?: LanguagePlaces['turns']
}

/** What the tags of a document become, in its order. */
async function saidIn(parts: Partial<Parts>, { language, turns = 'pages' }: Said): Promise<string[]> {
  const file = await openOpenDocument(opened(documentOf('odt', { body: '', styles: '', ...parts }))(), 'odt')
  const places = await placesOfLanguage(file, await stylesOfDocument(file), turns)
  const edits = editsOfLanguage(places, { language })
  return edits.map(({ bytes }) => (typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString()))
}

const PAGE = (said: string, usage = ''): string =>
  `<style:page-layout style:name="a"${usage}><style:page-layout-properties ${said}/></style:page-layout>`
const P = (said: string): string =>
  `<style:style style:name="P" style:family="paragraph"><style:paragraph-properties ${said}/></style:style>`

describe('a style that says a language', () => {
  it.each<[string, string, string]>([
    ['de', 'fo:language="en" fo:country="US"', 'fo:language="de" fo:country="DE"'],
    ['eo', 'fo:language="en" fo:country="US"', 'fo:language="eo" fo:country="none"'],
    [
      'es-419',
      'fo:language="en" fo:country="US"',
      'fo:language="es" fo:country="none" style:rfc-language-tag="es-419"',
    ],
    ['de-AT', "fo:language='en' fo:country='US'", 'fo:language="de" fo:country="AT"'],
    ['pt-BR', 'fo:country="GB" fo:language="en"', 'fo:country="BR" fo:language="pt"'],
    [
      'de',
      'fo:language="sr" fo:country="RS" fo:script="Latn" style:rfc-language-tag="sr-Latn-RS"',
      'fo:language="de" fo:country="DE"',
    ],
    [
      'uz-Cyrl',
      'fo:language="en"',
      'fo:language="uz" fo:country="UZ" fo:script="Cyrl" style:rfc-language-tag="uz-Cyrl-UZ"',
    ],
    ['ja', 'style:language-asian="zh" style:country-asian="CN"', 'style:language-asian="ja" style:country-asian="JP"'],
    [
      'zh-Hant',
      'style:language-asian="zh" style:country-asian="CN"',
      'style:language-asian="zh" style:country-asian="TW"',
    ],
    [
      'he',
      'style:language-complex="hi" style:country-complex="IN"',
      'style:language-complex="he" style:country-complex="IL"',
    ],
    [
      'th',
      'style:language-complex="hi" style:country-complex="IN"',
      'style:language-complex="th" style:country-complex="TH"',
    ],
  ])('says %s where it had %s', async (language, before, after) => {
    expect(await saidIn({ styles: textStyle('A', before) }, { language })).toEqual([
      `<style:text-properties ${after}/>`,
    ])
  })

  it.each<[string, string, string]>([
    ['none', 'fo:language="none" fo:country="none"', 'de'],
    ['no language at all', 'fo:language="zxx" fo:country="none"', 'de'],
    ['one of other letters', 'style:language-asian="ja" style:country-asian="JP"', 'de'],
    ['that language already', 'fo:language="de" fo:country="DE"', 'de'],
  ])('stays as it is with %s', async (_, said, language) => {
    expect(await saidIn({ styles: textStyle('A', said) }, { language })).toEqual([])
  })

  it('is every one of them, in the document as in its styles', async () => {
    const one = textStyle('A', 'fo:language="en"')
    const two = textStyle('B', 'fo:language="en" fo:color="#f00"')
    expect(await saidIn({ styles: one, automatic: two }, { language: 'fr' })).toEqual([
      '<style:text-properties fo:language="fr" fo:country="FR"/>',
      '<style:text-properties fo:language="fr" fo:color="#f00" fo:country="FR"/>',
    ])
  })

  it('is the metadata, with the whole tag', async () => {
    expect(await saidIn({ meta: '<dc:language>en-US</dc:language>' }, { language: 'sr-Latn' })).toEqual(['sr-Latn'])
    expect(await saidIn({ meta: '<dc:language/>' }, { language: 'sr-Latn' })).toEqual([])
  })
})

describe('the direction of a style', () => {
  it.each<[string, string, string]>([
    ['a beginning', 'fo:text-align="start"', 'fo:text-align="right"'],
    ['a left side', 'fo:text-align="left"', 'fo:text-align="right"'],
    ['an end', 'fo:text-align="end"', 'fo:text-align="left"'],
    ['a right side', 'fo:text-align="right"', 'fo:text-align="left"'],
    ['lines from the left', 'style:writing-mode="lr-tb"', 'style:writing-mode="rl-tb"'],
    ['lines as the page has them', 'style:writing-mode="page"', 'style:writing-mode="rl-tb"'],
  ])('turns for Hebrew: %s', async (_, before, after) => {
    expect(await saidIn({ automatic: P(before) }, { language: 'he' })).toEqual([
      `<style:paragraph-properties ${after}/>`,
    ])
  })

  it.each<[string, string]>([
    ['a middle', 'fo:text-align="center"'],
    ['both sides', 'fo:text-align="justify"'],
    ['lines from top to bottom', 'style:writing-mode="tb-rl"'],
    ['lines from the right', 'style:writing-mode="rl-tb"'],
  ])('stays for Hebrew: %s', async (_, said) => {
    expect(await saidIn({ automatic: P(said) }, { language: 'he' })).toEqual([])
  })

  it('turns back where any style was turned, and only there', async () => {
    const ends = P('fo:text-align="end"')
    expect(await saidIn({ automatic: ends }, { language: 'de' })).toEqual([])
    expect(await saidIn({ automatic: ends + P('style:writing-mode="rl-tb"') }, { language: 'de' })).toEqual([
      '<style:paragraph-properties fo:text-align="left"/>',
      '<style:paragraph-properties style:writing-mode="lr-tb"/>',
    ])
  })

  const MARGINS = 'fo:margin-left="6cm" fo:margin-right="1cm"'
  it.each<[string, LanguagePlaces['turns'], string, string[]]>([
    ['of a text', 'pages', PAGE(MARGINS), ['fo:margin-left="1cm" fo:margin-right="6cm"']],
    ['of slides', 'lines', PAGE(MARGINS), []],
    ['that differ from side to side', 'pages', PAGE(MARGINS, ' style:page-usage="mirrored"'), []],
    ['with one margin alone', 'pages', PAGE('fo:margin-left="6cm"'), []],
    ['with margins alike', 'pages', PAGE('fo:margin-left="2cm" fo:margin-right="2cm"'), []],
  ])('changes the margins of pages %s for Arabic, or leaves them', async (_, turns, styles, expected) => {
    expect(await saidIn({ styles }, { language: 'ar', turns })).toEqual(
      expected.map(said => `<style:page-layout-properties ${said}/>`),
    )
  })

  it('turns pages back with their margins', async () => {
    const styles = PAGE(`style:writing-mode="rl-tb" ${MARGINS}`)
    expect(await saidIn({ styles }, { language: 'de' })).toEqual([
      '<style:page-layout-properties style:writing-mode="lr-tb" fo:margin-left="1cm" fo:margin-right="6cm"/>',
    ])
  })

  it('stays in sheets, whose columns keep their order', async () => {
    expect(await saidIn({ automatic: P('fo:text-align="start"') }, { language: 'ar', turns: 'nothing' })).toEqual([])
  })
})
