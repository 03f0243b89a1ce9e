/**
 * The entries of a PO catalogue with the byte offsets of their lines. They are read from a Latin-1 view of a part of the file, in which
 * each character is one byte. Only strings that are used are decoded.
 */
import { FormatError } from '../format.ts'

/** A stretch of the file, in bytes. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A `msgid`, `msgstr[1]` …: from its keyword to the closing quote of its last line, or to its own end where it has no line. */
export interface PoString extends Span {
  /** The text between the quotes of each line, still escaped. */
  readonly lines: readonly Span[]
}

export interface Entry {
  readonly start: number
  /** The line of its first keyword. */
  readonly line: number
  readonly obsolete: boolean
  readonly flags: ReadonlySet<string>
  /** The lines of flags, with their line ends. */
  readonly flag_lines: readonly Span[]
  /** What follows `#.`, one span per line. */
  readonly comments: readonly Span[]
  /** What follows the first `#:`; empty where there is none. */
  readonly references: readonly Span[]
  /** The lines `#|` of an earlier source, with their line ends. */
  readonly previous: readonly Span[]
  readonly msgctxt?: PoString | undefined
  readonly msgid: PoString
  readonly msgid_plural?: PoString | undefined
  /** The plural forms in the order of their numbers; without a plural, one string. */
  readonly msgstr: readonly PoString[]
}

/** An entry that is being read. It becomes an entry once it has a `msgid`. */
interface Draft {
  start: number
  line: number
  obsolete: boolean
  flags: Set<string>
  flag_lines: Span[]
  comments: Span[]
  references: Span[]
  previous: Span[]
  msgctxt: Open | undefined
  msgid: Open | undefined
  msgid_plural: Open | undefined
  msgstr: Open[]
}

interface Open {
  start: number
  end: number
  lines: Span[]
}

// Most entries have few of these, so empty lists are shared. Nothing is ever added to them.
const NO_FLAGS = new Set<string>()
const NO_SPANS: Span[] = []
const NO_BLOCKS: Open[] = []
const LF = 0x0a
const CR = 0x0d
const HASH = 0x23
const QUOTE = 0x22
const KEYWORD = /(msgctxt|msgid_plural|msgid|msgstr)(?:[ \t]*\[[ \t]*(\d{1,2})[ \t]*\])?/y

/** A part of the file that begins where an entry begins. */
export interface Part {
  /** The bytes as Latin-1. */
  readonly view: string
  /** Where the part begins in the file, in bytes. */
  readonly base: number
  /** The number of its first line. */
  readonly line: number
  /** It is the last part of the file. */
  readonly last: boolean
}

/**
 * Calls `found` with each entry of a part that is surely complete. Gives how many bytes these have, and the line after them: there the
 * next part begins.
 * @throws {FormatError} malformed, naming the line
 */
export function readEntries(part: Part, found: (entry: Entry) => void): { used: number; line: number } {
  const { view, line: first, last } = part
  const reader = new EntryReader(part, found)
  let line = first
  for (let start = 0; start < view.length; line += 1) {
    const lineEnd = view.indexOf('\n', start)
    if (lineEnd < 0 && !last) break
    const next = lineEnd < 0 ? view.length : lineEnd + 1
    let end = lineEnd < 0 ? view.length : lineEnd
    if (end > start && view.charCodeAt(end - 1) === CR) end -= 1
    reader.line(start, end, next, line)
    start = next
  }
  if (last) reader.end(line)
  return { used: last ? view.length : reader.begun.start, line: reader.begun.line }
}

/** Builds entries from lines. Its methods take offsets in the view of the part; the offsets of an entry count in the file. */
class EntryReader {
  /** Where the entry that is being read begins: an offset in the view, and a line. */
  begun: { start: number; line: number }
  readonly #view: string
  readonly #base: number
  readonly #found: (entry: Entry) => void
  #draft: Draft
  #open: Open | undefined

  constructor({ view, base, line }: Part, found: (entry: Entry) => void) {
    this.begun = { start: 0, line }
    this.#view = view
    this.#base = base
    this.#found = found
    this.#draft = emptyDraft(base)
  }

  /** Takes a line: its text ends at `end`, the next line begins at `next`. @throws {FormatError} malformed */
  line(start: number, end: number, next: number, line: number): void {
    const view = this.#view
    const at = skipBlanks(view, start, end)
    if (at === end) return
    if (view.charCodeAt(at) !== HASH) {
      // The obsolete lines before belong to another entry.
      if (this.#draft.obsolete) this.#finish(start, line)
      this.#statement(at, end, line, false)
    } else if (view[at + 1] !== '~') this.#comment(at, start, end, next, line)
    else {
      const inner = skipBlanks(view, at + 2, end)
      if (inner < end && view[inner] !== '|') this.#statement(inner, end, line, true)
    }
  }

  /** Ends the last entry of the file. */
  end(line: number): void {
    this.#finish(this.#view.length, line)
  }

  #finish(start: number, line: number): void {
    this.#open = undefined
    if (isEntry(this.#draft, line)) this.#found(this.#draft)
    this.#draft = emptyDraft(this.#base + start)
    this.begun = { start, line }
  }

  #comment(at: number, start: number, end: number, next: number, line: number): void {
    if (this.#draft.msgstr.length > 0) this.#finish(start, line)
    const base = this.#base
    const draft = this.#draft
    const kind = this.#view[at + 1]
    if (kind === ',') addFlags(draft, this.#view.slice(at + 2, end), { start: base + start, end: base + next })
    else if (kind === '.') draft.comments = more(draft.comments, { start: base + at + 2, end: base + end })
    else if (kind === ':' && draft.references.length === 0) {
      draft.references = [{ start: base + at + 2, end: base + end }]
    } else if (kind === '|') draft.previous = more(draft.previous, { start: base + start, end: base + next })
  }

  /** Reads a line with a keyword, a string, or both. `start` is its first character that is no blank. */
  #statement(start: number, end: number, line: number, obsolete: boolean): void {
    const view = this.#view
    let at = start
    if (view.charCodeAt(at) !== QUOTE) {
      KEYWORD.lastIndex = at
      const match = KEYWORD.exec(view)
      if (!match?.[1]) {
        if (!/^domain\s/.test(view.slice(at, end))) {
          throw malformed(line, 'neither a comment, a keyword such as msgid, nor a string in quotes')
        }
        this.#finish(start, line)
        return
      }
      this.#keyword(match[1], match[2], start, line, obsolete)
      at = skipBlanks(view, KEYWORD.lastIndex, end)
      if (at === end) return
    }
    this.#string(at, end, line)
  }

  #keyword(name: string, number: string | undefined, start: number, line: number, obsolete: boolean): void {
    if (this.#draft.msgstr.length > 0 && (name === 'msgctxt' || name === 'msgid')) this.#finish(start, line)
    const draft = this.#draft
    if (draft.line === 0) draft.line = line
    draft.obsolete ||= obsolete
    const open = { start: this.#base + start, end: this.#base + KEYWORD.lastIndex, lines: NO_SPANS }
    this.#open = open
    if (name === 'msgstr') {
      requireNext(draft, number, line)
      draft.msgstr = more(draft.msgstr, open)
    } else if (name === 'msgctxt' || name === 'msgid' || name === 'msgid_plural') {
      if (draft[name] || draft.msgstr.length > 0) throw malformed(line, `${name} is not expected here`)
      draft[name] = open
    }
  }

  #string(at: number, end: number, line: number): void {
    const view = this.#view
    const open = this.#open
    const last = view.lastIndexOf('"', end - 1)
    if (!open) throw malformed(line, 'a string stands before any keyword')
    if (view.charCodeAt(at) !== QUOTE || last <= at || skipBlanks(view, last + 1, end) !== end) {
      throw malformed(line, 'a string is not closed by a quote at the end of its line')
    }
    open.lines = more(open.lines, { start: this.#base + at + 1, end: this.#base + last })
    open.end = this.#base + last + 1
  }
}

function emptyDraft(start: number): Draft {
  return {
    start,
    line: 0,
    obsolete: false,
    flags: NO_FLAGS,
    flag_lines: NO_SPANS,
    comments: NO_SPANS,
    references: NO_SPANS,
    previous: NO_SPANS,
    msgctxt: undefined,
    msgid: undefined,
    msgid_plural: undefined,
    msgstr: NO_BLOCKS,
  }
}

/** False where there are only comments. @throws {FormatError} malformed: the entry has no msgstr */
function isEntry(draft: Draft, line: number): draft is Draft & { msgid: Open } {
  if (!draft.msgid) return false
  if (draft.msgstr.length === 0) throw malformed(draft.line || line, 'the entry has no msgstr')
  return true
}

function addFlags(draft: Draft, text: string, span: Span): void {
  draft.flag_lines = more(draft.flag_lines, span)
  if (draft.flags === NO_FLAGS) draft.flags = new Set()
  for (const flag of text.split(',')) draft.flags.add(flag.trim())
}

/** The list with one more item. An empty list is shared, so it is replaced. Most lists have one item, and take no more memory. */
function more<Item>(items: Item[], item: Item): Item[] {
  if (items.length === 0) return [item]
  items.push(item)
  return items
}

/** Plural forms must be numbered from 0 without gaps; no other msgstr may have a number. @throws {FormatError} malformed */
function requireNext(draft: Draft, number: string | undefined, line: number): void {
  if (!draft.msgid) throw malformed(line, 'msgstr stands before msgid')
  const expected = draft.msgid_plural ? draft.msgstr.length : undefined
  if (number === undefined ? draft.msgstr.length > 0 || expected !== undefined : Number(number) !== expected) {
    const wanted = expected === undefined ? 'one msgstr without a number' : `msgstr[${expected}]`
    throw malformed(line, `${wanted} is expected here`)
  }
}

function skipBlanks(view: string, from: number, end: number): number {
  let at = from
  while (at < end) {
    const code = view.charCodeAt(at)
    if (code === LF || (code !== 0x20 && code !== 0x09 && code !== 0x0b && code !== 0x0c)) break
    at += 1
  }
  return at
}

export function malformed(line: number, fault: string): FormatError {
  const message = `The file is not a valid PO catalogue: line ${line}: ${fault}. Correct it and send it again.`
  return new FormatError('malformed', message, { line, column: 1 })
}
