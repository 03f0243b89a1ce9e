/**
 * The blocks of AsciiDoc, line by line, as Asciidoctor reads them. Blocks of code, passthroughs, comments and preprocessor lines are left as
 * they are; what is in other blocks is read as if it stood alone.
 */

import type { Reason } from '../../format.ts'
import type { CellNotation, ProseBlock, ProseKind } from '../dialect.ts'
import { restOf, type SourceLine } from '../lines.ts'
import type { StyledCell } from './cells.ts'
import {
  ATTRIBUTE,
  BLOCK_ATTRIBUTES,
  BLOCK_TITLE,
  BREAK,
  beginsBlock,
  CODE_STYLE,
  COMMENT,
  CONTAINER,
  DESCRIPTION,
  HARD_BREAK,
  HEADING,
  ITEM,
  LABEL,
  MACRO,
  PREPROCESSED,
  SHOWN_ATTRIBUTE,
  TABLE,
  TERM,
  UNDERLINE,
  VERBATIM,
  VERSE_STYLE,
} from './marks.ts'
import { canStandIn, notationOf, type TableNotation } from './notation.ts'
import { cellsOf } from './tables.ts'

export function asciidocBlocksOf(lines: readonly SourceLine[]): ProseBlock[] {
  const reader = new Blocks(lines, referencesIn(lines))
  reader.read('p')
  return reader.blocks
}

/** So many tables are read in each other's cells. */
const MOST_TABLES = 3

class Blocks {
  readonly blocks: ProseBlock[] = []
  readonly #lines: readonly SourceLine[]
  readonly #references: References
  /** The cells around all of it, the outermost first. */
  readonly #cells: readonly CellNotation[]
  /** Whether it is text of a cell, where only some things are blocks. */
  readonly #isText: boolean
  /** The delimiters of the blocks around a line. */
  readonly #around: string[] = []
  /** The attributes of the next block. */
  #style = ''
  #inHeader = false
  /** Whether every line of a paragraph is broken on purpose. */
  #isBroken = false

  constructor(lines: readonly SourceLine[], references: References, cells: readonly CellNotation[] = []) {
    this.#lines = lines
    this.#references = references
    this.#cells = cells
    this.#isText = cells.at(-1)?.isDocument === false
  }

  read(kind: ProseKind): void {
    for (let at = 0; at < this.#lines.length; ) {
      const before = this.#style
      at = this.#blockAt(at, kind)
      if (this.#style === before) this.#style = ''
    }
  }

  #textAt(at: number): string {
    return this.#lines[at]?.text ?? ''
  }

  #blockAt(at: number, kind: ProseKind): number {
    const text = this.#textAt(at)
    if (text === '') {
      this.#inHeader = false
      // Attributes are those of the next block, behind a blank line too.
      if (this.#style !== '') this.#style = `${this.#style} `
      return at + 1
    }
    if (VERBATIM.test(text)) return this.#verbatim(at, text.startsWith('////') ? 'comment' : 'code')
    if (COMMENT.test(text)) return this.#leftOut(at, at + 1, 'comment', 'comment')
    if (CONTAINER.test(text)) return this.#container(at)
    if (TABLE.test(text)) return this.#table(at)
    if (ATTRIBUTE.test(text) && this.#lines[at]?.column === 0) return this.#attribute(at)
    if (BLOCK_ATTRIBUTES.test(text) && !(this.#isText && this.#textAt(at + 1) === '')) {
      const style = text.slice(1, -1)
      // An anchor, an id, a role or an option says nothing of the style that a line before it gave.
      const before = /^[[#.%]/.test(style) ? this.#style.trim() : ''
      this.#style = `${before === '' ? '' : `${before},`}${style} `
      return at + 1
    }
    if (BREAK.test(text) && this.#lines[at]?.column === 0 && !CODE_STYLE.test(this.#style)) return at + 1
    return this.#textBlockAt(at, kind)
  }

  #textBlockAt(at: number, kind: ProseKind): number {
    const line = this.#lines[at]
    const text = this.#textAt(at)
    if (!line) return at + 1
    if (BLOCK_TITLE.test(text) && !ITEM.test(text) && !this.#isText) {
      const style = this.#style
      this.#text('title', restOf(line, 1), restOf(line, 1), { lines: 'one', place: 'title' })
      this.#style = `${style} `
      return at + 1
    }
    if (CODE_STYLE.test(this.#style)) return this.#leftOut(at, this.#endOf(at), 'code', 'code')
    if (VERSE_STYLE.test(this.#style)) return this.#verse(at, this.#endOf(at))
    const heading = this.#heading(at)
    if (heading !== undefined) return heading
    if (MACRO.test(text)) return this.#macro(line, at)
    if (this.#inHeader) return this.#leftOut(at, at + 1, 'metadata', 'meta')
    const item = ITEM.exec(text)
    if (item) return this.#paragraph(restOf(line, item[0].length), at, 'li', 'item')
    const term = this.#isText ? null : TERM.exec(text)
    if (term) return this.#term(line, at, term)
    // What is indented is shown as it is, and what is marked as in mails is read by few.
    if (line.column > 0) return this.#leftOut(at, this.#endOf(at), 'code', 'code')
    if (/^>(?:\s|$)/.test(text)) return this.#leftOut(at, this.#endOf(at), 'unreadable', 'quote')
    if (/^:[\w-]+[ \t]*:/.test(text)) return this.#leftOut(at, this.#endOf(at), 'metadata', 'meta')
    if (text.startsWith('"')) {
      const quoted = this.#quoted(line, at)
      if (quoted !== undefined) return quoted
    }
    const label = LABEL.exec(text)?.[0].length ?? 0
    const isQuote = this.#around.some(each => each.startsWith('____')) || /^quote\b/.test(this.#style)
    return this.#paragraph(
      restOf(line, label),
      at,
      isQuote && kind === 'p' ? 'quote' : kind,
      label > 0 ? 'labelled' : 'p',
    )
  }

  /** A quotation in quotation marks, with who said it in its last line. */
  #quoted(line: SourceLine, at: number): number | undefined {
    const to = this.#endOf(at)
    const [said, by] = this.#lines.slice(Math.max(at, to - 2), to)
    if (to - at < 2 || !said?.text.endsWith('"') || !/^-- \S/.test(by?.text ?? '')) return undefined
    const last = { ...said, end: said.end - 1 }
    this.#text('quote', restOf(line, 1), last, { lines: 'several', place: 'p' })
    return this.#leftOut(to - 1, to, 'metadata', 'meta')
  }

  #heading(at: number): number | undefined {
    const line = this.#lines[at]
    if (!line || line.column > 0 || this.#isText) return undefined
    const mark = HEADING.exec(line.text)
    if (mark) {
      const level = mark[1]?.length ?? 1
      const title = restOf(line, mark[0].length)
      this.#text('h', title, line, { lines: 'one', place: 'heading', ...this.#referredTo(title.text) }, level)
      this.#inHeader = level === 1 && this.blocks.filter(({ kind }) => kind === 'h').length === 1
      return at + 1
    }
    const under = this.#lines[at + 1]
    const sign = UNDERLINE.exec(under?.text ?? '')?.[1]
    const length = [...line.text].length
    if (!under || sign === undefined || under.column > 0 || Math.abs(under.text.length - length) > 1) return undefined
    // What closes a block underlines nothing.
    if (!/[\p{L}\p{N}]/u.test(line.text) || under.text.length < 3 || this.#around.includes(under.text)) return undefined
    const adornments = [{ start: under.at, end: under.end }]
    const more = { lines: 'one', place: 'underlined', adornments, ...this.#referredTo(line.text) } as const
    this.#text('h', line, line, more, '=-~^+'.indexOf(sign) + 1)
    this.#inHeader = sign === '=' && this.blocks.filter(({ kind }) => kind === 'h').length === 1
    return at + 2
  }

  /** A title is known by its words, or by an id that is made of them: in another language nothing would lead to it. */
  #referredTo(title: string): Pick<ProseBlock, 'left_out' | 'because'> {
    const hasId = /(?:^|,)\[|#|\bid=/.test(this.#style.trim()) || title.includes('[[')
    const { ids, words } = this.#references
    return words.has(title.trim()) || (!hasId && ids.has(idOf(title))) ? REFERRED : {}
  }

  #attribute(at: number): number {
    const line = this.#lines[at]
    const mark = ATTRIBUTE.exec(this.#textAt(at))
    let to = at + 1
    while (/\s\\$/.test(this.#textAt(to - 1))) to += 1
    if (!line || !mark) return to
    if (/^hardbreaks(?:-option)?$/.test(mark[1] ?? '')) this.#isBroken = true
    const value = restOf(line, mark[0].length)
    const isShown = SHOWN_ATTRIBUTE.test(mark[1] ?? '') && to === at + 1
    const end = this.#lines[Math.min(to, this.#lines.length) - 1] ?? line
    if (value.text !== '')
      this.#text('meta', value, end, { lines: 'one', place: 'value', ...(!isShown && { left_out: 'metadata' }) })
    return to
  }

  #macro(line: SourceLine, at: number): number {
    const [, name = '', target = '', inside = ''] = MACRO.exec(line.text) ?? []
    if (!/^(?:image|video|audio)$/.test(name)) return at + 1
    const from = line.at + name.length + 2 + target.length + 1
    for (const { 0: whole, 1: quoted, 2: bare = '', index } of inside.matchAll(DESCRIPTION)) {
      const text = quoted ?? bare
      const said = text.trim()
      if (said === '') continue
      const end = from + index + whole.length - (quoted === undefined ? 0 : 1) - (text.length - text.trimEnd().length)
      const start = end - said.length
      const place = quoted === undefined ? 'alt' : 'quoted'
      this.blocks.push({ kind: 'alt', level: 0, start, end, lines: 'one', place, cells: this.#cellsAround(start, end) })
    }
    return at + 1
  }

  #term(line: SourceLine, at: number, [mark, words = '']: RegExpExecArray): number {
    this.#text('li', line, { ...line, end: line.at + words.length }, { lines: 'one', place: 'term' })
    const rest = restOf(line, mark.length)
    if (rest.text !== '') return this.#paragraph(rest, at, 'li', 'defined')
    let next = at + 1
    while (next < this.#lines.length && this.#textAt(next) === '') next += 1
    const line2 = this.#lines[next]
    if (!line2 || beginsBlock(line2.text) || startsItem(line2.text) || !isPlain(line2.text)) return at + 1
    return this.#paragraph(line2, next, 'li', 'item')
  }

  /** A text from a line on, up to what begins another block, or what may be an item: lists are not always told by their surroundings. */
  #paragraph(first: SourceLine, at: number, kind: ProseKind, place: string): number {
    let to = at + 1
    while (to < this.#lines.length && !this.#isBegun(this.#textAt(to))) to += 1
    const last = to > at + 1 ? (this.#lines[to - 1] ?? first) : first
    if (!this.#isBroken && !/hardbreaks/.test(this.#style)) this.#text(kind, first, last, { lines: 'several', place })
    else
      for (const line of [first, ...this.#lines.slice(at + 1, to)])
        this.#text(kind, line, line, { lines: 'one', place })
    return to
  }

  /** Whether a line begins another text. */
  #isBegun(text: string): boolean {
    return beginsBlock(text) || (this.#isText ? ITEM.test(text) : startsItem(text))
  }

  #verbatim(at: number, reason: 'code' | 'comment'): number {
    const fence = this.#textAt(at)
    const to = this.#closingOf(at, fence.startsWith('`') ? (/^`+/.exec(fence)?.[0] ?? fence) : fence)
    this.#leftOut(at + 1, to, reason, reason)
    return to + 1
  }

  #closingOf(at: number, fence: string): number {
    let to = at + 1
    while (to < this.#lines.length && this.#textAt(to) !== fence) to += 1
    return to
  }

  /** A line of a verse is a line: each is a text of its own. Nothing in it begins a block. */
  #verse(from: number, to: number): number {
    for (const line of this.#lines.slice(from, to)) {
      if (line.text === '' || PREPROCESSED.test(line.text)) continue
      const words = line.text.replace(HARD_BREAK, '')
      const kind = this.#cells.length > 0 ? 'cell' : 'quote'
      this.#text(kind, line, { ...line, end: line.at + words.length }, { lines: 'one', place: 'verse' })
    }
    return to
  }

  #container(at: number): number {
    const text = this.#textAt(at)
    if (CODE_STYLE.test(this.#style)) return this.#verbatim(at, 'code')
    if (VERSE_STYLE.test(this.#style) && /^(?:_|--$)/.test(text))
      return this.#verse(at + 1, this.#closingOf(at, text)) + 1
    const open = this.#around.lastIndexOf(text)
    if (open >= 0) this.#around.length = open
    else this.#around.push(text)
    return at + 1
  }

  #table(at: number): number {
    const fence = this.#textAt(at)
    const to = this.#closingOf(at, fence)
    const isNested = this.#cells.length > 0
    const notation = notationOf(fence, this.#style, isNested)
    const rows = this.#lines.slice(at + 1, to)
    const isRead = notation && this.#cells.length < MOST_TABLES && canStandIn(this.#cells, notation)
    const cells = isRead ? cellsOf(rows, this.#style, notation) : undefined
    if (!notation || !cells) {
      this.#leftOut(at + 1, to, 'code', 'code', 'tables of this kind are not read')
      return to + 1
    }
    for (const cell of cells) this.#cell(cell, notation)
    return to + 1
  }

  #cell({ lines, style, quotes }: StyledCell, notation: TableNotation): void {
    const reader = new Blocks(lines, this.#references, [
      ...this.#cells,
      { ...notation, isDocument: style === 'document', quotes },
    ])
    if (style === 'code') reader.#leftOut(0, lines.length, 'code', 'code')
    else if (style === 'verse') reader.#verse(0, lines.length)
    else reader.read('cell')
    this.blocks.push(...reader.blocks)
  }

  /** How a text stands in its cells. Only what is all of a cell may be put into quotation marks. */
  #cellsAround(start: number, end: number): readonly CellNotation[] | undefined {
    const inner = this.#cells.at(-1)
    if (inner?.quotes !== 'possible') return inner && this.#cells
    if (this.#lines[0]?.at === start && this.#lines.at(-1)?.end === end) return this.#cells
    return [...this.#cells.slice(0, -1), { ...inner, quotes: 'none' }]
  }

  /** Whether nothing goes on over a line: it is blank, holds on to an item, or closes a block around it. */
  #isEnd(text: string): boolean {
    return text === '' || text === '+' || this.#around.includes(text)
  }

  #endOf(at: number): number {
    let to = at + 1
    while (to < this.#lines.length && !this.#isEnd(this.#textAt(to))) to += 1
    return to
  }

  #text(
    kind: ProseKind,
    first: SourceLine,
    last: SourceLine,
    more: Pick<ProseBlock, 'lines' | 'place' | 'left_out' | 'because' | 'adornments'>,
    level = 0,
  ): void {
    const [start, end] = [first.at, last.end]
    this.blocks.push({ kind, level, start, end, ...more, cells: this.#cellsAround(start, end) })
  }

  #leftOut(from: number, to: number, reason: Reason, kind: ProseKind, because?: string): number {
    const held = this.#lines.slice(from, to).filter(({ text }) => text !== '')
    const [first, last] = [held[0], held.at(-1)]
    if (first && last) this.#text(kind, first, last, { lines: 'several', left_out: reason, because })
    return to
  }
}

const REFERRED = { left_out: 'referred_to', because: 'other places of the file refer to it by its words' } as const

/** What cross references of a file lead to: as it is written, and without what ids differ in. */
interface References {
  readonly words: ReadonlySet<string>
  readonly ids: ReadonlySet<string>
}

const REFERENCE = /<<#?([^<>,#\n]{1,200})[,>]|\bxref:#?([^\s[\]:#]{1,200})\[/g

function referencesIn(lines: readonly SourceLine[]): References {
  const words = new Set<string>()
  for (const { text } of lines) {
    if (!text.includes('<<') && !text.includes('xref:')) continue
    for (const [, cross, macro] of text.matchAll(REFERENCE)) words.add((cross ?? macro ?? '').trim())
  }
  return { words, ids: new Set([...words].map(idOf)) }
}

/** An id without the signs that a file may choose for its blanks: `_First_steps`, `first-steps`. */
function idOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

function startsItem(text: string): boolean {
  return ITEM.test(text) || TERM.test(text)
}

function isPlain(text: string): boolean {
  return !HEADING.test(text) && !BLOCK_TITLE.test(text) && !ATTRIBUTE.test(text) && !BREAK.test(text)
}
