/** What texts of XML say, and how a text is written in the manner of the one that it replaces. */

import type { Charset } from '../../format.ts'
import { decode, encode } from '../charset.ts'
import type { XmlNode } from './node.ts'

const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,8}));/gi
const CDATA_BEGIN = '<![CDATA['
const CDATA_END = ']]>'

/** The references of a file that has more of them than XML: how one may look, and what it says; itself where it is none. */
export interface References {
  /** With the flag `g`. */
  readonly pattern: RegExp
  readonly said: (reference: string) => string
}

/** What a text with references says. Line ends are `\n`, as XML has it. The reader has proved that all references are known. */
export function dereferenced(raw: string, references?: References): string {
  const text = raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw
  if (!text.includes('&')) return text
  if (references) return text.replace(references.pattern, found => references.said(found))
  return text.replace(REFERENCE, (found, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name) ?? found
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : found
  })
}

/** What a node says to readers: the text of a text or a CDATA section; nothing for markup. */
export function textOfNode({ kind, raw }: XmlNode, references?: References): string {
  if (kind === 'text') return dereferenced(raw, references)
  if (kind !== 'cdata') return ''
  return raw.slice(CDATA_BEGIN.length, -CDATA_END.length).replace(/\r\n?/g, '\n')
}

/** Where a text is written. */
export interface XmlTextPlace {
  /** What stood there, or a text like it: characters that it writes as references are written so again. */
  readonly like: string
  readonly charset: Charset
  /** Between tags, in a CDATA section, or between the quotes of an attribute. */
  readonly where: 'text' | 'cdata' | '"' | "'"
  /** How a line ends in the file. `\n` where it is absent. */
  readonly eol?: string | undefined
  /** Where the file has other references than XML. */
  readonly references?: References | undefined
}

/** Characters that no XML file can hold, not even as references. */
const FORBIDDEN = /(?![\t\n\r\x7f-\x9f])\p{Cc}|\p{Cs}|[\ufffe\uffff]/u
/** Most texts hold none of what is asked for above, which takes longer to ask. */
const SUSPECT = /[^\t\n\r -\ud7ff\ue000-\ufffd]/

/**
 * A text as it is written at a place. Undefined where the place cannot hold it: XML has no such character, or a CDATA section, which has no
 * references, is in a charset without it.
 */
export function writeText(text: string, place: XmlTextPlace): string | undefined {
  const { like, charset, where, eol = '\n', references } = place
  if (SUSPECT.test(text) && FORBIDDEN.test(text)) return undefined
  if (where === 'cdata') {
    if (!canHold(text, charset)) return undefined
    const kept = text.split(CDATA_END).join(`]]${CDATA_END}${CDATA_BEGIN}>`)
    return `${CDATA_BEGIN}${withEol(kept, eol)}${CDATA_END}`
  }
  const known = referencesIn(like, references)
  const written = text.replace(known === NONE ? USUAL : SPECIAL, found => {
    const usual = known.get(found)
    if (usual !== undefined) return usual
    if (found === '&') return '&amp;'
    if (found === '<') return '&lt;'
    if (found === '>') return like.includes('>') ? '>' : '&gt;'
    if (found === '"') return where === '"' ? '&quot;' : found
    if (found === "'") return where === "'" ? '&apos;' : found
    if (found < ' ') return where === 'text' && found !== '\r' ? found : `&#${found.charCodeAt(0)};`
    return found
  })
  const safe = where === 'text' ? written.replaceAll(CDATA_END, ']]&gt;') : written
  return withEol(withReferences(safe, charset), eol)
}

/** Characters that are escaped in some places. */
const USUAL = /[&<>"'\r\n\t]/g
/** Those, and what is written as references in some files. */
const SPECIAL = /[&<>"'\r\n\t\u00a0-\u{10ffff}]/gu

function withEol(text: string, eol: string): string {
  return eol === '\n' ? text : text.replaceAll('\n', eol)
}

/** The references of a text by the character that they stand for, but those that must be references anyway. */
function referencesIn(raw: string, references: References | undefined): ReadonlyMap<string, string> {
  if (!raw.includes('&')) return NONE
  const known = new Map<string, string>()
  for (const [reference] of raw.matchAll(references?.pattern ?? REFERENCE)) {
    const character = dereferenced(reference, references)
    if (character !== '&' && character !== '<' && !known.has(character)) known.set(character, reference)
  }
  return known
}

const NONE: ReadonlyMap<string, string> = new Map()

function isWide(charset: Charset): boolean {
  return charset === 'utf-16le' || charset === 'utf-16be'
}

function canHold(text: string, charset: Charset): boolean {
  if (charset === 'utf-8' || isWide(charset)) return true
  if (charset === 'us-ascii') return !BEYOND_ASCII.test(text)
  return decode(encode(text, charset), charset) === text
}

const BEYOND_ASCII = /[^\0-\x7f]/

/** Characters that the charset lacks become references; all of them where it is ASCII. For Unicode, nothing changes. */
export function withReferences(text: string, charset: Charset): string {
  if (charset === 'utf-8' || isWide(charset)) return text
  return text.replace(/[^\0-\x7f]/gu, found => (canHold(found, charset) ? found : `&#${found.codePointAt(0) ?? 0};`))
}
