/** A catalogue that is read as a whole: its messages, and the lines that each of them has. */
import { binary, isText, notDecodable } from '../bytes/charset.ts'
import { PIECE_BYTES } from '../bytes/pieces.ts'
import { type CataloguePart, cataloguePart, foldingOf, isHeaderOf, partOf } from './catalogue.ts'
import { catalogueHeadOf } from './head.ts'
import { type CatalogueLine, catalogueLines, type EntryBlock, entryBlocks } from './lines.ts'
import { type Message, readMessage } from './message.ts'
import { type Entry, readEntries } from './reader.ts'

/** An entry with its lines. The header has no message. */
export interface WholeEntry extends EntryBlock {
  readonly entry: Entry
  readonly message: Message | undefined
}

export interface WholeCatalogue {
  readonly catalogue: CataloguePart
  /** The byte offset of its end. */
  readonly end: number
  readonly lines: readonly CatalogueLine[]
  readonly entries: readonly WholeEntry[]
  /** Whether it folds long strings; undefined where it has none. */
  readonly folds: boolean | undefined
}

/** @throws {FormatError} as `scan` of the format */
export function wholeCatalogue(file: Uint8Array): WholeCatalogue {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length)
  const { base, catalogue: head } = catalogueHeadOf(bytes.subarray(0, PIECE_BYTES), bytes.length <= PIECE_BYTES, {})
  const text = bytes.subarray(base)
  if (text.includes(0)) throw binary('utf-8')
  if (!isText(text, head.charset)) throw notDecodable(head.charset)
  const part = partOf(text, base, 1, true)
  const catalogue = cataloguePart(head, text, part)
  const read: Entry[] = []
  readEntries(part, entry => read.push(entry))
  const lines = catalogueLines(part)
  const blocks = entryBlocks(lines, read)
  const entries = read.flatMap((entry, at) => {
    const block = blocks[at]
    return block
      ? [{ ...block, entry, message: isHeaderOf(catalogue, entry) ? undefined : readMessage(catalogue, entry) }]
      : []
  })
  const { folded, endless } = foldingOf(read, part)
  const folds = folded === 0 && endless === 0 ? undefined : folded > 0
  return { catalogue, end: bytes.length, lines, entries, folds }
}
