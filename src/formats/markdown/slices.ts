/**
 * Cuts a Markdown text into slices that are small enough to parse: the parser needs a hundred times the memory of what it reads.
 * A piece of a fixed size is parsed, and the slice ends before the last block found in it. That block may go on after the piece,
 * so it is read again as the first one of the next slice. All other blocks read the same, whatever comes after the piece.
 */
import { parse, postprocess, preprocess } from 'micromark'
import type { Event, ParseContext, TokenType } from 'micromark-util-types'
import { FormatError } from '../format.ts'
import { extensionsFor, type Flavour } from './reading.ts'

/** What is cut: a text, and what the parser is shown of it (dialect/mask.ts), and how it is read. */
export interface Document {
  readonly text: string
  readonly shown: string
  readonly flavour: Flavour
}

export interface Slice {
  /** Where `text` begins in the whole text, in characters. */
  readonly start: number
  /** Offsets of events count in this text. Blocks that begin before `begin` or at `end` belong to the neighbouring slices. */
  readonly text: string
  /** What the parser was shown of it, as long. */
  readonly shown: string
  readonly begin: number
  readonly end: number
  readonly events: readonly Event[]
}

/** Characters parsed at once; about 5 MB of events. */
const SLICE = 16_384
/** The most characters and lines of one block: the parser's time grows with the square of a paragraph's lines. */
const LARGEST_BLOCK = 250_000
const MOST_LINES = 5000
/** So much of a document is kept as blocks until all of its definitions are known; the rest is read twice. About 30 MB. */
const MOST_KEPT = 250_000
/** The same for code and HTML, whose lines the parser only counts. */
const LARGEST_LITERAL = 4_000_000

const MAY_DEFINE = /^[ \t>\-+*\d.)]*\[[^\]]{1,999}\]:/m
const LABEL = /\[((?:\\.|[^[\]\\]){1,999})\]/g

/** Labels that a reference anywhere in the document may name, in the parser's normal form. */
interface Labels {
  readonly links: ReadonlySet<string>
  readonly footnotes: ReadonlySet<string>
}

/**
 * The slices of a text from an offset on.
 * @throws {FormatError} too_long_record: a single paragraph, table or list item is too large; malformed: the text is no MDX
 */
export function* slicesOf(document: Document, from: number): Generator<Slice> {
  const { shown } = document
  if (shown.length - from <= SLICE || !MAY_DEFINE.test(shown)) return yield* cut(document, from)
  const labels = { links: new Set<string>(), footnotes: new Set<string>() }
  const kept: Parsed[] = []
  for (const slice of cut(document, from, 'only blocks')) {
    for (const label of slice.parser.defined) labels.links.add(label)
    for (const label of slice.parser.gfmFootnotes ?? []) labels.footnotes.add(label)
    if (slice.start - from < MOST_KEPT) kept.push(slice)
  }
  let rest: Beginning = { at: from, head: NO_HEAD }
  for (const slice of kept) {
    const finished = withLines(slice, labels)
    // Code of MDX that ends after the slice: from here on it is read again.
    if (finished instanceof SyntaxError) break
    yield finished
    rest = slice.next
  }
  yield* cut(document, rest.at, labels, rest.head)
}

/** The first two lines of a table that began before a slice. */
interface Head {
  readonly text: string
  readonly shown: string
}

const NO_HEAD: Head = { text: '', shown: '' }

/** Where a slice begins, and what is put before it for the parser. */
interface Beginning {
  readonly at: number
  readonly head: Head
}

interface Parsed extends Slice {
  readonly parser: ParseContext
  /** As the parser gives them for the blocks: what is in their lines is not read yet. */
  readonly raw: Event[]
  readonly next: Beginning
}

function* cut(document: Document, from: number, labels?: Labels | 'only blocks', before = NO_HEAD): Generator<Parsed> {
  const { text, shown } = document
  let size = SLICE
  let head = before
  for (let at = from; at < text.length; ) {
    const to = lineEndAfter(text, at + size)
    const piece = { ...document, text: head.text + text.slice(at, to), shown: head.shown + shown.slice(at, to) }
    const parsed = parseSlice(piece, labels)
    if (parsed instanceof SyntaxError) {
      // Code of MDX that ends after the slice.
      if (to === text.length || !isReadable(text.slice(at, to), LARGEST_BLOCK)) throw notMdx(text, at, parsed)
      size *= 2
      continue
    }
    const place = { start: at + parsed.start - head.text.length, begin: head.text.length }
    const rest = to === text.length ? undefined : restOf(parsed.text, parsed.events, place.begin)
    if (rest === undefined || rest.at > place.begin) {
      const end = rest?.at ?? parsed.text.length
      const heading = rest?.heading ?? 0
      at = place.start + end
      head = { text: parsed.text.slice(0, heading), shown: parsed.shown.slice(0, heading) }
      yield { ...parsed, ...place, end, next: { at, head } }
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

/** The events of a slice; an error where MDX cannot be read. */
function parseSlice(
  { text: whole, shown, flavour }: Document,
  labels?: Labels | 'only blocks',
): Omit<Parsed, 'next'> | SyntaxError {
  const parser = parse({ extensions: extensionsFor(shown, flavour) })
  if (typeof labels === 'object') define(parser, shown, labels)
  const raw = readable(() => parser.document().write(preprocess()(shown, undefined, true)))
  if (raw instanceof SyntaxError) return raw
  const events = labels === 'only blocks' ? blocksIn(raw) : readable(() => postprocess(raw))
  if (events instanceof SyntaxError) return events
  // The parser drops a byte order mark and does not count it.
  const start = whole.startsWith('\ufeff') ? 1 : 0
  const text = whole.slice(start)
  return { start, text, shown: shown.slice(start), begin: 0, end: text.length, events, parser, raw }
}

/** A slice whose blocks were read, with what is in their lines; an error where MDX cannot be read. */
function withLines(slice: Parsed, labels: Labels): Slice | SyntaxError {
  define(slice.parser, slice.shown, labels)
  const events = readable(() => postprocess(slice.raw))
  return events instanceof SyntaxError ? events : { ...slice, events }
}

/** Tells the parser which labels of a slice are defined anywhere. */
function define(parser: ParseContext, shown: string, labels: Labels): void {
  const named = labelsIn(shown)
  const notes = named.flatMap(label => (label.startsWith('^') ? label.slice(1) : []))
  parser.defined = [...parser.defined, ...named.filter(label => labels.links.has(label))]
  parser.gfmFootnotes = [...(parser.gfmFootnotes ?? []), ...notes.filter(label => labels.footnotes.has(label))]
}

function readable(read: () => Event[]): Event[] | SyntaxError {
  try {
    return read()
  } catch (error) {
    if (isVFileMessage(error)) return new SyntaxError(error.reason, { cause: error.line })
    throw error
  }
}

/** The events of the blocks at the outermost level: the parser keeps them at the first of the lines that they are read from. */
function blocksIn(events: readonly Event[]): Event[] {
  const blocks: Event[] = []
  for (const event of events) {
    const [kind, { type, previous, _tokenizer: tokenizer }] = event
    if (type !== 'chunkFlow') blocks.push(event)
    else if (kind === 'enter' && !previous) for (const inner of tokenizer?.events ?? []) blocks.push(inner)
  }
  return blocks
}

/** What the parser of MDX throws. */
function isVFileMessage(error: unknown): error is Error & { reason: string; line: number | undefined } {
  return error instanceof Error && 'reason' in error && 'ruleId' in error && typeof error.reason === 'string'
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
  /** How many characters at the beginning of the text are the first two lines of a table, which goes on. */
  readonly heading: number
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
  if (at > begin) return { at, heading: 0, largest }
  return {
    at: lineStart(text, part),
    heading: block.type === 'table' ? lineStart(text, body) : 0,
    largest,
  }
}

/** Where the line of a place begins. A search for the last line end would go back to the beginning of the text where it has none of a kind. */
export function lineStart(text: string, at: number): number {
  let start = at
  while (start > 0 && text[start - 1] !== '\n' && text[start - 1] !== '\r') start -= 1
  return start
}

function tooLarge(text: string, at: number): FormatError {
  const line = (text.slice(0, at).match(/\r\n|\n|\r/g)?.length ?? 0) + 1
  const message =
    `The paragraph or code block that begins at line ${line} is too long to be read at once. ` +
    'Split it with blank lines and send the file again.'
  return new FormatError('too_long_record', message, { line, column: 1 })
}

function notMdx(text: string, at: number, error: SyntaxError): FormatError {
  const line =
    (text.slice(0, at).match(/\r\n|\n|\r/g)?.length ?? 0) + (typeof error.cause === 'number' ? error.cause : 1)
  const message = `Line ${line} cannot be read as MDX: ${error.message.split('\n')[0]} Correct it and send the file again.`
  return new FormatError('malformed', message, { line, column: 1 })
}
