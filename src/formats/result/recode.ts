/** Files in a legacy charset that cannot hold the language of a translation: their result is UTF-8. */
import { lettersOf } from '../bytes/alphabets.ts'
import { decodeLegacy, holds } from '../bytes/charset.ts'
import { PIECE_BYTES } from '../bytes/pieces.ts'
import type { ByteStream, Charset, Encoding, Format, Open } from '../format.ts'

/** What a result has to hold. */
export interface Needs {
  /** BCP 47 tags of the languages that it is in, all of them in one file. */
  readonly languages?: readonly string[]
  readonly texts?: readonly string[]
}

/** How a file is opened to be written. */
export interface Recoding {
  readonly open: Open
  /** Present where the file is read as UTF-8 because it is in this charset, which lacks letters that are needed: `WINDOWS-1252`. */
  readonly instead_of?: string
}

/**
 * How to open a file so that its result can hold what it needs to. Where the charset of the file lacks letters, the whole file is read as
 * UTF-8, and says so in its own way; else as it is. Texts, paths and order of the units are the same. Results are to be compared with
 * what this opens.
 *
 * @throws {FormatError} as `scan`
 */
export async function openingFor(format: Format, open: Open, { languages = [], texts = [] }: Needs): Promise<Recoding> {
  const { encoding } = format
  const charset = await encoding?.of(open())
  if (encoding === undefined || charset === undefined || !charset.startsWith('legacy:')) return { open }
  const needed = [...languages.map(lettersOf), ...texts]
  if (needed.every(text => holds(charset, text))) return { open }
  return { open: () => inUtf8(open(), charset, encoding), instead_of: charset.slice('legacy:'.length).toUpperCase() }
}

async function* inUtf8(source: ByteStream, charset: Charset, encoding: Encoding): AsyncGenerator<Buffer> {
  let head: string | undefined = ''
  for await (const text of decodeLegacy(source, charset)) {
    if (head === undefined) {
      yield Buffer.from(text)
      continue
    }
    head += text
    if (head.length < PIECE_BYTES) continue
    yield Buffer.from(encoding.saysUtf8(head))
    head = undefined
  }
  if (head !== undefined) yield Buffer.from(encoding.saysUtf8(head))
}
