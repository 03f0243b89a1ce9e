/** The blocks of a Markdown text in file order: texts, and blocks of code and HTML, which are not translated. */
import { decodeString } from 'micromark-util-decode-string'
import type { Event } from 'micromark-util-types'
import { pairHtml, withLoneTags } from './html.ts'
import { attributeText, textAttributesOf } from './html-attributes.ts'
import { piecesOfHtml } from './html-block.ts'
import { type Inline, inlineOf, inlineOfNodes } from './inline.ts'
import { exitOf } from './nodes.ts'
import type { Slice } from './slices.ts'
import { readParameter, type TextParameter, textParametersIn } from './template-parameters.ts'

/**
 * Where a text is: in a paragraph, a heading, a cell or a title; in quotes or bare behind the marker of a block (`!!! note "…"`,
 * `:::tip …`); in HTML or one of its attributes; in a parameter of a template tag. That decides what it must not contain.
 */
export type TextPlace =
  | 'line'
  | 'heading'
  | 'cell'
  | 'title'
  | 'quoted'
  | 'container'
  | 'html'
  | 'attribute'
  | 'parameter'

/** The kinds of blocks, as their addresses name them. */
export type BlockKind = 'h' | 'p' | 'li' | 'quote' | 'note' | 'cell' | 'title' | 'code' | 'html'

export interface Block extends Inline {
  readonly kind: BlockKind
  /** Of a heading: 1 to 6. Of other blocks: 0. */
  readonly level: number
  /** Undefined for code and HTML, which are read but never written. */
  readonly place: TextPlace | undefined
  /** Of a title: the quote or parenthesis before it. Of other blocks: empty. */
  readonly quote: string
  /** Of a cell: its row and column, from 1. */
  readonly cell?: { readonly row: number; readonly column: number } | undefined
  /** A parameter of a template tag that may be text by its name, but is none by what it says. */
  readonly for_programs?: boolean
}

const CONTAINERS: ReadonlyMap<string, BlockKind> = new Map([
  ['listOrdered', 'li'],
  ['listUnordered', 'li'],
  ['blockQuote', 'quote'],
  ['gfmFootnoteDefinition', 'note'],
])
const LITERAL: ReadonlyMap<string, BlockKind> = new Map([
  ['codeFenced', 'code'],
  ['codeIndented', 'code'],
  ['htmlFlow', 'html'],
  ['mdxjsEsm', 'code'],
  ['mdxFlowExpression', 'code'],
])
const PIECES = new Set<string>([
  'codeFlowValue',
  'htmlFlowData',
  'mdxjsEsmData',
  'mdxFlowExpressionChunk',
  'lineEnding',
])
/** The blocks that begin in a slice. */
export function* blocksOf(slice: Slice): Generator<Block> {
  const { text, shown, begin, end } = slice
  const parameters = textParametersIn(text, shown).filter(({ start }) => start >= begin && start < end)
  for (const block of parsedBlocksOf(slice)) {
    while (parameters[0] && parameters[0].start < block.start) yield* parameterOf(text, parameters.shift())
    yield block
  }
  for (const parameter of parameters) yield* parameterOf(text, parameter)
}

function parameterOf(src: string, parameter: TextParameter | undefined): readonly Block[] {
  if (!parameter) return []
  const read = readParameter(src.slice(parameter.start, parameter.end))
  const { for_programs } = parameter
  return [{ ...attributeBlock(src, parameter), ...read, place: 'parameter', for_programs }]
}

function* parsedBlocksOf(slice: Slice): Generator<Block> {
  const { text: src, shown, events, begin, end } = slice
  const containers: BlockKind[] = []
  let cell = { row: 0, column: 0 }
  for (let at = 0; at < events.length; at += 1) {
    const [phase, token] = events[at] ?? []
    if (!token || token.start.offset >= end) return
    const container = CONTAINERS.get(token.type)
    if (container && phase === 'enter')
      containers.push(container === 'li' && isMarker(src, token.start.offset) ? 'p' : container)
    else if (container) containers.pop()
    if (phase === 'enter') cell = cellAfter(cell, token.type)
    if (phase === 'exit' || !LEAVES.has(token.type) || token.start.offset < begin) continue
    const to = exitOf(events, at)
    for (const block of blocksAt({ src, shown }, events, at, to, containers.at(-1) ?? 'p'))
      yield block.kind === 'cell' && block.place === 'cell' ? { ...block, cell } : block
    at = to
  }
}

/** The cell that a table is at when a token begins. */
function cellAfter(cell: { row: number; column: number }, token: string): { row: number; column: number } {
  if (token === 'table') return { row: 0, column: 0 }
  if (token === 'tableRow') return { row: cell.row + 1, column: 0 }
  return CELLS.has(token) ? { ...cell, column: cell.column + 1 } : cell
}

const CELLS = new Set<string>(['tableHeader', 'tableData'])

const LEAVES = new Set<string>([
  'mdxJsxFlowTag',
  ...['paragraph', 'atxHeading', 'setextHeading', 'tableHeader', 'tableData', 'definition'],
  ...LITERAL.keys(),
])

/** A text, and what the parser was shown of it. */
interface Source {
  readonly src: string
  readonly shown: string
}

function blocksAt(source: Source, events: readonly Event[], at: number, to: number, kind: BlockKind): readonly Block[] {
  const token = events[at]?.[1]
  const type: string | undefined = token?.type
  if (token && type === 'mdxJsxFlowTag') return attributesOfTag(source, token.start.offset, token.end.offset)
  const literal = token && LITERAL.get(token.type)
  if (literal) {
    const texts = literal === 'html' ? htmlTexts(source, events, at, to) : []
    return texts.length > 0 ? texts : listOf(literalOf(source.src, events, at, to, literal))
  }
  return withOuterAttributes(source, blockOf(source.src, events, at, to, kind))
}

/** A block, and the attributes of the tags that are left outside of its text. */
function withOuterAttributes(source: Source, block: Block | undefined): readonly Block[] {
  if (!block?.outer) return listOf(block)
  const attributes = block.outer.flatMap(({ start, end }) => attributesOfTag(source, start, end))
  return [block, ...attributes].sort((one, other) => one.start - other.start)
}

function listOf(block: Block | undefined): readonly Block[] {
  return block ? [block] : []
}

function blockOf(src: string, events: readonly Event[], at: number, to: number, kind: BlockKind): Block | undefined {
  const type: string | undefined = events[at]?.[1].type
  switch (type) {
    case 'paragraph':
      return textBlock(inlineOf(src, events, at, to), kind, 'line')
    case 'atxHeading':
    case 'setextHeading':
      return headingOf(src, events, at, to, kind)
    case 'tableHeader':
    case 'tableData': {
      const content = find(events, at, to, 'tableContent')
      if (content < 0) return undefined
      return textBlock(inlineOf(src, events, content, exitOf(events, content)), 'cell', 'cell')
    }
    case 'definition':
      return titleOf(src, events, at, to)
    default:
      return undefined
  }
}

/** Elements of HTML whose text is no paragraph. */
const KINDS_OF_ELEMENTS: Readonly<Record<string, BlockKind>> = {
  ...{ h1: 'h', h2: 'h', h3: 'h', h4: 'h', h5: 'h', h6: 'h', li: 'li', dt: 'li', dd: 'li' },
  ...{ td: 'cell', th: 'cell', caption: 'cell', blockquote: 'quote' },
}

/** HTML whose block goes on to an end of its own: all of it is code. */
const NO_HTML_TEXT = /^<(?:[!?]|script|style|pre|textarea)/i

/** The texts of an HTML block. The marks of quotes and lists before its lines are shown to its parser as spaces. */
function htmlTexts({ src, shown }: Source, events: readonly Event[], at: number, to: number): readonly Block[] {
  const tokens = events
    .slice(at, to)
    .flatMap(([phase, token]) => (phase === 'enter' && token.type === 'htmlFlowData' ? token : []))
  const start = tokens[0]?.start.offset ?? 0
  if (NO_HTML_TEXT.test(src.slice(start, start + 10))) return []
  const alone = (text: string): string => {
    let last = start
    const pieces = tokens.map(token => {
      const before = text.slice(last, token.start.offset).replace(/[^\r\n]/g, ' ')
      last = token.end.offset
      return before + text.slice(token.start.offset, last)
    })
    return pieces.join('')
  }
  return piecesOfHtml(alone(src), alone(shown), start).flatMap(piece => {
    if (piece.kind === 'attribute') return attributeBlock(src, piece)
    const kind = KINDS_OF_ELEMENTS[piece.element] ?? 'p'
    const level = kind === 'h' ? Number(piece.element.slice(1)) : 0
    const inline = inlineOfNodes(src, pairHtml(src, withLoneTags(src, piece.nodes)))
    return withOuterAttributes(
      { src, shown },
      textBlock(inline && { ...inline, led: true, bracketed: false }, kind, 'html', level),
    )
  })
}

function attributesOfTag({ src, shown }: Source, from: number, to: number): readonly Block[] {
  return textAttributesOf(shown.slice(from, to)).map(({ name, start, end }) =>
    attributeBlock(src, { name, start: from + start, end: from + end, quote: src[from + end] ?? '"' }),
  )
}

function attributeBlock(
  src: string,
  {
    name,
    start,
    end,
    quote,
  }: { readonly name: string; readonly start: number; readonly end: number; readonly quote: string },
): Block {
  const text = attributeText(src.slice(start, end))
  const inline = {
    start,
    end,
    text,
    codes: [],
    bracketed: false,
    led: true,
    ...(name === 'alt' && { alt: true as const }),
  }
  return { ...inline, kind: 'title', level: 0, place: 'attribute', quote }
}

function textBlock(inline: Inline | undefined, kind: BlockKind, place: TextPlace, level = 0): Block | undefined {
  return inline && { ...inline, kind, level, place, quote: '' }
}

/** Whether what is shown to the parser as a list is a marker of another kind in the file (dialect/lines.ts). */
function isMarker(src: string, at: number): boolean {
  return /[:!?=]/.test(src[at] ?? '')
}

function headingOf(src: string, events: readonly Event[], at: number, to: number, kind: BlockKind): Block | undefined {
  const atx = find(events, at, to, 'atxHeadingSequence')
  const marks = events[atx < 0 ? find(events, at, to, 'setextHeadingLineSequence') : atx]?.[1]
  const written = marks ? src.slice(marks.start.offset, marks.end.offset) : ''
  const level = atx < 0 ? (written.startsWith('=') ? 1 : 2) : written.length
  const content = find(events, at, to, atx < 0 ? 'setextHeadingText' : 'atxHeadingText')
  const inline = content < 0 ? undefined : inlineOf(src, events, content, exitOf(events, content))
  if (!inline || atx < 0 || written.startsWith('#')) return textBlock(inline, 'h', atx < 0 ? 'line' : 'heading', level)
  return markerTitle(src, inline, written, kind)
}

/** The title of a block that a marker begins. */
function markerTitle(src: string, inline: Inline, written: string, kind: BlockKind): Block | undefined {
  const bracketed = src[inline.start - 1] === '['
  const place = written === ':' ? 'container' : /[!?=]/.test(written) ? 'quoted' : 'heading'
  return textBlock({ ...inline, bracketed: inline.bracketed || bracketed, led: true }, kind, place)
}

function literalOf(src: string, events: readonly Event[], at: number, to: number, kind: BlockKind): Block | undefined {
  const pieces = events
    .slice(at, to)
    .flatMap(([phase, token]) => (phase === 'enter' && PIECES.has(token.type) ? token : []))
  const values = pieces.filter(token => token.type !== 'lineEnding')
  const first = values[0]
  const last = values.at(-1)
  if (!first || !last) return undefined
  const text = pieces
    .filter(token => token.start.offset >= first.start.offset && token.end.offset <= last.end.offset)
    .map(token => (token.type === 'lineEnding' ? '\n' : src.slice(token.start.offset, token.end.offset)))
    .join('')
  const range = { start: first.start.offset, end: last.end.offset }
  // Code between tags is shown to the parser as HTML.
  const isHtml = kind === 'html' && src[range.start] === '<'
  return {
    ...range,
    text,
    codes: [],
    bracketed: false,
    led: false,
    kind: isHtml ? 'html' : 'code',
    level: 0,
    place: undefined,
    quote: '',
  }
}

/** The title of a link's definition, if it is on one line. */
function titleOf(src: string, events: readonly Event[], at: number, to: number): Block | undefined {
  const title = events[find(events, at, to, 'definitionTitleString')]?.[1]
  if (!title) return undefined
  const range = { start: title.start.offset, end: title.end.offset }
  const written = src.slice(range.start, range.end)
  if (/[\r\n]/.test(written)) return undefined
  const text = decodeString(written)
  return {
    ...range,
    text,
    codes: [],
    bracketed: false,
    led: true,
    kind: 'title',
    level: 0,
    place: 'title',
    quote: src[range.start - 1] ?? '',
  }
}

function find(events: readonly Event[], from: number, to: number, type: string): number {
  for (let at = from; at < to; at += 1) {
    const event = events[at]
    if (event?.[0] === 'enter' && event[1].type === type) return at
  }
  return -1
}
