/** The nodes of a page with their places. The tokenizer says where markup begins and ends; what is between is text. */
import { type Token, Tokenizer, TokenizerMode } from 'parse5'
import { byteCounter } from '../bytes/charset.ts'
import type { XmlNode, XmlTag } from '../bytes/xml/index.ts'
import { type Charset, FormatError } from '../format.ts'
import type { HtmlText } from './decoding.ts'
import type { Stretch } from './stretch.ts'
import { isControl, masked, templatesIn } from './templates.ts'

/** The range of a value in its tag, in characters, without quotes. */
export interface HtmlAttribute {
  readonly name: string
  /** As the file has it. */
  readonly raw: string
  readonly at: number
  /** Undefined where the value has no quotes. */
  readonly quote: '"' | "'" | undefined
}

export type HtmlNode = XmlNode & {
  /** Of a start tag. */
  readonly attributes?: ReadonlyMap<string, HtmlAttribute>
  /** A program puts text in its place. */
  readonly fills?: true
  /** Its column, in characters from 0. */
  readonly column: number
}

export function isTag(node: HtmlNode): node is HtmlNode & XmlTag {
  return node.kind === 'open'
}

export const VOID: ReadonlySet<string> = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(' '),
)
/** What is kept as one piece of code, with all that is in it. */
const WHOLE: ReadonlySet<string> = new Set(['script', 'style', 'iframe', 'noembed', 'noframes', 'math'])
/** It is a block of its own where readers are told what it shows: its attributes are text, its content is none. */
const FRAME = 'iframe'
const TITLES = ['title', 'aria-label']
/** A drawing is one piece of code, too, unless it has text. */
const DRAWING = 'svg'
const DRAWINGS: ReadonlySet<string> = new Set([DRAWING, 'math'])

const MODES: ReadonlyMap<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]> = new Map([
  ...['title', 'textarea'].map(name => [name, TokenizerMode.RCDATA] as const),
  ...['style', 'xmp', 'iframe', 'noembed', 'noframes'].map(name => [name, TokenizerMode.RAWTEXT] as const),
  ['script', TokenizerMode.SCRIPT_DATA],
  ['plaintext', TokenizerMode.PLAINTEXT],
])

/** No page of people comes near it; the tokenizer compares each attribute of a tag with those before. */
const MOST_ATTRIBUTES = 1000
const CHUNK = 1 << 14

class Guarded extends Tokenizer {
  refuseHostile(): void {
    const token = this.currentToken
    if (!token || !('attrs' in token) || token.attrs.length <= MOST_ATTRIBUTES) return
    const message = `A tag of the page has more than ${MOST_ATTRIBUTES} attributes. Such a page is not read.`
    throw new FormatError('malformed', message)
  }
}

/** All nodes of a page. They tile it. @throws {FormatError} malformed: a tag has too many attributes */
export function htmlNodesOf({ text, charset, bom_bytes }: HtmlText): HtmlNode[] {
  const templates = templatesIn(text)
  const seen = masked(text, templates)
  const cutter = new Cutter(text, charset, bom_bytes, templates)
  let drawings = 0
  const tokenizer: Guarded = new Guarded(
    { sourceCodeLocationInfo: true },
    {
      onStartTag(token) {
        const name = token.tagName
        if (name === DRAWING) drawings += 1
        const mode = drawings === 0 ? MODES.get(name) : undefined
        if (mode !== undefined) tokenizer.state = mode
        tokenizer.inForeignNode = drawings > 0
        cutter.tag(token)
      },
      onEndTag(token) {
        if (token.tagName === DRAWING && drawings > 0) drawings -= 1
        tokenizer.inForeignNode = drawings > 0
        cutter.endTag(token)
      },
      onComment: ({ location }) => cutter.markup(location, place => ({ kind: 'comment', ...place })),
      onDoctype: ({ location }) => cutter.markup(location, place => ({ kind: 'doctype', ...place })),
      onCharacter() {},
      onNullCharacter() {},
      onWhitespaceCharacter() {},
      onEof() {},
    },
  )
  for (let at = 0; at < seen.length; at += CHUNK) {
    tokenizer.write(seen.slice(at, at + CHUNK), false)
    tokenizer.refuseHostile()
  }
  tokenizer.write('', true)
  return cutter.end()
}

type Place = Pick<HtmlNode, 'start' | 'end' | 'raw' | 'column'>

class Cutter {
  readonly #text: string
  readonly #templates: readonly Stretch[]
  readonly #byteAt: (at: number) => number
  readonly #nodes: HtmlNode[] = []
  #at = 0
  #byte: number
  #line = 0
  #template = 0
  /** Where the element began that is kept as a whole, in `#nodes`. */
  readonly #whole: { name: string; at: number }[] = []
  /** How many drawings are open. */
  #drawings = 0

  constructor(text: string, charset: Charset, from: number, templates: readonly Stretch[]) {
    this.#text = text
    this.#templates = templates
    this.#byteAt = byteCounter(text, charset, from)
    this.#byte = from
  }

  tag(token: Token.TagToken): void {
    const { tagName: name, location, selfClosing } = token
    const empty = VOID.has(name) || (selfClosing && (this.#drawings > 0 || DRAWINGS.has(name)))
    if (WHOLE.has(name) || name === DRAWING) {
      if (!empty) this.#whole.push({ name, at: -1 })
      if (!empty && DRAWINGS.has(name)) this.#drawings += 1
    }
    this.markup(location, place => ({
      kind: 'open',
      name,
      empty,
      ...place,
      attributes: attributesOf(token, place.raw, location?.startOffset ?? 0),
    }))
    const last = this.#whole.at(-1)
    if (last?.at === -1) last.at = this.#nodes.length - 1
  }

  endTag({ tagName: name, location }: Token.TagToken): void {
    this.markup(location, place => ({ kind: 'close', name, ...place }))
    const last = this.#whole.at(-1)
    if (last?.name !== name) return
    this.#whole.pop()
    if (DRAWINGS.has(name)) this.#drawings -= 1
    // Of drawings in each other only the outermost becomes one piece.
    if (DRAWINGS.has(name) && this.#drawings > 0) return
    const inside = this.#nodes.slice(last.at)
    if (name === DRAWING && inside.some(node => node.kind === 'text' && node.raw.trim() !== '')) return
    const [first, ...content] = inside
    if (!first) return
    this.#nodes.length = last.at
    const close = content.pop()
    const isNamed = TITLES.some(attribute => first.attributes?.has(attribute))
    if (close && isNamed && name === FRAME) {
      this.#nodes.push(first, ...content.map(node => ({ ...node, kind: 'instruction' as const })), close)
      return
    }
    const raw = inside.map(node => node.raw).join('')
    const whole = { start: first.start, end: this.#byte, raw, column: first.column }
    // One with a name is a picture to readers.
    const picture = { kind: 'open', name: 'img', empty: true, attributes: first.attributes ?? new Map() } as const
    this.#nodes.push(name === DRAWING && isNamed ? { ...whole, ...picture } : { ...whole, kind: 'instruction' })
  }

  markup(location: Token.Location | null, node: (place: Place) => HtmlNode): void {
    if (!location || location.startOffset < this.#at) return
    this.#texts(location.startOffset)
    this.#cut(location.endOffset, node)
  }

  end(): HtmlNode[] {
    this.#texts(this.#text.length)
    return this.#nodes
  }

  /** Text up to a place, and the templates in it. */
  #texts(to: number): void {
    for (let next = this.#templates[this.#template]; next && next.start < to; next = this.#templates[this.#template]) {
      this.#template += 1
      if (next.start < this.#at) continue
      this.#cut(next.start, place => ({ kind: 'text', ...place }))
      this.#cut(next.end, place => ({
        kind: 'instruction',
        ...place,
        ...(!isControl(place.raw) && { fills: true as const }),
      }))
    }
    this.#cut(to, place => ({ kind: 'text', ...place }))
  }

  #cut(to: number, node: (place: Place) => HtmlNode): void {
    if (to <= this.#at) return
    const raw = this.#text.slice(this.#at, to)
    const start = this.#byte
    this.#byte = this.#byteAt(to)
    this.#nodes.push(node({ start, end: this.#byte, raw, column: this.#at - this.#line }))
    const line = raw.lastIndexOf('\n')
    if (line >= 0) this.#line = this.#at + line + 1
    this.#at = to
  }
}

function attributesOf({ attrs, location }: Token.TagToken, tag: string, from: number): Map<string, HtmlAttribute> {
  const found = new Map<string, HtmlAttribute>()
  for (const { name } of attrs) {
    const place = location?.attrs?.[name]
    if (!place) continue
    const whole = tag.slice(place.startOffset - from, place.endOffset - from)
    const equals = whole.indexOf('=')
    if (equals < 0) {
      found.set(name, { name, raw: '', at: place.endOffset - from, quote: undefined })
      continue
    }
    const value = whole.slice(equals + 1).trimStart()
    const quote = value.startsWith('"') ? '"' : value.startsWith("'") ? "'" : undefined
    const raw = quote ? value.slice(1, -1) : value
    found.set(name, { name, raw, at: place.endOffset - from - raw.length - (quote ? 1 : 0), quote })
  }
  return found
}
