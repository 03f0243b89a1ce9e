/** Reading INI files: sections of keys and values, quoted or not. */
import { FormatError } from '../format.ts'
import type { KeyedEntry, KeyedFile } from '../keyed/index.ts'
import { IN_QUOTES, unquoted } from './quotes.ts'

const LINE = /([^\r\n]*)(\r\n|\n|\r|$)/g
const SECTION = /^\s*\[([^\]]*)\]\s*(?:[;#].*)?$/
const COMMENT = /^\s*[;#]/
const ENTRY = /^(\s*)([^=:;#\s][^=:]*?)(\s*[=:]\s*)(.*?)\s*$/
/** A line of ours has another sign, or ends a value in quotes that nothing follows but a comment. */
const QUOTED_VALUE = /^"((?:\\.|"_QQ_"|""|[^"\\])*)"\s*(?:[;#].*)?$/
const LONGEST_NOTE = 1000

/** The entries of a file. @throws {FormatError} malformed: a value goes on in the next line */
export function readIni(text: string): KeyedFile {
  const entries: KeyedEntry[] = []
  const sections = new Map<string, number>()
  let section: string | undefined
  let comments: { from: number; said: string[] } | undefined
  /** Where the blank lines begin that stand in front. */
  let blanks: number | undefined
  let number = 0
  for (const { 0: whole, 1: line = '', index } of text.matchAll(LINE)) {
    if (whole === '') break
    number += 1
    const next = index + whole.length
    const named = SECTION.exec(line)?.[1]
    const entry = named === undefined && !COMMENT.test(line) ? ENTRY.exec(line) : null
    if (named !== undefined) {
      if (section === undefined) sections.set('', blanks ?? comments?.from ?? index)
      section = named.trim()
      sections.set(section, next)
    } else if (COMMENT.test(line)) {
      comments ??= { from: index, said: [] }
      comments.said.push(line.replace(/^\s*[;#]+ ?/, '').trimEnd())
      continue
    } else if (entry !== null) {
      const [, indent = '', key = '', sign = '', value = ''] = entry
      if (entries.length > 0 && indent !== '' && goesOn(text, entries.at(-1), index)) throw continued(number)
      const from = blanks ?? comments?.from ?? index
      const start = index + indent.length + key.length + sign.length
      entries.push({
        ...valueAt(start, value),
        keys: section ? [section, key] : [key],
        from,
        to: next,
        line: index,
        note: noteOf(comments?.said),
      })
      if (section !== undefined) sections.set(section, next)
    } else if (line.trim() === '') {
      const isBelowHead = comments !== undefined && entries.length === 0 && section === undefined
      if (comments !== undefined) blanks = undefined
      blanks ??= isBelowHead ? next : index
      comments = undefined
      continue
    } else if (/^\s+\S/.test(line) && goesOn(text, entries.at(-1), index)) throw continued(number)
    comments = undefined
    blanks = undefined
  }
  if (section === undefined) sections.set('', text.length)
  return { entries, sections }
}

/** A line that is indented deeper than the entry right above it is more of its value, as Python reads it. */
function goesOn(text: string, above: KeyedEntry | undefined, index: number): boolean {
  if (above === undefined || above.to !== index || above.manner === IN_QUOTES) return false
  return indentAt(text, index) > indentAt(text, above.line)
}

function indentAt(text: string, at: number): number {
  return /^[ \t]*/.exec(text.slice(at, at + 200))?.[0].length ?? 0
}

function continued(line: number): FormatError {
  return new FormatError(
    'malformed',
    'A value goes on in an indented line, which only some programs read so. Write it in one line and send the file again.',
    { line, column: 1 },
  )
}

function valueAt(start: number, value: string): Pick<KeyedEntry, 'start' | 'end' | 'text' | 'manner'> {
  const inside = QUOTED_VALUE.exec(value)?.[1]
  if (inside === undefined) return { start, end: start + value.length, text: value }
  return { start: start + 1, end: start + 1 + inside.length, text: unquoted(inside), manner: IN_QUOTES }
}

function noteOf(said: readonly string[] | undefined): string | undefined {
  const note = said?.join('\n').trim() ?? ''
  return note === '' || note.length > LONGEST_NOTE ? undefined : note
}
