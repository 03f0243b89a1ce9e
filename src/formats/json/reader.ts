/**
 * The values of a JSON text with their places. No JavaScript objects are built of it: so nothing is recursive, every occurrence of a
 * repeated key is found, and a key such as `__proto__` does no harm. The text must be strict JSON (RFC 8259), but comments and trailing
 * commas, which some catalogues have, are allowed and kept.
 */
import { createScanner, type JSONScanner } from 'jsonc-parser'
import { memberCount, pointerOf } from '../content/tree.ts'
import { FormatError } from '../format.ts'

/** The deepest nesting that is read. Files that people write are never so deep; deeper nesting is an attack. */
const DEPTH_CAP = 500

/** What all members have: offsets are UTF-16 code units. */
interface Placed {
  /** The object or list that it is in; undefined for the root. */
  readonly holder: Holder | undefined
  /** Its key, or its number in a list. Empty for the root. */
  readonly key: string
  /** Where its key begins and ends between its quotes; both -1 where it has none. */
  readonly key_start: number
  readonly key_end: number
}

/** A string value. */
export interface JsonString extends Placed {
  /** Where the text between the quotes begins and ends. */
  readonly start: number
  readonly end: number
  readonly value: string
}

/** An object or a list. */
export interface Holder extends Placed {
  readonly object: boolean
  readonly depth: number
  /** Where it begins, with its bracket, and ends. */
  readonly start: number
  end: number
  /** Where its last member ends; -1 while it has none. */
  last_end: number
  /** Its members, in order, by what they are. `others` are the keys of numbers, true, false and null, `plain` how these are written. */
  readonly strings: JsonString[]
  readonly holders: Holder[]
  readonly others: string[]
  readonly plain: string[]
  /** Its JSON Pointer (RFC 6901), its key with all keys above, and the same with `*` for each number. */
  readonly pointer: string
  readonly part: string
  readonly slot: string
}

export interface JsonDocument {
  /** Undefined where the file is one plain value. */
  readonly root: Holder | undefined
  /** All strings, and all objects and lists, in the order in which they begin. */
  readonly strings: readonly JsonString[]
  readonly holders: readonly Holder[]
}

/** The keys of a member from the root, joined by dots; empty for the root. */
export function dottedKeys({ holder, key }: Placed): string {
  return holder === undefined ? '' : below(holder.part, key, holder)
}

/** The same with `*` for each number: some files have numbers as keys. */
export function slotOf({ holder, key }: Placed): string {
  return holder === undefined ? '' : below(holder.slot, ITEM.test(key) ? '*' : key, holder)
}

function below(path: string, key: string, { depth }: Holder): string {
  return depth === 0 ? key : `${path}.${key}`
}

const ITEM = /^\d+$/

/** The token kinds of the scanner. Its library has them as an ambient const enum, which `isolatedModules` does not let us import. */
const TOKEN = {
  OPEN_OBJECT: 1,
  CLOSE_OBJECT: 2,
  OPEN_ARRAY: 3,
  CLOSE_ARRAY: 4,
  COMMA: 5,
  COLON: 6,
  NULL: 7,
  NUMBER: 11,
  STRING: 10,
  FIRST_TRIVIA: 12,
  LAST_TRIVIA: 15,
  END: 17,
} as const

const TOKEN_FAULTS: Readonly<Record<number, string>> = {
  1: 'a comment is not closed',
  2: 'a string is not closed',
  3: 'a number is not complete',
  4: 'a \\u escape is not complete',
  5: 'an escape is not one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u',
  6: 'a control character stands unescaped in a string',
}

type Expected = 'value' | 'value_or_close' | 'key_or_close' | 'colon' | 'comma_or_close' | 'end'

const WANTED: Readonly<Record<Expected, string>> = {
  value: 'a value',
  value_or_close: 'a value or ]',
  key_or_close: 'a key in double quotes or }',
  colon: 'a colon',
  comma_or_close: 'a comma or the closing bracket',
  end: 'the end of the file',
}

const CLOSABLE: ReadonlySet<Expected> = new Set(['value_or_close', 'key_or_close', 'comma_or_close'])

/** Reads a JSON text. @throws {FormatError} malformed, too_deep */
export function readDocument(text: string): JsonDocument {
  const scanner = createScanner(text)
  const strings: JsonString[] = []
  const holders: Holder[] = []
  let frame: Holder | undefined
  let expected: Expected = 'value'
  let key = ''
  let key_start = -1
  let key_end = -1
  let index = 0
  for (let token = nextToken(scanner); token !== TOKEN.END; token = nextToken(scanner)) {
    if (frame !== undefined && !frame.object && expected !== 'comma_or_close') {
      key = String(index)
      key_start = -1
      key_end = -1
    }
    const close = frame?.object ? TOKEN.CLOSE_OBJECT : TOKEN.CLOSE_ARRAY
    if (frame && token === close && CLOSABLE.has(expected)) {
      frame = closed(frame, scanner.getTokenOffset() + 1)
      index = frame && !frame.object ? memberCount(frame) - 1 : 0
      expected = frame ? 'comma_or_close' : 'end'
    } else if (expected === 'key_or_close') {
      if (token !== TOKEN.STRING) throw unexpected(scanner, expected)
      key = scanner.getTokenValue()
      key_start = scanner.getTokenOffset() + 1
      key_end = key_start + scanner.getTokenLength() - 2
      expected = 'colon'
    } else if (expected === 'colon') {
      if (token !== TOKEN.COLON) throw unexpected(scanner, expected)
      expected = 'value'
    } else if (expected === 'comma_or_close') {
      if (!frame || token !== TOKEN.COMMA) throw unexpected(scanner, expected)
      index += 1
      expected = frame.object ? 'key_or_close' : 'value_or_close'
    } else if (expected !== 'end' && (token === TOKEN.OPEN_OBJECT || token === TOKEN.OPEN_ARRAY)) {
      if (frame && frame.depth === DEPTH_CAP - 1) throw tooDeep(scanner)
      const holder = opened({ holder: frame, key, key_start, key_end }, token, scanner.getTokenOffset())
      frame?.holders.push(holder)
      holders.push(holder)
      frame = holder
      index = 0
      expected = holder.object ? 'key_or_close' : 'value_or_close'
    } else {
      if (expected === 'end' || token < TOKEN.NULL || token > TOKEN.NUMBER) throw unexpected(scanner, expected)
      const offset = scanner.getTokenOffset()
      const end = offset + scanner.getTokenLength()
      if (token === TOKEN.STRING) {
        const value = scanner.getTokenValue()
        const string: JsonString = { holder: frame, key, key_start, key_end, start: offset + 1, end: end - 1, value }
        frame?.strings.push(string)
        strings.push(string)
      } else takeOther(frame, key, scanner)
      if (frame) frame.last_end = end
      expected = frame ? 'comma_or_close' : 'end'
    }
  }
  if (expected !== 'end') throw unexpected(scanner, expected)
  return { root: holders[0], strings, holders }
}

function opened(placed: Placed, token: number, start: number): Holder {
  const { holder, key, key_start, key_end } = placed
  return {
    ...{ holder, key, key_start, key_end, start, end: start, last_end: -1 },
    object: token === TOKEN.OPEN_OBJECT,
    depth: holder === undefined ? 0 : holder.depth + 1,
    strings: [],
    holders: [],
    others: [],
    plain: [],
    pointer: pointerOf(placed),
    part: dottedKeys(placed),
    slot: slotOf(placed),
  }
}

function takeOther(frame: Holder | undefined, key: string, scanner: JSONScanner): void {
  frame?.others.push(key)
  frame?.plain.push(scanner.getTokenValue())
}

/** Ends a holder. Gives the one that it is in. */
function closed(holder: Holder, end: number): Holder | undefined {
  holder.end = end
  if (holder.holder) holder.holder.last_end = end
  return holder.holder
}

function nextToken(scanner: JSONScanner): number {
  for (;;) {
    const token = scanner.scan()
    const fault = scanner.getTokenError()
    if (fault !== 0) throw malformed(scanner, TOKEN_FAULTS[fault] ?? 'this is not JSON')
    if (token < TOKEN.FIRST_TRIVIA || token > TOKEN.LAST_TRIVIA) return token
  }
}

function unexpected(scanner: JSONScanner, expected: Expected): FormatError {
  return malformed(scanner, `${WANTED[expected]} is expected here`)
}

function malformed(scanner: JSONScanner, fault: string): FormatError {
  const place = placeOf(scanner)
  return new FormatError(
    'malformed',
    `The file is not valid JSON: line ${place.line}, column ${place.column}: ${fault}. Correct it and send it again.`,
    place,
  )
}

function tooDeep(scanner: JSONScanner): FormatError {
  return new FormatError(
    'too_deep',
    `The JSON is nested deeper than ${DEPTH_CAP} levels, which is not supported. Flatten it and send it again.`,
    placeOf(scanner),
  )
}

function placeOf(scanner: JSONScanner): { line: number; column: number } {
  return { line: scanner.getTokenStartLine() + 1, column: scanner.getTokenStartCharacter() + 1 }
}
