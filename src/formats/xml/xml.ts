/**
 * XML: the texts of Android resources, where the file has them, else of any document. Elements inside a text are tags of it. What is
 * between the texts never changes.
 */
import { oneChunk } from '../bytes/ranges.ts'
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
import { type ByteStream, type FileLanguages, type Format, FormatError } from '../format.ts'
import { unitsOfResource } from './android.ts'
import { besideUnits } from './beside.ts'
import { xmlFacts } from './facts.ts'
import { genericUnits, HEADER } from './generic.ts'
import { mergedResources, unmergeableIn } from './merge.ts'
import { notingResources } from './noting.ts'
import { editsOfText, type XmlUnit } from './place.ts'
import type { MadeUnit, XmlReading } from './resource.ts'
import { type LanguagesOfFile, languagesBeside } from './siblings.ts'
import { elsewhereOf, severalOf, vocabularyOf } from './vocabulary.ts'

export const xml: Format<XmlUnit> = {
  ...xmlFacts,

  async languages(source): Promise<FileLanguages> {
    const bytes = await wholeOf(source)
    const several = await severalIn(bytes)
    if (several) return { source: several.source, several: true }
    for await (const { nodes } of readXml(oneChunk(bytes))) {
      const root = nodes.find(node => node.kind === 'open')
      if (root) {
        const said = languageOf(root)?.value ?? (await languageInElement(bytes, root))
        return { source: said?.replaceAll('_', '-') || undefined }
      }
    }
    return {}
  },

  async *scan(source, { target, source: said } = {}): AsyncGenerator<XmlUnit> {
    const bytes = await wholeOf(source)
    const several = await severalIn(bytes)
    const units = several
      ? besideUnits(() => readXml(oneChunk(bytes)), several, { source: said, target: target?.language })
      : unitsIn(bytes, target?.language)
    let index = 0
    for await (const some of units) {
      for (const unit of some) yield { index: index++, ...unit }
    }
  },

  edits: editsOfText,

  merge: mergedResources,
  noting: notingResources,
  unmergeable: unmergeableIn,
}

/**
 * The languages of a file that has them beside each other. A file that cannot have any is read no further than its root.
 *
 * @throws {FormatError} malformed: a file of another format, in which a source would be written over
 */
async function severalIn(bytes: Buffer): Promise<LanguagesOfFile | undefined> {
  const all: XmlNode[] = []
  let root: XmlNode | undefined
  for await (const { nodes } of readXml(oneChunk(bytes))) {
    for (const node of nodes) all.push(node)
    if (root !== undefined) continue
    root = nodes.find(node => node.kind === 'open')
    if (root === undefined) continue
    const elsewhere = elsewhereOf(localName(root.name))
    if (elsewhere !== undefined) throw new FormatError('malformed', elsewhere)
    const several = severalOf(localName(root.name))
    const isSaid = SAYS_LANGUAGES.some(said => bytes.includes(said))
    if (several === undefined || !(isSaid || (several.sign !== undefined && bytes.includes(several.sign))))
      return undefined
  }
  return languagesBeside(all)
}

/** What an attribute for a language ends in, in all charsets. */
const SAYS_LANGUAGES = [Buffer.from('lang'), Buffer.from('lang', 'utf16le')]

/** Where a root says the language of its texts: in XML's own way, or in Android's. */
const LANGUAGES = ['xml:lang', 'tools:locale', 'lang']

function languageOf(root: XmlTag): { attribute: string; value: string } | undefined {
  const attributes = attributesOf(root)
  const attribute = LANGUAGES.find(name => attributes.has(name))
  return attribute === undefined ? undefined : { attribute, value: attributes.get(attribute)?.value ?? '' }
}

/** What the element says that names the language of such a document, as a BCP 47 tag. */
async function languageInElement(bytes: Buffer, root: XmlTag): Promise<string | undefined> {
  const name = vocabularyOf(localName(root.name)).language
  if (name === undefined) return undefined
  let before: XmlNode | undefined
  for await (const { nodes } of readXml(oneChunk(bytes))) {
    for (const node of nodes) {
      if (before?.kind === 'open' && localName(before.name) === name && node.kind === 'text')
        return languageTagOf(node.raw.trim())
      before = node
    }
  }
  return undefined
}

async function* unitsIn(bytes: Uint8Array, language: string | undefined): AsyncGenerator<readonly MadeUnit[]> {
  let root: XmlTag | undefined
  for await (const { charset, nodes } of readXml(oneChunk(bytes))) {
    root = nodes.find(node => node.kind === 'open')
    const said = root && languageOf(root)
    if (!root || !said) {
      if (root) break
      continue
    }
    const header = { tag: root, attribute: said.attribute }
    const place = { start: root.start, end: root.end, charset }
    yield [{ ...HEADER, path: 'xml:', ...place, header }]
    break
  }
  if (root?.name === 'resources') yield* androidUnits(bytes, root, language)
  else if (root) yield* genericUnits(() => readXml(oneChunk(bytes)), { language: languageOf(root)?.value })
}

async function* androidUnits(
  bytes: Uint8Array,
  { raw }: XmlTag,
  language: string | undefined,
): AsyncGenerator<readonly MadeUnit[]> {
  const kept = /\s(?:translatable|translate)\s*=\s*["']false/.test(raw)
  const resources = new Resources()
  for await (const { charset, nodes } of readXml(oneChunk(bytes))) {
    for (const element of resources.take(nodes)) {
      const reading: XmlReading = { charset, eol: resources.eol, language }
      yield unitsOfResource(element, kept, reading)
    }
  }
}

/** The elements inside the root, each as soon as it has ended. */
class Resources {
  eol = '\n'
  #depth = 0
  #nodes: XmlNode[] = []

  take(nodes: readonly XmlNode[]): readonly XmlElement[] {
    const ended: XmlElement[] = []
    for (const node of nodes) {
      if (node.kind === 'text' && node.raw.includes('\n')) this.eol = node.raw.includes('\r\n') ? '\r\n' : '\n'
      if (node.kind === 'close') this.#depth -= 1
      const isIn = this.#depth > 0
      if (node.kind === 'open' && !node.empty) this.#depth += 1
      if (isIn) this.#nodes.push(node)
      if (this.#depth !== 1 || (node.kind !== 'close' && !(node.kind === 'open' && node.empty))) continue
      ended.push(...elementsIn(this.#nodes))
      this.#nodes = []
    }
    return ended
  }
}

/** The ceiling of the family keeps this small. */
async function wholeOf(source: ByteStream): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}
