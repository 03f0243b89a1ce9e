/** Where the fields of a CSV record lie: bytes (or UTF-16 units) are looked at one by one, and nothing is copied. */

/** Bytes of UTF-8, or units of UTF-16. */
export type Cells = Uint8Array | Uint16Array

export interface Dialect {
  /** The code of the character between fields. */
  readonly delimiter: number
  /** What stands before a quote inside quotes: another quote, or a backslash as databases write it. */
  readonly escape: typeof QUOTE | typeof BACKSLASH
}

/** One record, reused from record to record: only the first `count` entries of the lists hold. */
export interface Row {
  count: number
  readonly starts: number[]
  readonly ends: number[]
  readonly kinds: number[]
  /** Where the next record begins. */
  next: number
  /** Line ends inside quotes. */
  inner_lines: number
}

/** What a field is made of, as bits. */
export const QUOTED = 1
/** Escapes stand between the quotes. */
export const ESCAPED = 2
/** Something stands after the closing quote, as careless programs write it. */
export const TRAILING = 4
/** Characters beyond ASCII. */
export const WIDE = 8
const BEYOND_ASCII = ~0x7f

export const QUOTE = 0x22
export const BACKSLASH = 0x5c
const LF = 0x0a
const CR = 0x0d

export function emptyRow(): Row {
  return { count: 0, starts: [], ends: [], kinds: [], next: 0, inner_lines: 0 }
}

/** `cut`: the record is not over yet where the data ends. `unclosed`: neither is its last quote, and no more data comes. */
export type Outcome = 'whole' | 'cut' | 'unclosed'

/**
 * Reads the record that begins at `from`, up to LF, CRLF, lone CR or, when `last`, the end of the data. A quote opens a
 * quoted field only as its first character; elsewhere it is a character like others.
 */
export function readRow(data: Cells, from: number, last: boolean, dialect: Dialect, row: Row): Outcome {
  const { delimiter } = dialect
  const to = data.length
  let at = from
  let count = 0
  row.inner_lines = 0
  for (;;) {
    row.starts[count] = at
    let kind = 0
    if (at < to && data[at] === QUOTE) {
      kind = quotedField(data, at, dialect.escape, row)
      if (kind === 0) return last ? 'unclosed' : 'cut'
      at = row.next
    }
    const plain = at
    let seen = 0
    for (; at < to; at += 1) {
      const code = data[at] ?? 0
      if (code === delimiter || (code <= CR && (code === LF || code === CR))) break
      seen |= code
    }
    if (kind !== 0 && at > plain) kind |= TRAILING
    if ((seen & BEYOND_ASCII) !== 0) kind |= WIDE
    row.ends[count] = at
    row.kinds[count] = kind
    count += 1
    if (at >= to) {
      row.count = count
      row.next = to
      return last ? 'whole' : 'cut'
    }
    if (data[at] !== delimiter) break
    at += 1
  }
  row.count = count
  if (data[at] === CR) {
    if (at + 1 === to && !last) return 'cut'
    at += data[at + 1] === LF ? 1 : 0
  }
  row.next = at + 1
  return 'whole'
}

/** The kind of the quoted field that begins at `from`; 0 when its closing quote is missing. Leaves `next` after that. */
function quotedField(data: Cells, from: number, mark: number, row: Row): number {
  const to = data.length
  let kind = QUOTED
  let seen = 0
  let at = from + 1
  while (at < to) {
    const code = data[at] ?? 0
    seen |= code
    // Most are letters.
    if (code > BACKSLASH) at += 1
    else if (code === QUOTE) {
      if (at + 1 === to || data[at + 1] !== QUOTE) {
        row.next = at + 1
        return (seen & BEYOND_ASCII) === 0 ? kind : kind | WIDE
      }
      kind |= ESCAPED
      at += 2
    } else if (code === BACKSLASH && mark === BACKSLASH) {
      kind |= ESCAPED
      at += 2
    } else {
      if (code === LF || (code === CR && data[at + 1] !== LF)) row.inner_lines += 1
      at += 1
    }
  }
  return 0
}
