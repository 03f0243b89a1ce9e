/**
 * Cuts a Markdown text into slices that are small enough to parse: the parser needs a hundred times the memory of what it reads.
 * A piece of a fixed size is parsed, and the slice ends before the last block found in it. That block may go on after the piece,
 * so it is read again as the first one of the next slice. All other blocks read the same, whatever comes after the piece.
 */
import { parse, postprocess, preprocess } from 'micromark'
import { gfm } from 'micromark-extension-gfm'
import type { Event, TokenType } from 'micromark-util-types'
import { FormatError } from '../format.ts'

export interface Slice {
  /** Where `text` begins in the whole text, in characters. */
  readonly start: number
  /** Offsets of events count in this text. Blocks that begin before `begin` or at `end` belong to the neighbouring slices. */
  readonly text: string
  readonly begin: number
  readonly end: number
  readonly events: readonly Event[]
}

/** Characters parsed at once; about 5 MB of events. */
const SLICE = 16_384
/** The most characters and lines of one block: the parser's time grows with the square of a paragraph's lines. */
const LARGEST_BLOCK = 250_000
const MOST_LINES = 5000
/** The same for code and HTML, whose lines the parser only counts. */
const LARGEST_LITERAL = 4_000_000

const EXTENSIONS = [gfm()]
const MAY_DEFINE = /^[ \t>\-+*\d.)]*\[[^\]]{1,999}\]:/m
const LABEL = /\[((?:\\.|[^[\]\\]){1,999})\]/g

/** Labels that a reference anywhere in the document may name, in the parser's normal form. */
interface Labels {
  readonly links: ReadonlySet<string>
  readonly footnotes: ReadonlySet<string>
}

/**
 * The slices of a text from an offset on.
 * @throws {FormatError} too_long_record: a single paragraph, table or list item is too large
 */
export function* slicesOf(text: string, from: number): Generator<Slice> {
  if (text.length - from <= SLICE || !MAY_DEFINE.test(text)) return yield* cut(text, from)
  const labels = { links: new Set<string>(), footnotes: new Set<string>() }
  for (const slice of cut(text, from)) {
    for (const label of slice.links) labels.links.add(label)
    for (const label of slice.footnotes) labels.footnotes.add(label)
  }
  yield* cut(text, from, labels)
}

interface Parsed extends Slice {
  readonly links: readonly string[]
  readonly footnotes: readonly string[]
}

function* cut(text: string, from: number, labels?: Labels): Generator<Parsed> {
  let size = SLICE
  /** The first two lines of a table that began before the slice. */
  let head = ''
  for (let at = from; at < text.length; ) {
    const to = lineEndAfter(text, at + size)
    const parsed = parseSlice(head + text.slice(at, to), labels)
    const place = { start: at + parsed.start - head.length, begin: head.length }
    const rest = to === text.length ? undefined : restOf(parsed.text, parsed.events, place.begin)
    if (rest === undefined || rest.at > place.begin) {
      const end = rest?.at ?? parsed.text.length
      yield { ...parsed, ...place, end }
      at = place.start + end
      head = rest?.head ?? ''
      size = SLICE
    } else if (isReadable(text.slice(at, to), rest.largest)) size *= 2
    else throw tooLarge(text, at)
  }
}

/** Whether more may be read to find the end of a block. */
function isReadable(read: string, largest: number): boolean {
  if (read.length >= largest) return false
  return largest > LARGEST_BLOCK || (read.match(/\r\n|\n|\r/g)?.length ?? 0) < MOST_LINES
}

function parseSlice(slice: string, labels?: Labels): Parsed {
  const parser = parse({ extensions: EXTENSIONS })
  const named = labels && labelsIn(slice)
  if (labels && named) {
    parser.defined = named.filter(label => labels.links.has(label))
    parser.gfmFootnotes = named.filter(label => label.startsWith('^')).map(label => label.slice(1))
    parser.gfmFootnotes = parser.gfmFootnotes.filter(label => labels.footnotes.has(label))
  }
  const events = postprocess(parser.document().write(preprocess()(slice, undefined, true)))
  // The parser drops a byte order mark and does not count it.
  const start = slice.startsWith('\ufeff') ? 1 : 0
  const text = slice.slice(start)
  return {
    start,
    text,
    begin: 0,
    end: text.length,
    events,
    links: parser.defined,
    footnotes: parser.gfmFootnotes ?? [],
  }
}

function labelsIn(slice: string): string[] {
  const labels = new Set<string>()
  for (const [, label = ''] of slice.matchAll(LABEL)) {
    labels.add(
      label
        .replace(/[\t\n\r ]+/g, ' ')
        .replace(/^ | $/g, '')
        .toLowerCase()
        .toUpperCase(),
    )
  }
  return [...labels]
}

function lineEndAfter(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end + 1
}

/** Tokens of the outermost level that are not blocks. */
const BETWEEN = new Set<TokenType>(['lineEnding', 'lineEndingBlank', 'linePrefix', 'lineSuffix', 'whitespace'])

/** Where the next slice begins, and what is put before it for the parser. `largest`: the longest that its first block may be. */
interface Rest {
  readonly at: number
  readonly head: string
  readonly largest: number
}

/** Where the last block begins; in a single list or table, its last item or row. `begin` or before, if no block or item has ended. */
function restOf(text: string, events: readonly Event[], begin: number): Rest {
  let depth = 0
  let block = { at: 0, type: '' }
  let part = 0
  let body = 0
  for (const [kind, token] of events) {
    if (kind === 'enter') {
      const at = token.start.offset
      const type: string = token.type
      if (depth === 0 && !BETWEEN.has(token.type)) block = { at, type }
      if (depth === 1 && type === 'listItemPrefix') part = at
      if (depth === 1 && type === 'tableBody') body = at
      if (depth === 2 && type === 'tableRow' && body > 0) part = at
    }
    depth += kind === 'enter' ? 1 : -1
  }
  const largest = block.type === 'codeFenced' || block.type === 'htmlFlow' ? LARGEST_LITERAL : LARGEST_BLOCK
  const at = lineStart(text, block.at)
  if (at > begin) return { at, head: '', largest }
  return {
    at: lineStart(text, part),
    head: block.type === 'table' ? text.slice(0, lineStart(text, body)) : '',
    largest,
  }
}

function lineStart(text: string, at: number): number {
  return Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1
}

function tooLarge(text: string, at: number): FormatError {
  const line = (text.slice(0, at).match(/\r\n|\n|\r/g)?.length ?? 0) + 1
  const message =
    `The paragraph or code block that begins at line ${line} is too long to be read at once. ` +
    'Split it with blank lines and send the file again.'
  return new FormatError('too_long_record', message, { line, column: 1 })
}
