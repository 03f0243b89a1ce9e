/** A paragraph as a line of runs. */
import type { CodedRuns, RunItem, Shell } from '../bytes/runs/index.ts'
import { textOfNode, type XmlTag } from '../bytes/xml/index.ts'
import type { Reason } from '../format.ts'
import { type OdfPlace, PARAGRAPHS, PLAIN_TEXTS, placeIn } from './places.ts'
import type { OdfStyles } from './styles.ts'
import { attributeSaid, markupOf, type OdfSpan, type OdfTree, placeOfSpan, wordsIn } from './tree.ts'

/** What hangs on a paragraph and is edited by itself. */
export interface OdfHeld extends OdfSpan {
  readonly is: 'paragraph' | 'plain' | 'hidden'
  readonly place: OdfPlace
}

export interface OdfLine {
  readonly items: readonly RunItem[]
  readonly held: readonly OdfHeld[]
  /** Texts that are seen and stay. */
  readonly stays: ReadonlyMap<Reason, readonly string[]> | undefined
}

/** What is around runs, and is left around them. */
const AROUND = new Set(['text:a', 'text:meta', 'text:meta-field'])
/** What a program notes for itself, and notes anew. */
const UNSEEN = new Set(['text:soft-page-break'])
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['text:s', 'blanks'],
  ['text:tab', 'tab'],
  ['text:line-break', 'line break'],
  ['text:note', 'note'],
  ['office:annotation', 'comment'],
  ['draw:frame', 'picture'],
  ['draw:a', 'picture'],
  ['text:change', 'deleted text'],
])
/** What is nothing between two blanks, of which the second is none. */
const NOTHING_BETWEEN =
  /^(?:text:(?:bookmark|reference-mark|change|toc-mark|user-index-mark|alphabetical-index-mark|span)|office:annotation)/
const FIELD = /^(?:text|presentation|number|office):/
const MARK =
  /^text:(?:bookmark|reference-mark|change|toc-mark|user-index-mark|alphabetical-index-mark|s$|tab$|line-break$)/
/** Fields that hold no text of this document, by the reason that says why their words stay. */
const OF_FIELDS: ReadonlyMap<string, Reason> = new Map([
  ['text:text-input', 'form_field'],
  ['text:drop-down', 'form_field'],
  ['text:script', 'code'],
])
/** Attributes with words that are shown at times, or stand elsewhere. */
const WORDS_IN_TAGS: readonly (readonly [element: string, attribute: string, reason: Reason])[] = [
  ['text:hidden-text', 'text:string-value', 'hidden'],
  ['text:conditional-text', 'text:string-value-if-true', 'computed'],
  ['text:conditional-text', 'text:string-value-if-false', 'computed'],
  ['text:alphabetical-index-mark', 'text:string-value', 'referred_to'],
  ['text:alphabetical-index-mark-start', 'text:key1', 'referred_to'],
  ['text:toc-mark', 'text:string-value', 'referred_to'],
  ['text:user-index-mark', 'text:string-value', 'referred_to'],
]
/** What programs show for a field without a value: `<number>`. */
const NO_VALUE = /^<[^<>]*>$/
const BLANKS = /[ \t\r\n]+/g
const LINES = /[\t\r\n]/
const UNEVEN = /[\t\r\n]| {2}|^ /
const PLAIN: Shell = { key: '', open: '', close: '' }
const NONE: readonly never[] = []

const TAG = /(<\/?[gx]\d+\/?>)/
const FIRST_NAME = /^(?:<text:span[^>]*>)*<([\w.:-]+)/

/** A translation with the blanks that are read back: one of several beside each other, and none at its beginning. */
export function withEvenBlanks({ codes }: CodedRuns, translation: string): string {
  if (!UNEVEN.test(translation) && codes.length === 0) return translation
  const names = new Map(codes.map(({ tag, open, kind }) => [`<${tag}/>`, kind === 'alone' ? open : '']))
  let isBlank = true
  const pieces = translation.split(TAG).map((piece, nth) => {
    if (nth % 2 === 1) {
      const [, name = ''] = FIRST_NAME.exec(names.get(piece) ?? '') ?? []
      if (name !== '' && !NOTHING_BETWEEN.test(name)) isBlank = false
      return piece
    }
    const even = piece.replace(BLANKS, ' ')
    const text = isBlank && even.startsWith(' ') ? even.slice(1) : even
    if (text !== '') isBlank = text.endsWith(' ')
    return text
  })
  return pieces.join('')
}

/** The paragraph, or the line in a span, that a tree has from one node to another. */
export function lineInSpan(tree: OdfTree, span: OdfSpan, place: OdfPlace, styles: OdfStyles): OdfLine {
  const reading = new LineReading(tree, place, styles)
  const tag = tree.nodes[span.from]
  const shell = tag?.kind === 'open' && tag.name === 'text:span' ? shellIn(PLAIN, tag, styles) : PLAIN
  // A span as a line keeps its tags, and what is in it has no need of them.
  reading.children(span.from + 1, span.to, { ...PLAIN, key: shell.key })
  return reading
}

function shellIn(outer: Shell, tag: XmlTag, styles: OdfStyles): Shell {
  const look = styles.look(attributeSaid(tag, 'text:style-name') ?? '')
  const key = outer.key === '' || look === '' ? outer.key + look : `${outer.key}+${look}`
  return { key, open: outer.open + tag.raw, close: `</${tag.name}>${outer.close}` }
}

interface Range {
  readonly start: number
  readonly end: number
}

class LineReading implements OdfLine {
  readonly items: RunItem[] = []
  held: readonly OdfHeld[] = NONE
  stays: Map<Reason, string[]> | undefined
  readonly #tree: OdfTree
  readonly #place: OdfPlace
  readonly #styles: OdfStyles
  /** The outermost span that is open: it is replaced as a whole. */
  #within: Range | undefined
  /** White space that follows is none. */
  #blank = true

  constructor(tree: OdfTree, place: OdfPlace, styles: OdfStyles) {
    this.#tree = tree
    this.#place = place
    this.#styles = styles
  }

  children(from: number, to: number, shell: Shell): void {
    const { nodes, ends } = this.#tree
    for (let at = from; at < to; at = (ends[at] ?? at) + 1) {
      const node = nodes[at]
      if (node === undefined) break
      const span = { from: at, to: ends[at] ?? at }
      if (node.kind === 'text' || node.kind === 'cdata') this.#text(textOfNode(node), shell, span)
      else if (node.kind === 'open') this.#element(node, span, shell)
    }
  }

  #text(said: string, shell: Shell, span: OdfSpan): void {
    let text = said
    if (text.includes('  ') || LINES.test(text)) text = text.replace(BLANKS, ' ')
    if (this.#blank && text.startsWith(' ')) text = text.slice(1)
    if (text === '') return
    this.#blank = text.endsWith(' ')
    this.items.push({ kind: 'text', text, shell, ...(this.#within ?? placeOfSpan(this.#tree, span)) })
  }

  #element(tag: XmlTag, span: OdfSpan, shell: Shell): void {
    const { name } = tag
    if (name === 'text:span') this.#span(tag, span, shell)
    else if (AROUND.has(name) && !tag.empty) this.#around(tag, span, shell)
    else if (name === 'text:ruby' && !tag.empty) this.#ruby(tag, span, shell)
    else if (!UNSEEN.has(name)) this.#alone(tag, span, shell)
  }

  #span(tag: XmlTag, span: OdfSpan, shell: Shell): void {
    if (tag.empty) return
    if (this.#styles.hidden('text', attributeSaid(tag, 'text:style-name')) && this.#place.left_out !== 'hidden') {
      this.#hidden(span, shell)
      return
    }
    this.#inside(span, () => this.children(span.from + 1, span.to, shellIn(shell, tag, this.#styles)))
  }

  #inside(span: OdfSpan, read: () => void): void {
    const outer = this.#within
    this.#within ??= placeOfSpan(this.#tree, span)
    read()
    this.#within = outer
  }

  #around(tag: XmlTag, span: OdfSpan, shell: Shell): void {
    const { from, to } = span
    const meaning = tag.name === 'text:a' ? 'link' : undefined
    const end = (kind: 'open' | 'close', at: number, raw: string): void => {
      const place = this.#within ?? placeOfSpan(this.#tree, { from: at, to: at })
      this.items.push({ kind, raw, of: 'element', meaning, ...place })
    }
    end('open', from, tag.raw)
    this.children(from + 1, to, shell)
    end('close', to, this.#tree.nodes[to]?.raw ?? '')
  }

  /** Words with their reading above them: they are text, and how they are read is no part of a translation. */
  #ruby(tag: XmlTag, span: OdfSpan, shell: Shell): void {
    const { nodes, ends } = this.#tree
    let base: OdfSpan | undefined
    for (let at = span.from + 1; at < span.to; at = (ends[at] ?? at) + 1) {
      const node = nodes[at]
      const child = { from: at, to: ends[at] ?? at }
      if (node?.kind !== 'open') continue
      if (node.name === 'text:ruby-base') base = child
      if (node.name === 'text:ruby-text') this.#stay('reading', wordsIn(this.#tree, child))
    }
    const inside = base
    if (inside) this.#inside(span, () => this.children(inside.from + 1, inside.to, shell))
    else this.#alone(tag, span, shell)
  }

  #stay(reason: Reason, text: string): void {
    if (!/\p{L}/u.test(text) || NO_VALUE.test(text)) return
    this.stays ??= new Map()
    const texts = this.stays.get(reason)
    if (texts) texts.push(text)
    else this.stays.set(reason, [text])
  }

  /** A hidden text is left where it stands, and is a line of its own. */
  #hidden(span: OdfSpan, shell: Shell): void {
    const raw = shell.open + markupOf(this.#tree, span) + shell.close
    const range = placeOfSpan(this.#tree, span)
    const holds = { ...range, lead: shell.open.length, trail: shell.close.length }
    this.items.push({ kind: 'alone', raw, meaning: 'hidden text', holds, ...(this.#within ?? range) })
    this.held = [...this.held, { ...span, is: 'hidden', place: { ...this.#place, left_out: 'hidden' } }]
  }

  #alone(tag: XmlTag, span: OdfSpan, shell: Shell): void {
    const { name } = tag
    const held = tag.empty || this.#place.nothing ? NONE : hangingIn(this.#tree, span, this.#place, this.#styles)
    const isField = held.length === 0 && FIELD.test(name) && !MARK.test(name)
    for (const [element, attribute, reason] of WORDS_IN_TAGS) {
      if (name === element) this.#stay(reason, attributeSaid(tag, attribute) ?? '')
    }
    if (isField) this.#stay(OF_FIELDS.get(name) ?? 'computed', wordsIn(this.#tree, span))
    if (name === 'draw:control') this.#stay('form_field', attributeSaid(tag, 'xlink:title') ?? '')
    if (!NOTHING_BETWEEN.test(name)) this.#blank = false
    const range = placeOfSpan(this.#tree, span)
    const holds = held.length > 0 ? { ...range, lead: shell.open.length, trail: shell.close.length } : undefined
    if (held.length > 0) this.held = [...this.held, ...held]
    const raw = shell.open + markupOf(this.#tree, span) + shell.close
    const meaning = MEANINGS.get(name) ?? (name.startsWith('draw:') ? 'drawing' : isField ? 'field' : undefined)
    this.items.push({ kind: 'alone', raw, meaning, holds, ...(this.#within ?? range) })
  }
}

/** The paragraphs and plain texts in an element, in the order of the file; not what hangs on them. */
export function hangingIn(tree: OdfTree, span: OdfSpan, around: OdfPlace, styles: OdfStyles): OdfHeld[] {
  const { nodes, ends } = tree
  const held: OdfHeld[] = []
  const open: { readonly end: number; readonly place: OdfPlace }[] = []
  let place = around
  for (let at = span.from; at <= span.to; at += 1) {
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) < at) place = open.pop()?.place ?? place
    const node = nodes[at]
    if (node?.kind !== 'open' || node.empty) continue
    const end = ends[at] ?? at
    if (place.nothing) at = Math.max(at, end - 1)
    else if (PARAGRAPHS.has(node.name)) held.push({ from: at, to: end, is: 'paragraph', place })
    else if (PLAIN_TEXTS.has(node.name)) held.push({ from: at, to: end, is: 'plain', place })
    else {
      const inside = placeIn(node, place, styles)
      if (inside !== place) open.push({ end, place })
      place = inside
      continue
    }
    at = end
  }
  return held
}
