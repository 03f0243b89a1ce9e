/** Reading TOML: its strings with their keys, and the lines that belong to each. */
import { type AST, ParseError, parseTOML } from 'toml-eslint-parser'
import { FormatError } from '../format.ts'
import type { SectionHead } from '../keyed/index.ts'

/** A string of a file. Places count characters; those of the text with its quotes. */
export interface TomlString {
  readonly keys: readonly string[]
  readonly section: string
  readonly start: number
  readonly end: number
  readonly text: string
  /** The key that it is under, as the file writes it; absent for the items of lists. */
  readonly key?: { readonly start: number; readonly end: number; readonly last: number } | undefined
  /** It stands on a line with others, in braces. */
  readonly inline: boolean
  readonly from: number
  readonly to: number
  readonly line: number
  readonly note: string | undefined
}

/** A table: its strings right below it, and whether it has anything else. */
export interface TomlTable {
  readonly keys: readonly string[]
  readonly strings: TomlString[]
  others: number
}

export interface TomlFile {
  readonly strings: readonly TomlString[]
  readonly tables: ReadonlyMap<string, TomlTable>
  readonly heads: ReadonlyMap<string, SectionHead>
  /** Of values that are no strings: their keys. */
  readonly others: readonly (readonly string[])[]
  /** Where the entries above all tables end. */
  readonly root_end: number
}

/** Values may lie in each other so deep. */
const DEEPEST = 100
const LONGEST_NOTE = 1000

/** @throws {FormatError} malformed, with its line; too_deep */
export function readToml(text: string): TomlFile {
  const reading = new Reading(text)
  for (const node of parsedToml(text).body[0].body) {
    if (node.type === 'TOMLTable') reading.table(node)
    else reading.pair(node, [], '')
  }
  return reading.file()
}

function parsedToml(text: string): AST.TOMLProgram {
  try {
    return parseTOML(text)
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep()
    if (!(error instanceof ParseError)) throw error
    const place = { line: error.lineNumber, column: error.column + 1 }
    const why = error.message.charAt(0).toLowerCase() + error.message.slice(1)
    throw new FormatError('malformed', `This is no valid TOML, line ${place.line}: ${why}.`, place)
  }
}

function tooDeep(): FormatError {
  return new FormatError('too_deep', `The file has more than ${DEEPEST} values in each other.`)
}

function nameOfKey(key: AST.TOMLBare | AST.TOMLQuoted): string {
  return key.type === 'TOMLBare' ? key.name : key.value
}

/** What tells tables apart. */
export function tableId(keys: readonly string[]): string {
  return keys.join('\0')
}

const HEAD = /^(?:[ \t]*#.*\r?\n)+[ \t]*\r?\n/

/** Which lines a value goes with. */
interface Lines {
  readonly section: string
  readonly from: number
  readonly to: number
  readonly line: number
  readonly note: string | undefined
  readonly inline: boolean
}

class Reading {
  readonly #text: string
  readonly #strings: TomlString[] = []
  readonly #tables = new Map<string, TomlTable>()
  readonly #heads = new Map<string, SectionHead>()
  readonly #others: (readonly string[])[] = []
  /** Where the lines of what is before end; a comment with a blank line below it is of the file. */
  #before: number
  #root_end: number | undefined

  constructor(text: string) {
    this.#text = text
    this.#before = HEAD.exec(text)?.[0].length ?? 0
  }

  file(): TomlFile {
    const heads = [...this.#heads].map(([section, head]) => {
      const held = this.#tables.get(section)
      return [section, { ...head, alone: (held?.others ?? 0) === 0 }] as const
    })
    const root_end = this.#root_end ?? this.#text.length
    return { strings: this.#strings, tables: this.#tables, heads: new Map(heads), others: this.#others, root_end }
  }

  table(node: AST.TOMLTable): void {
    const keys = node.resolvedKey.map(String)
    const section = tableId(keys)
    const [line] = node.range
    const from = this.#before
    this.#root_end ??= from
    const to = this.#lineEnd(node.key.range[1])
    this.#heads.set(section, { from, to, alone: true })
    const above = this.#noteAbove(line)
    this.#before = to
    this.#tableOf(keys)
    this.#tableOf(keys.slice(0, -1)).others += 1
    node.body.forEach((pair, at) => {
      this.pair(pair, keys, section, at === 0 || isForm(pair) ? above : undefined)
    })
  }

  pair(node: AST.TOMLKeyValue, keys: readonly string[], section: string, above?: string): void {
    const [line] = node.range
    const from = this.#before
    const to = this.#lineEnd(node.range[1])
    const note = [above, this.#noteAbove(line)].filter(said => said !== undefined).join('\n') || undefined
    this.#before = to
    this.#value(node, keys, { section, from, to, line, note, inline: false }, 0)
  }

  #value(node: AST.TOMLKeyValue, keys: readonly string[], lines: Lines, depth: number): void {
    const own = [...keys, ...node.key.keys.map(nameOfKey)]
    for (let at = keys.length + 1; at < own.length; at += 1) this.#tableOf(own.slice(0, at))
    const last = node.key.keys.at(-1)
    const [start, end] = node.key.range
    this.#content(node.value, own, lines, depth, { start, end, last: last?.range[0] ?? start })
  }

  #content(
    value: AST.TOMLContentNode,
    keys: readonly string[],
    lines: Lines,
    depth: number,
    key?: TomlString['key'],
  ): void {
    if (depth > DEEPEST) throw tooDeep()
    const holder = this.#tableOf(keys.slice(0, -1))
    if (value.type === 'TOMLValue' && value.kind === 'string') {
      const [start, end] = value.range
      const string = { ...lines, keys, start, end, text: value.value, key }
      this.#strings.push(string)
      holder.strings.push(string)
      return
    }
    holder.others += 1
    if (value.type === 'TOMLArray') {
      value.elements.forEach((each, at) => {
        this.#content(each, [...keys, String(at)], lines, depth + 1)
      })
    } else if (value.type === 'TOMLInlineTable') {
      for (const each of value.body) this.#value(each, keys, { ...lines, inline: true }, depth + 1)
    } else this.#others.push(keys)
  }

  #tableOf(keys: readonly string[]): TomlTable {
    const id = tableId(keys)
    const known = this.#tables.get(id)
    if (known !== undefined) return known
    const made: TomlTable = { keys, strings: [], others: 0 }
    this.#tables.set(id, made)
    return made
  }

  #lineEnd(at: number): number {
    const end = this.#text.indexOf('\n', at)
    return end < 0 ? this.#text.length : end + 1
  }

  /** The comments in whole lines right above a line. */
  #noteAbove(at: number): string | undefined {
    const lines = this.#text.slice(this.#before, at).split('\n').slice(0, -1)
    const said: string[] = []
    for (const line of lines.reverse()) {
      const comment = /^#+[ \t]?(.*)$/.exec(line.trim())
      if (comment === null) break
      said.unshift(comment[1] ?? '')
    }
    const note = said.join('\n').trim()
    return note === '' || note.length > LONGEST_NOTE ? undefined : note
  }
}

const FORM = /^(?:zero|one|two|few|many|other|title|translation)$/

function isForm({ key }: AST.TOMLKeyValue): boolean {
  const [only, ...more] = key.keys
  return only !== undefined && more.length === 0 && FORM.test(nameOfKey(only))
}
