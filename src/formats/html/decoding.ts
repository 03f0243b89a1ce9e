/** The charset of a page: that of its byte order mark, else the one it declares, else UTF-8, else what browsers take, Windows-1252. */

import { byteLength, charsetNamed, charsetOf, decode, decodeWhole, isText, notDecodable } from '../bytes/charset.ts'
import { oneChunk } from '../bytes/ranges.ts'
import { type ByteStream, type Charset, type Encoding, FormatError } from '../format.ts'

export interface HtmlText {
  readonly charset: Charset
  readonly bom_bytes: number
  readonly text: string
}

/** Browsers look for it in the first 1,024 bytes; some pages have it a little later. */
const LOOKED_AT = 4096
const DECLARED = /(<meta\s[^<>]{0,200}?charset\s{0,9}=\s{0,9}["']?\s{0,9})([\w.:-]{1,40})/i
/** Names that stand for Windows-1252 in browsers. */
const LATIN = /^(?:iso-?8859-?1|iso_8859-1|latin-?1|l1|us-ascii|ascii|cp819|ibm819|x-cp1252|cp1252|windows-1252)$/i
const WINDOWS: Charset = 'legacy:windows-1252'

/** The page as text. The ceiling of the family keeps it small. @throws {FormatError} not_decodable */
export async function textOfHtml(source: ByteStream): Promise<HtmlText> {
  const bytes = await wholeOf(source)
  const charset = charsetIn(bytes)
  if (!charset.startsWith('legacy:')) return await decodeWhole(oneChunk(bytes))
  if (bytes.includes(0)) throw notDecodable(charset)
  return { charset, bom_bytes: 0, text: decode(bytes, charset) }
}

function charsetIn(bytes: Buffer): Charset {
  if (charsetOf(bytes).bom_bytes > 0) return charsetOf(bytes).charset
  const name = DECLARED.exec(bytes.toString('latin1', 0, LOOKED_AT))?.[2]
  if (isText(bytes, 'utf-8') && (name === undefined || LATIN.test(name) || isAscii(bytes))) return 'utf-8'
  const tried = candidatesOf(name)
  const charset = tried.find(each => isText(bytes, each))
  if (charset === undefined) throw tried[0] ? notDecodable(tried[0]) : unknownCharset(name ?? '')
  return charset
}

/** A page that has ASCII only is the same in all of them. */
function isAscii(bytes: Buffer): boolean {
  return byteLength(bytes.toString('utf8'), 'utf-8') === bytes.toString('utf8').length
}

function candidatesOf(name: string | undefined): readonly Charset[] {
  if (name === undefined) return ['utf-8', WINDOWS]
  if (LATIN.test(name)) return [WINDOWS, 'legacy:iso-8859-1']
  // A page in which these letters could be read is not in UTF-16.
  const named = /^utf-?16/i.test(name) ? 'utf-8' : charsetNamed(name)
  return named === undefined ? [] : [named]
}

function unknownCharset(name: string): FormatError {
  const message = `The page declares the charset “${name}”, which is not supported. Save it as UTF-8 and send it again.`
  return new FormatError('not_decodable', message)
}

export const pageEncoding: Encoding = {
  of: async source => (await textOfHtml(source)).charset,
  saysUtf8(head) {
    const declared = DECLARED.exec(head.slice(0, LOOKED_AT))
    return declared ? head.replace(DECLARED, (_, before: string) => `${before}utf-8`) : `\ufeff${head}`
  },
}

async function wholeOf(source: ByteStream): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}
