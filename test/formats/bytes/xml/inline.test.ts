import { describe, expect, it } from 'vitest'
import {
  type CodedXml,
  codedOf,
  readLike,
  readXml,
  writeCoded,
  writeText,
  type XmlNode,
} from '../../../../src/formats/bytes/xml/index.ts'
import { anyText } from '../../../support/any-text.ts'
import { fc, opened } from '../../files.ts'

async function inside(content: string): Promise<XmlNode[]> {
  const nodes: XmlNode[] = []
  for await (const piece of readXml(opened(`<r>${content}</r>`)())) nodes.push(...piece.nodes)
  return nodes.slice(1, -1)
}

const OPTIONS = {
  role: ({ name }: { name: string }) => (name === 'ph' ? ('opaque' as const) : ('pair' as const)),
  half: ({ raw }: { raw: string }) => {
    const [, half, of] = /^<([be])x id="(\w+)"/.exec(raw) ?? []
    return half && of ? { half: half === 'b' ? ('begin' as const) : ('end' as const), of } : undefined
  },
}

describe('a text with elements inside', () => {
  it.each([
    ['  <b>A</b> and <i/>B<i/>\n', '<g1>A</g1> and <x2/>B<x2/>'],
    ['<ph><sub>x</sub></ph>: <b>1</b> <b>2</b>', '<x1/>: <g2>1</g2> <g2>2</g2>'],
    ['<bx id="a"/>A<ex id="a"/> <ex id="a"/><bx id="z"/>', '<g1>A</g1> <x2/><x3/>'],
    ['<b>a<bx id="q"/></b>c<ex id="q"/>', '<g1>a<x2/></g1>c<x3/>'],
    ['write &lt;g1&gt; &amp; &lt;b&gt; here <b/>', 'write <x1/> & <b> here <x2/>'],
    ['<!-- c -->a<![CDATA[ < ]]>b', '<x1/>a < b'],
    ['', ''],
  ])('%j is shown as %j, and written back as it was', async (content, text) => {
    const nodes = await inside(content)
    const coded = codedOf(nodes, OPTIONS)
    expect(coded.text).toBe(text)
    const written = writeCoded(coded, text, 'utf-8')
    expect(codedOf(await inside(written ?? ''), OPTIONS).text).toBe(text)
    if (!content.includes('CDATA')) expect(written).toBe(content)
  })

  it.each([
    ['a code that is lost', '<g1>A</g1>'],
    ['a code too many', '<g1>A</g1> <x2/><x2/>'],
    ['one of another text', '<g1>A</g1> <x3/>'],
    ['codes that do not nest', '<g1>A<x2/>'],
    ['an end before its beginning', '</g1>A<g1><x2/>'],
    ['no text', '<g1></g1><x2/>'],
    ['a character that XML does not have', '<g1>\u0001</g1> <x2/>'],
  ])('does not write %s', async (_, translation) => {
    const coded = codedOf(await inside('<b>A</b> <i/>'))
    expect(writeCoded(coded, translation, 'utf-8')).toBeUndefined()
  })

  it('is read with the tags of its source', async () => {
    const source = codedOf(await inside('<b>A</b> <i/>'))
    expect(readLike(source, await inside('<i/><b>B</b><u/>'))).toBe('<x2/><g1>B</g1><x3/>')
  })

  it('reads back as what was written, in every manner and charset', async () => {
    const manners = await Promise.all(
      ['a', '&#xA0;&quot;&gt;', '<![CDATA[a]]>'].map(async raw => codedOf(await inside(raw))),
    )
    await fc.assert(
      fc.asyncProperty(anyText(12), fc.constantFrom(...manners), async (text: string, manner: CodedXml) => {
        const written = writeCoded(manner, text, manner.cdata ? 'utf-8' : 'us-ascii')
        if (written === undefined) return
        const found = codedOf(await inside(written)).text
        expect(found.trim()).toBe(text.replace(/\r\n?/g, manner.cdata ? '\n' : '$&').trim())
      }),
    )
  })
})

describe('a text that is written', () => {
  it.each([
    ['bare where the place is bare', 'a > "b"', { like: 'x > y', where: 'text' }, 'a > "b"'],
    ['escaped where the place escapes', 'a > "b"', { like: '&gt; &quot;', where: 'text' }, 'a &gt; &quot;b&quot;'],
    ['with the references of the place', 'a\u00a0b', { like: '&#xA0;', where: 'text' }, 'a&#xA0;b'],
    ['never as the end of a section', ']]>', { like: '>', where: 'text' }, ']]&gt;'],
    ['in a CDATA section that it cannot end', 'a]]>b', { like: '', where: 'cdata' }, '<![CDATA[a]]]]><![CDATA[>b]]>'],
    ['in an attribute', 'a\n"\'', { like: '', where: '"' }, "a&#10;&quot;'"],
  ] as const)('is %s', (_, text, place, written) => {
    expect(writeText(text, { ...place, charset: 'utf-8' })).toBe(written)
  })

  it('has references for what its charset lacks', () => {
    const place = { like: '', where: 'text' } as const
    expect(writeText('ü日😀', { ...place, charset: 'us-ascii' })).toBe('&#252;&#26085;&#128512;')
    expect(writeText('ü日', { ...place, charset: 'legacy:iso-8859-1' })).toBe('ü&#26085;')
    expect(writeText('日', { ...place, where: 'cdata', charset: 'legacy:iso-8859-1' })).toBeUndefined()
  })
})
