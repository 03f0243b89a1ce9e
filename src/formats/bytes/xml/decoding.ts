/** The text of an XML file: in the charset of its byte order mark, else in the one that its declaration names, else in UTF-8. */
import { type ByteStream, type Charset, FormatError } from '../../format.ts'
import { binary, charsetNamed, charsetOf, decode, decodeStream, isText, notDecodable } from '../charset.ts'
import { bytesOfPieces } from '../pieces.ts'

export interface XmlText {
  readonly charset: Charset
  readonly bom_bytes: number
  readonly text: string
}

/** Smaller than those of other files: of a few bytes of XML many nodes are made, and the garbage collector copies what is in use. */
const PIECE_BYTES = 8192

const DECLARED = /^<\?xml[^<>]{0,200}?\sencoding\s*=\s*["']([\w.:-]{1,60})["']/
const ASCII = /^(?:us-ascii|ascii|ansi_x3\.4-1968)$/i
/** Programs that hold text as UTF-16 write this name into files that they then save as UTF-8. */
const WIDE = /^(?:utf-?(?:16|32)|ucs-?[24]|unicode)/i

/** The charset that a file says it is in, by its first text; undefined where it says none. */
export function charsetSaid(head: string): string | undefined {
  return DECLARED.exec(head)?.[1]
}

/** The text in pieces. @throws {FormatError} not_decodable: the charset is unknown, or the bytes are not text in it */
export async function* textOfXml(source: ByteStream): AsyncGenerator<XmlText> {
  const pieces = bytesOfPieces(source, PIECE_BYTES)
  const first = await pieces.next()
  const head: Buffer = first.done ? Buffer.alloc(0) : first.value
  const name = charsetOf(head).bom_bytes > 0 ? undefined : charsetSaid(head.toString('latin1', 0, 400))
  const charset = name === undefined || WIDE.test(name) ? 'utf-8' : charsetNamed(name)
  if (charset === undefined) throw unknownCharset(name ?? '')
  const all = joined(head, pieces)
  if (charset !== 'utf-8') yield* legacyText(all, charset)
  else if (name !== undefined && ASCII.test(name)) {
    for await (const { bom_bytes, text } of decodeStream(all)) yield { charset: 'us-ascii', bom_bytes, text }
  } else yield* decodeStream(all)
}

async function* joined(head: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head
  yield* rest
}

/** A file in an older charset is decoded as a whole: its characters may be cut between pieces. */
async function* legacyText(source: ByteStream, charset: Charset): AsyncGenerator<XmlText> {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  if (bytes.includes(0)) throw binary('utf-8')
  if (!isText(bytes, charset)) throw notDecodable(charset)
  const text = decode(bytes, charset)
  for (let at = 0; at < text.length; at += PIECE_BYTES) {
    yield { charset, bom_bytes: 0, text: text.slice(at, at + PIECE_BYTES) }
  }
}

function unknownCharset(name: string): FormatError {
  const message = `The file declares the charset “${name}”, which is not supported. Save it as UTF-8 and send it again.`
  return new FormatError('not_decodable', message)
}
