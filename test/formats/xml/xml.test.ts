import { describe, expect, it } from 'vitest'
import { corpus } from '../../support/corpus.ts'
import { built, bytesOf, opened, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'

const format = built('xml')
const target = { language: 'de' }

async function rows(content: string): Promise<(string | undefined)[][]> {
  const units = await unitsOf(format, opened(content))
  return units.filter(({ part }) => part !== 'header').map(({ part, text, left_out }) => [part, text, left_out])
}

async function written(content: string | Uint8Array, translate: TranslateUnit): Promise<string> {
  const result = await bytesOf(rewrite(format, opened(content), translate, target))
  expect(await verify(format, opened(content), opened(result), translate, target)).toEqual([])
  return result.toString()
}

const shout: TranslateUnit = ({ text, left_out }) =>
  left_out === undefined
    ? text.replace(/(<[^<>]*>)|[a-z]+/g, (word, tag?: string) => tag ?? word.toUpperCase())
    : undefined

describe('an XML document', () => {
  const topic = `<?xml version="1.0"?>
<topic id="t" xml:lang="en-US"><title>A <ph>small</ph> topic</title>
<body><p>First <b>bold</b>
   text: <ul><li>One &amp; item</li><li>Two <codeph>x y</codeph> items</li></ul> and more.</p>
<codeblock>int x = 1;</codeblock><p translate="no">Keep this</p><p xml:lang="fr">Bonjour tout le monde</p></body></topic>
`

  it('has a text for each element that holds text; lists inside it are looked at by themselves', async () => {
    expect(await rows(topic)).toEqual([
      ['title', 'A <g1>small</g1> topic', undefined],
      ['body.p', 'First <g1>bold</g1> text:', undefined],
      ['body.p.ul.li', 'One & item', undefined],
      ['body.p.ul.li', 'Two <x1/> items', undefined],
      ['body.p', 'and more.', undefined],
      ['body.codeblock', 'int x = 1;', 'code'],
      ['body.p', 'Keep this', 'do_not_translate'],
      ['body.p', 'Bonjour tout le monde', 'other_language'],
    ])
  })

  it('is written with its elements and its language [FMT-1, FMT-2]', async () => {
    expect(await format.languages?.(opened(topic)())).toEqual({ source: 'en-US' })
    expect(await written(topic, () => undefined)).toBe(topic)
    expect(await written(topic, shout)).toBe(
      topic
        .replace('en-US', 'de')
        .replace('A <ph>small</ph> topic', 'A <ph>SMALL</ph> TOPIC')
        .replace('First <b>bold</b>\n   text:', 'FIRST <b>BOLD</b> TEXT:')
        .replace('One &amp; item', 'ONE &amp; ITEM')
        .replace('Two <codeph>x y</codeph> items', 'TWO <codeph>x y</codeph> ITEMS')
        .replace('and more', 'AND MORE'),
    )
  })

  it.each([
    ['en-us', 'pt-br'],
    ['en', 'pt-BR'],
  ])('of a feed says its language in an element: %s [FMT-2]', async (before, after) => {
    const feed = (said: string, title: string) =>
      `<rss><channel><title>${title}</title><language>${said}</language><item><title>1</title></item></channel></rss>`
    expect(await format.languages?.(opened(feed(before, 'News'))())).toEqual({
      source: before === 'en' ? 'en' : 'en-US',
    })
    const result = await bytesOf(rewrite(format, opened(feed(before, 'News')), shout, { language: 'pt-BR' }))
    expect(result.toString()).toBe(feed(after, 'NEWS'))
    expect(await written(feed('none', 'News'), shout)).toBe(feed('none', 'NEWS'))
  })

  it.each([
    [
      'a feed',
      '<rss><channel><title>All news</title><link>https://a.example/</link><pubDate>Mon, 06 Sep 2010</pubDate></channel></rss>',
      [undefined, 'metadata', 'metadata'],
    ],
    [
      'an export of WordPress',
      '<rss><channel><wp:author xmlns:wp="w"><wp:author_login>admin</wp:author_login></wp:author><item><title>Hello</title><dc:creator xmlns:dc="d">admin</dc:creator><wp:status xmlns:wp="w">publish</wp:status><wp:post_name xmlns:wp="w">first-post</wp:post_name></item></channel></rss>',
      ['metadata', undefined, 'metadata', 'metadata', 'metadata'],
    ],
    [
      'properties of Java',
      '<properties><comment>Of an app</comment><entry key="a">Two words</entry></properties>',
      ['comment', undefined],
    ],
    ['a drawing', '<svg><style>a{}</style><text>Two words</text></svg>', ['code', undefined]],
    [
      'a property list',
      '<plist><dict><key>Title here</key><string>Two words</string></dict></plist>',
      ['key', undefined],
    ],
    ['settings', '<config><host>localhost</host><title>Two words</title></config>', ['identifier', 'settings']],
    ['a build file', '<project><name>My nice project</name></project>', ['settings']],
    [
      'one with languages',
      '<c><name>A name</name><name xml:lang="fr">Un nom</name></c>',
      [undefined, 'other_language'],
    ],
    [
      'one with one language in each text',
      '<c><name xml:lang="en">A name</name><name xml:lang="fr">Un nom</name></c>',
      [undefined, 'other_language'],
    ],
    [
      'a build file with names for programs',
      '<project><artifactId>shop</artifactId><version>1.0</version><packaging>jar</packaging><description>Sells bread</description><module>Two words</module></project>',
      ['identifier', 'number', 'identifier', 'settings', 'settings'],
    ],
    [
      'data whose names are for programs',
      '<r><id>ABC-1</id><type>poster</type><type>Poster</type><title>Poster</title></r>',
      ['identifier', 'identifier', undefined, undefined],
    ],
    ['a book, whose elements are no names', '<book><para><link>here</link></para></book>', [undefined]],
    ['data', '<r><id>ab_12</id><t>Plain text</t><u>https://a.example/</u></r>', ['identifier', undefined, 'url']],
  ])('is read as %s', async (_, content, reasons) => {
    expect((await rows(content)).map(([, , reason]) => reason)).toEqual(reasons)
  })

  it('of settings says what such a file is called', async () => {
    const [unit] = await unitsOf(format, opened('<project><name>My nice project</name></project>'))
    expect(unit?.context).toEqual({ kind: 'a Maven or Ant build file' })
  })

  it.each([
    [
      '<TS language="de"><context><message><source>Open file</source></message></context></TS>',
      /Qt.*name the file \.ts/,
    ],
    ['<xliff version="1.2"><file><body/></file></xliff>', /XLIFF.*\.xlf/],
  ])('of another format says which, and is not read: %s', async (content, said) => {
    await expect(unitsOf(format, opened(content))).rejects.toThrow(said)
  })

  it('keeps white space where it says so', async () => {
    expect(await rows('<r><a xml:space="preserve">One\n  two</a><a>One\n  two</a></r>')).toEqual([
      ['a', 'One\n  two', undefined],
      ['a', 'One two', undefined],
    ])
  })

  it('of the corpus stays as it is, and reads back what is written [FMT-1]', async () => {
    for (const { name, bytes } of corpus('xml').filter(
      file => file.name.endsWith('.xml') && file.bytes.length < 20_000,
    )) {
      const kept = await bytesOf(rewrite(format, opened(bytes), () => undefined, target))
      expect([name, kept.equals(bytes)]).toEqual([name, true])
      await written(bytes, ({ text, left_out }) => (left_out === undefined ? `«${text}» &é😀` : undefined))
    }
  })
})
