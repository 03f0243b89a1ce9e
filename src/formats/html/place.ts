/** Writing the texts of a page. */
import { encodeLater } from '../bytes/charset.ts'
import { type CodedXml, writeCoded } from '../bytes/xml/index.ts'
import { frontWritten, type InFront } from '../content/front/units.ts'
import type { Charset, Edit, Target, Unit } from '../format.ts'
import { languageEdits, valueEdit } from './language.ts'
import { collapsed, laidOut } from './layout.ts'
import type { HtmlAttribute, HtmlNode } from './nodes.ts'
import { hasShield, shielded, unshielded } from './shield.ts'

export interface AttributePlace {
  readonly node: HtmlNode
  readonly attribute: HtmlAttribute
  readonly source: CodedXml
  /** Present for an attribute of a tag that is inside a text: the text writes it, with its own translation or without. */
  readonly inside?: HtmlTextPlace | undefined
}

export interface HtmlTextPlace {
  readonly source: CodedXml
  /** As the file has it. */
  readonly raw: string
  readonly column: number
  readonly eol: string
  /** White space in it is seen. */
  readonly keeps_space: boolean
  /** The code that has each attribute, by its name in `source`, and what is to be written into it: the units of attributes come first. */
  readonly attributes: Map<AttributePlace, { readonly tag: string; written?: string | undefined }>
}

export interface HtmlUnit extends Unit, InFront {
  readonly text_place?: HtmlTextPlace | undefined
  readonly attribute_place?: AttributePlace | undefined
  /** A tag that says a language; `is_other`: not that of the page, so that it stays. */
  readonly header?: { readonly node: HtmlNode; readonly is_root: boolean; readonly is_other: boolean } | undefined
}

export function editsOfHtml(unit: HtmlUnit, translation: string | undefined, target: Target): readonly Edit[] {
  const { header, attribute_place, text_place, charset } = unit
  if (header) return header.is_other ? [] : languageEdits(header.node, header.is_root, charset, target)
  if (attribute_place) return attributeEdits(unit, attribute_place, translation)
  if (unit.front) return frontEdits(unit, translation, target)
  if (!text_place) return []
  const written =
    translation === undefined || translation === unit.text ? undefined : writeText(text_place, translation, charset)
  if (written === undefined) return editsInside(text_place, charset)
  return [{ start: unit.start, end: unit.end, bytes: encodeLater(written, charset) }]
}

function frontEdits(unit: HtmlUnit, translation: string | undefined, { language }: Target): readonly Edit[] {
  if (unit.says === undefined && translation === unit.text) return []
  const written = frontWritten(unit, translation, language)
  return written === undefined ? [] : [{ start: unit.start, end: unit.end, bytes: encodeLater(written, unit.charset) }]
}

function attributeEdits(unit: HtmlUnit, place: AttributePlace, translation: string | undefined): readonly Edit[] {
  const isSame = translation === undefined || translation === unit.text
  const written = isSame ? undefined : writeValue(place, translation, unit.charset)
  const inside = place.inside?.attributes.get(place)
  if (inside) {
    inside.written = written
    return []
  }
  return written === undefined ? [] : [valueEdit(place.node, place.attribute, written, unit.charset)]
}

/** The attributes alone, where the text around them stays. */
function editsInside({ attributes }: HtmlTextPlace, charset: Charset): readonly Edit[] {
  const edits: Edit[] = []
  for (const [{ node, attribute }, { written }] of attributes) {
    if (written !== undefined) edits.push(valueEdit(node, attribute, written, charset))
  }
  return edits.sort((one, other) => one.start - other.start)
}

/** A placeholder is not broken. */
const IN_BRACES = /\{\{[^{}]{1,1000}\}\}/g

function writeText(place: HtmlTextPlace, translation: string, charset: Charset): string | undefined {
  if (hasShield(translation)) return undefined
  const { source, raw, column, eol, keeps_space } = place
  const opens = opensOf(place)
  const codes = source.codes.map(code => ({
    ...code,
    open: shielded(opens.get(code.tag) ?? code.open),
    close: code.close === undefined ? undefined : shielded(code.close),
  }))
  const shown = keeps_space ? translation : collapsed(translation)
  const written = writeCoded({ ...source, codes, lead: '', trail: '' }, shown, charset, eol)
  if (written === undefined) return undefined
  const inner = raw.slice(source.lead.length, raw.length - source.trail.length)
  const laid = keeps_space
    ? written
    : laidOut(written.replace(IN_BRACES, shielded), inner, columnAfter(source.lead, column), eol)
  return source.lead + unshielded(laid) + source.trail
}

function columnAfter(lead: string, column: number): number {
  const line = lead.lastIndexOf('\n')
  return line < 0 ? column + lead.length : lead.length - line - 1
}

/** The start tags whose attributes have a translation, with it, by the name of their code. */
function opensOf({ attributes }: HtmlTextPlace): ReadonlyMap<string, string> {
  const opens = new Map<string, string>()
  const ofTags = new Map<string, { node: HtmlNode; values: { attribute: HtmlAttribute; written: string }[] }>()
  for (const [{ node, attribute }, { tag, written }] of attributes) {
    if (written === undefined) continue
    const of = ofTags.get(tag) ?? { node, values: [] }
    of.values.push({ attribute, written })
    ofTags.set(tag, of)
  }
  for (const [tag, { node, values }] of ofTags) {
    let open = ''
    let from = 0
    for (const { attribute, written } of values.sort((one, other) => one.attribute.at - other.attribute.at)) {
      open += node.raw.slice(from, attribute.at) + written
      from = attribute.at + attribute.raw.length
    }
    opens.set(tag, open + node.raw.slice(from))
  }
  return opens
}

/** A value with the escapes of its quotes; in quotes where it had none. */
function writeValue({ source, attribute }: AttributePlace, translation: string, charset: Charset): string | undefined {
  if (hasShield(translation)) return undefined
  const codes = source.codes.map(code => ({ ...code, open: shielded(code.open) }))
  const written = writeCoded({ ...source, codes }, translation, charset)
  if (written === undefined) return undefined
  const quote = attribute.quote ?? '"'
  const escaped = written.replaceAll(quote, quote === '"' ? '&quot;' : '&#39;')
  return attribute.quote ? unshielded(escaped) : `"${unshielded(escaped)}"`
}
