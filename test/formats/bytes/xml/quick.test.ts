import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { readMember } from '../../../../src/formats/bytes/parts/index.ts'
import { PIECE_BYTES } from '../../../../src/formats/bytes/pieces.ts'
import {
  readPlainXml,
  readXml,
  UnusualXml,
  type XmlNode,
  type XmlPiece,
} from '../../../../src/formats/bytes/xml/index.ts'
import { openZip } from '../../../../src/formats/bytes/zip/index.ts'
import { fc, opened } from '../../files.ts'
import { zipOf } from '../zip/zips.ts'

interface Read {
  readonly nodes: readonly XmlNode[]
  readonly charset: string | undefined
  readonly error: unknown
}

async function read(pieces: AsyncIterable<XmlPiece>): Promise<Read> {
  const nodes: XmlNode[] = []
  let charset: string | undefined
  try {
    for await (const piece of pieces) {
      charset = piece.charset
      nodes.push(...piece.nodes)
    }
    return { nodes, charset, error: undefined }
  } catch (error) {
    return { nodes, charset, error }
  }
}

type Content = Uint8Array | string

const quickly = (content: Content, cuts?: readonly number[]): Promise<Read> =>
  read(readPlainXml(opened(content, cuts)()))
const thoroughly = (content: Content, cuts?: readonly number[]): Promise<Read> => read(readXml(opened(content, cuts)()))

/** As a family reads it: a member of a package. */
async function asMember(content: Content): Promise<Read> {
  const archive = await openZip(opened(zipOf([{ name: 'a.xml', content: Buffer.from(content) }]))())
  return read(readMember(archive, 'a.xml'))
}

const DECLARED = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const PLAIN = `${DECLARED}\r\n<!-- é -->\n<w:r xmlns:w='u:v' a = "1 > 0" w:b="&lt;é">Text &amp; &#233;&#xE9; more<w:br/><b\t>日本 😀</b\n><![CDATA[<x>&]] ]]><?pi a>b?><i></i><!--x-y--> ></w:r>\n<!-- end -->\n`

const USUAL: readonly (readonly [string, Content])[] = [
  ['a declaration, comments, references and every kind of tag', PLAIN],
  ['nothing but a root', '<r/>'],
  ['no declaration, and white space around it', ' \r\n<r>\t</r>\n'],
  ['a byte order mark', `\ufeff${PLAIN}`],
  ['a byte order mark in front of the root', '\ufeff<r>é</r>'],
  ['the sign > in attributes', `<r a="a>b" b='>>' c=">"><c d="1>"/><c d="1>"/>></r>`],
  ['one name inside of itself', '<a><a><a/></a><a></a></a>'],
  ['one attribute with two prefixes', '<r xmlns:a="x" xmlns:b="y" a:c="1" b:c="2" c="3"/>'],
  ['single quotes in double ones', `<r a="it's" b='"'/>`],
  ['references to white space', '<r a="&#9;&#10;&#xD;">&#x9;&#13;&quot;&apos;</r>'],
  ['a tag many times', `<r>${'<c r="1"/><c>x</c>'.repeat(300)}</r>`],
  ['CDATA', '<r>one <b/><![CDATA[<x> & ]]> two</r>'],
  ['an instruction', '<r>one<?pi some > thing?>two</r>'],
  ['an instruction in front of the root', '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><r/>'],
  ['CDATA that holds its own signs', '<r><![CDATA[]]]]><![CDATA[>]]><![CDATA[]]><![CDATA[<![CDATA[ &nbsp; -->]]></r>'],
  ['instructions of every kind', '<?a?><?b ?><r><?c ?d ??><?xml-stylesheet href="?"?><?e\n>?></r><?f <g>?>'],
  ['a text of many pieces, wide in the middle', `<r>${'x'.repeat(30_000)}日本${'y'.repeat(30_000)}<a/>z</r>`],
  ['a comment of many pieces', `<r>é<!--${'x'.repeat(40_000)}é${'> '.repeat(9000)}${'y'.repeat(40_000)}-->z</r>`],
  ['CDATA of many pieces', `<r><![CDATA[${'é'.repeat(20_000)}<${'y'.repeat(40_000)}]]>z<a/></r>`],
  ['a tag of many pieces', `<r><a b="${'x'.repeat(40_000)}" c="é"/>z</r>`],
  ['1,000 elements in each other', `${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}`],
]

const UNUSUAL: readonly (readonly [string, Content])[] = [
  ['names that are not ASCII', '<größe ä="1">x</größe>'],
  ['a character that few programs write', '<r>a\u0085b\u007f</r>'],
  ['two colons in a name', '<a:b:c/>'],
  ['a reference beyond the first planes', '<r>&#x1F600;</r>'],
  ['a version of XML that nobody writes', '<?xml version="1.1"?><r>x</r>'],
  ['UTF-16', iconv.encode('<?xml version="1.0" encoding="UTF-16"?><r>é</r>', 'utf16-le', { addBOM: true })],
  ['an older charset', iconv.encode('<?xml version="1.0" encoding="windows-1250"?><r>ő</r>', 'windows-1250')],
]

const WRONG: readonly (readonly [string, Content])[] = [
  ['one attribute twice', '<r><a b="1" c="2" b="3"/></r>'],
  ['tags that do not match', '<r><a><b></a></b></r>'],
  ['an end without a beginning', '<r/></r>'],
  ['a beginning without an end', '<r><a>'],
  ['two roots', '<r/><r/>'],
  ['a text behind the root', '<r/>x'],
  ['a text in front of it', 'x<r/>'],
  ['no root', '<!-- x -->'],
  ['nothing', ''],
  ['a control character', '<r>a\u0001b</r>'],
  ['a control character in a tag', '<r a="\u0008"/>'],
  ['a reference to one', '<r>&#8;</r>'],
  ['a reference to nothing', '<r>&nbsp;</r>'],
  ['a reference without an end', '<r a="&amp">x</r>'],
  ['the sign & alone', '<r>you & me</r>'],
  ['the end of CDATA without its beginning', '<r>a]]>b</r>'],
  ['the sign < in an attribute', '<r a="<"/>'],
  ['an attribute without quotes', '<r a=1/>'],
  ['an attribute without a value', '<r a/>'],
  ['attributes without white space between them', '<r a="1"b="2"/>'],
  ['CDATA without an end', '<r><![CDATA[ a ]] ></r>'],
  ['CDATA outside of the root', '<r/><![CDATA[a]]>'],
  ['an instruction without an end', '<r><?a ></r>'],
  ['an instruction without a name', '<r><? a?></r>'],
  ['an instruction of a name that XML keeps', '<r><?XML a?></r>'],
  ['a control character in CDATA', '<r><![CDATA[\u0001]]></r>'],
  ['two hyphens in a comment', '<r><!-- a -- b --></r>'],
  ['a comment without an end', '<r><!-- a ></r>'],
  ['a declaration behind white space', ' <?xml version="1.0"?><r/>'],
  ['a declaration inside', '<r><?xml version="1.0"?></r>'],
  ['an end in a tag', '<r a="'],
  ['1,001 elements in each other', `${'<a>'.repeat(1001)}${'</a>'.repeat(1001)}`],
  ['bytes that are no UTF-8', Buffer.from('<r>é</r>', 'latin1')],
  ['white space in front of a name', '< r/>'],
]

describe('XML with', () => {
  it.each(USUAL)('%s is read quickly, and as readXml reads it', async (_, content) => {
    const quick = await quickly(content)
    expect(quick).toEqual(await thoroughly(content))
    expect(quick.error).toBeUndefined()
    expect(await asMember(content)).toEqual(quick)
  })

  it.each(UNUSUAL)('%s is left to readXml, and read as a member all the same', async (_, content) => {
    expect((await quickly(content)).error).toBeInstanceOf(UnusualXml)
    const whole = await thoroughly(content)
    expect(whole.error).toBeUndefined()
    expect(await asMember(content)).toEqual(whole)
  })

  it.each(WRONG)('%s is not taken, and is refused as readXml refuses it', async (_, content) => {
    expect((await quickly(content)).error).toBeDefined()
    const { error } = await thoroughly(content)
    expect(error).toMatchObject({ name: 'FormatError' })
    const place = error instanceof Error && 'line' in error ? { line: error.line } : {}
    expect((await asMember(content)).error).toMatchObject({ name: 'FormatError', ...place })
  })
})

describe('XML in several pieces', () => {
  /** Pieces are of one size, whatever the chunks are: what is in front moves where the file is cut. */
  const cutAt = (content: string, at: number): string => {
    const [declaration = ''] = /^(?:\ufeff)?<\?xml[^>]*>/.exec(content) ?? []
    const filling = PIECE_BYTES - at - Buffer.byteLength(declaration) - '<!---->'.length
    return `${declaration}<!--${'x'.repeat(filling)}-->${content.slice(declaration.length)}`
  }
  const simple = PLAIN.replace('1 > 0', '1')
  const rest = Buffer.byteLength(simple) - Buffer.byteLength(DECLARED)
  /** What is behind the filling, without its places. */
  const saidBehind = ({ nodes }: Read) => nodes.slice(2).map(({ start: _, end: __, ...node }) => node)

  it('is the same wherever it is cut', async () => {
    const whole = saidBehind(await quickly(cutAt(simple, rest)))
    expect(whole).toHaveLength(19)
    for (let at = 0; at <= rest; at += 1) {
      const quick = await quickly(cutAt(simple, at))
      expect([at, quick.error]).toEqual([at, undefined])
      expect(saidBehind(quick)).toEqual(whole)
      expect(quick.nodes.at(-1)?.end).toBe(PIECE_BYTES + rest - at)
    }
  })

  it('knows tags again, however many others come between', async () => {
    const others = Array.from(
      { length: 9000 },
      (_, at) => `<c r="A${at}"><v>${at}</v></c>${at % 700 === 0 ? '<b k="1"/>' : ''}`,
    )
    const content = `<r>${others.join('')}</r>`
    const { nodes, error } = await quickly(content)
    expect(error).toBeUndefined()
    // Of so many, a comparison that could say where they differ takes seconds.
    expect(JSON.stringify(nodes) === JSON.stringify((await thoroughly(content)).nodes)).toBe(true)
  })

  it.each([
    `<r a="1" a="2"/>`,
    `<r a="1" b="2" a='3'/>`,
    `<r a = "x=y" b="a=" \n a="2"/>`,
    `<r a='it"s' b="it's" a=""/>`,
  ])('with an attribute twice is left to readXml: %s', async content => {
    expect((await quickly(content)).error).toBeInstanceOf(UnusualXml)
    expect((await thoroughly(content)).error).toMatchObject({ code: 'malformed' })
  })

  it.each([`<r a="b=" b='a="x"' c="'"/>`, `<r ab="1" b="2" a = "ab='3'"/>`])(
    'with names in values is read quickly: %s',
    async content => {
      expect((await quickly(content)).nodes).toEqual((await thoroughly(content)).nodes)
    },
  )

  it('is left to readXml where a tag is cut behind a sign > in an attribute', async () => {
    const content = '<r><a b="1>2" c="3"/></r>'
    const moved = cutAt(content, content.indexOf('2'))
    expect((await quickly(moved)).error).toBeInstanceOf(UnusualXml)
    expect(await asMember(moved)).toEqual(await thoroughly(moved))
    expect((await quickly(cutAt(content, content.indexOf('1')))).error).toBeUndefined()
  })

  it('is read on by readXml from where it is unusual, each node once', async () => {
    for (const [, content] of UNUSUAL) {
      if (typeof content !== 'string') continue
      for (const at of [1, 7]) {
        const moved = cutAt(content, at)
        expect(await asMember(moved)).toEqual(await thoroughly(moved))
      }
    }
  })

  it('says from where on readXml has to read, which is where a node begins', async () => {
    const content = `<r><!--${'x'.repeat(PIECE_BYTES)}--><a/>${'y'.repeat(PIECE_BYTES)}<ä/></r>`
    const { nodes, error } = await quickly(content)
    const whole = await thoroughly(content)
    if (!(error instanceof UnusualXml)) throw new Error('read quickly')
    expect(error.from).toBeGreaterThan(0)
    expect(whole.nodes.map(({ start }) => start)).toContain(error.from)
    expect(nodes).toEqual(whole.nodes.filter(({ end }) => end <= error.from))
  })
})

describe('XML that is made at random', () => {
  const name = fc.constantFrom('a', 'b', 'w:p', 'x_1', 'y.z', 'n-m')
  const text = fc.constantFrom('', ' ', 'é', '日本', '😀', '&amp;', '&#233;', '>', ']', '--', '"', "'", '\r\n', 'words')
  const inValue = text.map(said => said.replaceAll('"', '&quot;'))
  const attributes = fc
    .uniqueArray(fc.tuple(name, inValue), { maxLength: 3, selector: ([own]) => own })
    .map(all => all.map(([own, value]) => ` ${own}="${value}"`).join(''))
  const { element } = fc.letrec<{ element: string; inside: string }>(tie => ({
    element: fc.oneof(
      { depthSize: 'small' },
      fc.tuple(name, attributes).map(([own, about]) => `<${own}${about}/>`),
      fc.tuple(name, attributes, tie('inside')).map(([own, about, said]) => `<${own}${about}>${said}</${own}>`),
    ),
    inside: fc
      .array(
        fc.oneof(text, tie('element'), fc.constantFrom('<!--a>b-->', '<![CDATA[<a>]b&]]>', '<?p a="?>"?>', '<?q?>')),
        { maxLength: 4 },
      )
      .map(parts => parts.join('')),
  }))
  const declared = fc.constantFrom('', '\ufeff', '<?xml version="1.0"?>', `${DECLARED}\r\n`)
  const documents = fc.tuple(declared, element).map(parts => parts.join(''))

  it('is the same as readXml reads it, wherever its chunks are cut', async () => {
    await fc.assert(
      fc.asyncProperty(documents, fc.array(fc.nat(), { maxLength: 5 }), async (content, cuts) => {
        const quick = await quickly(content, cuts)
        expect(quick).toEqual(await thoroughly(content))
        expect(quick.error).toBeUndefined()
      }),
    )
  })

  it('and then damaged is either left to readXml, or read as it reads it', async () => {
    const signs = fc.constantFrom(
      '<',
      '>',
      '&',
      '"',
      "'",
      '/',
      ' ',
      '-',
      '=',
      ';',
      '!',
      '?',
      ']',
      'a',
      ':',
      '\u0000',
      '',
    )
    const faults = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 2 }), signs), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(documents, faults, async (content, wrong) => {
        const damaged = wrong.reduce((said, [place, length, sign]) => {
          const at = place % (said.length + 1)
          return said.slice(0, at) + sign + said.slice(at + length)
        }, content)
        const quick = await quickly(damaged)
        if (quick.error === undefined) expect(quick).toEqual(await thoroughly(damaged))
      }),
      { numRuns: 300 },
    )
  })
})
