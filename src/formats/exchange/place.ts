/** Writing the text of one language into an entry. */
import { byteLength, encodeLater } from '../bytes/charset.ts'
import { type CodedXml, openedTag, writeCoded, type XmlElement, type XmlNode } from '../bytes/xml/index.ts'
import { likeOthers } from '../content/language-tag.ts'
import type { Charset, Edit, Target, Unit } from '../format.ts'
import type { EntryLanguage } from './entry.ts'

export interface EntryPlace {
  readonly source: CodedXml
  readonly eol: string
  /** The language that is translated, after whose manner another one is made: its element, and the way down to its text. */
  readonly from: EntryLanguage
  /** What the entry has of the target language: nothing, or an element that has no text or an empty one. */
  readonly own: EntryLanguage | undefined
  /** The last element of a language, behind which one is made. */
  readonly last: XmlElement
  /** A tag of a region or a script as the entry writes it. */
  readonly like: string
  /** What entries before this one call the target language. */
  readonly called: string | undefined
}

export interface EntryUnit extends Unit {
  /** Absent where nothing is written. */
  readonly place?: EntryPlace | undefined
  /** Where a note is written: before the first language, with the white space behind it. */
  readonly remark?: { readonly at: number; readonly indent: string } | undefined
}

export function editsOfEntry(
  { place, charset, target }: EntryUnit,
  translation: string | undefined,
  { language }: Target,
): readonly Edit[] {
  const text = place && textFor(place, translation, charset)
  if (place === undefined || text === undefined) return []
  const { own, from, last } = place
  const inner = own?.way?.at(-1)
  if (inner && translation === target) return []
  if (inner?.tag.empty) return [openedTag(inner.tag, `${text}</${inner.tag.name}>`, charset)]
  if (inner) return [{ start: inner.from, end: inner.to, bytes: encodeLater(text, charset) }]
  const made = wayWith(from, text)
  if (own?.element.tag.empty)
    return [openedTag(own.element.tag, `${made}${spaceIn(from.element)}</${own.element.tag.name}>`, charset)]
  if (own) return [inserted(own.element.to - byteLength(spaceIn(own.element), charset), made, charset)]
  const { tag, indent } = from.element
  const open = `${indent}<${tag.name} ${from.attribute}="${place.called ?? likeOthers(place.like, language)}">`
  return [inserted(last.end, `${open}${made}${spaceIn(from.element)}</${tag.name}>`, charset)]
}

/** Nothing stays nothing: a text that is emptied is one that nobody has translated. */
function textFor({ source, eol }: EntryPlace, translation: string | undefined, charset: Charset): string | undefined {
  return translation === undefined || translation === '' ? translation : writeCoded(source, translation, charset, eol)
}

function inserted(at: number, text: string, charset: Charset): Edit {
  return { start: at, end: at, bytes: encodeLater(text, charset) }
}

/** The elements on the way down to the text, as those of the source are written, and nothing else that these hold. */
function wayWith({ way = [] }: EntryLanguage, text: string): string {
  const [opens, closes] = [way.map(open), way.map((each, at) => close(each, at === way.length - 1)).reverse()]
  return [...opens, text, ...closes].join('')
}

function open({ tag, indent }: XmlElement): string {
  return `${indent}<${tag.name}>`
}

function close(element: XmlElement, isText: boolean): string {
  return `${isText ? '' : spaceIn(element)}</${element.tag.name}>`
}

/** The white space before the end tag of an element. */
function spaceIn({ inside }: XmlElement): string {
  const last: XmlNode | undefined = inside.at(-1)
  return last?.kind === 'text' && last.raw.trim() === '' ? last.raw : ''
}
