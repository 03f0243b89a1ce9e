/**
 * Plain text: a unit per paragraph. Blank lines end a paragraph, and so does every line that a writer ended on purpose: list items,
 * titles, addresses, one string per line. Lines that were only wrapped to a width stay together in one unit. The text of such a unit
 * has `\n` in it; its translation is written with the line ends of the paragraph.
 */
import { byteLength, encode } from '../bytes/charset.ts'
import { Flattened } from '../bytes/flatten.ts'
import { type Line, linesOf } from '../bytes/lines.ts'
import { leftOutOfText } from '../content/left-out.ts'
import type { ByteStream, Edit, Format, Unit } from '../format.ts'
import { textFacts } from './facts.ts'

/** The most characters of a paragraph. A longer one is cut at a line end, so that memory does not grow with the file. */
const PARAGRAPH_CAP = 1_000_000
/** The narrowest width, in columns, that people wrap to. A block whose lines are all shorter is a list. */
const NARROWEST_WRAP = 40
/** The widest width, in columns, that people wrap to. A longer line is a whole paragraph: its editor wraps only on the screen. */
const WIDEST_WRAP = 132
/** Lines wrapped by hand differ in length: a line counts as full if the next word would pass this share of the width. */
const RAGGED = 0.85

const LIST_MARK = /^\s*(?:[-*+•‣▪●◦–—]|\(?\d{1,3}[.)]|\(?[a-z]\)|#{1,6}|>+)\s+/u
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/g
const SENTENCE_END = /[.!?:;…。！？：；]["'”’»)\]」』]*$/u
const STARTS_LOWER = /^["'“‘«(]*\p{Ll}/u

export const text: Format = {
  ...textFacts,

  scan: source => new Flattened(() => unitBatches(source)),

  edits(unit, translation): readonly Edit[] {
    if (translation === undefined || translation === unit.text) return []
    return [{ start: unit.start, end: unit.end, bytes: encode(withLineEnds(unit, translation), unit.charset) }]
  },
}

async function* unitBatches(source: ByteStream): AsyncGenerator<readonly Unit[]> {
  let index = 0
  for await (const blocks of blocksOf(linesOf(source, PARAGRAPH_CAP))) {
    const units: Unit[] = []
    for (const block of blocks) for (const lines of paragraphsOf(block)) units.push(unitOf(lines, index + units.length))
    index += units.length
    yield units
  }
}

/** A line, and what is known of it. */
interface Piece {
  /** The line without the white space around it and without its list mark. */
  readonly text: string
  /** Where `text` begins in the line, in characters. */
  readonly lead: number
  /** Where `text` begins in the file, in bytes. */
  readonly start: number
  /** How many columns of white space the line begins with. */
  readonly indent: number
  /** It has a list mark. */
  readonly marked: boolean
  /** It has a letter. */
  readonly worded: boolean
  /** How many columns the line takes, without its list mark. */
  readonly used: number
  readonly line: Line
}

/** Blocks: lines without a blank line between them. A block of more than `PARAGRAPH_CAP` characters is cut into several. */
async function* blocksOf(batches: AsyncIterable<readonly Line[]>): AsyncGenerator<readonly Piece[][]> {
  let blocks: Piece[][] = []
  let block: Piece[] = []
  let size = 0
  for await (const lines of batches) {
    for (const line of lines) {
      const piece = pieceOf(line)
      const blank = piece.text === ''
      if (block.length > 0 && (blank || size + line.text.length + line.eol.length > PARAGRAPH_CAP)) {
        blocks.push(block)
        block = []
        size = 0
      }
      if (blank) continue
      block.push(piece)
      size += line.text.length + line.eol.length
    }
    yield blocks
    blocks = []
  }
  if (block.length > 0) yield [block]
}

const HAS_LETTER = /\p{L}/u

function pieceOf(line: Line): Piece {
  const mark = LIST_MARK.exec(line.text)?.[0]
  const body = (mark === undefined ? line.text : line.text.slice(mark.length)).trimEnd()
  const text = body.trimStart()
  const indent = indentOf(line.text)
  const lead = (mark?.length ?? 0) + body.length - text.length
  const start = lead === 0 ? line.start : line.start + byteLength(line.text.slice(0, lead), line.charset)
  const used = indent + columns(text)
  return { text, lead, start, indent, marked: mark !== undefined, worded: HAS_LETTER.test(text), used, line }
}

const BLANKS = /^\s+/

function indentOf(text: string): number {
  return BLANKS.exec(text)?.[0].replaceAll('\t', ' '.repeat(8)).length ?? 0
}

/** Cuts a block where lines were broken on purpose. */
function paragraphsOf(block: readonly Piece[]): Piece[][] {
  const items: Piece[][] = []
  let item: Piece[] = []
  let worded = false
  for (const piece of block) {
    if (piece.marked || !piece.worded || !worded) {
      item = [piece]
      items.push(item)
    } else item.push(piece)
    worded = piece.worded
  }
  return items.flatMap(unwrap)
}

/** Joins the lines of an item that were only wrapped. Each line stays alone where most line ends look as if they were on purpose. */
function unwrap(item: readonly Piece[]): Piece[][] {
  if (item.length === 1) return [[...item]]
  const width = item.reduce((widest, { used }) => (used > widest && used <= WIDEST_WRAP ? used : widest), 0)
  const wrapped = item.slice(1).map((next, at) => isWrapped(item[at] ?? next, next, width))
  const sentences = item.every(piece => SENTENCE_END.test(piece.text))
  const prose = width >= NARROWEST_WRAP && !sentences && wrapped.filter(Boolean).length * 2 > wrapped.length
  const paragraphs: Piece[][] = []
  item.forEach((piece, at) => {
    const paragraph = paragraphs.at(-1)
    if (paragraph && prose && wrapped[at - 1]) paragraph.push(piece)
    else paragraphs.push([piece])
  })
  return paragraphs
}

/** Whether a line end came from wrapping: the next word had no room, or the sentence plainly goes on. */
function isWrapped(line: Piece, next: Piece, width: number): boolean {
  // A continuation is indented deeper than its line only below a list mark. Elsewhere it is something else, such as a centred title.
  if (next.indent > line.indent && (!line.marked || SENTENCE_END.test(line.text))) return false
  if (line.used > WIDEST_WRAP) return false
  const word = /^\S+/.exec(next.text)?.[0] ?? ''
  return line.used + 1 + columns(word) > width * RAGGED || (line.used * 2 > width && STARTS_LOWER.test(next.text))
}

/** Columns on a screen: East Asian characters take two. */
function columns(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0)
}

function unitOf(lines: readonly Piece[], index: number): Unit {
  const first = lines[0]
  const last = lines.at(-1)
  if (!first || !last) throw new RangeError('a paragraph has lines')
  const { charset } = first.line
  const raw = rawOf(lines)
  const text = raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw
  return {
    index,
    path: `text:p${index + 1}`,
    part: 'paragraph',
    ordinal: index + 1,
    start: first.start,
    end: last.start + byteLength(last.text, charset),
    text,
    raw,
    charset,
    eol: lines.map(piece => piece.line.eol).find(eol => eol !== '') ?? '\n',
    left_out: leftOutOfText(text),
  }
}

/** Everything from the text of the first line to the text of the last one. */
function rawOf(lines: readonly Piece[]): string {
  const last = lines.length - 1
  return lines
    .map(({ line, lead, text }, at) => {
      const from = at === 0 ? lead : 0
      return at === last ? line.text.slice(from, lead + text.length) : line.text.slice(from) + line.eol
    })
    .join('')
}

const LINE_END = /[\r\n]/

/** The translation with the line ends of the original, one by one, if both have as many lines; else with the first of them. */
function withLineEnds(unit: Unit, translation: string): string {
  if (!unit.text.includes('\n') && !LINE_END.test(translation)) return translation
  const theirs = unit.raw?.match(/\r\n|\n|\r/g) ?? []
  const lines = translation.split(/\r\n|\n|\r/)
  const kept = theirs.length === lines.length - 1
  return lines.map((line, at) => (at === 0 ? line : ((kept && theirs[at - 1]) || (unit.eol ?? '\n')) + line)).join('')
}
