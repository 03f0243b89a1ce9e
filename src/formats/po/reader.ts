/**
 * The entries of a PO catalogue with the places of their lines. Read from a Latin-1 view of a part of the file, in which a
 * character is a byte; only strings that are used are decoded.
 */
import { FormatError } from '../format.ts'

/** A stretch of the file, in bytes. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A `msgid`, `msgstr[1]` …: from its keyword to the closing quote of its last line. */
export interface Block extends Span {
  /** What stands between the quotes of each line, still escaped. */
  readonly lines: readonly Span[]
}

export interface Entry {
  readonly start: number
  /** Where its first keyword stands. */
  readonly line: number
  readonly obsolete: boolean
  readonly flags: ReadonlySet<string>
  /** Lines of flags with their line ends. */
  readonly flag_lines: readonly Span[]
  /** What follows `#.`, a span per line, and the first `#:`. */
  readonly comments: readonly Span[]
  readonly references: readonly Span[]
  readonly msgctxt?: Block | undefined
  readonly msgid: Block
  readonly msgid_plural?: Block | undefined
  /** In the order of their numbers; one without a number where there is no plural. */
  readonly msgstr: readonly Block[]
}

/** An entry being read; it is one once it has a `msgid`. */
interface Draft {
  start: number
  line: number
  obsolete: boolean
  flags: Set<string>
  flag_lines: Span[]
  comments: Span[]
  references: Span[]
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

// Most entries say little, and what is not said costs nothing. Nothing is ever added to these.
const NO_FLAGS = new Set<string>()
const NO_SPANS: Span[] = []
const NO_BLOCKS: Open[] = []
const LF = 0x0a
const CR = 0x0d
const HASH = 0x23
const QUOTE = 0x22
const KEYWORD = /(msgctxt|msgid_plural|msgid|msgstr)(?:[ \t]*\[[ \t]*(\d{1,2})[ \t]*\])?/y

/** A part of the file, from an entry's beginning on. */
export interface Part {
  readonly view: string
  /** Where the part begins in the file, in bytes. */
  readonly base: number
  /** The number of its first line. */
  readonly line: number
  /** Nothing comes after it. */
  readonly last: boolean
}

/**
 * Hands on the entries of a part one by one, and gives where the next part begins: at the first that may not be complete.
 * @throws FormatError malformed, naming the line
 */
export function readEntries(
  { view, base, line: first, last }: Part,
  found: (entry: Entry) => void,
): { used: number; line: number } {
  const reader = entryReader(view, base, first, found)
  let line = first
  for (let start = 0; start < view.length; line += 1) {
    const found = view.indexOf('\n', start)
    if (found < 0 && !last) break
    const next = found < 0 ? view.length : found + 1
    let end = found < 0 ? view.length : found
    if (end > start && view.charCodeAt(end - 1) === CR) end -= 1
    reader.line(start, end, next, line)
    start = next
  }
  if (last) reader.end(line)
  const open = reader.begun()
  return { used: last ? view.length : open.start, line: open.line }
}

interface EntryReader {
  line(start: number, end: number, next: number, line: number): void
  end(line: number): void
  /** Where the entry begins that is being read: an offset in the view, and a line. */
  begun(): { start: number; line: number }
}

function entryReader(view: string, base: number, first: number, found: (entry: Entry) => void): EntryReader {
  let draft = emptyDraft(base)
  let begun = { start: 0, line: first }
  let open: Open | undefined

  const finish = (start: number, line: number): void => {
    open = undefined
    if (isEntry(draft, line)) found(draft)
    draft = emptyDraft(base + start)
    begun = { start, line }
  }
  const keyword = (name: string, number: string | undefined, start: number, line: number, obsolete: boolean): void => {
    if (draft.msgstr.length > 0 && (name === 'msgctxt' || name === 'msgid')) finish(start, line)
    if (draft.line === 0) draft.line = line
    draft.obsolete ||= obsolete
    open = { start: base + start, end: base + start, lines: NO_SPANS }
    if (name === 'msgstr') {
      requireNext(draft, number, line)
      draft.msgstr = more(draft.msgstr, open)
    } else if (name === 'msgctxt' || name === 'msgid' || name === 'msgid_plural') {
      if (draft[name] || draft.msgstr.length > 0) throw malformed(line, `${name} stands where it is not expected`)
      draft[name] = open
    }
  }
  /** A keyword or a string, at the line's first character that is no blank. */
  const statement = (start: number, end: number, line: number, obsolete: boolean): void => {
    let at = start
    if (view.charCodeAt(at) !== QUOTE) {
      KEYWORD.lastIndex = at
      const match = KEYWORD.exec(view)
      if (!match?.[1]) {
        if (!/^domain\s/.test(view.slice(at, end))) {
          throw malformed(line, 'neither a comment, a keyword such as msgid, nor a string in quotes')
        }
        finish(start, line)
        return
      }
      keyword(match[1], match[2], start, line, obsolete)
      at = skipBlanks(view, KEYWORD.lastIndex, end)
      if (at === end) return
    }
    const last = view.lastIndexOf('"', end - 1)
    if (!open) throw malformed(line, 'a string stands before any keyword')
    if (view.charCodeAt(at) !== QUOTE || last <= at || skipBlanks(view, last + 1, end) !== end) {
      throw malformed(line, 'a string is not closed by a quote at the end of its line')
    }
    open.lines = more(open.lines, { start: base + at + 1, end: base + last })
    open.end = base + last + 1
  }
  const textSpan = (at: number, end: number): Span => ({ start: base + at + 2, end: base + end })
  return {
    begun: () => begun,
    line(start, end, next, line) {
      const at = skipBlanks(view, start, end)
      if (at === end) return
      if (view.charCodeAt(at) !== HASH) {
        // What stood in obsolete lines before is another entry.
        if (draft.obsolete) finish(start, line)
        return statement(at, end, line, false)
      }
      const kind = view[at + 1]
      if (kind === '~') {
        const inner = skipBlanks(view, at + 2, end)
        if (inner < end && view[inner] !== '|') return statement(inner, end, line, true)
        return
      }
      if (draft.msgstr.length > 0) finish(start, line)
      if (kind === ',') addFlags(draft, view.slice(at + 2, end), { start: base + start, end: base + next })
      else if (kind === '.') draft.comments = more(draft.comments, textSpan(at, end))
      else if (kind === ':' && draft.references.length === 0) draft.references = [textSpan(at, end)]
    },
    end(line) {
      finish(view.length, line)
    },
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
    msgctxt: undefined,
    msgid: undefined,
    msgid_plural: undefined,
    msgstr: NO_BLOCKS,
  }
}

/** False where only comments stand. @throws FormatError malformed */
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

/** The list with one item more. Most lists have one, and are made no larger than that. */
function more<Item>(items: Item[], item: Item): Item[] {
  if (items.length === 0) return [item]
  items.push(item)
  return items
}

/** Plural forms are numbered from 0 without gaps, and only they are. */
function requireNext(draft: Draft, number: string | undefined, line: number): void {
  if (!draft.msgid) throw malformed(line, 'msgstr stands before msgid')
  const expected = draft.msgid_plural ? draft.msgstr.length : undefined
  if (number === undefined ? draft.msgstr.length > 0 || expected !== undefined : Number(number) !== expected) {
    const wanted = expected === undefined ? 'one msgstr without a number' : `msgstr[${expected}]`
    throw malformed(line, `${wanted} should stand here`)
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
