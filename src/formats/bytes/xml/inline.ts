/**
 * A text with elements inside, as a text with short tags: `<g1>…</g1>` for a pair with text between, `<x2/>` for what stands alone. Equal
 * markup has the same number, so a translation may swap its places.
 */
import type { Charset } from '../../format.ts'
import { type CodedOptions, innerOf, itemsOf, pairsOf } from './items.ts'
import type { XmlNode } from './node.ts'
import { writeText, type XmlTextPlace } from './text.ts'

export interface InlineCode {
  /** `g1`, `x2`. */
  readonly tag: string
  /** The markup as the file has it: of a pair, its two ends. */
  readonly open: string
  readonly close?: string | undefined
  /** By this a code of a translation is known as one of the source. */
  readonly key: string
  /** What it stands for, in words of the file. */
  readonly meaning?: string | undefined
}

export interface CodedXml {
  readonly text: string
  readonly codes: readonly InlineCode[]
  /** What is at both ends and not part of the text, as the file has it: white space, and markup around all of the text. */
  readonly lead: string
  readonly trail: string
  /** The texts as the file has them, joined: they show how characters are escaped here. */
  readonly like: string
  readonly cdata: boolean
  /** The keys of the markup around all of the text, outermost first. */
  readonly around: readonly string[]
  readonly options: CodedOptions
  /** It is a message with choices: each branch of it has the codes anew, and a translation may have more branches, or fewer. */
  readonly branches?: true
}

/** The nodes of a text, which are well-formed by themselves, as one text with short tags. */
export function codedOf(nodes: readonly XmlNode[], options: CodedOptions = {}): CodedXml {
  return coded(nodes, options, [], undefined)
}

/** What a translation in the file says, with the tags of its source where the codes are the same, and others where not. */
export function readLike({ codes, options, around }: CodedXml, nodes: readonly XmlNode[]): string {
  return coded(nodes, options, codes, around).text
}

/** A text without markup: that of a note. */
export function plainText(nodes: readonly XmlNode[]): string {
  return itemsOf(nodes, {})
    .map(item => (item.kind === 'text' ? item.text : ''))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}

const OWN_TAG = /(<\/?[gx]\d+\/?>)/

function coded(
  nodes: readonly XmlNode[],
  options: CodedOptions,
  known: readonly InlineCode[],
  expected: readonly string[] | undefined,
): CodedXml {
  const { items, lead, trail, around } = innerOf(itemsOf(nodes, options), expected, options)
  const ends = pairsOf(items)
  const begins = new Map([...ends].map(([begin, end]) => [end, begin]))
  const tags = new Map(known.map(code => [keyOf(code.key, code.close !== undefined), code.tag]))
  const codes = new Map<string, InlineCode>()
  let last = Math.max(0, ...known.map(code => Number(code.tag.slice(1))))
  const codeOf = (key: string, open: string, close?: string, meaning?: string): InlineCode => {
    const whole = keyOf(key, close !== undefined)
    const before = codes.get(whole)
    if (before) return before
    const tag = tags.get(whole) ?? `${close === undefined ? 'x' : 'g'}${++last}`
    const code = { tag, open, close, key, meaning }
    codes.set(whole, code)
    return code
  }
  const pairAt = new Map<number, InlineCode>()
  const shown = items.map((item, at) => {
    if (item.kind === 'text') {
      // What looks like a tag of ours in the text itself is a code.
      const pieces = item.text.split(OWN_TAG)
      return pieces.map((piece, of) => (of % 2 === 0 ? piece : `<${codeOf(piece, piece).tag}/>`)).join('')
    }
    const end = items[ends.get(at) ?? -1]
    if (end && end.kind !== 'text') {
      const code = codeOf(item.key, item.raw, end.raw, item.meaning)
      pairAt.set(at, code)
      return `<${code.tag}>`
    }
    const begin = pairAt.get(begins.get(at) ?? -1)
    return begin ? `</${begin.tag}>` : `<${codeOf(item.key, item.raw, undefined, item.meaning).tag}/>`
  })
  const texts = items.filter(item => item.kind === 'text')
  return {
    text: shown.join(''),
    codes: [...codes.values()],
    lead,
    trail,
    around,
    like: texts.map(item => item.raw).join(''),
    cdata: texts.some(item => item.cdata) && texts.every(item => item.cdata || item.raw.trim() === ''),
    options,
  }
}

function keyOf(key: string, pair: boolean): string {
  return `${pair ? 'pair' : 'alone'} ${key}`
}

const TAG = /<(\/?)([gx]\d+)(\/?)>/g

/**
 * A translation as the file has it, with the white space at the ends of the source. Undefined where its tags are not those of the
 * source, or not nested, or where a character cannot be written.
 */
export function writeCoded(source: CodedXml, translation: string, charset: Charset, eol?: string): string | undefined {
  const parts = partsOf(source, translation)
  if (!parts) return undefined
  const texts = parts.flatMap(part => (typeof part === 'string' ? [part] : []))
  const said = source.options.write?.(texts) ?? texts
  const { references } = source.options
  const place: XmlTextPlace = { like: source.like, charset, where: source.cdata ? 'cdata' : 'text', eol, references }
  let written = source.lead
  let next = 0
  for (const part of parts) {
    const text = typeof part === 'string' ? said[next++] : undefined
    const piece = typeof part === 'string' ? (text ? writeText(text, place) : '') : part.raw
    if (piece === undefined) return undefined
    written += piece
  }
  return written + source.trail
}

/** Whether a text is nothing but tags and white space. */
export function isTagsAlone(text: string): boolean {
  return text.replace(TAG, '').trim() === ''
}

/** The translation as texts and markup. A text is a string. */
function partsOf(
  { text, codes, branches }: CodedXml,
  translation: string,
): (string | { readonly raw: string })[] | undefined {
  if (isTagsAlone(translation) && !isTagsAlone(text)) return undefined
  if (tagsIn(text, branches) !== tagsIn(translation, branches)) return undefined
  const byTag = new Map(codes.map(code => [code.tag, code]))
  const parts: (string | { readonly raw: string })[] = []
  const opened: InlineCode[] = []
  let from = 0
  for (const { 0: found, 1: slash, 2: tag = '', 3: alone, index } of translation.matchAll(TAG)) {
    const code = byTag.get(tag)
    if (!code || (alone === '/') !== (code.close === undefined)) return undefined
    if (slash === '/' && opened.pop() !== code) return undefined
    if (slash === '' && alone === '') opened.push(code)
    parts.push(translation.slice(from, index))
    // A literal that looks like a tag is text: it is escaped like any other.
    parts.push(
      code.open === code.key && OWN_TAG.test(code.key) ? code.key : { raw: slash ? (code.close ?? '') : code.open },
    )
    from = index + found.length
  }
  parts.push(translation.slice(from))
  return opened.length > 0 ? undefined : parts
}

function tagsIn(text: string, once = false): string {
  const tags = text.match(TAG) ?? []
  return (once ? [...new Set(tags)] : tags).sort().join('')
}
