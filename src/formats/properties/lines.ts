/** Files of lines with a key and a text each, blank lines, and comments above the entries that they are about. */
import type { KeyedEntry, KeyedFile } from '../keyed/index.ts'

/** A line as it lies in the file. `end` is before its line end, `next` behind it. */
export interface NaturalLine {
  readonly start: number
  readonly end: number
  readonly next: number
}

/** What an entry is without the comments above it. */
export type OwnEntry = Omit<KeyedEntry, 'from' | 'note'>

/** How lines are read. */
interface LineSyntax {
  lineAt(text: string, start: number): NaturalLine
  isBlank(line: string): boolean
  isComment(line: string): boolean
  /** The words of a comment line. */
  saidIn(comment: string): string
  /** The entry that begins in a line; it ends where its `to` is. @throws {FormatError} malformed */
  entryAt(text: string, line: NaturalLine): OwnEntry
}

/** A licence or a headline is no note on a text. */
const LONGEST_NOTE = 1000

/** The entries of a file, in its order. @throws {FormatError} as the syntax */
export function entriesIn(text: string, syntax: LineSyntax): KeyedFile {
  const entries: KeyedEntry[] = []
  let comments: NaturalLine[] = []
  /** Where the blank lines begin that stand in front. The first one below the head of a file is its own. */
  let blanks: number | undefined
  for (let at = 0; at < text.length; ) {
    const line = syntax.lineAt(text, at)
    const said = text.slice(line.start, line.end)
    at = line.next
    if (syntax.isBlank(said)) {
      const isBelowHead = comments.length > 0 && entries.length === 0
      if (comments.length > 0) blanks = undefined
      comments = []
      blanks ??= isBelowHead ? line.next : line.start
    } else if (syntax.isComment(said)) comments.push(line)
    else {
      const from = blanks ?? comments[0]?.start ?? line.start
      const note = noteOf(comments.map(({ start, end }) => syntax.saidIn(text.slice(start, end)).trimEnd()))
      const entry = syntax.entryAt(text, line)
      entries.push({ ...entry, from, note })
      comments = []
      blanks = undefined
      at = entry.to
    }
  }
  return { entries }
}

function noteOf(said: readonly string[]): string | undefined {
  const note = said.join('\n').trim()
  return note === '' || note.length > LONGEST_NOTE ? undefined : note
}
