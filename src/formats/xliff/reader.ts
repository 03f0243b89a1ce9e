/** Reading an XLIFF file: what its files and groups say is handed down to the units in them. */
import {
  attributesOf,
  elementsIn,
  localName,
  readXml,
  type XmlElement,
  type XmlNode,
  type XmlTag,
} from '../bytes/xml/index.ts'
import { type ByteStream, type Charset, FormatError } from '../format.ts'
import type { Version } from './states.ts'

/** What holds for all units at a place of the file. */
export interface XliffScope {
  readonly version: Version
  readonly source_language: string | undefined
  readonly target_language: string | undefined
  /** What the file calls the document that its texts come from. */
  readonly original: string | undefined
  /** The number of the file in the document, from 1. */
  readonly file: number
  readonly translate: boolean
  /** The most characters that a translation may have, and whether lengths are counted in characters. */
  readonly max_length: number | undefined
  readonly counts_characters: boolean
}

/** A unit of the file, the units of one message with plural forms, or the tag that names the target language. */
export type FoundInXliff =
  | { readonly kind: 'unit'; readonly element: XmlElement; readonly scope: XliffScope }
  | { readonly kind: 'forms'; readonly elements: readonly XmlElement[]; readonly scope: XliffScope }
  | { readonly kind: 'header'; readonly tag: XmlTag; readonly scope: XliffScope }

export interface FoundPiece {
  readonly charset: Charset
  readonly eol: string
  readonly found: readonly FoundInXliff[]
}

const UNITS: ReadonlySet<string> = new Set(['trans-unit', 'unit'])
/** A group of the plural forms of one message of gettext. */
const FORMS = 'x-gettext-plurals'
/** Elements that hand down what they say. */
const SCOPES: ReadonlySet<string> = new Set(['xliff', 'file', 'body', 'group'])

/** The units of a file and the tags that name languages, in file order. @throws {FormatError} malformed, and as `readXml` */
export async function* readXliff(source: ByteStream): AsyncGenerator<FoundPiece> {
  const reading = new Reading()
  for await (const { charset, nodes } of readXml(source)) {
    const found: FoundInXliff[] = []
    for (const node of nodes) reading.take(node, found)
    yield { charset, eol: reading.eol, found }
  }
}

class Reading {
  eol = '\n'
  #hasEol = false
  #scopes: XliffScope[] = []
  #files = 0
  /** How deep the present element is in one that holds no units, such as a header. */
  #passed = 0
  /** The nodes of the unit that is being read, with its own tags, and how deep the present element is in it. */
  #unit: XmlNode[] = []
  #depth = 0
  #before: XmlNode | undefined
  /** The units of the plural forms that are being read, and the number of scopes around them. */
  #forms: { readonly elements: XmlElement[]; readonly level: number } | undefined

  take(node: XmlNode, found: FoundInXliff[]): void {
    if (!this.#hasEol && node.raw.includes('\n')) {
      this.#hasEol = true
      this.eol = node.raw.includes('\r\n') ? '\r\n' : '\n'
    }
    if (this.#depth > 0) this.#inUnit(node, found)
    else if (node.kind === 'open') this.#open(node, found)
    else if (node.kind === 'close') this.#close(found)
    this.#before = node
  }

  #open(tag: XmlTag, found: FoundInXliff[]): void {
    const name = localName(tag.name)
    if (this.#passed > 0) this.#passed += tag.empty ? 0 : 1
    else if (UNITS.has(name)) {
      this.#unit = this.#before?.kind === 'text' ? [this.#before, tag] : [tag]
      this.#depth = tag.empty ? 0 : 1
      if (tag.empty) this.#ended(found)
    } else if (this.#scopes.length === 0 || SCOPES.has(name)) {
      const scope = this.#scope(tag, name)
      const names = scope.version === 1 ? name === 'file' : name === 'xliff'
      if (names) found.push({ kind: 'header', tag, scope })
      if (!tag.empty) this.#scopes.push(scope)
      if (!tag.empty && attributesOf(tag).get('restype')?.value === FORMS)
        this.#forms ??= { elements: [], level: this.#scopes.length }
    } else if (!tag.empty) this.#passed = 1
  }

  #close(found: FoundInXliff[]): void {
    if (this.#passed > 0) {
      this.#passed -= 1
      return
    }
    const scope = this.#scopes.at(-1)
    if (scope && this.#forms?.level === this.#scopes.length) {
      found.push({ kind: 'forms', elements: this.#forms.elements, scope })
      this.#forms = undefined
    }
    this.#scopes.pop()
  }

  #inUnit(node: XmlNode, found: FoundInXliff[]): void {
    this.#unit.push(node)
    if (node.kind === 'open' && !node.empty) this.#depth += 1
    if (node.kind === 'close') this.#depth -= 1
    if (this.#depth === 0) this.#ended(found)
  }

  #ended(found: FoundInXliff[]): void {
    const scope = this.#scopes.at(-1)
    const [element] = elementsIn(this.#unit)
    this.#unit = []
    if (!scope || !element) return
    if (this.#forms && this.#forms.level === this.#scopes.length) this.#forms.elements.push(element)
    else found.push({ kind: 'unit', element, scope })
  }

  /** What holds inside a tag. @throws {FormatError} malformed: the file is no XLIFF, or of a version that is not read */
  #scope(tag: XmlTag, name: string): XliffScope {
    const said = (attribute: string): string | undefined => attributesOf(tag).get(attribute)?.value
    const outer = this.#scopes.at(-1)
    if (!outer) {
      if (name !== 'xliff') throw noXliff(tag.name)
      return {
        version: versionOf(said('version'), said('srcLang')),
        source_language: said('srcLang'),
        target_language: said('trgLang'),
        ...{ original: undefined, file: 0, translate: true, max_length: undefined, counts_characters: false },
      }
    }
    if (name === 'file') this.#files += 1
    return { ...inScope(outer, said), file: this.#files }
  }
}

/** What holds in a file, a group or a unit: what it says itself, else what the one around it says. */
export function inScope(outer: XliffScope, said: (attribute: string) => string | undefined): XliffScope {
  const unit = said('size-unit')
  const counts_characters = unit === undefined ? outer.counts_characters : unit === 'char'
  return {
    ...outer,
    source_language: said('source-language') ?? outer.source_language,
    target_language: said('target-language') ?? outer.target_language,
    original: said('original') ?? outer.original,
    translate: said('translate') === undefined ? outer.translate : said('translate') !== 'no',
    counts_characters,
    max_length:
      limitIn(said('slr:sizeRestriction')) ??
      (counts_characters ? limitIn(said('maxwidth')) : undefined) ??
      outer.max_length,
  }
}

/** `40`, or the second number of `5,40`. */
function limitIn(value: string | undefined): number | undefined {
  const number = Number(value?.slice(value.indexOf(',') + 1).trim() || Number.NaN)
  return Number.isInteger(number) && number > 0 ? number : undefined
}

/** Files without a version, or with 1.0 or 1.1, have the elements of 1.2. */
function versionOf(version: string | undefined, source: string | undefined): Version {
  const major = version?.trim().split('.')[0]
  if (major === '2') return 2
  if (major === '1' || version === undefined) return source === undefined ? 1 : 2
  const message = `The file is XLIFF of version ${version.slice(0, 20)}; versions 1.0 to 1.2 and 2.0 to 2.2 are read. Export it in one of these and send it again.`
  throw new FormatError('malformed', message)
}

function noXliff(name: string): FormatError {
  const message = `The file is XML but no XLIFF: it begins with <${name.slice(0, 40)}>. Send it under the extension of its format, for example .xml.`
  return new FormatError('malformed', message)
}
