/**
 * Decoding and encoding. Files are UTF-8 with or without a byte order mark, UTF-16 with one, or in a charset that the file declares
 * by name or its format recognizes. Other bytes are refused: decoded and encoded again they would not be the same bytes.
 */
import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import iconv from 'iconv-lite'
import { type ByteStream, type Charset, FormatError } from '../format.ts'

interface Mark {
  readonly charset: Charset
  readonly bytes: readonly number[]
}

const MARKS: readonly Mark[] = [
  { charset: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { charset: 'utf-16le', bytes: [0xff, 0xfe] },
  { charset: 'utf-16be', bytes: [0xfe, 0xff] },
]
const NO_MARK: Mark = { charset: 'utf-8', bytes: [] }
const LONGEST_MARK = 3

/** The charset that the first bytes of a file declare, and the length of the byte order mark. UTF-8 where there is no mark. */
export function charsetOf(head: Uint8Array): { charset: Charset; bom_bytes: number } {
  const mark = MARKS.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte)) ?? NO_MARK
  return { charset: mark.charset, bom_bytes: mark.bytes.length }
}

/** The length of a text in a charset, in bytes. */
export function byteLength(text: string, charset: Charset): number {
  switch (charset) {
    case 'utf-8':
      return Buffer.byteLength(text)
    case 'us-ascii':
      return text.length
    case 'utf-16le':
    case 'utf-16be':
      return text.length * 2
    default:
      return encode(text, charset).length
  }
}

/**
 * Returns a function that turns a character offset in `text` into a byte offset in the file. `from` is the byte offset where the text
 * begins. Each call measures only the text since the call before, so the offsets must be given in ascending order.
 */
export function byteCounter(text: string, charset: Charset, from: number): (at: number) => number {
  // Most files are ASCII.
  if (charset === 'utf-8' && Buffer.byteLength(text) === text.length) return at => from + at
  let chars = 0
  let bytes = from
  return at => {
    bytes += byteLength(text.slice(chars, at), charset)
    chars = at
    return bytes
  }
}

/**
 * Encodes without a byte order mark. A format must escape a text for `us-ascii` before. A character that a legacy charset lacks
 * becomes `?`; verification of the result finds it.
 */
export function encode(text: string, charset: Charset): Uint8Array {
  switch (charset) {
    case 'utf-8':
      return Buffer.from(text, 'utf8')
    case 'us-ascii':
      return Buffer.from(text, 'latin1')
    case 'utf-16le':
      return Buffer.from(text, 'utf16le')
    case 'utf-16be':
      return Buffer.from(text, 'utf16le').swap16()
    default:
      return iconv.encode(text, charset.slice(LEGACY.length))
  }
}

/** Like `encode`, for the bytes of an edit. UTF-8 stays a string, which `splice` encodes into its buffer. */
export function encodeLater(text: string, charset: Charset): Uint8Array | string {
  return charset === 'utf-8' ? text : encode(text, charset)
}

/** Decodes bytes of a file, or bytes that `encode` made. A byte order mark becomes a character. */
export function decode(bytes: Uint8Array, charset: Charset): string {
  if (isLegacy(charset)) return iconv.decode(bytes, charset.slice(LEGACY.length))
  if (charset === 'utf-8') return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
  return new TextDecoder(charset === 'us-ascii' ? 'utf-8' : charset, { ignoreBOM: true }).decode(bytes)
}

/** Whether a text can be written in a charset. */
export function holds(charset: Charset, text: string): boolean {
  return !isLegacy(charset) || decode(encode(text, charset), charset) === text
}

/** Decodes a stream in a legacy charset chunk by chunk; a chunk may end inside a character. Bytes that are no text become U+FFFD. */
export async function* decodeLegacy(source: ByteStream, charset: Charset): AsyncGenerator<string> {
  const decoder = iconv.getDecoder(charset.slice(LEGACY.length))
  for await (const chunk of source) yield decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))
  yield decoder.end() ?? ''
}

const LEGACY = 'legacy:'

function isLegacy(charset: Charset): charset is `legacy:${string}` {
  return charset.startsWith(LEGACY)
}

/** The names of UTF-8, and of ASCII, which is a subset of it. */
const UTF_8 = /^(?:utf-?8|us-ascii|ascii|ansi_x3\.4-1968)$/i
/** Charsets in which a byte below 128 need not be the ASCII character, so that a file's own syntax could not be read. */
const NOT_ASCII_BASED = /^(?:utf-?(?:7|16|32)|ucs-?[24]|iso-?2022|hz)/i

/** The charset with this name, for files that declare one; undefined for a name that is unknown or no superset of ASCII. */
export function charsetNamed(name: string): Charset | undefined {
  if (UTF_8.test(name)) return 'utf-8'
  return NOT_ASCII_BASED.test(name) || !iconv.encodingExists(name) ? undefined : `legacy:${name.toLowerCase()}`
}

/** Whether the bytes are text in a charset: decoded and encoded again, they are the same bytes. */
export function isText(bytes: Uint8Array, charset: Charset): boolean {
  if (charset === 'utf-8') return isUtf8(bytes)
  return Buffer.compare(encode(decode(bytes, charset), charset), bytes) === 0
}

export interface DecodedText {
  readonly charset: Charset
  /** Where the text begins in the file: after the byte order mark, which is not part of the text. */
  readonly bom_bytes: number
  readonly text: string
}

/**
 * Decodes a stream chunk by chunk; a chunk may end inside a character. Yields at least once, so that an empty file has a charset.
 * @throws {FormatError} not_decodable: the bytes are not text in the charset they declare, or contain NUL as binary files do
 */
export async function* decodeStream(source: ByteStream): AsyncGenerator<DecodedText> {
  let head = Buffer.alloc(0)
  let decoder: StreamDecoder | undefined
  for await (const chunk of source) {
    if (decoder) {
      yield decoder.push(chunk, false)
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length < LONGEST_MARK) continue
    decoder = streamDecoder(head)
    yield decoder.push(head.subarray(decoder.bom_bytes), false)
  }
  decoder ??= streamDecoder(head)
  const rest = head.length < LONGEST_MARK ? head.subarray(decoder.bom_bytes) : new Uint8Array()
  yield decoder.push(rest, true)
}

/** The whole file as one text, for formats that cannot be read in pieces. @throws {FormatError} not_decodable: as `decodeStream` */
export async function decodeWhole(source: ByteStream): Promise<DecodedText> {
  const pieces: DecodedText[] = []
  for await (const piece of decodeStream(source)) pieces.push(piece)
  const { charset, bom_bytes } = pieces[0] ?? { charset: 'utf-8', bom_bytes: 0 }
  return { charset, bom_bytes, text: pieces.map(piece => piece.text).join('') }
}

interface StreamDecoder {
  readonly bom_bytes: number
  push(chunk: Uint8Array, last: boolean): DecodedText
}

function streamDecoder(head: Uint8Array): StreamDecoder {
  const { charset, bom_bytes } = charsetOf(head)
  const decode = charset === 'utf-8' ? utf8Decoder() : wideDecoder(charset)
  return {
    bom_bytes,
    push: (chunk, last) => ({ charset, bom_bytes, text: decode(chunk, last) }),
  }
}

type Decode = (chunk: Uint8Array, last: boolean) => string

/** Decodes into strings that take one byte of memory per character where they can. Those of `TextDecoder` for streams take two. */
function utf8Decoder(): Decode {
  let rest: Uint8Array = new Uint8Array()
  return (chunk, last) => {
    if (chunk.includes(0)) throw binary('utf-8')
    const all = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const end = last ? all.length : wholeCharacters(all)
    const whole = all.subarray(0, end)
    rest = all.subarray(end)
    if (!isUtf8(whole)) throw notDecodable('utf-8')
    return decode(whole, 'utf-8')
  }
}

/** How many of the bytes are whole characters of UTF-8: all of them, unless a character is cut at the end. */
function wholeCharacters(bytes: Uint8Array): number {
  let at = bytes.length - 1
  while (at > 0 && at > bytes.length - LONGEST_CHARACTER && ((bytes[at] ?? 0) & 0xc0) === 0x80) at -= 1
  const first = bytes[at] ?? 0
  const length = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : LONGEST_CHARACTER
  return at + length > bytes.length ? at : bytes.length
}

const LONGEST_CHARACTER = 4

/** Fatal decoding of UTF-16 accepts only bytes that encode back to themselves. */
function wideDecoder(charset: Charset): Decode {
  const decoder = new TextDecoder(charset, { fatal: true, ignoreBOM: true })
  return (chunk, last) => {
    const text = decodeStrictly(decoder, charset, chunk, last)
    if (text.includes('\0')) throw binary(charset)
    return text
  }
}

function decodeStrictly(decoder: TextDecoder, charset: Charset, chunk: Uint8Array, last: boolean): string {
  try {
    return decoder.decode(chunk, { stream: !last })
  } catch {
    throw notDecodable(charset)
  }
}

/** The error for a file whose bytes are not text in the charset that it declares. */
export function notDecodable(charset: Charset): FormatError {
  const name = (isLegacy(charset) ? charset.slice(LEGACY.length) : charset).toUpperCase()
  return new FormatError(
    'not_decodable',
    charset === 'utf-8'
      ? 'The file is not UTF-8 text. Save it as UTF-8, or as UTF-16 with a byte order mark, and send it again.'
      : `The file says it is ${name} but its bytes are not. Save it as UTF-8 and send it again.`,
  )
}

/** The error for a file that contains NUL. */
export function binary(charset: Charset): FormatError {
  return new FormatError(
    'not_decodable',
    charset === 'utf-8'
      ? 'The file holds NUL bytes: it is binary, or UTF-16 without a byte order mark. Save it as UTF-8 text and send it again.'
      : 'The file has NUL characters, which text never has. Save it as UTF-8 text and send it again.',
  )
}
