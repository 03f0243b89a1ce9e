/** Reading INI files: sections of keys and values, quoted or not. */
import { FormatError } from '../format.ts'
import type { KeyedEntry, KeyedFile } from '../keyed/index.ts'
import { betweenRead, IN_QUOTES } from './quotes.ts'

const LINE_END = /\r\n|\n|\r/g
const SECTION = /^\s*\[([^\]]*)\]\s*(?:[;#].*)?$/
const COMMENT = /^\s*[;#]/
/** Up to the quote that nothing follows in its line but a comment. */
const QUOTED_VALUE = /^"((?:\\[\s\S]|"_QQ_"|""|[^"\\])*)"[ \t]*(?:[;#][^\r\n]*)?(?=[\r\n]|$)/
/** A quote that no other ends within so many characters is one of the text. */
const LONGEST_QUOTED = 10_000
const LONGEST_NOTE = 1000

/** The entries of a file. @throws {FormatError} malformed: a value goes on in the next line */
export function readIni(text: string): KeyedFile {
  const reading = new Reading(text)
  for (let at = 0; at < text.length; ) at = reading.line(at)
  return reading.file()
}

class Reading {
  readonly #text: string
  readonly #entries: KeyedEntry[] = []
  readonly #sections = new Map<string, number>()
  #section: string | undefined
  #comments: { readonly from: number; readonly said: string[] } | undefined
  /** Where the blank lines begin that stand in front. */
  #blanks: number | undefined

  constructor(text: string) {
    this.#text = text
  }

  /** Takes the line that begins here, and says where the next one does. */
  line(at: number): number {
    const { line, next } = lineAt(this.#text, at)
    const named = SECTION.exec(line)?.[1]
    if (line.trim() === '') this.#blank(at, next)
    else if (COMMENT.test(line)) this.#comment(at, line)
    else if (named !== undefined) this.#begin(named.trim(), at, next)
    else return this.#entry(at, line, next)
    return next
  }

  file(): KeyedFile {
    if (this.#section === undefined) this.#sections.set('', this.#text.length)
    return { entries: this.#entries, sections: this.#sections }
  }

  #blank(at: number, next: number): void {
    const isBelowHead = this.#comments !== undefined && this.#entries.length === 0 && this.#section === undefined
    if (this.#comments !== undefined) this.#blanks = undefined
    this.#blanks ??= isBelowHead ? next : at
    this.#comments = undefined
  }

  #comment(at: number, line: string): void {
    this.#comments ??= { from: at, said: [] }
    this.#comments.said.push(line.replace(/^\s*[;#]+ ?/, '').trimEnd())
  }

  #begin(section: string, at: number, next: number): void {
    if (this.#section === undefined) this.#sections.set('', this.#blanks ?? this.#comments?.from ?? at)
    this.#section = section
    this.#sections.set(section, next)
    this.#forget()
  }

  #entry(at: number, line: string, end: number): number {
    const text = this.#text
    if (goesOn(text, this.#entries.at(-1), at)) throw continued(text, at)
    const sign = line.search(/[=:]/)
    const key = line.slice(0, Math.max(0, sign)).trim()
    if (key === '') {
      this.#forget()
      return end
    }
    const behind = line.slice(sign + 1)
    const value = valueAt(text, at + line.length - behind.trimStart().length)
    const { next } = lineAt(text, value.end)
    const section = this.#section
    this.#entries.push({
      ...value,
      keys: section ? [section, key] : [key],
      from: this.#blanks ?? this.#comments?.from ?? at,
      to: next,
      line: at,
      note: noteOf(this.#comments?.said),
    })
    if (section !== undefined) this.#sections.set(section, next)
    this.#forget()
    return next
  }

  #forget(): void {
    this.#comments = undefined
    this.#blanks = undefined
  }
}

function lineAt(text: string, at: number): { readonly line: string; readonly next: number } {
  LINE_END.lastIndex = at
  const found = LINE_END.exec(text)
  const end = found?.index ?? text.length
  return { line: text.slice(at, end), next: end + (found?.[0].length ?? 0) }
}

/** A line that is indented deeper than the entry right above it is more of its value, as Python reads it. */
function goesOn(text: string, above: KeyedEntry | undefined, index: number): boolean {
  if (above === undefined || above.to !== index || above.manner === IN_QUOTES) return false
  return indentAt(text, index) > indentAt(text, above.line)
}

function indentAt(text: string, at: number): number {
  return /^[ \t]*/.exec(text.slice(at, at + 200))?.[0].length ?? 0
}

function continued(text: string, at: number): FormatError {
  const line = text.slice(0, at).split(/\r\n|\n|\r/).length
  return new FormatError(
    'malformed',
    `A value goes on in line ${line}, which is indented; only some programs read that so. Write it in one line and send the file again.`,
    { line, column: 1 },
  )
}

/** A value in quotes may have several lines. */
function valueAt(text: string, start: number): Pick<KeyedEntry, 'start' | 'end' | 'text' | 'manner'> {
  const inside = QUOTED_VALUE.exec(text.slice(start, start + LONGEST_QUOTED))?.[1]
  if (inside !== undefined)
    return { start: start + 1, end: start + 1 + inside.length, text: betweenRead(inside), manner: IN_QUOTES }
  const value = lineAt(text, start).line.trimEnd()
  return { start, end: start + value.length, text: value }
}

function noteOf(said: readonly string[] | undefined): string | undefined {
  const note = said?.join('\n').trim() ?? ''
  return note === '' || note.length > LONGEST_NOTE ? undefined : note
}
