/**
 * What the Markdown parser is shown of a text: as many characters, with everything that site generators add to Markdown written so
 * that the parser reads it as what it is. Template tags are runs of one character, markers alone on a line are blank
 * lines, titles are headings, code between tags is a block of code. All texts are taken from the file itself.
 */
import { CODE_RULES, LINE_RULES, type Shown } from './lines.ts'
import { spansOf, type TagSpan } from './spans.ts'

/** Stands for each character of a template tag: the sign of an object in a text. Marks of emphasis read it as the braces it hides. */
export const HIDDEN_SIGN = '\ufffc'

/** A line of a block, and what is shown of it. */
interface Line {
  readonly start: number
  /** Where its text begins, after white space and the marks of quotes. */
  readonly text: number
  readonly end: number
  readonly shown: Shown | undefined
  /** Inside of an HTML block, which a blank line would end. */
  readonly html: boolean
}

const LINE = /[^\r\n]*/y
const PREFIX = /(?:[ \t]*>)*[ \t]*/y
const FENCE = /^(?:[-+*][ \t]+|\d{1,9}[.)][ \t]+)*(`{3,}(?=[^`]*$)|~{3,})/
const HTML = /^<\/?([A-Za-z][\w.-]*)(?=[\s/>]|$)/
/** Elements that begin a block of HTML. Any other tag does if it is alone on its line. */
const BLOCKS = new Set(
  (
    'address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption ' +
    'figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main menu menuitem nav noframes ol ' +
    'optgroup option p param search section summary table tbody td tfoot th thead title tr track ul'
  ).split(' '),
)
const LONE_TAG = /^<\/?[A-Za-z](?:[^<>"'`]|"[^"]*"|'[^']*')*>[ \t]*$/
/** HTML that goes on after blank lines. */
const RAW_HTML = /^<(script|pre|style|textarea)(?=[\s>]|$)/i
/** The mark of kramdown for a table of contents, and the item above it. */
const CONTENTS = /^\{:[ \t]*(?:[^{}]*[ \t])?toc(?:[ \t][^{}]*)?\}[ \t]*$/
const ITEM = /^(?:[-+*]|\d{1,9}[.)])[ \t]/
/** Up to a blank line all of it is code in MDX. */
const MODULE = /^(?:import|export)\s/
/** What a line begins with that one of the rules may fit. */
const FIRST = new Set(':!?=[*-<@i{$\\')
/** Code between tags is never longer. */
const LONGEST = 100_000

/** The text as shown from an offset on; the same text where nothing is added to Markdown. */
export function maskOf(text: string, from: number, mdx: boolean): string {
  return new Mask(text, mdx).from(from)
}

/** What is shown of a line that begins in a tag, or ends in one. */
const MARKED = new RegExp(`^${HIDDEN_SIGN}`)
const MARKED_AT_END = new RegExp(`${HIDDEN_SIGN}$`)
/** So much further to the right a fence is code, and ends none. */
const INDENTED = 4
/** No code or tag goes on from the line before into a heading, or from it into the next. */
const HEADING = /^#{1,6}[ \t]/
/** A tag over more characters is no part of a sentence. */
const LONGEST_IN_SENTENCE = 300

/** Whether a tag in a sentence goes on from one line in the next: nothing ends between them. */
function goesOn(before: Line, line: Line, span: TagSpan | undefined): boolean {
  if (line.shown !== undefined || !span || span.start >= before.end || span.end <= line.text) return false
  return span.end - span.start <= LONGEST_IN_SENTENCE
}

class Mask {
  readonly #text: string
  readonly #mdx: boolean
  readonly #pieces: string[] = []
  #copied = 0
  #block: Line[] = []
  /** What ends the code or HTML that a line is in. */
  #fence: { readonly marks: string; readonly indent: number } | undefined
  #raw: RegExp | undefined
  #html = false
  /** Code of MDX. */
  #module = false
  /** The line before: what an import needs to know. */
  #before: 'blank' | 'text' | 'import' = 'blank'
  /** Ends of code that are not found any more. */
  readonly #missing = new Set<string>()

  constructor(text: string, mdx: boolean) {
    this.#text = text
    this.#mdx = mdx
  }

  from(begin: number): string {
    for (let at = begin; at < this.#text.length; ) {
      LINE.lastIndex = at
      LINE.test(this.#text)
      const end = LINE.lastIndex
      const covered = this.#take(at, end)
      at = covered + (this.#text.startsWith('\r\n', covered) ? 2 : 1)
    }
    this.#endBlock()
    return this.#pieces.length === 0 ? this.#text : this.#pieces.join('') + this.#text.slice(this.#copied)
  }

  /** Takes the line, or the code that begins on it. Gives where what was taken ends. */
  #take(start: number, end: number): number {
    PREFIX.lastIndex = start
    PREFIX.test(this.#text)
    const text = Math.min(PREFIX.lastIndex, end)
    const line = this.#text.slice(text, end)
    const indent = this.#text.slice(start, text).replaceAll('\t', '    ').length
    // Code that nothing ends is over where the list is that it stands in.
    if (this.#fence && line.trim() !== '' && indent <= this.#fence.indent - INDENTED) this.#fence = undefined
    if (this.#fence !== undefined || this.#raw) {
      this.#inCode(line, indent)
      return end
    }
    if (line.trim() === '') {
      this.#endBlock()
      this.#html = false
      this.#module = false
      this.#before = 'blank'
      return end
    }
    this.#module ||= this.#mdx && this.#before === 'blank' && start === text && MODULE.test(line)
    if (this.#module) return end
    if (!this.#html) {
      const fence = FENCE.exec(line)
      if (fence?.[1] !== undefined) return this.#beginCode(fence[1], indent + fence[0].length - fence[1].length, end)
      const code = this.#codeFrom(start, text, end, line)
      if (code !== undefined) return code
      this.#beginHtml(line)
    }
    const isHeading = !this.#html && HEADING.test(line)
    if (isHeading) this.#endBlock()
    const shown = this.#html ? undefined : this.#shownOf(line, start, text)
    this.#block.push({ start, text, end, shown, html: this.#html })
    if (isHeading) this.#endBlock()
    this.#before = shown !== undefined && line.startsWith('import') ? 'import' : 'text'
    return end
  }

  #inCode(line: string, indent: number): void {
    const { 0: sign = '', length = 0 } = this.#fence?.marks ?? ''
    const ends = this.#fence !== undefined && indent < this.#fence.indent + INDENTED
    const run = ends ? (/^(?:`+|~+)(?=[ \t]*$)/.exec(line)?.[0] ?? '') : ''
    if (run.startsWith(sign) && run.length >= length && run !== '') this.#fence = undefined
    if (this.#raw?.test(line)) this.#raw = undefined
    this.#before = 'blank'
  }

  #beginCode(marks: string, indent: number, end: number): number {
    this.#endBlock()
    this.#fence = { marks, indent }
    return end
  }

  #beginHtml(line: string): void {
    const [, element = ''] = (this.#mdx ? undefined : HTML.exec(line)) ?? []
    if (element === '') return
    const [, name] = RAW_HTML.exec(line) ?? []
    if (name !== undefined) {
      const close = new RegExp(`</${name}>`, 'i')
      if (!close.test(line)) this.#raw = close
    } else if (this.#block.length === 0) this.#html = BLOCKS.has(element.toLowerCase()) || LONE_TAG.test(line)
  }

  /** Shows a line as the first rule that fits says. */
  #shownOf(line: string, start: number, text: number): Shown | undefined {
    if (!FIRST.has(line[0] ?? '')) return undefined
    for (const { pattern, show, where, mdx } of LINE_RULES) {
      if ((this.#mdx && !mdx) || !this.#stands(where, this.#text.slice(start, text))) continue
      const found = pattern.exec(line)
      const shown = found ? show(line, found) : undefined
      if (shown !== undefined) return shown
    }
    return undefined
  }

  #stands(where: (typeof LINE_RULES)[number]['where'], prefix: string): boolean {
    switch (where) {
      case 'in a quote':
        return prefix.includes('>')
      case 'before a blank or after one':
        return this.#before !== 'text'
      default:
        return true
    }
  }

  /** Shows code between two tags as code. Gives where it ends; undefined if none begins on the line. */
  #codeFrom(start: number, at: number, lineEnd: number, line: string): number | undefined {
    if (!FIRST.has(line[0] ?? '')) return undefined
    for (const { open, close, mdx, below } of CODE_RULES) {
      const found = (this.#mdx ? !mdx : mdx === 'only') ? null : open.exec(line)
      if (!found) continue
      const ending = close(found)
      if (this.#missing.has(ending)) continue
      const from = at + (found[0].includes(ending) ? 0 : found[0].length)
      const place = this.#text.indexOf(ending, ending === found[0] ? at + found[0].length : from)
      if (place < 0) this.#missing.add(ending)
      if (place < 0 || place - at > LONGEST) continue
      LINE.lastIndex = place
      LINE.test(this.#text)
      const end = LINE.lastIndex
      const isMaths = ending === '$$' || ending === '\\]'
      if (
        isMaths &&
        this.#text
          .slice(place + 2, end)
          .replace(/\{#[^{}]*\}/, '')
          .trim() !== ''
      )
        continue
      if (end === lineEnd && (below || ending === '\\]')) continue
      const code = below ? this.#belowTag(start, at, lineEnd) : { start, at }
      this.#endBlock()
      this.#write(code.at, this.#codeShown(code.start, code.at, end))
      this.#before = 'blank'
      return end
    }
    return undefined
  }

  /** Takes a tag on a line of its own. Gives where the next line begins. */
  #belowTag(start: number, text: number, end: number): { start: number; at: number } {
    this.#block.push({ start, text, end, shown: undefined, html: false })
    const at = end + (this.#text.startsWith('\r\n', end) ? 2 : 1)
    return { start: at, at }
  }

  #codeShown(start: number, at: number, end: number): string {
    const [first = '', ...others] = this.#text.slice(at, end).split(/(?<=\n)/)
    const indent = at - start
    const lines = [first, ...others].map((line, number) => {
      const prefix = number === 0 ? '' : (/^(?:[ \t]*>)*[ \t]*/.exec(line)?.[0] ?? '').slice(0, indent)
      return {
        prefix,
        rest: line.slice(prefix.length),
        short: number > 0 && prefix.length < indent && line.trim() !== '',
      }
    })
    const fill = lines.some(({ short }) => short) || this.#mdx ? ' ' : 'x'
    const shown = lines.map(({ prefix, rest }) => prefix + rest.replace(/[^\r\n]/g, fill)).join('')
    if (lines.some(({ short }) => short)) return shown
    return this.#mdx ? `{${shown.slice(1, -1)}}` : `<?${shown.slice(2, -2)}?>`
  }

  /** An item of a list that a table of contents takes the place of (kramdown's `{:toc}`) is as blank as that line. */
  #hideContents(): void {
    for (const [at, { text, end }] of this.#block.entries()) {
      const item = this.#block[at - 1]
      if (!item || this.#mdx || !CONTENTS.test(this.#text.slice(text, end))) continue
      const { text: from, end: to } = item
      if (ITEM.test(this.#text.slice(from, to))) this.#block[at - 1] = { ...item, shown: ' '.repeat(to - from) }
    }
  }

  #endBlock(): void {
    const [first] = this.#block
    const last = this.#block.at(-1)
    if (!first || !last) return
    this.#hideContents()
    const spans = spansOf(this.#text, first.start, last.end, this.#mdx)
    let next = 0
    let before: Line | undefined
    for (const line of this.#block) {
      while ((spans[next]?.end ?? line.start) < line.start) next += 1
      const shown = this.#shownWith(line, spans, next)
      if (before && goesOn(before, line, spans[next]) && MARKED.test(shown ?? ''))
        this.#write(before.end, HIDDEN_SIGN.repeat(line.text - before.end))
      if (shown !== undefined) this.#write(line.text, shown)
      before = shown !== undefined && line.shown === undefined && MARKED_AT_END.test(shown) ? line : undefined
    }
    this.#block = []
  }

  /** A line with its template tags hidden: where there is nothing else on it, as a blank line. */
  #shownWith({ text, end, shown, html }: Line, spans: readonly TagSpan[], from: number): Shown | undefined {
    const original = this.#text.slice(text, end)
    const base = shown ?? original
    const result: string[] = []
    let copied = 0
    let alone = shown === undefined && !html
    for (let at = from; (spans[at]?.start ?? end) < end; at += 1) {
      const span = spans[at]
      const begin = Math.max(Math.max(span?.start ?? end, text) - text, copied)
      const stop = Math.min(span?.end ?? end, end) - text
      if (stop <= begin) continue
      alone &&= span?.as === 'block' && original.slice(copied, begin).trim() === ''
      const asItIs = shown === undefined || base.slice(begin, stop) === original.slice(begin, stop)
      result.push(base.slice(copied, begin), asItIs ? HIDDEN_SIGN.repeat(stop - begin) : base.slice(begin, stop))
      copied = stop
    }
    if (copied === 0) return shown
    if (alone && original.slice(copied).trim() === '') return ' '.repeat(original.length)
    return result.join('') + base.slice(copied)
  }

  #write(start: number, shown: string): void {
    this.#pieces.push(this.#text.slice(this.#copied, start), shown)
    this.#copied = start + shown.length
  }
}
