/**
 * A text file as lines, each with its own line end and its byte offset. Memory holds one piece of the file and one line, however
 * large the file is.
 */

import type { ByteStream, Charset } from '../format.ts'
import { byteLength, type DecodedText, decodeLegacy, decodeStream } from './charset.ts'
import { bytesOfPieces } from './pieces.ts'

export type Eol = '\n' | '\r\n' | '\r' | ''

export interface Line {
  readonly text: string
  /** The line end; empty where the file ends without one, and where an overlong line was cut. */
  readonly eol: Eol
  /** Byte offset of `text` in the file; the byte order mark lies before the first line. */
  readonly start: number
  readonly charset: Charset
}

/**
 * The lines of a text, piece by piece. LF, CRLF and a lone CR end a line; U+0085, U+2028 and U+2029 do not. A line of more than `cap`
 * characters comes in several, cut after white space if there is some. `legacy` is the charset of a text that is not Unicode.
 * @throws {FormatError} not_decodable
 */
export async function* linesOf(source: ByteStream, cap: number, legacy?: Charset): AsyncGenerator<readonly Line[]> {
  let rest = ''
  let start = -1
  let charset: Charset = 'utf-8'
  let lines: Line[] = []
  const cut = (text: string, eol: Eol): void => {
    lines.push({ text, eol, start, charset })
    start += byteLength(text, charset) + byteLength(eol, charset)
  }
  for await (const piece of decoded(bytesOfPieces(source), legacy)) {
    charset = piece.charset
    if (start < 0) start = piece.bom_bytes
    const text = rest + piece.text
    let from = 0
    const nextEnd = lineEnds(text)
    for (let end = nextEnd(0); end < text.length; end = nextEnd(from)) {
      const eol = eolAt(text, end)
      // A CR at the end of a piece may be the first half of a CRLF.
      if (eol === '\r' && end === text.length - 1) break
      cut(text.slice(from, end), eol)
      from = end + eol.length
    }
    rest = text.slice(from)
    while (rest.length > cap) {
      const at = cutAt(rest, cap)
      cut(rest.slice(0, at), '')
      rest = rest.slice(at)
    }
    yield lines
    lines = []
  }
  if (rest.endsWith('\r')) cut(rest.slice(0, -1), '\r')
  else if (rest !== '') cut(rest, '')
  yield lines
}

async function* decoded(source: ByteStream, legacy: Charset | undefined): AsyncGenerator<DecodedText> {
  if (legacy === undefined) yield* decodeStream(source)
  else for await (const text of decodeLegacy(source, legacy)) yield { charset: legacy, bom_bytes: 0, text }
}

/** Finds the first line end from an offset on, or the end of the text. Offsets must be given in ascending order. */
function lineEnds(text: string): (from: number) => number {
  let cr = -1
  return from => {
    if (cr < from) cr = placeOf(text, '\r', from)
    return Math.min(cr, placeOf(text, '\n', from))
  }
}

function placeOf(text: string, character: string, from: number): number {
  const at = text.indexOf(character, from)
  return at < 0 ? text.length : at
}

function eolAt(text: string, at: number): Eol {
  if (text[at] === '\n') return '\n'
  return text[at + 1] === '\n' ? '\r\n' : '\r'
}

/** Where to cut an overlong line: after the last blank or tab before the cap, else at the cap, never inside a surrogate pair. */
function cutAt(text: string, cap: number): number {
  const space = Math.max(text.lastIndexOf(' ', cap - 1), text.lastIndexOf('\t', cap - 1))
  if (space > 0) return space + 1
  const code = text.charCodeAt(cap - 1)
  return code >= 0xd800 && code < 0xdc00 ? cap - 1 : cap
}
