/** Reading a translation file of Qt: its root, and the messages with the contexts that they are in. */
import { oneChunk } from '../bytes/ranges.ts'
import {
  attributesOf,
  elementsIn,
  localName,
  plainText,
  readXml,
  type XmlNode,
  type XmlTag,
} from '../bytes/xml/index.ts'
import { type ByteStream, type Charset, FormatError } from '../format.ts'
import { type QtMessage, QtMessages } from './message.ts'

export interface QtFile {
  readonly root: XmlTag
  readonly charset: Charset
  readonly eol: string
  readonly messages: readonly QtMessage[]
}

/** @throws {FormatError} malformed: the file is no translation file of Qt; and as `readXml` */
export async function readQt(source: ByteStream | Uint8Array): Promise<QtFile> {
  const bytes = source instanceof Uint8Array ? source : await wholeOf(source)
  assertMarkup(bytes)
  const reading = new Reading()
  let charset: Charset = 'utf-8'
  for await (const piece of readXml(oneChunk(bytes))) {
    charset = piece.charset
    for (const node of piece.nodes) reading.take(node)
  }
  const { root, eol, messages } = reading
  if (root === undefined) throw new FormatError('malformed', 'The file has no element. Send one that has its texts.')
  return { root, charset, eol, messages }
}

const BLANKS: ReadonlySet<number | undefined> = new Set([0, 0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf, 0xfe, 0xff])
const LESS = 0x3c

/** Modules of TypeScript have the same ending. */
function assertMarkup(bytes: Uint8Array): void {
  const first = bytes.find(byte => !BLANKS.has(byte))
  if (first === LESS || first === undefined) return
  const message =
    'The file is no translation file of Qt, which begins with a tag. Files of Qt alone are read under this ending: put the texts of a TypeScript module, each under its key, into a json file.'
  throw new FormatError('malformed', message, { line: 1, column: 1 })
}

class Reading {
  eol = '\n'
  root: XmlTag | undefined
  readonly messages: QtMessage[] = []
  readonly #read = new QtMessages()
  #hasEol = false
  /** The nodes of the element inside a context that is being read, and how deep the present one is in it. */
  #nodes: XmlNode[] = []
  #depth = 0
  #context = ''

  take(node: XmlNode): void {
    if (!this.#hasEol && node.raw.includes('\n')) {
      this.#hasEol = true
      this.eol = node.raw.includes('\r\n') ? '\r\n' : '\n'
    }
    if (this.#depth > 1) this.#nodes.push(node)
    if (node.kind === 'open') this.#open(node)
    else if (node.kind === 'close') this.#close()
    else if (this.#depth === IN_CONTEXT) this.#nodes = [node]
  }

  #open(tag: XmlTag): void {
    if (this.#depth === 0) this.root = rootOf(tag)
    if (this.#depth === 1) this.#context = ''
    if (tag.empty) {
      if (this.#depth === IN_CONTEXT) this.#ended()
    } else this.#depth += 1
  }

  #close(): void {
    this.#depth -= 1
    if (this.#depth === IN_CONTEXT) this.#ended()
    else if (this.#depth < IN_CONTEXT) this.#nodes = []
  }

  #ended(): void {
    const element = elementsIn(this.#nodes).at(-1)
    this.#nodes = []
    if (element?.local === 'name') this.#context = plainText(element.inside)
    else if (element?.local === 'message') this.messages.push(this.#read.messageOf(element, this.#context))
  }
}

const IN_CONTEXT = 2

/** @throws {FormatError} malformed */
function rootOf(tag: XmlTag): XmlTag {
  if (localName(tag.name) === 'TS') return tag
  const message = `The file is XML but no translation file of Qt: it begins with <${tag.name.slice(0, 40)}>. Send it under the extension of its format, for example .xml.`
  throw new FormatError('malformed', message)
}

/** What the root says of a language. */
export function saidBy(root: XmlTag, attribute: 'language' | 'sourcelanguage'): string | undefined {
  return attributesOf(root).get(attribute)?.value
}

/** The ceiling of the family keeps this small. */
async function wholeOf(source: ByteStream): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}
