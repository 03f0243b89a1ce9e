/** Terms in XML: TBX of ISO 30042:2019 in both styles, the older TBX (martif), and TMX. */
import {
  attributesOf,
  localName,
  TBX_CONCEPTS,
  TBX_LANGUAGES,
  TBX_TERMS,
  TMX_CODES,
  textOfNode,
  type XmlNode,
  type XmlTag,
} from '../../formats/index.ts'
import { MOST_TERM_ROWS, TermFileFault } from '../../mcp/files/term-file.ts'
import { languageAttribute, linesIn, xmlNodesOf } from '../exchange/xml.ts'
import type { Concept, ConceptFile, TermStanding } from './concept.ts'

type Role = 'concept' | 'language' | 'unit' | 'term' | 'note' | 'definition' | 'standing' | 'case' | 'code'

/** What elements of TBX mean, by name; those that say it in an attribute `type` are in TYPES. The style DCT names the types themselves. */
const TBX: ReadonlyMap<string, Role> = new Map([
  ...TBX_CONCEPTS.map(name => [name, 'concept'] as const),
  ...TBX_LANGUAGES.map(name => [name, 'language'] as const),
  ...TBX_TERMS.map(name => [name, 'unit'] as const),
  ['term', 'term'],
  ['note', 'note'],
  ['definition', 'definition'],
  ['administrativeStatus', 'standing'],
  ['normativeAuthorization', 'standing'],
  ['caseSensitive', 'case'],
])
const TMX: ReadonlyMap<string, Role> = new Map([
  ['tu', 'concept'],
  ['tuv', 'language'],
  ['seg', 'term'],
  ['note', 'note'],
  // What a placeholder stands for is part of the term: "Open {0} now". The others are markup around words.
  ...[...TMX_CODES].filter(name => name !== 'ph').map(name => [name, 'code'] as const),
])
const TYPES: ReadonlyMap<string, Role> = new Map([
  ['definition', 'definition'],
  ['administrativeStatus', 'standing'],
  ['normativeAuthorization', 'standing'],
  ['caseSensitive', 'case'],
  ['x-case-sensitive', 'case'],
])
const TYPED: ReadonlySet<string> = new Set(['termNote', 'descrip', 'admin', 'prop'])
const VOCABULARIES: ReadonlyMap<string, ReadonlyMap<string, Role>> = new Map([
  ['tbx', TBX],
  ['martif', TBX],
  ['tmx', TMX],
])

/** @throws {TermFileFault} the bytes are no XML, or neither TBX nor TMX, or define entities of their own */
export async function readXmlTerms(bytes: Uint8Array): Promise<ConceptFile> {
  const reader = new TermReader()
  for await (const nodes of xmlNodesOf(bytes)) for (const node of nodes) reader.take(node)
  return reader.file()
}

/** A line that a program has broken and indented. A line break alone is one of the text. */
const INDENT = /\n[\t ]+/g

interface OpenTerm {
  readonly text: string
  standing: TermStanding
  note: string | undefined
}

interface OpenConcept {
  readonly line: number
  readonly terms: Map<string, OpenTerm[]>
  note?: string
  definition?: string
  case_sensitive?: boolean
}

class TermReader {
  readonly #concepts: Concept[] = []
  #vocabulary: ReadonlyMap<string, Role> | undefined
  #source: string | undefined
  #line = 1
  #terms = 0
  /** What the open elements mean, from the outermost on. */
  readonly #open: (Role | undefined)[] = []
  #concept: OpenConcept | undefined
  #language: string | undefined
  #term: OpenTerm | undefined
  /**
   * The element whose text is being read, and how deep it is; `codes`: elements inside whose text is no text of the term; `joins`: a tag
   * comes between its text and what follows; `blank`: its text ends with white space.
   */
  #reading: { readonly depth: number; text: string; codes: number; joins: boolean; blank: boolean } | undefined

  take(node: XmlNode): void {
    if (this.#reading && (node.kind === 'open' || node.kind === 'close')) this.#reading.joins = true
    if (node.kind === 'open') {
      this.#begin(node)
      if (node.empty) this.#end()
    } else if (node.kind === 'close') this.#end()
    else if (this.#reading?.codes === 0) this.#add(textOfNode(node), this.#reading)
    this.#line += linesIn(node.raw)
  }

  /** Where nothing is left of a code, neither are the two spaces around it. */
  #add(text: string, reading: { text: string; joins: boolean; blank: boolean }): void {
    const added = reading.joins && reading.blank ? text.replace(/^[ \t]/, '') : text
    reading.text += added
    if (added !== '') reading.blank = /\s/.test(added.slice(-1))
    reading.joins = false
  }

  file(): ConceptFile {
    return { source: this.#source, concepts: this.#concepts }
  }

  #begin(tag: XmlTag): void {
    const name = localName(tag.name)
    this.#vocabulary ??= this.#root(tag, name)
    if (name === 'header') this.#source = languageAttribute(tag, 'srclang') ?? this.#source
    const role = this.#vocabulary.get(name) ?? typed(tag, name)
    this.#open.push(role)
    if (role === undefined) return
    if (role === 'concept') this.#concept = { line: this.#line, terms: new Map() }
    else if (role === 'language') this.#language = languageAttribute(tag, 'xml:lang') ?? languageAttribute(tag, 'lang')
    else if (role === 'code') this.#code(1)
    else if (role !== 'unit' && this.#concept !== undefined)
      this.#reading ??= { depth: this.#open.length, text: '', codes: 0, joins: false, blank: false }
  }

  #root(tag: XmlTag, name: string): ReadonlyMap<string, Role> {
    const vocabulary = VOCABULARIES.get(name)
    if (vocabulary === undefined)
      throw new TermFileFault(`The file is XML, but neither TBX nor TMX: its root is <${name.slice(0, 40)}>.`)
    this.#source = languageAttribute(tag, 'xml:lang')
    return vocabulary
  }

  #end(): void {
    const depth = this.#open.length
    const role = this.#open.pop()
    if (role === 'code') this.#code(-1)
    if (role === 'language' || role === 'concept') this.#language = undefined
    if (role === 'unit' || role === 'language' || role === 'concept') this.#term = undefined
    if (role === 'concept' && this.#concept !== undefined) {
      const { line, terms, note, definition, case_sensitive } = this.#concept
      this.#concepts.push({ line, terms, note: note ?? definition, case_sensitive })
      this.#concept = undefined
    }
    if (this.#reading?.depth !== depth || role === undefined) return
    const text = this.#reading.text.replaceAll(INDENT, ' ').trim()
    this.#reading = undefined
    if (this.#concept !== undefined && text !== '') this.#keep(role, text, this.#concept)
  }

  #code(change: 1 | -1): void {
    if (this.#reading) this.#reading.codes += change
  }

  #keep(role: Role, text: string, concept: OpenConcept): void {
    const term = this.#term
    if (role === 'term' && this.#language !== undefined) {
      this.#terms += 1
      if (this.#terms > 2 * MOST_TERM_ROWS) throw new TermFileFault('The file has more than 1,000,000 terms. Split it.')
      this.#term = { text, standing: 'unsaid', note: undefined }
      const known = concept.terms.get(this.#language)
      if (known === undefined) concept.terms.set(this.#language, [this.#term])
      else known.push(this.#term)
    } else if (role === 'note' && term !== undefined) term.note ??= text
    else if (role === 'note') concept.note ??= text
    else if (role === 'definition') concept.definition ??= text
    else if (role === 'case') concept.case_sensitive = /^(?:yes|true|1)$/i.test(text)
    else if (role === 'standing' && term !== undefined) term.standing = standingOf(text)
  }
}

function typed(tag: XmlTag, name: string): Role | undefined {
  return TYPED.has(name) ? TYPES.get(attributesOf(tag).get('type')?.value ?? '') : undefined
}

/** Values of ISO 12620 and of those who shorten them: `preferredTerm-admn-sts`, `preferred`. */
function standingOf(text: string): TermStanding {
  if (/^preferred/i.test(text)) return 'preferred'
  if (/^(?:deprecated|superseded|forbidden|obsolete)/i.test(text)) return 'deprecated'
  return /^(?:admitted|legal|regulated|standardized)/i.test(text) ? 'admitted' : 'unsaid'
}
