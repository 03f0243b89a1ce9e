/** The charset of files that Xcode once wrote as UTF-16, and other programs without its mark. */
import { type DecodedText, decode, decodeWhole, isText, notDecodable } from '../bytes/charset.ts'
import { heldBytes, oneChunk } from '../bytes/ranges.ts'
import { type ByteStream, type Charset, FormatError } from '../format.ts'

/** Reads a file. UTF-16 without a mark is known by its slashes, quotes and blanks. @throws {FormatError} not_decodable; malformed */
export async function decodedUnmarked(source: ByteStream): Promise<DecodedText> {
  const bytes = await heldBytes(source)
  if (bytes.subarray(0, BINARY.length).equals(BINARY)) throw compiled()
  const charset = unmarked(bytes)
  if (charset === undefined) return await decodeWhole(oneChunk(bytes))
  if (!isText(bytes, charset)) throw notDecodable(charset)
  return { charset, bom_bytes: 0, text: decode(bytes, charset) }
}

const BINARY = Buffer.from('bplist')

function compiled(): FormatError {
  return new FormatError(
    'malformed',
    'This is a compiled file of an app, a binary property list. Send the .strings file of the project.',
  )
}

function unmarked(bytes: Buffer): Charset | undefined {
  const [first, second] = bytes
  if (bytes.length < 2 || bytes.length % 2 !== 0) return undefined
  if (first === 0 && second !== 0) return 'utf-16be'
  return first !== 0 && second === 0 ? 'utf-16le' : undefined
}
