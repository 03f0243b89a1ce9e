import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { attributesOf, readXml, setAttribute, type XmlNode } from '../../../../src/formats/bytes/xml/index.ts'
import { FormatError } from '../../../../src/formats/format.ts'
import { corpus } from '../../../support/corpus.ts'
import { fc, opened } from '../../files.ts'

async function nodesOf(content: Uint8Array | string, cuts: readonly number[] = []): Promise<XmlNode[]> {
  const nodes: XmlNode[] = []
  for await (const piece of readXml(opened(content, cuts)())) nodes.push(...piece.nodes)
  return nodes
}

async function refusalOf(content: Uint8Array | string): Promise<FormatError> {
  const found = await nodesOf(content).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (found instanceof FormatError) return found
  throw new Error(`not refused: ${String(found)}`)
}

const SAMPLE = `<?xml version="1.0"?>\r\n<!DOCTYPE TS>\n<!-- a > b -->
<r a='1 "x"' b = "&lt;é">Text &amp; more<br/><b>日本</b><![CDATA[<x>]]><?pi a?><!----><i></i></r>\n<!-- end -->\n`

describe('XML', () => {
  it('is cut into nodes that tile the file, wherever its chunks are cut', async () => {
    const bytes = Buffer.from(SAMPLE)
    const whole = await nodesOf(bytes)
    expect(whole.map(({ kind }) => kind).join(' ')).toBe(
      'instruction text doctype text comment text open text open open text close cdata instruction comment open close close text comment text',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat()), async cuts => {
        const nodes = await nodesOf(bytes, cuts)
        expect(nodes.map(({ raw }) => raw).join('')).toBe(SAMPLE)
        for (const { start, end, raw } of nodes) expect(bytes.toString('utf8', start, end)).toBe(raw)
        expect(nodes).toEqual(whole)
      }),
    )
  })

  it('keeps its places past the pieces that it is read in', async () => {
    const long = `<r><!--${'-x'.repeat(40_000)}--><a>${'é'.repeat(70_000)}</a><b c="${'d '.repeat(40_000)}"/></r>`
    const nodes = await nodesOf(long)
    expect(nodes.map(({ raw }) => raw).join('')).toBe(long)
    expect(nodes.at(-1)?.end).toBe(Buffer.byteLength(long))
  })

  it.each([
    ['UTF-16 with a byte order mark', '<?xml version="1.0" encoding="UTF-16"?><r>é</r>', 'utf16-le', 2],
    ['an older charset that it declares', '<?xml version="1.0" encoding="windows-1250"?><r>ő</r>', 'windows-1250', 0],
    ['UTF-8 with the name of UTF-16', '<?xml version="1.0" encoding="utf-16"?><r>é</r>', 'utf8', 0],
  ])('may be %s', async (_, text, encoding, from) => {
    const bytes = iconv.encode(text, encoding, { addBOM: from > 0 })
    const nodes = await nodesOf(bytes)
    expect(nodes[0]?.start).toBe(from)
    expect(nodes.map(({ raw }) => raw).join('')).toBe(text)
    expect(nodes.at(-1)?.end).toBe(bytes.length)
  })

  it('has attributes with their places, and gets others', async () => {
    const [, , tag] = await nodesOf('<?xml version="1.0" ?>\n<r a = \'1 "x=2"\' xml:lang="en">é</r>')
    if (tag?.kind !== 'open') throw new Error('no tag')
    const found = [...attributesOf(tag).values()]
    expect(found.map(({ name, value }) => [name, value])).toEqual([
      ['a', '1 "x=2"'],
      ['xml:lang', 'en'],
    ])
    expect(setAttribute(tag, 'xml:lang', 'en', 'utf-8')).toBeUndefined()
    expect(setAttribute(tag, 'a', `it's "é"`, 'us-ascii')).toEqual({
      start: tag.start + 8,
      end: tag.start + 15,
      bytes: Buffer.from('it&apos;s "&#233;"'),
    })
    expect(setAttribute(tag, 'new', '"', 'utf-8', 'a')).toMatchObject({ start: tag.start + 16, bytes: ' new="&quot;"' })
  })

  const laughs = `<!DOCTYPE r [<!ENTITY a "ha">${[...'bcdefghij'].map((at, of) => `<!ENTITY ${at} "${`&${'abcdefghi'[of]};`.repeat(10)}">`).join('')}]>`
  it.each([
    ['entities that multiply', `${laughs}<r>&j;</r>`, 'malformed', /DOCTYPE/],
    [
      'a file of the machine',
      '<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd">]><r>&f;</r>',
      'malformed',
      /DOCTYPE/,
    ],
    ['an entity of HTML', '<r>a&nbsp;b</r>', 'malformed', /&nbsp;/],
    ['tags that do not match', '<r><a></r>', 'malformed', /line 1/],
    ['an end in a tag', '<r><a b="', 'malformed', /line 1/],
    ['no element', 'hello', 'malformed', /line 1/],
    ['200,000 elements in each other', '<a>'.repeat(200_000), 'too_deep', /1000/],
    ['a charset that nobody knows', '<?xml version="1.0" encoding="klingon"?><r/>', 'not_decodable', /klingon/],
    ['bytes that are no UTF-8', Buffer.from('<r>é</r>', 'latin1'), 'not_decodable', /UTF-8/],
  ])('refuses %s', async (_, content, code, words) => {
    expect(await refusalOf(content)).toMatchObject({ code, message: expect.stringMatching(words) })
  })

  it('reads the real files of the corpus', async () => {
    for (const { name, bytes } of [...corpus('xml'), ...corpus('xliff')].filter(
      file => /\.(xml|xlf)$/.test(file.name) && file.bytes.length < 50_000,
    )) {
      const nodes = await nodesOf(bytes)
      expect([name, nodes.at(-1)?.end]).toEqual([name, bytes.length])
    }
  })
})
