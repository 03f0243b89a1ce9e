/**
 * Prose in languages of documentation: a unit per paragraph, title, item and cell, with its markup as tags. Files are read line by line: what
 * is not surely prose is left as it is, and listed where it holds text. A translation is written only if it reads back as the same text in the
 * same block; else the source is kept.
 */
import { byteCounter, decodeWhole, encode } from '../bytes/charset.ts'
import { Flattened } from '../bytes/flatten.ts'
import { leftOutOfData, leftOutOfText } from '../content/left-out.ts'
import { outlineOf } from '../content/outline.ts'
import type { ByteStream, Edit, Format, FormatFacts, Unit, UnitKind } from '../format.ts'
import type { ProseBlock, ProseDialect, ProseDocument, ProseKind } from './dialect.ts'
import { onLines, textOfLines } from './lines.ts'
import { prosePiecesOf, type Tagged, taggedOf } from './tags.ts'

/** Two ranges of bytes, and how long each of them is made by a character of its own. */
interface Adornment {
  readonly start: number
  readonly end: number
  readonly sign: string
  readonly length: number
}

interface ProseUnit extends Unit {
  readonly raw: string
  /** Absent for what is never written. */
  readonly tagged: Tagged | undefined
  readonly block: ProseBlock
  readonly document: ProseDocument
  /** Where the text begins on its line. */
  readonly column: number
  readonly adornments: readonly Adornment[]
  /** Of the last text in what is drawn: the bytes of that, and its line ends. */
  readonly whole?: { readonly start: number; readonly end: number; readonly eol: string } | undefined
}

const KINDS: Readonly<Record<ProseKind, readonly [kind: UnitKind, words: string | undefined]>> = {
  h: ['heading', 'heading'],
  p: ['paragraph', 'paragraph'],
  li: ['list', 'list item'],
  quote: ['quote', 'quote'],
  note: ['footnote', 'footnote'],
  cell: ['table', 'cell'],
  title: ['paragraph', 'title'],
  alt: ['alt text', 'alt text'],
  meta: ['metadata', undefined],
  code: ['code', undefined],
  comment: ['comment', undefined],
}

export function proseOf(facts: FormatFacts, dialect: ProseDialect): Format<ProseUnit> {
  return {
    ...facts,
    scan: source => new Flattened(() => scan(source, dialect)),
    edits(unit, translation): readonly Edit[] {
      const isChanged = translation !== undefined && translation !== unit.text
      const written = isChanged ? writtenAs(unit, translation, dialect) : undefined
      if (unit.block.drawn) return drawnEdits(unit, written)
      return written === undefined ? [] : editsOf(unit, written, dialect.width)
    },
  }
}

/** So many blocks are given on together. */
const BATCH = 200

async function* scan(source: ByteStream, dialect: ProseDialect): AsyncGenerator<readonly ProseUnit[]> {
  const { text, charset, bom_bytes } = await decodeWhole(source)
  const document = dialect.open(text)
  const byteAt = byteCounter(text, charset, bom_bytes)
  const outline = outlineOf(dialect.scheme)
  const columnAt = columnsIn(text)
  const eol = /\r\n?|\n/.exec(text)?.[0] ?? '\n'
  /** What is being drawn, and where that begins, in bytes. */
  let drawn: ProseBlock['drawn']
  let drawnFrom = 0
  const unitOf = (block: ProseBlock, index: number): ProseUnit => {
    const over = block.adornments?.filter(({ end }) => end <= block.start) ?? []
    const under = block.adornments?.filter(({ start }) => start >= block.end) ?? []
    const adornment = ({ start, end }: { start: number; end: number }): Adornment => ({
      ...{ start: byteAt(start), end: byteAt(end), sign: text[start] ?? '', length: end - start },
    })
    if (block.drawn && block.drawn.whole !== drawn?.whole) drawnFrom = byteAt(block.drawn.whole.start)
    drawn = block.drawn
    const before = over.map(adornment)
    const [start, end] = [byteAt(block.start), byteAt(block.end)]
    const { whole } = block.drawn ?? {}
    const raw = block.drawn?.raw ?? text.slice(block.start, block.end)
    const tagged = isWritten(block) ? taggedOf(document.inline(textOfLines(raw, dialect), block)) : undefined
    const shown = tagged?.text ?? raw.replace(/\r\n?/g, '\n')
    const [kind, words] = KINDS[block.kind]
    return {
      ...{ index, ...outline.place({ ...block, text: shown }), kind, start, end, text: shown, raw, charset },
      left_out: block.left_out ?? (block.kind === 'alt' ? leftOutOfData(shown) : leftOutOfText(shown)),
      because: block.because,
      context: { kind: words && block.level > 0 ? `${words} ${block.level}` : words, stands_for: meanings(tagged) },
      ...{ tagged, block, document, column: columnAt(block.start) },
      adornments: [...before, ...under.map(adornment)],
      whole: whole && block.drawn?.isLast ? { start: drawnFrom, end: byteAt(whole.end), eol } : undefined,
    }
  }
  const { blocks } = document
  for (let at = 0; at < blocks.length; at += BATCH)
    yield blocks.slice(at, at + BATCH).map((block, index) => unitOf(block, at + index))
}

function isWritten({ kind }: ProseBlock): boolean {
  return kind !== 'code' && kind !== 'comment'
}

const LONGEST = 60

function meanings(tagged: Tagged | undefined): Readonly<Record<string, string>> | undefined {
  const meant = (tagged?.codes ?? []).filter(({ close }) => close === undefined)
  if (meant.length === 0) return undefined
  return Object.fromEntries(
    meant.map(({ tag, open }) => [tag, open.length > LONGEST ? `${open.slice(0, LONGEST - 1)}…` : open]),
  )
}

/** Where places begin on their lines. They are asked for one behind the other, so that each line is looked at once. */
function columnsIn(text: string): (at: number) => number {
  const end = /[\r\n]/g
  const nextEnd = () => end.exec(text)?.index ?? Infinity
  let begin = 0
  let next = nextEnd()
  return at => {
    while (next < at) {
      begin = next + 1
      next = nextEnd()
    }
    return Math.max(0, at - begin)
  }
}

/** The text as it is written at the place of its unit; undefined where nothing is written. */
function writtenAs(unit: ProseUnit, translation: string, dialect: ProseDialect): string | undefined {
  const { block, document, raw, tagged } = unit
  const pieces = tagged && prosePiecesOf(translation, tagged)
  if (!pieces || /[\r\n]/.test(translation) || translation.trim() !== translation || translation === '')
    return undefined
  for (const line of document.writings(pieces, block)) {
    if (taggedOf(document.inline(line, block)).text !== translation) continue
    const written = block.drawn
      ? block.drawn.onLines(line, word => dialect.begins_line.test(word))
      : onLines(line, raw, unit.column, block, dialect)
    if (written === undefined || textOfLines(written, dialect) !== line) continue
    if (block.lines !== 'several' && (block.lines === 'kept') !== /[\r\n]/.test(written)) continue
    if (document.isSame(written, raw, block)) return written
  }
  return undefined
}

/** What is drawn is written once, when all its texts are known. */
function drawnEdits({ block, charset, whole }: ProseUnit, written: string | undefined): Edit[] {
  if (written !== undefined) block.drawn?.put(written)
  const drawn = whole && block.drawn?.draw(whole.eol)
  return whole && drawn !== undefined ? [{ start: whole.start, end: whole.end, bytes: encode(drawn, charset) }] : []
}

function editsOf(
  { start, end, charset, raw, adornments }: ProseUnit,
  written: string,
  width: ProseDialect['width'],
): Edit[] {
  const lengthened = adornments.map(({ sign, length, ...range }) => ({
    ...range,
    bytes: encode(sign.repeat(adorned(length, width(raw), width(written))), charset),
  }))
  const text = { start, end, bytes: encode(written, charset) }
  return [...lengthened, text].sort((one, other) => one.start - other.start)
}

/** Within so many columns a line around a title is meant to be as wide as that. */
const NEAR = 4

/** Shorter lines mean other things. */
const SHORTEST = 4

/** How long a line around a title becomes: as much longer as it was, or, where it was much longer, only as long as it has to be. */
function adorned(length: number, before: number, after: number): number {
  const made = length - before <= NEAR ? Math.max(length - before, 0) + after : Math.max(length, after)
  return Math.max(made, Math.min(length, SHORTEST))
}
