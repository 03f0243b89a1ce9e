/** A CSV file in chunks of whole records. Memory holds one chunk and one record, however large the file is. */
import { binary, charsetOf, decode, isText, notDecodable } from '../bytes/charset.ts'
import { type FilePiece, PIECE_BYTES, piecesOf } from '../bytes/pieces.ts'
import { type ByteStream, type Charset, FormatError } from '../format.ts'
import { type Cells, type CsvRecord, type Dialect, emptyRecord, readRecord, WIDE } from './scanner.ts'

const HEAD_BYTES = PIECE_BYTES
/** The longest record, in bytes (in UTF-16: code units). A longer one has a quote that was left open, or the file is no table. */
const RECORD_CAP = 1_000_000

/** Bytes of a file that are looked at together. Their text is decoded only where it is asked for. */
export interface Chunk {
  readonly cells: Cells
  readonly charset: Charset
  /** How many bytes an item of `cells` has. */
  readonly width: 1 | 2
  /** The byte offset in the file of the first item of `cells`. */
  readonly offset: number
  /** The text of a field, from one index of `cells` to another; `kind` is that of the scanner. */
  textAt(from: number, to: number, kind: number): string
}

/** Called with each record in order; `number` counts from 1. The record object is reused for the next record. */
export type RecordReader = (chunk: Chunk, record: CsvRecord, number: number) => void

/** A file's first bytes. */
export interface Head {
  readonly chunk: Chunk
  /** The head is the whole file. */
  readonly whole: boolean
}

const WESTERN: Charset = 'legacy:windows-1252'
/** Not in a text of Western Europe or America: control characters, rare signs, four characters beyond ASCII in a row. */
const FOREIGN = /[\u0080-\u009f]|[^\0-\x7f]{4}|[¤¦¬¯]/u
/** Two bytes that form a character in UTF-8: the file is damaged UTF-8, not Windows-1252. */
const DAMAGED = /[\xc2-\xf4][\x80-\xbf]/

/**
 * The charset that a byte order mark declares, else UTF-8, else Windows-1252, which spreadsheets in Western Europe and America save
 * by default. It is Windows-1252 only if the text looks like a language of these places: see `FOREIGN`.
 */
function charsetOfTable(bytes: Buffer): { charset: Charset; bom_bytes: number } {
  const said = charsetOf(bytes)
  const head = bytes.subarray(0, HEAD_BYTES - LONGEST_CHARACTER)
  if (said.bom_bytes > 0 || said.charset !== 'utf-8' || isText(withoutCutCharacter(head), 'utf-8')) return said
  const damaged = head.includes(0) || DAMAGED.test(head.toString('latin1'))
  const western = !damaged && isText(head, WESTERN) && !FOREIGN.test(decode(head, WESTERN))
  return western ? { charset: WESTERN, bom_bytes: 0 } : said
}

const LONGEST_CHARACTER = 4

/** A head of full length without a character of several bytes at its end, because that may be cut. A shorter head is unchanged. */
function withoutCutCharacter(bytes: Buffer): Buffer {
  if (bytes.length < HEAD_BYTES - LONGEST_CHARACTER) return bytes
  let end = bytes.length
  while (end > bytes.length - LONGEST_CHARACTER && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1
  return ((bytes[end - 1] ?? 0) & 0xc0) === 0xc0 ? bytes.subarray(0, end - 1) : bytes.subarray(0, end)
}

/** The beginning of a file, and all pieces of the file, the first included. */
export async function headOf(source: ByteStream): Promise<{ head: Head; pieces: AsyncGenerator<FilePiece> }> {
  const pieces = piecesOf(source)
  const first = await pieces.next()
  const piece: FilePiece = first.done ? { bytes: Buffer.alloc(0), last: true } : first.value
  const { charset, bom_bytes } = charsetOfTable(piece.bytes)
  const bytes = piece.bytes.subarray(bom_bytes, HEAD_BYTES)
  return {
    head: { chunk: chunkOf(bytes, charset, bom_bytes), whole: piece.last && piece.bytes.length <= HEAD_BYTES },
    pieces: (async function* () {
      yield piece
      yield* pieces
    })(),
  }
}

/**
 * Calls `read` with every record, and yields after each chunk. A record may be `capFactor` times as long as `RECORD_CAP`.
 * @throws {FormatError} not_decodable, malformed (a quote that is never closed), too_long_record
 */
export async function* readRecords(
  pieces: AsyncIterable<FilePiece>,
  { charset, offset: begin }: Pick<Chunk, 'charset' | 'offset'>,
  dialect: Dialect,
  capFactor: number,
  read: RecordReader,
): AsyncGenerator<undefined> {
  const records: Records = { record: emptyRecord(), number: 0, line: 1, dialect, cap: RECORD_CAP * capFactor, read }
  let rest: Buffer = Buffer.alloc(0)
  let offset = begin
  let first = true
  for await (const { bytes, last } of pieces) {
    const all = Buffer.concat([rest, first ? bytes.subarray(begin) : bytes])
    first = false
    const chunk = chunkOf(all, charset, offset)
    const used = readChunk(chunk, last, records) * chunk.width
    if (last && used < all.length) throw notDecodable(charset)
    requireText(all.subarray(0, used), charset)
    yield
    rest = all.subarray(used)
    offset += used
  }
}

/** The state of reading records. */
interface Records {
  readonly record: CsvRecord
  readonly dialect: Dialect
  readonly read: RecordReader
  /** The longest record, in items of `Chunk.cells`. */
  readonly cap: number
  /** How many records were read. */
  number: number
  /** The line, from 1, that the next record begins in. */
  line: number
}

/** Reads the complete records of a chunk and gives where the rest begins. The runtime makes a loop fast only without await. */
function readChunk(chunk: Chunk, last: boolean, records: Records): number {
  const { record, dialect, cap, read } = records
  const { cells } = chunk
  let at = 0
  while (at < cells.length) {
    const outcome = readRecord(cells, at, last, dialect, record)
    const length = (outcome === 'whole' ? record.next : cells.length) - at
    if (length > cap) throw tooLong(records.line, cap)
    if (outcome === 'unclosed') throw unclosed(records.line)
    if (outcome === 'cut') break
    records.number += 1
    records.line += 1 + record.inner_lines
    read(chunk, record, records.number)
    at = record.next
  }
  return at
}

function requireText(bytes: Uint8Array, charset: Charset): void {
  if (!isText(bytes, charset)) throw notDecodable(charset)
  const zeros = !charset.startsWith('utf-16') ? bytes.includes(0) : decode(bytes, charset).includes('\0')
  if (zeros) throw binary(charset)
}

/** The chunk of these bytes. An odd byte at the end of UTF-16 is not part of it. */
function chunkOf(bytes: Buffer, charset: Charset, offset: number): Chunk {
  if (charset !== 'utf-16le' && charset !== 'utf-16be') {
    const view = bytes.toString('latin1')
    const wide = (from: number, to: number): string =>
      charset === 'utf-8' ? bytes.toString('utf8', from, to) : decode(bytes.subarray(from, to), charset)
    const textAt = (from: number, to: number, kind: number): string =>
      (kind & WIDE) === 0 ? view.slice(from, to) : wide(from, to)
    return { cells: bytes, charset, width: 1, offset, textAt }
  }
  const even = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
  if (charset === 'utf-16be') even.swap16()
  const copy = new Uint8Array(even)
  const text = even.toString('utf16le')
  const cells = new Uint16Array(copy.buffer)
  return { cells, charset, width: 2, offset, textAt: (from, to) => text.slice(from, to) }
}

function tooLong(line: number, cap: number): FormatError {
  return new FormatError(
    'too_long_record',
    `The row that begins in line ${line} is longer than ${cap / 1_000_000} MB. Most often a quote was left open there: close it and send the file again.`,
    { line, column: 1 },
  )
}

function unclosed(line: number): FormatError {
  return new FormatError(
    'malformed',
    `A quote that is opened in the row that begins in line ${line} is never closed, so the rest of the file would be one cell. Close it and send the file again.`,
    { line, column: 1 },
  )
}
