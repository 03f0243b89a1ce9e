/**
 * What becomes of the shared strings. A string gives way to its translation where all cells that name it are translated alike. Else the
 * translation is a string of its own, behind all others, and the cells that are translated name that one. Equal translations are one string.
 */
import { encodeLater } from '../bytes/charset.ts'
import { openedTag, setAttribute } from '../bytes/xml/index.ts'
import type { Charset, Edit } from '../format.ts'
import type { MadeColumn } from './made-column.ts'
import type { SharedStrings } from './strings.ts'

/** A cell that gets a string: `before` and `after` are written around its number. */
interface Naming {
  readonly member: string
  readonly start: number
  readonly end: number
  readonly before: string
  readonly after: string
}

/** What cells get, by the order in which they came: lists of simple values, since an object for each of millions is work for the garbage collector. */
class Entries {
  readonly contents: string[] = []
  /** The number of the cell's string, whose translation it is; -1: it named none. */
  readonly owns: number[] = []
  readonly #members: string[] = []
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  readonly #befores: string[] = []
  readonly #afters: string[] = []

  add(content: string, own: number, { member, start, end, before, after }: Naming): void {
    this.contents.push(content)
    this.owns.push(own)
    this.#members.push(member)
    this.#starts.push(start)
    this.#ends.push(end)
    this.#befores.push(before)
    this.#afters.push(after)
  }

  /** The edit by which a cell names a string. */
  named(at: number, number: number): Edit {
    const [member, start, end] = [this.#members[at], this.#starts[at] ?? 0, this.#ends[at] ?? 0]
    return { member, start, end, bytes: `${this.#befores[at]}${number}${this.#afters[at]}` }
  }
}

const NONE = -1

export class Ledger {
  readonly #strings: SharedStrings
  /** How many cells name each string, and how many of these are translated. */
  readonly #uses: number[] = []
  readonly #translated: number[] = []
  readonly #first: (string | undefined)[] = []
  readonly #entries = new Entries()
  readonly #columns = new Set<string>()
  #made = 0

  constructor(strings: SharedStrings) {
    this.#strings = strings
  }

  /** Whether the workbook has a list of shared strings that can be written. */
  get open(): boolean {
    const { tag, end } = this.#strings
    return tag !== undefined && (tag.empty || end > 0)
  }

  get charset(): Charset {
    return this.#strings.charset
  }

  get prefix(): string {
    return this.#strings.prefix
  }

  count(at: number): void {
    this.#uses[at] = (this.#uses[at] ?? 0) + 1
  }

  /** A cell whose own string is translated. */
  replace(own: number, content: string, naming: Naming): void {
    this.#translated[own] = (this.#translated[own] ?? 0) + 1
    this.#first[own] ??= content
    const first = this.#first[own]
    this.#entries.add(first === content ? first : content, own, naming)
  }

  /** A cell that gets a string and named none before. */
  name(content: string, naming: Naming): void {
    this.#made += 1
    this.#entries.add(content, NONE, naming)
  }

  /** Whether a column is made by this call. */
  make({ member, at }: MadeColumn): boolean {
    const key = `${member} ${at}`
    const known = this.#columns.has(key)
    this.#columns.add(key)
    return !known
  }

  /** The edits of the shared strings and of the cells that name others than before. */
  edits(): Edit[] {
    const { member, charset, starts, ends } = this.#strings
    if (member === undefined) return []
    const edits: Edit[] = []
    this.#first.forEach((content, at) => {
      if (content === undefined || !this.#isWhole(at)) return
      edits.push({ member, start: starts[at] ?? 0, end: ends[at] ?? 0, bytes: encodeLater(content, charset) })
    })
    const appended = new Map<string, number>()
    for (const [at, content] of this.#entries.contents.entries()) {
      const own = this.#entries.owns[at] ?? NONE
      if (own !== NONE && this.#first[own] === content && this.#isWhole(own)) continue
      const number = appended.get(content) ?? starts.length + appended.size
      appended.set(content, number)
      edits.push(this.#entries.named(at, number))
    }
    return [...edits, ...this.#listEdits(member, [...appended.keys()])]
  }

  /** Whether all cells that name a string are translated. */
  #isWhole(at: number): boolean {
    return this.#translated[at] === this.#uses[at] && this.#stands(at)
  }

  /** Whether a string has content that can be replaced. */
  #stands(at: number): boolean {
    return (this.#strings.ends[at] ?? 0) > (this.#strings.starts[at] ?? 0)
  }

  #listEdits(member: string, appended: readonly string[]): Edit[] {
    const { tag, end, prefix, charset } = this.#strings
    if (!tag || appended.length === 0) return []
    const text = appended.map(content => `<${prefix}si>${content}</${prefix}si>`).join('')
    if (tag.empty) return [{ member, ...openedTag(tag, `${text}</${tag.name}>`, charset) }]
    const raised = (name: string, by: number): Edit[] => {
      const said = new RegExp(`\\s${name}\\s*=\\s*["'](\\d+)["']`).exec(tag.raw)?.[1]
      const edit = said === undefined ? undefined : setAttribute(tag, name, String(Number(said) + by), charset)
      return edit ? [{ member, ...edit }] : []
    }
    const counts = [...raised('count', this.#made), ...raised('uniqueCount', appended.length)]
    return [...counts, { member, start: end, end, bytes: encodeLater(text, charset) }]
  }
}
