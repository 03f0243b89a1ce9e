/**
 * Reading messages files as Play does: a key, `=` and a text in each line, comments that begin in its first column, and nothing else. Play does not
 * start with a file that it cannot read, so such a file is refused here, too.
 */
import { FormatError } from '../format.ts'
import type { KeyedFile } from '../keyed/index.ts'
import { entriesIn, type NaturalLine, type OwnEntry } from './lines.ts'

/** The entries of a file, in its order. @throws {FormatError} malformed, with its line */
export function readMessages(text: string): KeyedFile {
  const whole = withoutEnd(text)
  return entriesIn(whole, {
    lineAt,
    isBlank: line => /^[ \t]*$/.test(line),
    isComment: line => line.startsWith('#') && !OTHER_LINE_END.test(line),
    saidIn: comment => comment.replace(/^#+[ \t]?/, ''),
    entryAt,
  })
}

/** A file without its end, which may be of blanks of any kind. */
function withoutEnd(text: string): string {
  let end = text.length
  while (END.has(text.charAt(end - 1))) end -= 1
  const line = text.indexOf('\n', end)
  if (end === 0) return ''
  return line < 0 ? text : text.slice(0, line + 1)
}

const END: ReadonlySet<string> = new Set([' ', '\t', '\n', '\v', '\f', '\r'])

/** A line ends in a line feed. A carriage return before it belongs to its end. */
function lineAt(text: string, start: number): NaturalLine {
  const found = text.indexOf('\n', start)
  const [end, next] = found < 0 ? [text.length, text.length] : [found, found + 1]
  return { start, end: text.charAt(end - 1) === '\r' && end > start ? end - 1 : end, next }
}

const KEY = /[ \t]*([\w$.-]+)[ \t]*=[ \t]*/y

function entryAt(text: string, line: NaturalLine): OwnEntry {
  KEY.lastIndex = line.start
  const key = KEY.exec(text)?.[1]
  if (key === undefined) throw wrongAt(text, line.start, NO_PAIR)
  const value = valueAt(text, KEY.lastIndex)
  const behind = LINE_END.exec(text.slice(value.behind, value.behind + 2))?.[0]
  if (behind === undefined) throw wrongAt(text, value.behind, NO_END)
  const { start, end, said } = value
  return { keys: [key], start, end, text: said, to: value.behind + behind.length, line: line.start }
}

const NO_PAIR =
  'there is no key, equals sign and text, as in key = text. Letters, digits and $ _ . - make a key, and a comment begins with # in the first column'
const NO_END = 'there is a character that no text of Play has: another line end, or a backslash that nothing follows'

const LINE_END = /^\r?(?:\n|$)/
/** Characters that end a line for Java, and that no text or comment of Play has. */
const OTHER_LINE_END = /[\r\u0085\u2028\u2029]/
const PIECE = /[^\\\n\r\u0085\u2028\u2029]+|\\(?:\r?\n|[^\n\r\u0085\u2028\u2029])/y

/** A text with what it says. Blanks and line breaks at its ends are none of it; `behind` is where its last line ends. */
function valueAt(text: string, from: number) {
  const said: string[] = []
  let [start, end, behind] = [from, from, from]
  PIECE.lastIndex = from
  for (let piece = PIECE.exec(text)?.[0]; piece !== undefined; piece = PIECE.exec(text)?.[0]) {
    const means = meaningOf(piece)
    said.push(means)
    const [first, last] = blanksAround(means)
    if (first < last) {
      if (end === from) start = behind + first
      end = behind + (piece === means ? last : piece.length)
    }
    behind += piece.length
  }
  return { start, end, said: trimmed(said.join('')), behind }
}

function meaningOf(piece: string): string {
  if (piece.charAt(0) !== '\\') return piece
  if (piece.endsWith('\n')) return ''
  return piece === '\\n' ? '\n' : piece === '\\\\' ? '\\' : piece
}

/** Where a text begins and ends without the blanks and line breaks around it, as Java trims. */
function blanksAround(text: string): [first: number, last: number] {
  let [first, last] = [0, text.length]
  while (first < last && text.charAt(first) <= ' ') first += 1
  while (last > first && text.charAt(last - 1) <= ' ') last -= 1
  return [first, last]
}

function trimmed(text: string): string {
  return text.slice(...blanksAround(text))
}

function wrongAt(text: string, at: number, what: string): FormatError {
  const before = text.slice(0, at)
  const place = { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
  return new FormatError(
    'malformed',
    `Play could not read this file: line ${place.line}: ${what}. Correct it and send it again.`,
    place,
  )
}

/** A text as it is written; undefined where Play has no way to write it. `raw` is what stood in its place. */
export function messageLike(
  text: string,
  { raw, eol }: { readonly raw: string; readonly eol: string },
): string | undefined {
  if (OTHER_LINE_END.test(text) || text.includes('\0') || trimmed(text) !== text) return undefined
  const next = /\\n\\\r?\n/.test(raw) ? `\\n\\${eol}` : '\\n'
  return text.replaceAll('\\', '\\\\').replaceAll('\n', next)
}
