/** Reading XML. The parser says whether a file is well-formed and where each piece of markup ends; the nodes are cut at these places. */
import { SaxesParser } from 'saxes'
import { type ByteStream, type Charset, FormatError } from '../../format.ts'
import { byteLength } from '../charset.ts'
import { textOfXml } from './decoding.ts'
import type { XmlNode, XmlPiece } from './node.ts'

/** Elements inside each other. No file of people comes near it. */
const DEEPEST = 1000

/**
 * The nodes of a file, some at a time. Memory holds a piece of the file, or its longest node.
 * @throws {FormatError} not_decodable; malformed: not well-formed, or it defines or uses entities of its own; too_deep
 */
export async function* readXml(source: ByteStream): AsyncGenerator<XmlPiece> {
  let cutter: Cutter | undefined
  let charset: Charset = 'utf-8'
  for await (const piece of textOfXml(source)) {
    charset = piece.charset
    cutter ??= new Cutter(charset, piece.bom_bytes)
    yield { charset, nodes: cutter.read(piece.text) }
  }
  if (cutter) yield { charset, nodes: cutter.end() }
}

class Cutter {
  readonly #parser = new SaxesParser()
  readonly #charset: Charset
  /** The text that is not cut into nodes yet, and the character offset where it begins. */
  #held = ''
  #heldAt = 0
  /** The character and byte offsets of what was not cut yet. */
  #at = 0
  #byte: number
  #depth = 0
  /** Whether the end tag that the parser reports was written: `<br/>` has none. */
  #ended = false
  /** The parser has reported a comment, which it does before it has read the `>` of its end. */
  #commented = false
  #nodes: XmlNode[] = []

  constructor(charset: Charset, from: number) {
    this.#charset = charset
    this.#byte = from
    const parser = this.#parser
    parser.on('opentag', ({ name, isSelfClosing: empty }) => {
      this.#deeper()
      this.#ended = empty
      this.#markup(place => ({ kind: 'open', name, empty, ...place }))
    })
    parser.on('closetag', ({ name }) => {
      this.#depth -= 1
      if (!this.#ended) this.#markup(place => ({ kind: 'close', name, ...place }))
      this.#ended = false
    })
    parser.on('cdata', () => this.#markup(place => ({ kind: 'cdata', ...place })))
    parser.on('comment', () => {
      this.#comment()
      this.#commented = true
    })
    parser.on('processinginstruction', () => this.#markup(place => ({ kind: 'instruction', ...place })))
    parser.on('xmldecl', () => this.#markup(place => ({ kind: 'instruction', ...place })))
    parser.on('doctype', doctype => {
      if (DEFINES.test(doctype)) throw this.#refusal(SUBSET)
      this.#markup(place => ({ kind: 'doctype', ...place }))
    })
    parser.on('error', error => {
      throw this.#refusal(said(error.message))
    })
  }

  read(text: string): readonly XmlNode[] {
    this.#held += text
    this.#parser.write(text)
    return this.#take()
  }

  end(): readonly XmlNode[] {
    this.#parser.close()
    this.#comment()
    this.#cut(this.#heldAt + this.#held.length, place => ({ kind: 'text', ...place }))
    return this.#take()
  }

  #take(): readonly XmlNode[] {
    this.#comment()
    const nodes = this.#nodes
    this.#nodes = []
    if (this.#at > this.#heldAt) this.#held = this.#held.slice(this.#at - this.#heldAt)
    this.#heldAt = this.#at
    return nodes
  }

  /** Cuts the text before a piece of markup, which reaches to where the parser is, and the markup. In text there is no `<`. */
  #markup(node: (place: { start: number; end: number; raw: string }) => XmlNode): void {
    this.#comment()
    const begin = this.#held.indexOf('<', this.#at - this.#heldAt)
    if (begin < 0) throw this.#refusal('it ends inside a tag')
    this.#cut(this.#heldAt + begin, place => ({ kind: 'text', ...place }))
    this.#cut(this.#parser.position, node)
  }

  /** Cuts the comment that was reported, unless its last character has not arrived. */
  #comment(): void {
    const begin = this.#commented ? this.#held.indexOf('<', this.#at - this.#heldAt) : -1
    const end = begin < 0 ? -1 : this.#held.indexOf('-->', begin + COMMENT_BEGIN)
    if (end < 0) return
    this.#commented = false
    this.#cut(this.#heldAt + begin, place => ({ kind: 'text', ...place }))
    this.#cut(this.#heldAt + end + COMMENT_END, place => ({ kind: 'comment', ...place }))
  }

  #cut(to: number, node: (place: { start: number; end: number; raw: string }) => XmlNode): void {
    if (to <= this.#at) return
    const raw = this.#held.slice(this.#at - this.#heldAt, to - this.#heldAt)
    const start = this.#byte
    this.#byte += byteLength(raw, this.#charset)
    this.#at = to
    this.#nodes.push(node({ start, end: this.#byte, raw }))
  }

  #deeper(): void {
    this.#depth += 1
    if (this.#depth <= DEEPEST) return
    const { line, column } = this.#parser
    const message = `The elements of the file are nested deeper than ${DEEPEST} levels (line ${line}). Such a file is not read.`
    throw new FormatError('too_deep', message, { line, column: column + 1 })
  }

  #refusal(why: string): FormatError {
    const { line, column } = this.#parser
    const message = `The file is no well-formed XML (line ${line}): ${why}. Correct it and send the file again.`
    return new FormatError('malformed', message, { line, column: column + 1 })
  }
}

/** A subset that is empty defines nothing: files of Qt have had one. */
const DEFINES = /\[(?!\s{0,100}\])/
const COMMENT_BEGIN = '<!--'.length
const COMMENT_END = '-->'.length

const SUBSET =
  'its DOCTYPE defines entities or elements, which are not read. Write the texts of the entities into the file and take the part in […] out of the DOCTYPE'

/** The parser's words for what is wrong, without the place in front. */
function said(message: string): string {
  const words = message.replace(/^(?:[^:]*:)?\d+:\d+:\s*/, '').replace(/\.$/, '')
  if (words === 'undefined entity')
    return 'it uses an entity that XML does not have, such as &nbsp;. Write the character'
  return words.length > LONGEST_WORDS ? `${words.slice(0, LONGEST_WORDS)}…` : words
}

const LONGEST_WORDS = 120
