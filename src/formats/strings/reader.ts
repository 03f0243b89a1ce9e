/** Reading `.strings` of Apple: pairs of strings between comments, as property lists were written once. */
import { FormatError } from '../format.ts'
import type { KeyedEntry, KeyedFile } from '../keyed/index.ts'
import { BARE, IN_SINGLE_QUOTES, stringText } from './escape.ts'

const BLANK = /[\s\ufeff]+/y
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\r\n]*/y
const STRING = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|[\w.$:/-]+/y
const EQUALS = /\s*=\s*/y
const END = /\s*;[ \t]*(?:\r\n|\n|\r)?/y
/** What Xcode writes where a developer said nothing. */
const NOTHING_SAID = /^No comment provided by engineer\.?$/i
const LONGEST_NOTE = 1000
const MANNERS: Readonly<Record<string, string>> = { '"': 'double quotes', "'": IN_SINGLE_QUOTES }

interface Piece {
  readonly start: number
  readonly end: number
}

/** The entries of a file. @throws {FormatError} malformed: with the line of what is no pair of strings */
export function readStrings(text: string): KeyedFile {
  const entries: KeyedEntry[] = []
  for (let at = 0; ; ) {
    const before = asideAt(text, at, entries.length === 0)
    if (before.end >= text.length) return { entries }
    const key = pieceAt(STRING, text, before.end)
    const equals = key && pieceAt(EQUALS, text, key.end)
    const value = equals && pieceAt(STRING, text, equals.end)
    // A key alone stands for itself: "OK";
    const last = value ?? (equals === undefined ? key : undefined)
    const end = last && pieceAt(END, text, last.end)
    if (key === undefined || last === undefined || end === undefined) throw wrongAt(text, before.end)
    const { start, end: close } = inside(text, last)
    entries.push({
      keys: [stringText(slice(text, inside(text, key)))],
      ...{ start, end: close },
      text: stringText(text.slice(start, close)),
      ...{ from: before.from, to: end.end, line: before.end },
      note: noteOf(before.comments),
      manner: MANNERS[text.charAt(last.start)] ?? BARE,
      ...(value === undefined && { left_out: 'key' }),
    })
    at = end.end
  }
}

/** Blanks and comments in front of an entry. What is its own begins behind the head of a file, and on a line of its own. */
function asideAt(text: string, at: number, isFirst: boolean) {
  let end = at
  let from = at
  let comments: string[] = []
  for (;;) {
    const blank = pieceAt(BLANK, text, end)
    if (blank !== undefined) {
      const isApart = BLANK_LINE.test(slice(text, blank))
      if (isApart && comments.length > 0) {
        // Comments that a blank line follows are of the file, or of a group of entries.
        comments = []
        from = blank.start + endIn(slice(text, blank), isFirst ? BLANK_LINE : LINE_END)
      }
      end = blank.end
      continue
    }
    const comment = pieceAt(COMMENT, text, end)
    if (comment === undefined) return { end, from, comments }
    comments.push(slice(text, comment))
    end = comment.end
  }
}

const BLANK_LINE = /(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)/

const LINE_END = /\r\n|\n|\r/

/** Where in a text what matches ends. */
function endIn(text: string, pattern: RegExp): number {
  const found = pattern.exec(text)
  return found === null ? 0 : found.index + found[0].length
}

function pieceAt(pattern: RegExp, text: string, at: number): Piece | undefined {
  pattern.lastIndex = at
  const found = pattern.exec(text)
  return found === null ? undefined : { start: at, end: at + found[0].length }
}

/** Without its quotes, where it has them. */
function inside(text: string, { start, end }: Piece): Piece {
  return /["']/.test(text.charAt(start)) ? { start: start + 1, end: end - 1 } : { start, end }
}

function slice(text: string, { start, end }: Piece): string {
  return text.slice(start, end)
}

function noteOf(comments: readonly string[]): string | undefined {
  const said = comments.map(comment => {
    const inside = comment.slice(2, comment.startsWith('/*') ? -2 : undefined)
    const lines = inside.split('\n').map(line =>
      line
        .trim()
        .replace(/^[*/]+/, '')
        .trim(),
    )
    return lines.filter(line => line !== '').join('\n')
  })
  const note = said.filter(line => line !== '' && !NOTHING_SAID.test(line)).join('\n')
  return note === '' || note.length > LONGEST_NOTE ? undefined : note
}

function wrongAt(text: string, at: number): FormatError {
  const lines = text.slice(0, at).split(/\r\n|\n|\r/)
  const place = { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
  const message = `The file is no valid .strings file: line ${place.line}: there is no pair of strings that ends with a semicolon, as "key" = "text"; does. Correct it and send it again.`
  return new FormatError('malformed', message, place)
}
