import { describe, expect, it } from 'vitest'
import { built, bytesOf, opened, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'

const format = built('xml')

/** The file in a language, as it is proven by reading it again. */
async function into(language: string, content: string, translate: TranslateUnit = capitals): Promise<string> {
  const target = { language }
  const result = await bytesOf(rewrite(format, opened(content), translate, target))
  expect(await verify(format, opened(content), opened(result), translate, target)).toEqual([])
  return result.toString()
}

const capitals: TranslateUnit = ({ text, left_out }) =>
  left_out === undefined
    ? text.replace(/(<[^<>]*>)|[a-z]+/g, (word, tag?: string) => tag ?? word.toUpperCase())
    : undefined

async function rows(content: string, language?: string): Promise<(string | undefined)[][]> {
  const units = await unitsOf(format, opened(content), language === undefined ? {} : { target: { language } })
  return units.map(({ text, target, left_out }) => [text, target, left_out])
}

const beside =
  '<doc><title xml:lang="en">Hello there world</title><title xml:lang="fr">Bonjour le monde</title><note>Not to be lost</note></doc>'

const appstream = `<?xml version="1.0"?>
<component type="desktop-application">
  <id>org.example.App</id>
  <name>Paint</name>
  <name xml:lang="pt_BR">Pintar</name>
  <summary>Paint your pictures</summary>
  <description>
    <p>First text of it</p>
    <p xml:lang="pt_BR">Primeiro texto</p>
    <p>Second <em>text</em> of it</p>
    <p xml:lang="pt_BR">Segundo texto</p>
    <ul>
      <li>One thing</li>
    </ul>
  </description>
</component>
`

const memory = `<tmx version="1.4"><header srclang="en"/><body>
  <tu tuid="1">
    <tuv xml:lang="EN-US" creationid="a"><prop type="x">Some thing</prop><seg>Open <ph>{0}</ph> now</seg></tuv>
    <tuv xml:lang="FR-FR" creationid="b"><seg>Ouvrir <ph>{0}</ph></seg></tuv>
  </tu>
</body></tmx>
`

describe('XML with its languages beside each other', () => {
  it('gets the target behind them, and no other language is changed', async () => {
    expect(await format.languages?.(opened(beside)())).toEqual({ source: 'en', several: true })
    expect(await rows(beside)).toEqual([
      ['Hello there world', undefined, undefined],
      ['Bonjour le monde', undefined, 'other_language'],
      ['Not to be lost', undefined, 'do_not_translate'],
    ])
    expect(await into('de', beside)).toBe(
      beside.replace('<note>', '<title xml:lang="de">HELLO THERE WORLD</title><note>'),
    )
    expect(await into('de', beside, () => undefined)).toBe(beside)
  })

  it('keeps its language where there is no other one yet, in memories and in AppStream', async () => {
    const one =
      '<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>Hi there</seg></tuv></tu></body></tmx>'
    expect(await format.languages?.(opened(one)())).toEqual({ source: 'en', several: true })
    expect(await into('de', one)).toBe(one.replace('</tuv>', '</tuv><tuv xml:lang="de"><seg>HI THERE</seg></tuv>'))
    const app =
      '<component><id>a.b</id><metadata_license>MIT</metadata_license><name>Paint</name>\n<description><p>Some text</p></description></component>'
    expect(await format.languages?.(opened(app)())).toEqual({ source: 'en', several: true })
    expect(await into('de', app)).toBe(
      app
        .replace('</name>', '</name><name xml:lang="de">PAINT</name>')
        .replace('</p>', '</p><p xml:lang="de">SOME TEXT</p>'),
    )
    const other = '<component><name>Paint</name></component>'
    expect(await into('de', other)).toBe('<component><name>PAINT</name></component>')
  })

  it('of AppStream is English where it says no language, also where there is no translation yet', async () => {
    expect(await format.languages?.(opened(appstream)())).toEqual({ source: 'en', several: true })
    const result = await into('zh-Hant', appstream)
    expect(result).toBe(
      appstream
        .replace('Pintar</name>', 'Pintar</name>\n  <name xml:lang="zh_Hant">PAINT</name>')
        .replace('</summary>', '</summary>\n  <summary xml:lang="zh_Hant">PAINT YOUR PICTURES</summary>')
        .replace('Primeiro texto</p>', 'Primeiro texto</p>\n    <p xml:lang="zh_Hant">FIRST TEXT OF IT</p>')
        .replace('Segundo texto</p>', 'Segundo texto</p>\n    <p xml:lang="zh_Hant">SECOND <em>TEXT</em> OF IT</p>')
        .replace('</li>', '</li>\n      <li xml:lang="zh_Hant">ONE THING</li>'),
    )
    expect(await into('zh-Hant', result)).toBe(result)
  })

  it('of a translation memory gets a variant, in the manner of the others', async () => {
    const result = await into('de', memory)
    expect(result).toBe(
      memory.replace(
        '\n  </tu>',
        '\n    <tuv xml:lang="DE" creationid="a"><prop type="x">Some thing</prop><seg>OPEN <ph>{0}</ph> NOW</seg></tuv>\n  </tu>',
      ),
    )
    expect(await into('de', result)).toBe(result)
  })

  it('has what is empty filled, and what is filled left', async () => {
    const empty = beside.replace('<note>', '<title xml:lang="de"/><note>')
    expect(await into('de', empty)).toBe(
      empty.replace('<title xml:lang="de"/>', '<title xml:lang="de">HELLO THERE WORLD</title>'),
    )
    const open = beside.replace('<note>', '<title xml:lang="de-DE"> </title><note>')
    expect(await into('de', open)).toBe(open.replace('> <', '>HELLO THERE WORLD<'))
    const filled = beside.replace('<note>', '<title xml:lang="de">Hallo</title><note>')
    expect(await into('de', filled)).toBe(filled)
    expect(await rows(filled, 'de')).toContainEqual(['Hello there world', 'Hallo', 'already_translated'])
    expect(await rows(beside, 'fr')).toContainEqual(['Hello there world', 'Bonjour le monde', 'already_translated'])
  })

  it('has a whole part for each language, which is written whole or not at all', async () => {
    const parts =
      '<doc><part xml:lang="en"><a>One text</a> <b xml:lang="en">Two texts</b></part><part xml:lang="fr"><a>Un</a></part></doc>'
    expect(await into('de', parts)).toBe(
      parts.replace('</doc>', '<part xml:lang="de"><a>ONE TEXT</a> <b xml:lang="de">TWO TEXTS</b></part></doc>'),
    )
    expect(await into('de', parts, ({ text }) => (text === 'One text' ? 'Ein Text' : undefined))).toBe(parts)
  })

  it('changes nothing where its place is not clear, and where a quotation stands in a text', async () => {
    const sorted =
      '<d><t xml:lang="en">One a</t><t xml:lang="en">Two b</t><t xml:lang="de">Eins</t><t xml:lang="de">Zwei</t></d>'
    expect(await into('de', sorted)).toBe(sorted)
    const quoted = '<doc xml:lang="en"><p>First one</p><p xml:lang="fr">Bonjour</p><p>Second one</p></doc>'
    expect(await into('de', quoted)).toBe(
      quoted.replace('="en"', '="de"').replace('First one', 'FIRST ONE').replace('Second one', 'SECOND ONE'),
    )
  })
})

describe('XML in one language', () => {
  it('says the new one wherever it said the old one', async () => {
    const nested = '<doc xml:lang="en"><p xml:lang="en">Some text</p><p xml:lang="fr">Du texte</p></doc>'
    expect(await into('de', nested)).toBe(nested.replaceAll('"en"', '"de"').replace('Some text', 'SOME TEXT'))
    const inner = '<doc><p xml:lang="en">Some text</p><q xml:lang="fr">Du texte</q></doc>'
    expect(await into('fr', inner)).toBe(inner.replace('"en"', '"fr"').replace('Some text', 'SOME TEXT'))
  })
})
