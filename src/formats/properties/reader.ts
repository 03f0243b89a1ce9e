/** Reading `.properties` as java.util.Properties does: logical lines of a key and a value, with comments and continuation lines. */
import type { KeyedEntry, KeyedFile } from '../keyed/index.ts'

/** A natural line. `end` is before its line end, `next` behind it. */
interface NaturalLine {
  readonly start: number
  readonly end: number
  readonly next: number
}

const COMMENT = /^[ \t\f]*[#!]/
const BLANK = /^[ \t\f]*$/
/** A licence or a headline is no note on a text. */
const LONGEST_NOTE = 1000

/** The entries of a file, in its order. */
export function readProperties(text: string): KeyedFile {
  const entries: KeyedEntry[] = []
  let comments: NaturalLine[] = []
  /** Where the blank lines begin that stand in front. The first one below the head of a file is its own. */
  let blanks: number | undefined
  for (let at = 0; at < text.length; ) {
    const line = lineAt(text, at)
    const said = text.slice(line.start, line.end)
    at = line.next
    if (BLANK.test(said)) {
      const isBelowHead = comments.length > 0 && entries.length === 0
      if (comments.length > 0) blanks = undefined
      comments = []
      blanks ??= isBelowHead ? line.next : line.start
    } else if (COMMENT.test(said)) comments.push(line)
    else {
      const last = logicalEnd(text, line)
      const from = blanks ?? comments[0]?.start ?? line.start
      entries.push({ ...entryAt(text, line, last), from, note: noteOf(text, comments) })
      comments = []
      blanks = undefined
      at = last.next
    }
  }
  return { entries }
}

function lineAt(text: string, start: number): NaturalLine {
  LINE_END.lastIndex = start
  const found = LINE_END.exec(text)
  if (found === null) return { start, end: text.length, next: text.length }
  return { start, end: found.index, next: found.index + found[0].length }
}

const LINE_END = /\r\n|\n|\r/g

/** The last natural line of a logical one: a line goes on behind an odd number of backslashes. */
function logicalEnd(text: string, first: NaturalLine): NaturalLine {
  let line = first
  while (goesOn(text, line)) line = lineAt(text, line.next)
  return line
}

function goesOn(text: string, { start, end, next }: NaturalLine): boolean {
  if (next >= text.length) return false
  let count = 0
  while (end - 1 - count >= start && text.charAt(end - 1 - count) === '\\') count += 1
  return count % 2 === 1
}

function entryAt(text: string, first: NaturalLine, last: NaturalLine): Omit<KeyedEntry, 'from' | 'note'> {
  const logical = text.slice(first.start, last.end)
  const indent = /^[ \t\f]*/.exec(logical)?.[0].length ?? 0
  const keyEnd = endOfKey(logical, indent)
  const between = SEPARATOR.exec(logical.slice(keyEnd))?.[0].length ?? 0
  const start = first.start + keyEnd + between
  return {
    keys: [propertyText(logical.slice(indent, keyEnd))],
    start,
    end: last.end,
    text: propertyText(text.slice(start, last.end)),
    to: last.next,
    line: first.start,
  }
}

/** What stands between a key and its value: blanks, one sign, blanks; a line may be continued there, too. */
const SEPARATOR = /^(?:[ \t\f]|\\(?:\r\n|\n|\r))*(?:[=:](?:[ \t\f]|\\(?:\r\n|\n|\r))*)?/

function endOfKey(logical: string, from: number): number {
  let at = from
  while (at < logical.length) {
    const sign = logical.charAt(at)
    if (sign === '\\') {
      if (/[\r\n]/.test(logical.charAt(at + 1))) return at
      at += 2
    } else if (KEY_ENDS.has(sign)) return at
    else at += 1
  }
  return Math.min(at, logical.length)
}

const KEY_ENDS: ReadonlySet<string> = new Set(['=', ':', ' ', '\t', '\f'])

function noteOf(text: string, comments: readonly NaturalLine[]): string | undefined {
  const said = comments.map(({ start, end }) =>
    text
      .slice(start, end)
      .replace(/^[ \t\f]*[#!]+[ \t]?/, '')
      .trimEnd(),
  )
  const note = said.join('\n').trim()
  return note === '' || note.length > LONGEST_NOTE ? undefined : note
}

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(\r\n|\n|\r)[ \t\f]*|([\s\S]|$))/g
const NAMED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f' }

/** What a key or a value says. */
export function propertyText(raw: string): string {
  if (!raw.includes('\\')) return raw
  return raw.replace(ESCAPE, (_, hex?: string, broken?: string, sign?: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
    if (broken !== undefined) return ''
    return NAMED[sign ?? ''] ?? sign ?? ''
  })
}
