/**
 * The text of HTML blocks: what stands between tags that begin and end blocks, as one text with its inline tags as markup, and the
 * attributes that readers see or hear. Tags are read one by one, so that half of an element, as Markdown often has it, is read, too.
 */
import { decodeString } from 'micromark-util-decode-string'
import { type Token, Tokenizer } from 'parse5'
import { LINE_MARKER } from './dialect/lines.ts'
import { HIDDEN_SIGN } from './dialect/mask.ts'
import { textAttributesOf } from './html-attributes.ts'
import type { Node } from './node.ts'

/** Elements that are part of a sentence. */
const INLINE = new Set(
  (
    'a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd mark q s samp small span strike strong sub sup time ' +
    'tt u var wbr'
  ).split(' '),
)
/** Elements whose inside is no text. */
const NO_TEXT = new Set('script style svg math template pre textarea noscript iframe object canvas'.split(' '))

/** What an HTML block is made of: pieces with text, each with the name of the block element around it; or attributes of a block. */
export type HtmlPiece =
  | { readonly kind: 'text'; readonly element: string; readonly nodes: readonly Node[] }
  | {
      readonly kind: 'attribute'
      readonly name: string
      readonly start: number
      readonly end: number
      readonly quote: string
    }

/**
 * The pieces of an HTML block in their order. `html`: its text; `shown`: as long, with its template tags hidden. Offsets of nodes begin
 * at `base`.
 */
export function piecesOfHtml(html: string, shown: string, base: number): HtmlPiece[] {
  const reader = new Reader(html, shown, base)
  new Tokenizer({ sourceCodeLocationInfo: true }, reader).write(shown, true)
  return reader.pieces
}

const PIECE = new RegExp(
  `${HIDDEN_SIGN}+|&(?:#\\d{1,7}|#[xX][\\da-fA-F]{1,6}|[A-Za-z][A-Za-z\\d]{1,31});|[ \\t]*[\\r\\n]\\s*`,
  'g',
)

const LONGEST_MARKER = 12

class Reader {
  readonly pieces: HtmlPiece[] = []
  readonly #html: string
  readonly #shown: string
  readonly #base: number
  /** Where the last token ended that is no text. */
  #from = 0
  #run: Node[] = []
  #element = ''
  #isHeading = false
  /** The element without text that is open, and how often. */
  #silent: { readonly name: string; depth: number } | undefined

  constructor(html: string, shown: string, base: number) {
    this.#html = html
    this.#shown = shown
    this.#base = base
  }

  // Text is what stands between tags: the tokens of characters have no exact places.
  onCharacter(): void {}

  onWhitespaceCharacter(): void {}

  onNullCharacter(): void {}

  onComment({ location }: Token.CommentToken): void {
    this.#upTo(location)
    if (location && !this.#silent) this.#code(location)
  }

  onDoctype({ location }: Token.DoctypeToken): void {
    this.#upTo(location)
    this.#flush('')
  }

  onEof(): void {
    // What begins a tag here has no end: it is no text.
    const rest = this.#shown.slice(this.#from).search(/<[A-Za-z/!?]/)
    if (!this.#silent) this.#text(this.#from, rest < 0 ? this.#shown.length : this.#from + rest)
    this.#flush('')
  }

  onStartTag({ tagName: name, location, selfClosing, attrs }: Token.TagToken): void {
    this.#upTo(location)
    if (this.#silent) {
      if (name === this.#silent.name && !selfClosing) this.#silent.depth += 1
      return
    }
    if (!location) return
    if (INLINE.has(name)) this.#code(location)
    else {
      this.#flush(name)
      this.#attributes(location)
    }
    const untranslated = attrs.some(({ name, value }) => name === 'translate' && value === 'no')
    if ((NO_TEXT.has(name) || (untranslated && !INLINE.has(name))) && !selfClosing) this.#silent = { name, depth: 1 }
  }

  onEndTag({ tagName: name, location }: Token.TagToken): void {
    this.#upTo(location)
    if (this.#silent) {
      if (name === this.#silent.name) this.#silent.depth -= 1
      if (this.#silent.depth > 0) return
      this.#silent = undefined
    }
    if (!INLINE.has(name)) this.#flush('')
    else if (location) this.#code(location)
  }

  /** Takes the text before a token. */
  #upTo(location: Token.Location | null): void {
    if (!location) return
    if (!this.#silent) this.#text(this.#from, location.startOffset)
    this.#from = location.endOffset
  }

  #text(start: number, end: number): void {
    let at = start
    const add = (to: number, as: 'written' | 'decoded' | 'line_end', text: string): void => {
      this.#run.push({ kind: 'text', start: at + this.#base, end: to + this.#base, text, as })
      at = to
    }
    for (const { 0: found, index } of this.#shown.slice(start, end).matchAll(PIECE)) {
      const from = start + index
      if (from > at) add(from, 'written', this.#html.slice(at, from))
      const to = from + found.length
      if (found.startsWith(HIDDEN_SIGN)) {
        // Alone on its line it stays there, as a tag does.
        const what = /^\{(?:%|\{[<%])/.test(this.#html.slice(from, to)) ? 'html' : 'code'
        this.#run.push({ kind: 'code', what, start: from + this.#base, end: to + this.#base })
        at = to
      } else if (found.startsWith('&')) add(to, 'decoded', decodeString(found))
      else if (this.#isHeading || this.#markerAt(to) !== '') {
        // Markdown reads none here, but some programs do: it stays, on a line of its own.
        const marker = this.#markerAt(to)
        this.#flush(this.#element)
        this.#isHeading = marker.startsWith('#')
        at = to + marker.length
      } else add(to, 'line_end', ' ')
    }
    if (end > at) add(end, 'written', this.#html.slice(at, end))
  }

  #markerAt(place: number): string {
    return LINE_MARKER.exec(this.#shown.slice(place, place + LONGEST_MARKER))?.[0] ?? ''
  }

  #code({ startOffset, endOffset }: Token.Location): void {
    this.#run.push({ kind: 'code', what: 'html', start: startOffset + this.#base, end: endOffset + this.#base })
  }

  #attributes({ startOffset, endOffset }: Pick<Token.Location, 'startOffset' | 'endOffset'>): void {
    for (const { name, start, end } of textAttributesOf(this.#shown.slice(startOffset, endOffset))) {
      const place = { start: startOffset + start + this.#base, end: startOffset + end + this.#base }
      this.pieces.push({ kind: 'attribute', name, ...place, quote: this.#shown[startOffset + end] ?? '"' })
    }
  }

  /** Ends the text that is read: it stands before the tag of the block element `next`, or before an end. */
  #flush(next: string): void {
    const said = this.#run.some(node => node.kind === 'text' && node.text.trim() !== '')
    if (said) this.pieces.push({ kind: 'text', element: this.#element, nodes: this.#run })
    else
      for (const node of this.#run) {
        if (node.kind === 'code' && node.what === 'html')
          this.#attributes({ startOffset: node.start - this.#base, endOffset: node.end - this.#base })
      }
    this.#run = []
    this.#element = next
  }
}
