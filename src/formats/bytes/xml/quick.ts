/**
 * Reading XML as programs write it, several times as fast as `readXml`. It gives the same nodes. Whatever is not plainly
 * well-formed ends it, and the file is to be read by `readXml`, which knows all of XML and says what is wrong.
 */
import { isUtf8 } from 'node:buffer'
import type { ByteStream } from '../../format.ts'
import { charsetOf } from '../charset.ts'
import { commonTag } from './common-tag.ts'
import { charsetSaid, textOfXml } from './decoding.ts'
import type { XmlNode, XmlPiece } from './node.ts'

/** Thrown where another reader has to go on: from this byte offset, where a node begins. */
export class UnusualXml extends Error {
  override readonly name = 'UnusualXml'
  readonly from: number

  constructor(from: number) {
    super('unusual XML')
    this.from = from
  }
}

/**
 * `tags`: those of files that were read before, which have many of the same.
 *
 * @throws {UnusualXml} where `readXml` has to go on
 * @throws {FormatError} not_decodable
 */
export async function* readPlainXml(source: ByteStream, tags = new KnownTags()): AsyncGenerator<XmlPiece> {
  let cutter: PlainCutter | undefined
  for await (const { charset, bom_bytes, text } of textOfXml(source)) {
    if (charset !== 'utf-8') throw new UnusualXml(0)
    cutter ??= new PlainCutter(bom_bytes, tags)
    yield { charset, nodes: cutter.read(text) }
  }
  yield { charset: 'utf-8', nodes: cutter?.end() ?? [] }
}

/** A whole file that is short, in one piece; undefined where `readXml` has to read it, or says what is wrong with it. */
export function plainXmlAtOnce(bytes: Buffer, tags = new KnownTags()): XmlPiece | undefined {
  const { charset, bom_bytes } = charsetOf(bytes)
  if (charset !== 'utf-8' || !isUtf8(bytes)) return undefined
  const text = bytes.toString('utf8', bom_bytes)
  if (!/^utf-8$/i.test(charsetSaid(text) ?? charset)) return undefined
  try {
    const cutter = new PlainCutter(bom_bytes, tags)
    const nodes = cutter.read(text, text.length === bytes.length - bom_bytes)
    nodes.push(...cutter.end())
    return { charset, nodes }
  } catch (error) {
    if (error instanceof UnusualXml) return undefined
    throw error
  }
}

const NAME = '[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?'
/** References that are characters of XML for certain. */
const KNOWN_REFERENCE =
  'amp;|lt;|gt;|quot;|apos;|#(?:9|10|13|3[2-9]|[4-9]\\d|\\d{3,4});|#x0{0,4}(?:9|[aAdD]|[2-9a-fA-F][0-9a-fA-F]|[0-9a-fA-F]{3}|[0-9a-cA-C][0-9a-fA-F]{3});'
const value = (quote: string): string => `${quote}[^${quote}<&]*(?:&(?:${KNOWN_REFERENCE})[^${quote}<&]*)*${quote}`
const START = new RegExp(`<(${NAME})((?:\\s+${NAME}\\s*=\\s*(?:${value('"')}|${value("'")}))*)\\s*(/?)>`, 'y')
const END = new RegExp(`^</(${NAME})\\s*>$`)
const DECLARATION =
  /^<\?xml\s+version\s*=\s*["']1\.0["'](?:\s+encoding\s*=\s*["'][\w.:-]+["'])?(?:\s+standalone\s*=\s*["'](?:yes|no)["'])?\s*\?>$/
const WRONG_REFERENCE = new RegExp(`&(?!${KNOWN_REFERENCE})`)
/** Characters that XML has not, and those that programs write into none. */
const RARE = ['\\0-\\x08', '\\x0b', '\\x0c', '\\x0e-\\x1f', '\\x7f-\\x9f', '\\ufffe', '\\uffff']
const NO_CHARACTER = new RegExp(`[${RARE.join('')}]`)
const NOT_BLANK = /[^ \t\r\n]/
/** Of an instruction: what it is for, white space, and more. */
const INSTRUCTION = new RegExp(`^<\\?(?!xml[?\\s])${NAME}(?:\\s[^?]*(?:\\?(?!>)[^?]*)*)?\\?>$`, 'i')
const COMMENT = '<!--'
const CDATA = '<![CDATA['
const CDATA_END = ']]>'
const DEEPEST = 1000

/** A tag as it is written: most of a file are a few tags again and again. */
interface KnownTag {
  readonly raw: string
  readonly kind: 'open' | 'close'
  readonly name: string
  readonly empty: boolean
  readonly bytes: number
  /** The tag that came after it the last time: mostly the same one comes again, and to compare is quicker than to look up. */
  next: KnownTag | undefined
}

/** What is no tag. */
interface Aside {
  readonly kind: 'comment' | 'instruction' | 'cdata'
  readonly raw: string
}

/** How many tags are remembered of late, and as many from before. */
const MOST_TAGS = 2000

/** The tags that were met of late: in all members of a package, where there are many. */
export class KnownTags {
  #latest = new Map<string, KnownTag>()
  /** Those that were known before: what is met again stays known. */
  #older = new Map<string, KnownTag>()

  get(raw: string): KnownTag | undefined {
    const known = this.#latest.get(raw)
    if (known) return known
    const older = this.#older.get(raw)
    return older && this.add(older)
  }

  add(tag: KnownTag): KnownTag {
    if (this.#latest.size >= MOST_TAGS) {
      this.#older = this.#latest
      this.#latest = new Map()
    }
    this.#latest.set(tag.raw, tag)
    return tag
  }
}

function tagOf(raw: string, kind: KnownTag['kind'], name: string, empty: boolean): KnownTag {
  return { raw, kind, name, empty, bytes: Buffer.byteLength(raw), next: undefined }
}

class PlainCutter {
  readonly #tags: KnownTags
  #held = ''
  #byte: number
  /** Where the nodes end that were given. */
  #given: number
  readonly #open: string[] = []
  #rooted = false
  #first = true
  /** Up to where in the held text there is no `<`. */
  #searched = 0
  /** The tag that was read last. */
  #before: KnownTag | undefined
  /** Whether each character of the text is one byte. */
  #narrow = false

  constructor(from: number, tags: KnownTags) {
    this.#tags = tags
    this.#byte = from
    this.#given = from
  }

  /** `narrow`: whether each character is one byte. */
  read(more: string, narrow = Buffer.byteLength(more) === more.length): XmlNode[] {
    this.#given = this.#byte
    if (NO_CHARACTER.test(more)) throw this.#unusual()
    this.#narrow = narrow && (this.#narrow || this.#held === '')
    if (this.#goesOn(more)) return []
    const text = this.#held === '' ? more : this.#held + more
    const nodes: XmlNode[] = []
    let at = 0
    for (;;) {
      const begin = text.indexOf('<', Math.max(at, this.#searched))
      const markup = begin < 0 ? undefined : (this.#expectedAt(text, begin) ?? this.#markupAt(text, begin))
      if (!markup) {
        this.#searched = (begin < 0 ? text.length : begin) - at
        break
      }
      if (begin > at) this.#text(nodes, text.slice(at, begin))
      this.#add(nodes, markup)
      at = begin + markup.raw.length
      this.#searched = 0
    }
    this.#held = text.slice(at)
    return nodes
  }

  end(): XmlNode[] {
    const nodes: XmlNode[] = []
    this.#given = this.#byte
    if (this.#held.includes('<') || this.#open.length > 0 || !this.#rooted) throw this.#unusual()
    if (this.#held !== '') this.#text(nodes, this.#held)
    return nodes
  }

  /** Whether what is held goes on and nothing ends in a piece: a long text, or a comment, is looked at once, not once for each of its pieces. */
  #goesOn(more: string): boolean {
    if (this.#held === '') return false
    const isText = this.#searched === this.#held.length
    if (more.includes(isText ? '<' : '>')) return false
    this.#held += more
    if (isText) this.#searched = this.#held.length
    return true
  }

  /** The tag that is likely here, where it is. */
  #expectedAt(text: string, begin: number): KnownTag | undefined {
    const next = this.#before?.next
    return next !== undefined && text.startsWith(next.raw, begin) ? next : undefined
  }

  /** The piece of markup that begins at an index; undefined where its end has not come. */
  #markupAt(text: string, begin: number): KnownTag | Aside | undefined {
    const end = text.indexOf('>', begin)
    if (end < 0) return undefined
    const raw = text.slice(begin, end + 1)
    const known = this.#tags.get(raw)
    if (known) return known
    if (raw.startsWith('<!')) return this.#commentOrCdata(text, begin)
    if (raw.startsWith('<?')) return this.#instruction(text, begin)
    return this.#tag(text, begin, raw)
  }

  #instruction(text: string, begin: number): Aside | undefined {
    const close = text.indexOf('?>', begin)
    if (close < 0) return undefined
    const raw = text.slice(begin, close + 2)
    if (this.#first && begin === 0 ? DECLARATION.test(raw) || INSTRUCTION.test(raw) : INSTRUCTION.test(raw))
      return { kind: 'instruction', raw }
    throw this.#unusual()
  }

  #commentOrCdata(text: string, begin: number): Aside | undefined {
    if (text.startsWith(CDATA, begin)) {
      const close = text.indexOf(CDATA_END, begin)
      if (this.#open.length === 0) throw this.#unusual()
      return close < 0 ? undefined : { kind: 'cdata', raw: text.slice(begin, close + CDATA_END.length) }
    }
    if (!text.startsWith(COMMENT, begin)) throw this.#unusual()
    const close = text.indexOf('--', begin + COMMENT.length)
    if (close < 0 || close + 2 >= text.length) return undefined
    if (text[close + 2] !== '>') throw this.#unusual()
    return { kind: 'comment', raw: text.slice(begin, close + 3) }
  }

  #tag(text: string, begin: number, raw: string): KnownTag | undefined {
    const closed = raw.startsWith('</') ? END.exec(raw)?.[1] : undefined
    if (closed !== undefined) return this.#tags.add(tagOf(raw, 'close', closed, false))
    const common = commonTag(raw)
    if (common) return this.#tags.add(tagOf(raw, 'open', common.name, common.empty))
    START.lastIndex = begin
    const found = START.exec(text)
    // A sign `>` in the value of an attribute, whose tag may go on in the next piece: another reader knows.
    if (!found) throw this.#unusual()
    const [whole, name = '', attributes = '', slash] = found
    if (attributes !== '' && !isEachOnce(attributes)) throw this.#unusual()
    return this.#tags.add(tagOf(whole, 'open', name, slash === '/'))
  }

  #unusual(): UnusualXml {
    return new UnusualXml(this.#given)
  }

  #text(nodes: XmlNode[], raw: string): void {
    if (this.#open.length > 0 || NOT_BLANK.test(raw)) {
      if (this.#open.length === 0 || raw.includes(']]>') || (raw.includes('&') && WRONG_REFERENCE.test(raw)))
        throw this.#unusual()
    }
    const start = this.#byte
    this.#byte += this.#narrow ? raw.length : Buffer.byteLength(raw)
    this.#first = false
    nodes.push({ kind: 'text', start, end: this.#byte, raw })
  }

  #add(nodes: XmlNode[], markup: KnownTag | Aside): void {
    const start = this.#byte
    const { raw } = markup
    this.#first = false
    if (markup.kind === 'open' || markup.kind === 'close') {
      if (this.#before) this.#before.next = markup
      this.#before = markup
    }
    if (markup.kind === 'open') {
      const { name, empty } = markup
      if (this.#open.length === 0 && this.#rooted) throw this.#unusual()
      this.#rooted = true
      if (this.#open.length >= DEEPEST) throw this.#unusual()
      if (!empty) this.#open.push(name)
      this.#byte += markup.bytes
      nodes.push({ kind: 'open', name, empty, start, end: this.#byte, raw })
    } else if (markup.kind === 'close') {
      if (this.#open.pop() !== markup.name) throw this.#unusual()
      this.#byte += markup.bytes
      nodes.push({ kind: 'close', name: markup.name, start, end: this.#byte, raw })
    } else {
      this.#byte += Buffer.byteLength(raw)
      nodes.push({ kind: markup.kind, start, end: this.#byte, raw })
    }
  }
}

/** Whether no name comes twice among attributes that are well-formed by themselves. */
function isEachOnce(attributes: string): boolean {
  const names: string[] = []
  let at = 0
  for (;;) {
    const equals = attributes.indexOf('=', at)
    if (equals < 0) return true
    const name = attributes.slice(at, equals).trim()
    if (names.includes(name)) return false
    names.push(name)
    const double = attributes.indexOf('"', equals)
    const single = double === equals + 1 ? -1 : attributes.indexOf("'", equals)
    const isSingle = single >= 0 && (double < 0 || single < double)
    const open = isSingle ? single : double
    at = attributes.indexOf(isSingle ? "'" : '"', open + 1) + 1
  }
}
