/** Attributes of tags. */

import type { Charset, Edit } from '../../format.ts'
import { byteLength, encodeLater } from '../charset.ts'
import type { XmlTag } from './node.ts'
import { dereferenced, writeText } from './text.ts'

export interface XmlAttribute {
  /** With its prefix: `xml:lang`. */
  readonly name: string
  readonly value: string
  /** The value as the file has it, and the character offset in the tag where it begins, after the quote. */
  readonly raw: string
  readonly at: number
  readonly quote: '"' | "'"
}

/** In a tag that is known to be well-formed. */
const ATTRIBUTE = /\s([^\s=<>"'/]+)\s*=\s*("[^"]*"|'[^']*')/g

/** The attributes of a tag by name, in their order. */
export function attributesOf({ raw }: XmlTag): ReadonlyMap<string, XmlAttribute> {
  const found = new Map<string, XmlAttribute>()
  for (const { 0: whole, 1: name = '', 2: quoted = '', index } of raw.matchAll(ATTRIBUTE)) {
    const value = quoted.slice(1, -1)
    const at = index + whole.length - value.length - 1
    found.set(name, { name, value: dereferenced(value), raw: value, at, quote: quoted.startsWith('"') ? '"' : "'" })
  }
  return found
}

/** The name of an element or attribute without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/**
 * The edit that gives an attribute a value. A new attribute comes after the one named `after`, else after the last one. Undefined where
 * it has this value already, or cannot hold it.
 */
export function setAttribute(
  tag: XmlTag,
  name: string,
  value: string,
  charset: Charset,
  after?: string,
): Edit | undefined {
  const attributes = attributesOf(tag)
  const own = attributes.get(name)
  if (own?.value === value) return undefined
  const written = writeText(value, { like: own?.raw ?? '', charset, where: own?.quote ?? '"' })
  if (written === undefined) return undefined
  if (own) return replacing(tag, own.at, own.at + own.raw.length, written, charset)
  const before = (after === undefined ? undefined : attributes.get(after)) ?? [...attributes.values()].at(-1)
  const at = before ? before.at + before.raw.length + 1 : tag.name.length + 1
  return replacing(tag, at, at, ` ${name}="${written}"`, charset)
}

/** The edit that gives an attribute another wording. White space around it stays: that between a number and what it counts is seen. */
export function reword(tag: XmlTag, name: string, wording: string, charset: Charset): Edit | undefined {
  const before = attributesOf(tag).get(name)?.value ?? ''
  if (before.trim() === '') return setAttribute(tag, name, wording, charset)
  const lead = before.slice(0, before.length - before.trimStart().length)
  const trail = before.slice(before.trimEnd().length)
  return setAttribute(tag, name, lead + wording + trail, charset)
}

/** The edit that takes an attribute away, with the white space before it. Undefined where the tag has none of this name. */
export function removeAttribute(tag: XmlTag, name: string, charset: Charset): Edit | undefined {
  const own = attributesOf(tag).get(name)
  if (!own) return undefined
  let from = tag.raw.lastIndexOf(name, own.at)
  while (BLANK.test(tag.raw.charAt(from - 1))) from -= 1
  return replacing(tag, from, own.at + own.raw.length + 1, '', charset)
}

const BLANK = /\s/

/** The edit by which an element that ends itself begins only, and has something behind it: `<a />` becomes `<a>content`. */
export function openedTag(tag: XmlTag, content: string, charset: Charset): Edit {
  const from = tag.raw.slice(0, -END.length).trimEnd().length
  return replacing(tag, from, tag.raw.length, `>${content}`, charset)
}

const END = '/>'

function replacing({ raw, start }: XmlTag, from: number, to: number, text: string, charset: Charset): Edit {
  const begin = start + byteLength(raw.slice(0, from), charset)
  return {
    start: begin,
    end: begin + byteLength(raw.slice(from, to), charset),
    bytes: encodeLater(text, charset),
  }
}
