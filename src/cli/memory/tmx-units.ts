/** Translations in TMX, 1.1 to 1.4. */
import { attributesOf, localName, TMX_CODES, textOfNode, type XmlNode, type XmlTag } from '../../formats/index.ts'
import { TermFileFault } from '../../mcp/files/term-file.ts'
import { eachOnce, usualTag } from '../exchange/languages.ts'
import { languageAttribute, linesIn, xmlNodesOf } from '../exchange/xml.ts'
import { type FileUnit, type MemoryFile, MOST_TEXTS, momentIn, PROVENANCE, type Provenance } from './unit.ts'

/** @throws {TermFileFault} the bytes are no XML, or no TMX, or define entities of their own */
export async function readTmxUnits(bytes: Uint8Array): Promise<MemoryFile> {
  const reader = new UnitReader()
  for await (const nodes of xmlNodesOf(bytes)) for (const node of nodes) reader.take(node)
  return reader.file()
}

/** How our own exports name a property. */
const PROPERTIES = new Map(PROVENANCE.map(name => [`x-${name}`, name]))

interface OpenUnit {
  readonly line: number
  readonly source: string | undefined
  readonly variants: FileUnit['variants'][number][]
  readonly said: Partial<Record<keyof Provenance, string>>
  written: number | undefined
}

/** What is being read: the text of a variant, or a property. */
interface Reading {
  readonly depth: number
  readonly of: 'seg' | keyof Provenance
  text: string
  /** Where each open code began in the text. */
  readonly codes: number[]
  is_whole: boolean
}

class UnitReader {
  readonly #tagOf = eachOnce(usualTag)
  readonly #units: FileUnit[] = []
  #source: string | undefined
  #isOwn = false
  #line = 1
  #texts = 0
  #depth = 0
  #unit: OpenUnit | undefined
  #language: string | undefined
  #inVariant = false
  #reading: Reading | undefined

  take(node: XmlNode): void {
    if (node.kind === 'open') {
      this.#begin(node)
      if (node.empty) this.#end(localName(node.name))
    } else if (node.kind === 'close') this.#end(localName(node.name))
    else if (this.#reading) this.#reading.text += textOfNode(node)
    this.#line += linesIn(node.raw)
  }

  file(): MemoryFile {
    return { source: this.#source, is_own: this.#isOwn, units: this.#units }
  }

  #begin(tag: XmlTag): void {
    const name = localName(tag.name)
    this.#depth += 1
    if (this.#depth === 1 && name !== 'tmx')
      throw new TermFileFault(`The file is XML, but no TMX: its root is <${name.slice(0, 40)}>.`)
    if (this.#reading) {
      if (TMX_CODES.has(name)) this.#reading.codes.push(this.#reading.text.length)
    } else if (name === 'header') {
      this.#source = languageAttribute(tag, 'srclang')
      this.#isOwn = attributesOf(tag).get('creationtool')?.value === 'translation-mcp'
    } else if (name === 'tu') {
      const source = languageAttribute(tag, 'srclang', this.#tagOf)
      this.#unit = { line: this.#line, source, variants: [], said: {}, written: writtenAt(tag) }
    } else if (name === 'tuv') this.#beginVariant(tag)
    else if (name === 'seg' && this.#inVariant) this.#read('seg')
    else if (name === 'prop' && !this.#inVariant) {
      const property = PROPERTIES.get(attributesOf(tag).get('type')?.value ?? '')
      if (property !== undefined) this.#read(property)
    }
  }

  #beginVariant(tag: XmlTag): void {
    this.#inVariant = true
    this.#language = languageAttribute(tag, 'xml:lang', this.#tagOf) ?? languageAttribute(tag, 'lang', this.#tagOf)
    if (this.#unit) this.#unit.written = later(this.#unit.written, writtenAt(tag))
  }

  #read(of: Reading['of']): void {
    if (this.#unit) this.#reading = { depth: this.#depth, of, text: '', codes: [], is_whole: true }
  }

  #end(name: string): void {
    const reading = this.#reading
    if (reading?.depth === this.#depth) {
      this.#reading = undefined
      this.#keep(reading)
    } else if (reading && TMX_CODES.has(name) && reading.codes.pop() === reading.text.length) reading.is_whole = false
    else if (name === 'tuv') this.#inVariant = false
    else if (name === 'tu' && this.#unit) {
      if (this.#unit.variants.length > 0) this.#units.push(this.#unit)
      this.#unit = undefined
    }
    this.#depth -= 1
  }

  #keep({ of, text, is_whole }: Reading): void {
    const unit = this.#unit
    if (unit === undefined) return
    if (of !== 'seg') unit.said[of] = text
    else if (this.#language !== undefined) {
      this.#texts += 1
      if (this.#texts > MOST_TEXTS) throw new TermFileFault('The file has more than 1,000,000 texts. Split it.')
      unit.variants.push({ language: this.#language, text: this.#isOwn ? text : withoutIndent(text), is_whole })
    }
  }
}

function writtenAt(tag: XmlTag): number | undefined {
  const attributes = attributesOf(tag)
  return momentIn(attributes.get('changedate')?.value) ?? momentIn(attributes.get('creationdate')?.value)
}

function later(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined ? other : Math.max(one, other ?? one)
}

/** Programs write a text on lines of its own, for those who read the file. */
function withoutIndent(text: string): string {
  return text.replace(/^\n[\t ]*/, '').replace(/\n[\t ]*$/, '')
}
