/**
 * Finds the fields of a CSV record. Bytes (or UTF-16 code units) are looked at one by one, and nothing is copied. This is the
 * innermost loop of reading tables: a lookup table of classes says for each character whether it may end a field, and what it is.
 */

/** The data as numbers: code units of UTF-16, or the bytes of any other charset. */
export type Cells = Uint8Array | Uint16Array

export interface Dialect {
  /** The code of the character between fields. */
  readonly delimiter: number
  /** The character before a quote inside quotes: another quote, or a backslash as databases write it. */
  readonly escape: typeof QUOTE | typeof BACKSLASH
  /** For each code of UTF-16: what the character says about its field, as bits. */
  readonly classes: Uint8Array
}

/** One record. The object is reused for the next record: only the first `count` items of each list are valid. */
export interface CsvRecord {
  count: number
  readonly starts: number[]
  readonly ends: number[]
  readonly kinds: number[]
  /** Where the next record begins. */
  next: number
  /** Line ends inside quotes. */
  inner_lines: number
}

/** The kind of a field, as bits. This one: it is in quotes. */
export const QUOTED = 1
/** There are escapes between the quotes. */
export const ESCAPED = 2
/** Text follows the closing quote, as careless programs write it. */
export const TRAILING = 4
/** It has characters beyond ASCII. */
export const WIDE = 8
/** It has white space. */
export const SPACED = 16
/** It has characters that no number, date or price has. */
export const WORDED = 32
/** It has characters that programs use more often than people. */
export const MARKED = 64
const CONTENT = WIDE | SPACED | WORDED | MARKED

/** Two more bits, of characters only. `STOP`: it ends a field without quotes. `INNER`: in a field in quotes it needs a closer look. */
const STOP = 1
const INNER = 2

export const QUOTE = 0x22
export const BACKSLASH = 0x5c
export const LF = 0x0a
export const CR = 0x0d

const CLASSES = new Uint8Array(0x1_0000).fill(WIDE | WORDED)
for (let code = 0; code < 0x80; code += 1) {
  const character = String.fromCharCode(code)
  const spaced = /\s/.test(character) ? SPACED : 0
  const worded = /[^\d\s.,:/()%$+-]/.test(character) ? WORDED : 0
  CLASSES[code] = spaced | worded | (/[(){}<>=;$%&@[\]\\]/.test(character) ? MARKED : 0)
}

export function dialectWith(delimiter: number, mark: Dialect['escape']): Dialect {
  const classes = CLASSES.slice()
  const add = (code: number, bits: number): void => {
    classes[code] = (classes[code] ?? 0) | bits
  }
  for (const code of [delimiter, LF, CR]) add(code, STOP)
  for (const code of [QUOTE, mark, LF, CR]) add(code, INNER)
  return { delimiter, escape: mark, classes }
}

export function emptyRecord(): CsvRecord {
  return { count: 0, starts: [], ends: [], kinds: [], next: 0, inner_lines: 0 }
}

/** `cut`: the data ends before the record does. `unclosed`: its last quote is not closed, and no more data comes. */
export type Outcome = 'whole' | 'cut' | 'unclosed'

/**
 * Reads the record that begins at `from`, up to LF, CRLF, a lone CR or, when `last`, the end of the data. A quote opens a quoted
 * field only as its first character; elsewhere it is an ordinary character.
 */
export function readRecord(data: Cells, from: number, last: boolean, dialect: Dialect, record: CsvRecord): Outcome {
  const { delimiter, classes } = dialect
  const to = data.length
  let at = from
  let count = 0
  record.inner_lines = 0
  for (;;) {
    record.starts[count] = at
    let kind = 0
    if (at < to && data[at] === QUOTE) {
      kind = quotedField(data, at, dialect, record)
      if (kind === 0) return last ? 'unclosed' : 'cut'
      at = record.next
    }
    const plain = at
    let seen = 0
    for (; at < to; at += 1) {
      const said = classes[data[at] ?? 0] ?? 0
      if ((said & STOP) !== 0) break
      seen |= said
    }
    if (kind !== 0 && at > plain) kind |= TRAILING
    record.ends[count] = at
    record.kinds[count] = kind | (seen & CONTENT)
    count += 1
    if (at >= to) {
      record.count = count
      record.next = to
      return last ? 'whole' : 'cut'
    }
    if (data[at] !== delimiter) break
    at += 1
  }
  record.count = count
  if (data[at] === CR) {
    if (at + 1 === to && !last) return 'cut'
    at += data[at + 1] === LF ? 1 : 0
  }
  record.next = at + 1
  return 'whole'
}

/** The kind of the quoted field that begins at `from`; 0 when its closing quote is missing. Sets `record.next` after that quote. */
function quotedField(data: Cells, from: number, { escape: mark, classes }: Dialect, record: CsvRecord): number {
  const to = data.length
  let kind = QUOTED
  let seen = 0
  let at = from + 1
  while (at < to) {
    const code = data[at] ?? 0
    const said = classes[code] ?? 0
    at += 1
    if ((said & INNER) === 0) {
      seen |= said
      continue
    }
    const next = at < to ? data[at] : 0
    if (code === QUOTE && next !== QUOTE) {
      record.next = at
      return kind | (seen & CONTENT)
    }
    seen |= said
    if (code === QUOTE || code === mark) {
      kind |= ESCAPED
      at += 1
    } else if (code === LF || next !== LF) record.inner_lines += 1
  }
  return 0
}
