/** The texts of a page: blocks are cut, and what stands in a line stays together. */
import { leftOutOfData, leftOutOfText } from '../content/left-out.ts'
import type { Charset, Reason, UnitContext } from '../format.ts'
import { PREFILLED, type ReadableAttribute, readableOf } from './attributes.ts'
import { type Coding, codedValue, codingOf } from './coding.ts'
import { endedBy, INLINE, KEEPS_SPACE, LANDMARKS, levelOf, withoutText, wordOf } from './elements.ts'
import { isOneLanguage, languageInTag, localeOf, rangeOf } from './language.ts'
import { type HtmlNode, isTag } from './nodes.ts'
import type { AttributePlace, HtmlTextPlace, HtmlUnit } from './place.ts'
import { balanced, showsText } from './run.ts'
import { PageSections } from './sections.ts'

export interface PageReading {
  readonly charset: Charset
  readonly eol: string
  /** The language of its texts; undefined where nothing says it. */
  readonly language: string | undefined
  /** The tag around the page. */
  readonly root: HtmlNode | undefined
  /** Of the file that a result was made from, in their order. */
  readonly original: readonly Coding[]
}

/** An element that is open and is no part of a text. */
interface Frame {
  readonly name: string
  readonly left_out: Reason | undefined
  readonly language: string | undefined
  readonly leave: (() => void) | undefined
}

const OUTSIDE: Frame = { name: '', left_out: undefined, language: undefined, leave: undefined }

export class Cutting {
  /** How each text was read, in their order. */
  readonly codings: Coding[] = []
  readonly #page: PageReading
  readonly #sections = new PageSections()
  readonly #frames: Frame[] = [OUTSIDE]
  /** How many frames of each name are open. */
  readonly #open = new Map<string, number>()
  #run: HtmlNode[] = []
  #made: Omit<HtmlUnit, 'index'>[] = []

  constructor(page: PageReading) {
    this.#page = page
  }

  /** The units that are complete now. */
  take(node: HtmlNode | undefined): readonly Omit<HtmlUnit, 'index'>[] {
    this.#made = []
    if (node && isInLine(node)) this.#run.push(node)
    else {
      this.#end()
      if (node && isTag(node)) this.#enter(node)
      else if (node?.kind === 'close') this.#leave(node.name)
    }
    return this.#made
  }

  #frame(): Frame {
    return this.#frames.at(-1) ?? OUTSIDE
  }

  #enter(node: HtmlNode & { readonly name: string; readonly empty: boolean }): void {
    const ended = endedBy(node.name)
    while (ended?.has(this.#frame().name)) this.#pop()
    const landmark = node.empty ? undefined : LANDMARKS.get(node.name)
    const leave = landmark === undefined ? undefined : this.#sections.enter(landmark)
    const outer = this.#frame()
    const isFree = node.attributes?.get('translate')?.raw.toLowerCase() === 'yes'
    const inherited = isFree && outer.left_out === 'do_not_translate' ? undefined : outer.left_out
    const language = languageInTag(node) ?? outer.language
    const frame = { name: node.name, left_out: inherited ?? withoutText(node.name, node.attributes), language, leave }
    // The edits of a tag have to be in their order: it says its language, or has texts.
    const readable = node === this.#page.root ? [] : readableOf(node)
    if (readable.length === 0) this.#header(node)
    // What a frame is called is text, though its content is none.
    const around = node.name === 'iframe' && frame.left_out === 'code' ? { ...frame, left_out: inherited } : frame
    for (const each of readable) this.#attribute(node, each, around)
    if (node.empty) return
    this.#frames.push(frame)
    this.#open.set(node.name, (this.#open.get(node.name) ?? 0) + 1)
  }

  #pop(): void {
    const frame = this.#frames.pop()
    if (!frame) return
    this.#open.set(frame.name, (this.#open.get(frame.name) ?? 1) - 1)
    frame.leave?.()
  }

  #leave(name: string): void {
    if ((this.#open.get(name) ?? 0) === 0) return
    while (this.#frame().name !== name) this.#pop()
    this.#pop()
  }

  /** A tag that says a language. Its edits do not wait for a translation of its own. */
  #header(node: HtmlNode): void {
    const { language, root } = this.#page
    const own = languageInTag(node)
    const is_root = node === root
    if (!is_root && own === undefined && localeOf(node) === undefined) return
    const header = { node, is_root, is_other: own !== undefined && !is_root && !isOneLanguage(own, language) }
    const { path } = this.#sections.place('language')
    this.#add({ path, part: 'language', ...this.#range(node, node), text: '', left_out: 'not_text', header })
  }

  #end(): void {
    const nodes = balanced(this.#run)
    const frame = this.#frame()
    this.#run = []
    if (!nodes.some(showsText)) {
      for (const node of nodes) for (const readable of readableOf(node)) this.#attribute(node, readable, frame)
      return
    }
    const keeps_space = KEEPS_SPACE.has(frame.name)
    const coding = codingOf(nodes, keeps_space, this.#page.language, this.#page.original[this.codings.length])
    this.codings.push(coding)
    const { lead, trail } = coding.ends
    const inner = nodes.slice(lead, nodes.length - trail)
    const [first, last] = [inner[0], inner.at(-1)]
    if (!first || !last) return
    const outside = (from: number, to: number): void => {
      for (const node of nodes.slice(from, to)) {
        for (const readable of readableOf(node)) this.#attribute(node, readable, frame)
      }
    }
    outside(0, lead)
    const text_place: HtmlTextPlace = {
      source: coding.source,
      raw: inner.map(node => node.raw).join(''),
      column: first.column,
      eol: this.#page.eol,
      keeps_space,
      attributes: new Map(),
    }
    for (const each of coding.attributes)
      this.#attribute(each.node, each, frame, { place: text_place, tag: each.tag, first })
    const { kind, word, short } = wordOf(frame.name)
    const { source, text } = coding
    this.#add({
      ...this.#sections.place(short, { level: levelOf(frame.name), text, own: short === 'title' ? short : '' }),
      ...this.#range(first, last),
      kind,
      text,
      eol: this.#page.eol,
      left_out: this.#leftOut(frame, text, source.codes.length > 0),
      context: { kind: word, ...standsFor(source.codes) },
      text_place,
    })
    outside(nodes.length - trail, nodes.length)
  }

  #attribute(
    node: HtmlNode,
    readable: ReadableAttribute,
    frame: Frame,
    inside?: { readonly place: HtmlTextPlace; readonly tag: string; readonly first: HtmlNode },
  ): void {
    const source = codedValue(readable)
    const { attribute, word } = readable
    const place: AttributePlace = { node, attribute, source, inside: inside?.place }
    inside?.place.attributes.set(place, { tag: inside.tag })
    const { start, end } = inside
      ? { start: inside.first.start, end: inside.first.start }
      : rangeOf(node, attribute, this.#page.charset)
    this.#add({
      ...this.#sections.place(attribute.name, {
        own: isTag(node) && node.name === 'meta' ? (word.split(':').at(-1) ?? '') : '',
      }),
      start,
      end,
      charset: this.#page.charset,
      kind: word === 'alt text' ? word : 'paragraph',
      text: source.text,
      left_out:
        this.#leftOut(frame, source.text, false) ?? (word === PREFILLED ? leftOutOfData(source.text) : undefined),
      context: { kind: word, ...standsFor(source.codes) },
      attribute_place: place,
    })
  }

  #leftOut({ left_out, language }: Frame, text: string, hasCodes: boolean): Reason | undefined {
    if (left_out) return left_out
    if (language !== undefined && !isOneLanguage(language, this.#page.language)) return 'other_language'
    const reason = leftOutOfText(text)
    return reason === 'placeholder_only' && hasCodes ? 'code' : reason
  }

  #range(first: HtmlNode, last: HtmlNode): Pick<HtmlUnit, 'start' | 'end' | 'charset'> {
    return { start: first.start, end: last.end, charset: this.#page.charset }
  }

  #add(unit: Omit<HtmlUnit, 'index'>): void {
    this.#made.push(unit)
  }
}

/** It stands between parts of a page for some programs. */
const CONDITIONAL = /^<!(?:--)?\s{0,9}(?:<!)?\[(?:if|endif)/i

function isInLine(node: HtmlNode): boolean {
  if (isTag(node) || node.kind === 'close') return INLINE.has(node.name)
  return node.kind !== 'doctype' && !(node.kind === 'comment' && CONDITIONAL.test(node.raw))
}

const LONGEST = 60

function standsFor(codes: Coding['source']['codes']): Pick<UnitContext, 'stands_for'> {
  const meant = codes.flatMap(({ tag, open, close, meaning }) => {
    const said = (meaning ?? (close === undefined ? open : '')).replace(/\s+/g, ' ').trim()
    return said === '' ? [] : [[tag, said.length > LONGEST ? `${said.slice(0, LONGEST - 1)}…` : said] as const]
  })
  return meant.length > 0 ? { stands_for: Object.fromEntries(meant) } : {}
}
