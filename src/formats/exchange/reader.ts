/** Reading a file of entries: its root and header, and the entries one by one. */
import {
  attributesOf,
  elementsIn,
  localName,
  readXml,
  type XmlElement,
  type XmlNode,
  type XmlTag,
} from '../bytes/xml/index.ts'
import { languageTagOf } from '../content/language-tag.ts'
import { type ByteStream, type Charset, FormatError } from '../format.ts'
import type { ExchangeManner } from './manner.ts'

/** Some entries that follow each other, and what the file says of the language of its texts. */
export interface EntryPiece {
  readonly charset: Charset
  readonly eol: string
  /** A BCP 47 tag. */
  readonly source: string | undefined
  readonly entries: readonly XmlElement[]
}

/** @throws {FormatError} malformed: the file is of another kind; and as `readXml` */
export async function* readExchange(source: ByteStream, manner: ExchangeManner): AsyncGenerator<EntryPiece> {
  const reading = new Reading(manner)
  for await (const { charset, nodes } of readXml(source)) {
    for (const node of nodes) reading.take(node)
    yield { charset, eol: reading.eol, source: reading.source, entries: reading.taken() }
  }
}

class Reading {
  eol = '\n'
  source: string | undefined
  readonly #manner: ExchangeManner
  #hasEol = false
  #isRooted = false
  /** The nodes of the entry that is being read, with the white space in front, and how deep the present element is in it. */
  #nodes: XmlNode[] = []
  #depth = 0
  #entries: XmlElement[] = []

  constructor(manner: ExchangeManner) {
    this.#manner = manner
  }

  taken(): readonly XmlElement[] {
    const entries = this.#entries
    this.#entries = []
    return entries
  }

  take(node: XmlNode): void {
    if (!this.#hasEol && node.raw.includes('\n')) {
      this.#hasEol = true
      this.eol = node.raw.includes('\r\n') ? '\r\n' : '\n'
    }
    if (node.kind === 'open' && this.#depth === 0) this.#outside(node)
    if (this.#depth === 0 && !this.#begins(node)) {
      this.#nodes = node.kind === 'text' ? [node] : []
      return
    }
    this.#nodes.push(node)
    if (node.kind === 'open' && !node.empty) this.#depth += 1
    if (node.kind === 'close') this.#depth -= 1
    if (this.#depth > 0) return
    const [entry] = elementsIn(this.#nodes)
    if (entry) this.#entries.push(entry)
    this.#nodes = []
  }

  #begins(node: XmlNode): boolean {
    return node.kind === 'open' && this.#manner.entries.has(localName(node.name))
  }

  /** The root and the header say the language. */
  #outside(tag: XmlTag): void {
    const name = localName(tag.name)
    if (!this.#isRooted && !this.#manner.roots.has(name)) throw elseThan(this.#manner, tag)
    if (!this.#isRooted || name === 'header') this.source ??= sourceSaidIn(tag)
    this.#isRooted = true
  }
}

/** The language of texts that a tag says, of the file or of an entry; undefined for `*all*`. */
export function sourceSaidIn(tag: XmlTag): string | undefined {
  const attributes = attributesOf(tag)
  const said = attributes.get('srclang') ?? attributes.get('xml:lang') ?? attributes.get('lang')
  return languageTagOf(said?.value ?? '')
}

/** The refusal of a file with another root. */
export function elseThan({ name }: ExchangeManner, root: XmlTag): FormatError {
  const message = `The file is XML but no ${name.toUpperCase()}: it begins with <${root.name.slice(0, 40)}>. Send it under the extension of its format, for example .xml.`
  return new FormatError('malformed', message)
}
