/** Reading `.properties` as java.util.Properties does: logical lines of a key and a value, with comments and continuation lines. */
import type { KeyedFile } from '../keyed/index.ts'
import { entriesIn, type NaturalLine, type OwnEntry } from './lines.ts'

const COMMENT = /^[ \t\f]*[#!]/
const BLANK = /^[ \t\f]*$/

/** The entries of a file, in its order. */
export function readProperties(text: string): KeyedFile {
  return entriesIn(text, {
    lineAt,
    isBlank: said => BLANK.test(said),
    isComment: said => COMMENT.test(said),
    saidIn: comment => comment.replace(/^[ \t\f]*[#!]+[ \t]?/, ''),
    entryAt: (whole, line) => entryAt(whole, line, logicalEnd(whole, line)),
  })
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

function entryAt(text: string, first: NaturalLine, last: NaturalLine): OwnEntry {
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
