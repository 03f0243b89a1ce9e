/**
 * The texts of any XML document. An element that holds text itself is a text, with the elements in it as tags; but elements that only hold
 * elements, as a list does, and those that a vocabulary knows as blocks, end the text before and are looked at by themselves.
 */
import { attributesOf, codedOf, localName, type XmlNode, type XmlPiece, type XmlTag } from '../bytes/xml/index.ts'
import { languageTagOf } from '../content/language-tag.ts'
import { leftOutOfData, leftOutOfText } from '../content/left-out.ts'
import { isNamedIdentifier } from '../content/named-identifiers.ts'
import type { Charset, Reason, UnitContext } from '../format.ts'
import type { MadeUnit } from './resource.ts'
import { type Shape, shapeOf } from './shape.ts'
import { type Vocabulary, vocabularyOf } from './vocabulary.ts'

/** An element that is open and not part of a text. */
interface Frame {
  readonly name: string
  readonly number: number
  readonly part: string
  readonly key: string | undefined
  readonly left_out: Reason | undefined
  /** Why all that is inside it is left out, too. */
  readonly inherited: Reason | undefined
  readonly language: string | undefined
  readonly keeps_space: boolean
  /** How many texts it had so far. */
  runs: number
}

/** How the languages of a document are read: it is in `language`, as far as it says; or in all of them, where each is looked at elsewhere. */
export type InLanguage = { readonly language: string | undefined } | 'each'

/** A unit with the number of its element, and its nodes. */
export interface CutUnit extends MadeUnit {
  readonly number: number
  readonly nodes: readonly XmlNode[]
}

/** What is a place to say the language, and no text. */
export const HEADER = { part: 'header', text: '', left_out: 'not_text' } as const

export async function* genericUnits(
  read: () => AsyncIterable<XmlPiece>,
  languages: InLanguage,
): AsyncGenerator<readonly CutUnit[]> {
  const shape = await shapeOf(read(), languages === 'each' ? undefined : languages.language)
  const cutting = new Cutting(shape, languages === 'each')
  for await (const { charset, nodes } of read()) {
    cutting.charset = charset
    for (const node of nodes) cutting.take(node)
    yield cutting.units()
  }
}

class Cutting {
  charset: Charset = 'utf-8'
  readonly #shape: Shape
  readonly #each: boolean
  #vocabulary: Vocabulary = {}
  #frames: Frame[] = []
  #number = -1
  #eol = '\n'
  /** The nodes of the text that is being read, and how deep the present element is in it. */
  #run: XmlNode[] = []
  #depth = 0
  #made: CutUnit[] = []

  constructor(shape: Shape, each: boolean) {
    this.#shape = shape
    this.#each = each
  }

  units(): readonly CutUnit[] {
    const made = this.#made
    this.#made = []
    return made
  }

  take(node: XmlNode): void {
    if (node.kind === 'open') this.#number += 1
    if (node.kind === 'text' && node.raw.includes('\n')) this.#eol = node.raw.includes('\r\n') ? '\r\n' : '\n'
    const frame = this.#frames.at(-1)
    const isText = frame !== undefined && this.#shape.hasText(frame.number)
    if (this.#depth > 0 || (isText && node.kind !== 'close' && !(node.kind === 'open' && this.#isBlock(node)))) {
      this.#run.push(node)
      if (node.kind === 'open' && !node.empty) this.#depth += 1
      if (node.kind === 'close') this.#depth -= 1
      return
    }
    if (node.kind !== 'open' && node.kind !== 'close') return
    if (frame && this.#run.length > 0) this.#end(frame)
    if (node.kind === 'close') this.#frames.pop()
    else if (!node.empty) {
      this.#frames.push(this.#frameOf(node, frame))
      if (frame && !this.#each) this.#sayLanguage(node)
    }
  }

  /** An element that says the language of the document says the new one. The root is looked at by itself. */
  #sayLanguage(tag: XmlTag): void {
    const attribute = 'xml:lang'
    const said = tag.raw.includes(attribute) ? attributesOf(tag).get(attribute)?.value : undefined
    if (said === undefined) return
    const isMain = said.toLowerCase() === this.#shape.language?.toLowerCase()
    const place = { start: tag.start, end: tag.end, charset: this.charset }
    const header = isMain ? { tag, attribute } : undefined
    this.#made.push({ ...HEADER, path: `xml:${this.#number}@lang`, ...place, header, number: this.#number, nodes: [] })
  }

  #isBlock(tag: XmlTag): boolean {
    return this.#shape.isGroup(this.#number) || (this.#vocabulary.blocks?.has(localName(tag.name)) ?? false)
  }

  #frameOf(tag: XmlTag, outer: Frame | undefined): Frame {
    const name = localName(tag.name)
    if (!outer) this.#vocabulary = vocabularyOf(name)
    const { texts, without } = this.#vocabulary
    const attributes = attributesOf(tag)
    const said = (attribute: string): string | undefined => attributes.get(attribute)?.value
    const translate = said('its:translate') ?? said('translate')
    const inherited = translate === undefined ? outer?.inherited : translate === 'no' ? 'do_not_translate' : undefined
    const reason = inherited ?? without?.get(name)
    const space = said('xml:space')
    return {
      name,
      number: this.#number,
      part: outer ? (outer.part === '' ? name : `${tail(outer.part)}.${name}`) : '',
      key: said('name') ?? said('key') ?? said('id') ?? said('xml:id'),
      inherited: reason,
      left_out: reason ?? (texts && !texts.has(name) ? 'not_text' : undefined),
      language: said('xml:lang') ?? outer?.language,
      keeps_space: space === undefined ? (outer?.keeps_space ?? false) : space === 'preserve',
      runs: 0,
    }
  }

  #end(frame: Frame): void {
    const nodes = trimmed(this.#run)
    this.#run = []
    const [first, last] = [nodes[0], nodes.at(-1)]
    if (!first || !last || !nodes.some(holdsText)) return
    const { without, language } = this.#vocabulary
    if (frame.name === language && nodes.length === 1 && languageTagOf(first.raw) !== undefined) {
      const place = { path: `xml:${frame.number}@lang`, start: first.start, end: first.end, charset: this.charset }
      this.#made.push({ ...HEADER, ...place, said: first.raw, number: frame.number, nodes: [] })
      return
    }
    const source = codedOf(nodes, {
      role: tag => (without?.has(localName(tag.name)) ? 'opaque' : 'pair'),
      ...(!frame.keeps_space && { read: texts => texts.map(text => text.replace(/[ \t\r\n]+/g, ' ')) }),
    })
    frame.runs += 1
    this.#made.push({
      number: frame.number,
      nodes,
      path: `xml:${frame.number}${frame.runs > 1 ? `.${frame.runs}` : ''}`,
      part: frame.part || frame.name,
      start: first.start,
      end: last.end,
      text: source.text,
      charset: this.charset,
      eol: this.#eol,
      left_out: this.#leftOut(frame, source.text, source.codes.length > 0),
      context: contextOf(frame, this.#vocabulary),
      place: { source, eol: this.#eol, before: '', after: '', also: [] },
    })
  }

  #leftOut({ name, left_out, language }: Frame, text: string, isMixed: boolean): Reason | undefined {
    if (left_out) return left_out
    const main = this.#shape.language
    if (!this.#each && language !== undefined && language.toLowerCase() !== main?.toLowerCase()) return 'other_language'
    if (isMixed) return this.#vocabulary.settings === undefined ? leftOutOfText(text) : 'settings'
    const reason = leftOutOfData(text) ?? this.#forPrograms(name, text)
    return reason ?? (this.#vocabulary.settings === undefined ? undefined : 'settings')
  }

  /** Where elements are names of values, and no markup of a document. */
  #forPrograms(name: string, text: string): Reason | undefined {
    const { blocks, settings } = this.#vocabulary
    if (blocks !== undefined) return undefined
    const isName = settings !== undefined && !READ_IN_SETTINGS.has(name) && !/\s/.test(text.trim())
    return isName || isNamedIdentifier(name, text.trim()) ? 'identifier' : undefined
  }
}

/** Elements of settings whose single words people read, too. */
const READ_IN_SETTINGS: ReadonlySet<string> = new Set([
  ...['name', 'title', 'description', 'summary', 'label', 'message', 'display-name', 'displayName'],
])

/** What a translator learns of a text; `kind`: what the file is called, where programs read it. */
function contextOf({ key }: Frame, { settings: kind }: Vocabulary): UnitContext | undefined {
  if (key === undefined && kind === undefined) return undefined
  return { ...(key !== undefined && { key }), ...(kind !== undefined && { kind }) }
}

/** Names of parts say at most so much of where they are. */
const LONGEST_PART = 120

function tail(part: string): string {
  return part.length > LONGEST_PART ? part.slice(part.indexOf('.', part.length - LONGEST_PART) + 1) : part
}

function isBlank({ kind, raw }: XmlNode): boolean {
  return kind === 'comment' || kind === 'instruction' || (kind === 'text' && raw.trim() === '')
}

function holdsText(node: XmlNode): boolean {
  return node.kind === 'cdata' || (node.kind === 'text' && !isBlank(node))
}

/** Without blank text and comments at both ends. */
function trimmed(nodes: readonly XmlNode[]): readonly XmlNode[] {
  let [from, to] = [0, nodes.length]
  const blankAt = (at: number): boolean => {
    const node = nodes[at]
    return node !== undefined && isBlank(node)
  }
  while (from < to && blankAt(from)) from += 1
  while (to > from && blankAt(to - 1)) to -= 1
  return nodes.slice(from, to)
}
