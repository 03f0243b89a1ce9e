import { ConfigFlaw } from './entry.ts'

/** A value of TOML, as far as an entry needs it. */
export type TomlTree =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly TomlTree[] }
  | { readonly kind: 'table'; readonly pairs: readonly (readonly [readonly string[], TomlTree])[] }
  /** A number, a date or a truth value. */
  | { readonly kind: 'bare' }

/** A line, or several, that mean something together. Offsets are those of the text. */
export type TomlPart = TomlHeader | TomlPair

interface TomlHeader {
  readonly kind: 'table' | 'tables'
  /** The keys of the table. */
  readonly path: readonly string[]
  readonly start: number
  readonly end: number
}

export interface TomlPair {
  readonly kind: 'pair'
  /** The keys, with those of the table that it is in. */
  readonly path: readonly string[]
  readonly value: TomlTree
  readonly value_start: number
  readonly start: number
  /** The end of the value, before a comment. */
  readonly end: number
}

/**
 * The parts of a TOML text, in their order. It follows the grammar as far as finding a table and its pairs needs: what a bare value means is not
 * looked at, nor whether a key is there twice.
 *
 * @throws {ConfigFlaw} the text is no TOML
 */
export function tomlParts(text: string): readonly TomlPart[] {
  const reader = new TomlReader(text)
  const parts: TomlPart[] = []
  let table: readonly string[] = []
  for (reader.skipLines(); !reader.isAtEnd(); reader.skipLines()) {
    const start = reader.at
    if (reader.takes('[')) {
      const [kind, close] = reader.takes('[') ? (['tables', ']]'] as const) : (['table', ']'] as const)
      table = reader.key()
      reader.needs(close)
      parts.push({ kind, path: table, start, end: reader.at })
    } else {
      const path = [...table, ...reader.key()]
      reader.needs('=')
      reader.skipSpaces()
      const value_start = reader.at
      const value = reader.value()
      parts.push({ kind: 'pair', path, value, value_start, start, end: reader.at })
    }
    reader.endLine()
  }
  return parts
}

/** So many lists and tables in each other are read. */
const DEEPEST = 50

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r', e: '\u001b' }

class TomlReader {
  at = 0
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  isAtEnd(): boolean {
    return this.at >= this.#text.length
  }

  takes(token: string): boolean {
    if (!this.#text.startsWith(token, this.at)) return false
    this.at += token.length
    return true
  }

  needs(token: string): void {
    this.skipSpaces()
    if (!this.takes(token)) throw this.#flaw(`Expected "${token}" here`)
  }

  skipSpaces(): void {
    this.#match(/[ \t]*/y)
  }

  skipLines(): void {
    this.#match(/(?:[ \t]*(?:#[^\r\n]*)?\r?\n)*[ \t]*(?:#[^\r\n]*$)?/y)
  }

  endLine(): void {
    if (this.#match(/[ \t]*(?:#[^\r\n]*)?(?=\r?\n|$)/y) === undefined) throw this.#flaw('Something follows a value')
  }

  key(): string[] {
    const keys: string[] = []
    do {
      this.skipSpaces()
      keys.push(this.#simpleKey())
      this.skipSpaces()
    } while (this.takes('.'))
    return keys
  }

  value(depth = 0): TomlTree {
    if (depth > DEEPEST) throw this.#flaw(`This is nested more than ${DEEPEST} times`)
    if (this.takes('[')) return { kind: 'list', items: this.#items(depth) }
    if (this.takes('{')) return { kind: 'table', pairs: this.#pairs(depth) }
    const text = this.#string()
    if (text !== undefined) return { kind: 'text', text }
    if (this.#match(/[\w+-](?:[\w+.:-]| (?=\d\d:))*/y) === undefined) throw this.#flaw('There is no value')
    return { kind: 'bare' }
  }

  #items(depth: number): TomlTree[] {
    const items: TomlTree[] = []
    for (this.skipLines(); !this.takes(']'); this.skipLines()) {
      items.push(this.value(depth + 1))
      this.skipLines()
      if (!this.takes(',') && this.#text[this.at] !== ']') throw this.#flaw('A list is not closed')
    }
    return items
  }

  #pairs(depth: number): [string[], TomlTree][] {
    const pairs: [string[], TomlTree][] = []
    for (this.skipLines(); !this.takes('}'); this.skipLines()) {
      const key = this.key()
      this.needs('=')
      this.skipSpaces()
      pairs.push([key, this.value(depth + 1)])
      this.skipLines()
      if (!this.takes(',') && this.#text[this.at] !== '}') throw this.#flaw('A table in braces is not closed')
    }
    return pairs
  }

  #simpleKey(): string {
    const bare = this.#match(/[\w-]+/y)
    const key = bare ?? (/^(?:"""|''')/.test(this.#text.slice(this.at, this.at + 3)) ? undefined : this.#string())
    if (key === undefined) throw this.#flaw('There is no key')
    return key
  }

  #string(): string | undefined {
    const start = this.at
    for (const [open, pattern] of STRINGS) {
      if (!this.#text.startsWith(open, start)) continue
      const whole = this.#match(pattern)
      if (whole === undefined) throw this.#flaw('A text is not closed')
      const inner = whole.slice(open.length, -open.length)
      const lines = open.length === 3 ? inner.replace(/^\r?\n/, '') : inner
      return open.startsWith('"') ? unescaped(lines) : lines
    }
    return undefined
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const [match] = pattern.exec(this.#text) ?? []
    if (match !== undefined) this.at += match.length
    return match
  }

  #flaw(words: string): ConfigFlaw {
    return new ConfigFlaw(`This is no TOML: ${words}.`, this.#text.slice(0, this.at).split('\n').length)
  }
}

/** The four kinds of strings: what each begins with, and the whole of it. */
const STRINGS: readonly (readonly [string, RegExp])[] = [
  ['"""', /"""(?:\\[\s\S]|(?!""")[^\\])*"""(?:"{0,2}(?!"))/y],
  ["'''", /'''(?:(?!''')[\s\S])*'''(?:'{0,2}(?!'))/y],
  ['"', /"(?:\\[^\r\n]|[^"\\\r\n])*"/y],
  ["'", /'[^'\r\n]*'/y],
]

function unescaped(text: string): string {
  return text.replaceAll(
    /\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|x([\da-fA-F]{2})|[ \t]*\r?\n\s*|([\s\S]))/g,
    (_, four?: string, eight?: string, two?: string, one?: string) => {
      const code = four ?? eight ?? two
      if (code !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff))
      return one === undefined ? '' : (ESCAPES[one] ?? one)
    },
  )
}
