/**
 * The string values of a JSON text with their paths and ranges. No JavaScript objects are built: so nothing is recursive, every
 * occurrence of a repeated key is found, and a key such as `__proto__` does no harm. The text must be strict JSON (RFC 8259), but
 * comments, which some catalogues have, are allowed and kept.
 */
import { createScanner, type JSONScanner } from 'jsonc-parser'
import { FormatError } from '../format.ts'

/** The deepest nesting that is read. Files that people write are never so deep; deeper nesting is an attack. */
const DEPTH_CAP = 500

export interface JsonString {
  /** Keys and array indexes from the root. */
  readonly path: readonly string[]
  /** The path as RFC 6901 writes it; empty for the root. */
  readonly pointer: string
  /** Where the text between the quotes begins and ends: offsets in UTF-16 code units. */
  readonly start: number
  readonly end: number
  readonly value: string
}

/** The JSON Pointer (RFC 6901) of a path; empty for the root. */
export function pointerOf(path: readonly string[]): string {
  let pointer = ''
  for (const key of path) pointer += `/${/[~/]/.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key}`
  return pointer
}

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

type Expected = 'value' | 'value_or_close' | 'key' | 'key_or_close' | 'colon' | 'comma_or_close' | 'end'

const WANTED: Readonly<Record<Expected, string>> = {
  value: 'a value',
  value_or_close: 'a value or ]',
  key: 'a key in double quotes',
  key_or_close: 'a key in double quotes or }',
  colon: 'a colon',
  comma_or_close: 'a comma or the closing bracket',
  end: 'the end of the file',
}

interface Frame {
  readonly object: boolean
  key: string
  index: number
}

/** The string values of a JSON text in their order. @throws {FormatError} malformed, too_deep */
export function stringsOf(text: string): Generator<JsonString> {
  return valuesOf(text, false)
}

/** The pointers of all values that hold no other values, in their order. @throws {FormatError} malformed, too_deep */
export function* pointersIn(text: string): Generator<string> {
  for (const { pointer } of valuesOf(text, true)) yield pointer
}

/** With `all`, numbers, true, false and null too, as empty strings. */
function* valuesOf(text: string, all: boolean): Generator<JsonString> {
  const scanner = createScanner(text)
  const frames: Frame[] = []
  let expected: Expected = 'value'
  for (let token = nextToken(scanner); token !== TOKEN.END; token = nextToken(scanner)) {
    const frame = frames.at(-1)
    const close = frame?.object ? TOKEN.CLOSE_OBJECT : TOKEN.CLOSE_ARRAY
    if (frame && token === close && expected.endsWith('or_close')) {
      frames.pop()
      expected = afterValue(frames)
    } else if (expected === 'key' || expected === 'key_or_close') {
      if (!frame || token !== TOKEN.STRING) throw unexpected(scanner, expected)
      frame.key = scanner.getTokenValue()
      expected = 'colon'
    } else if (expected === 'colon') {
      if (token !== TOKEN.COLON) throw unexpected(scanner, expected)
      expected = 'value'
    } else if (expected === 'comma_or_close') {
      if (!frame || token !== TOKEN.COMMA) throw unexpected(scanner, expected)
      frame.index += 1
      expected = frame.object ? 'key' : 'value'
    } else if (expected !== 'end' && (token === TOKEN.OPEN_OBJECT || token === TOKEN.OPEN_ARRAY)) {
      if (frames.length === DEPTH_CAP) throw tooDeep(scanner)
      frames.push({ object: token === TOKEN.OPEN_OBJECT, key: '', index: 0 })
      expected = token === TOKEN.OPEN_OBJECT ? 'key_or_close' : 'value_or_close'
    } else {
      if (expected === 'end' || token < TOKEN.NULL || token > TOKEN.NUMBER) throw unexpected(scanner, expected)
      if (token === TOKEN.STRING) yield stringAt(scanner, frames)
      else if (all) yield valueAt(frames)
      expected = afterValue(frames)
    }
  }
  if (expected !== 'end') throw unexpected(scanner, expected)
}

function afterValue(frames: readonly Frame[]): Expected {
  return frames.length === 0 ? 'end' : 'comma_or_close'
}

function nextToken(scanner: JSONScanner): number {
  for (;;) {
    const token = scanner.scan()
    const fault = TOKEN_FAULTS[scanner.getTokenError()]
    if (fault) throw malformed(scanner, fault)
    if (token < TOKEN.FIRST_TRIVIA || token > TOKEN.LAST_TRIVIA) return token
  }
}

function stringAt(scanner: JSONScanner, frames: readonly Frame[]): JsonString {
  const start = scanner.getTokenOffset() + 1
  const path = pathOf(frames)
  return {
    path,
    pointer: pointerOf(path),
    start,
    end: start + scanner.getTokenLength() - 2,
    value: scanner.getTokenValue(),
  }
}

function valueAt(frames: readonly Frame[]): JsonString {
  const path = pathOf(frames)
  return { path, pointer: pointerOf(path), start: 0, end: 0, value: '' }
}

function pathOf(frames: readonly Frame[]): string[] {
  return frames.map(frame => (frame.object ? frame.key : String(frame.index)))
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
