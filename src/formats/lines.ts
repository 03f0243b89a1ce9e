/** A text file as lines, each with its own line end and its place in bytes; memory is one line, whatever the file's size. */
import { byteLength, type Charset, decodeStream } from './charset.ts'
import type { Source } from './unit.ts'

export type Eol = '\n' | '\r\n' | '\r' | ''

export interface Line {
  readonly text: string
  /** What ended it; empty for the last line and where an overlong line was cut. */
  readonly eol: Eol
  /** Byte offset of `text` in the file; the byte order mark lies before the first line. */
  readonly start: number
  readonly charset: Charset
}

const LINE_END = /\r\n|\n|\r/g

/**
 * The lines of a text. LF, CRLF and lone CR end a line; U+0085, U+2028 and U+2029 are characters like others. A line longer
 * than `cap` characters comes in pieces, cut after white space where there is some.
 * @throws FormatError not_decodable
 */
export async function* linesOf(source: Source, cap: number): AsyncGenerator<Line> {
  let rest = ''
  let start = -1
  let charset: Charset = 'utf-8'
  const cut = (text: string, eol: Eol): Line => {
    const line = { text, eol, start, charset }
    start += byteLength(text, charset) + byteLength(eol, charset)
    return line
  }
  for await (const piece of decodeStream(source)) {
    charset = piece.charset
    if (start < 0) start = piece.bom_bytes
    const text = rest + piece.text
    let from = 0
    for (const match of text.matchAll(LINE_END)) {
      // A CR at the end of a piece may be the first half of a CRLF.
      if (match[0] === '\r' && match.index === text.length - 1) break
      yield cut(text.slice(from, match.index), eolOf(match[0]))
      from = match.index + match[0].length
    }
    rest = text.slice(from)
    while (rest.length > cap) {
      const at = cutAt(rest, cap)
      yield cut(rest.slice(0, at), '')
      rest = rest.slice(at)
    }
  }
  if (rest.endsWith('\r')) yield cut(rest.slice(0, -1), '\r')
  else if (rest !== '') yield cut(rest, '')
}

function eolOf(found: string): Eol {
  return found === '\r\n' || found === '\r' ? found : '\n'
}

/** Where to cut an overlong line: after its last white space, else at the cap, never inside a surrogate pair. */
function cutAt(text: string, cap: number): number {
  const space = Math.max(text.lastIndexOf(' ', cap - 1), text.lastIndexOf('\t', cap - 1))
  if (space > 0) return space + 1
  const code = text.charCodeAt(cap - 1)
  return code >= 0xd800 && code < 0xdc00 ? cap - 1 : cap
}
