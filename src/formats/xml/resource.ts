/** One text of Android resources. */
import {
  attributesOf,
  type CodedOptions,
  type CodedXml,
  codedOf,
  localName,
  textOfNode,
  type XmlElement,
} from '../bytes/xml/index.ts'
import { leftOutOfData } from '../content/left-out.ts'
import { limitSaid } from '../content/limits.ts'
import { isNamedIdentifier } from '../content/named-identifiers.ts'
import type { Charset, PlaceholderSyntax, Reason } from '../format.ts'
import { androidMannerOf, readAndroid, writeAndroid } from './android-text.ts'
import type { XmlUnit } from './place.ts'

export type MadeUnit = Omit<XmlUnit, 'index'>

export interface XmlReading {
  readonly charset: Charset
  readonly eol: string
  /** The language of the result; undefined while a file is surveyed. */
  readonly language: string | undefined
}

/** What an element says of all texts in it. */
export interface Resource {
  readonly name: string
  readonly note: string | undefined
  readonly kept: boolean
}

/** A text with its codes, and what it tells of them. */
export interface AndroidText {
  readonly coded: CodedXml
  readonly syntax: PlaceholderSyntax | undefined
  readonly left_out: Reason | undefined
}

export function androidText({ inside }: XmlElement, { name, kept }: Resource): AndroidText {
  const raw = inside.map(node => textOfNode(node)).join('')
  const manner = androidMannerOf(raw)
  const options: CodedOptions = {
    ...OPTIONS,
    read: texts => readAndroid(texts, manner),
    write: texts => writeAndroid(texts, manner),
  }
  const coded = codedOf(inside, options)
  const syntax = FORMAT.test(coded.text) ? 'printf' : undefined
  const left_out = kept ? 'do_not_translate' : leftOut(name, raw, coded.text, syntax)
  return { coded, syntax, left_out }
}

const OPTIONS: CodedOptions = {
  role: ({ name }) => (localName(name) === 'g' ? 'opaque' : 'pair'),
  meaning: (tag, content) => {
    if (localName(tag.name) !== 'g') return undefined
    const attributes = attributesOf(tag)
    const [id, example] = [attributes.get('id')?.value, attributes.get('example')?.value]
    const said = [id, example === undefined ? undefined : `e.g. ${example}`].filter(word => word !== undefined)
    return said.length === 0 ? content : `${content} (${said.join(', ')})`
  },
}

/** A code of `String.format` that surely is one: `%1$s`, `%d`. In other texts `%` may be a percent sign. */
const FORMAT = /%\d{1,2}\$|(?<!\d)%[sd](?![a-zA-Z])/

/** A reference to another resource, or to an attribute of the theme. */
const REFERENCE = /^[@?](?:[+*]?[\w.]{1,80}:)?(?:\w{1,80}\/)?[\w.]{1,200}$/

function leftOut(name: string, raw: string, text: string, syntax: PlaceholderSyntax | undefined): Reason | undefined {
  if (REFERENCE.test(raw.trim())) return 'identifier'
  return leftOutOfData(text, syntax) ?? (isNamedIdentifier(name, text) ? 'identifier' : undefined)
}

export function textUnit(
  element: XmlElement,
  path: string,
  resource: Resource,
  { charset, eol }: XmlReading,
): MadeUnit {
  const { coded, syntax, left_out } = androidText(element, resource)
  return {
    path,
    ...commonOf(coded, resource),
    start: element.from,
    end: element.to,
    charset,
    eol,
    left_out,
    syntax,
    note: resource.note,
    max_length: resource.note === undefined ? undefined : limitSaid(resource.note.split('\n')),
    place: element.tag.empty ? undefined : { source: coded, eol, before: '', after: '', also: [] },
  }
}

/** What follows from a text and the resource that it belongs to. */
export function commonOf(coded: CodedXml, { name }: Resource): Pick<MadeUnit, 'text' | 'part' | 'context'> {
  const stands = coded.codes.flatMap(({ tag, meaning }) => (meaning === undefined ? [] : [[tag, meaning] as const]))
  return {
    text: coded.text,
    part: name || 'strings',
    context: { key: name || undefined, stands_for: stands.length === 0 ? undefined : Object.fromEntries(stands) },
  }
}
