/** Walks the nodes of YAML documents, with a stack of its own: nothing here is recursive. */
import type { Document, Scalar } from 'yaml'
import { childPointer } from '../content/tree.ts'
import type { Reason } from '../format.ts'
import type { Style, YamlEntry, YamlHolder, YamlScalar } from './scalar.ts'
import { reasonOfPlain, reasonOfTag } from './typed.ts'

export interface Scalars {
  readonly scalars: readonly YamlScalar[]
  /** The entries of all maps, in the order in which they begin. */
  readonly entries: readonly YamlEntry[]
  /** All maps and lists. What has no value is no text in them. */
  readonly holders: readonly YamlHolder[]
}

type Library = Pick<typeof import('yaml'), 'isMap' | 'isPair' | 'isScalar' | 'isSeq' | 'isAlias'>

/** A map or list whose items are being read. */
interface Frame {
  readonly items: readonly unknown[]
  next: number
  readonly path: readonly string[]
  readonly flow: boolean
  /** The entry that holds it, and where its closing bracket ends, if it has one. */
  readonly entry: YamlEntry | undefined
  readonly branch: Growing
  readonly closed: number
  /** Set where a tag makes everything inside a value for programs. */
  readonly typed: Reason | undefined
}

/** A map or list of the tree. */
interface Growing {
  readonly holder: Growing | undefined
  readonly key: string
  readonly key_start: number
  readonly key_end: number
  readonly pointer: string
  readonly object: boolean
  readonly flow: boolean
  readonly start: number
  end: number
  readonly strings: YamlScalar[]
  readonly holders: Growing[]
  readonly others: string[]
}

const STYLES: Readonly<Record<string, Style>> = {
  PLAIN: 'plain',
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
}

export function scalarsIn(library: Library, text: string, documents: readonly Document.Parsed[]): Scalars {
  const walk = new Walk(library, text)
  for (const [at, { contents }] of documents.entries()) walk.document(at, contents)
  return walk
}

class Walk implements Scalars {
  readonly scalars: YamlScalar[] = []
  readonly entries: YamlEntry[] = []
  readonly holders: Growing[] = []
  readonly #library: Library
  readonly #text: string
  readonly #frames: Frame[] = []
  #document = 0
  #floor = 0
  /** Where the last value ended that was read, without what follows it. */
  #ended = 0
  /** Where what comes before the entry that is read ended. */
  #above = 0

  constructor(library: Library, text: string) {
    this.#library = library
    this.#text = text
  }

  document(number: number, contents: unknown): void {
    this.#document = number
    this.#value(contents, [], undefined, undefined)
    for (let frame = this.#frames.at(-1); frame; frame = this.#frames.at(-1)) {
      const item = frame.items[frame.next]
      frame.next += 1
      if (frame.next <= frame.items.length) this.#item(frame, item)
      else this.#close(frame)
    }
  }

  #close({ entry, closed, branch }: Frame): void {
    this.#frames.pop()
    this.#ended = Math.max(this.#ended, closed)
    branch.end = this.#ended
    if (entry) entry.end = this.#ended
  }

  #item(frame: Frame, item: unknown): void {
    this.#above = this.#floor
    if (!this.#library.isPair(item)) {
      this.#value(item, [...frame.path, String(frame.next - 1)], undefined, frame)
      return
    }
    const entry = this.#entry(frame, item.key, item.value)
    this.entries.push(entry)
    this.#floor = Math.max(this.#floor, entry.key_end)
    this.#ended = Math.max(this.#ended, entry.key_end)
    this.#value(item.value, entry.path, entry, frame)
    entry.end = Math.max(entry.end, this.#ended)
  }

  /** A key that is no scalar is called as the file writes it. */
  #entry({ path, flow }: Frame, key: unknown, value: unknown): YamlEntry {
    const [start, end] = rangeOf(key) ?? [this.#floor, this.#floor]
    const said = this.#library.isScalar(key) && typeof key.value === 'string' ? key.value : undefined
    const name = said ?? this.#text.slice(start, Math.min(end, start + LONGEST_KEY))
    const holds = this.#kindOf(value)
    return { document: this.#document, path: [...path, name], name, flow, start, key_end: end, end, holds }
  }

  #kindOf(value: unknown): YamlEntry['holds'] {
    const { isAlias, isMap, isScalar, isSeq } = this.#library
    if (isMap(value)) return value.items.length === 0 ? 'empty map' : 'map'
    if (isSeq(value)) return 'list'
    if (isAlias(value)) return 'alias'
    return isScalar(value) && !isEmpty(value) ? 'scalar' : 'nothing'
  }

  #value(node: unknown, path: readonly string[], entry: YamlEntry | undefined, frame: Frame | undefined): void {
    const { isAlias, isMap, isScalar, isSeq } = this.#library
    if (isMap(node) || isSeq(node)) {
      this.#frames.push({
        items: node.items,
        next: 0,
        path,
        entry,
        branch: this.#branch(rangeOf(node)?.[0] ?? this.#floor, isMap(node), path, entry, frame),
        flow: frame?.flow === true || node.flow === true,
        closed: node.flow === true ? (rangeOf(node)?.[1] ?? 0) : 0,
        typed: frame?.typed ?? reasonOfTag(node.tag),
      })
    } else if (isScalar(node)) this.#scalar(node, path, entry, frame)
    else if (isAlias(node)) {
      this.#ended = Math.max(this.#ended, rangeOf(node)?.[1] ?? 0)
      this.#floor = Math.max(this.#floor, this.#ended)
      frame?.branch.others.push(path.at(-1) ?? '')
    }
  }

  #branch(
    start: number,
    object: boolean,
    path: readonly string[],
    entry: YamlEntry | undefined,
    frame: Frame | undefined,
  ): Growing {
    const key = path.at(-1) ?? ''
    const branch: Growing = {
      holder: frame?.branch,
      key,
      key_start: entry?.start ?? -1,
      key_end: entry?.key_end ?? -1,
      pointer: frame === undefined ? String(this.#document || '') : childPointer(frame.branch.pointer, key),
      object,
      flow: FLOW.has(this.#text.charAt(start)),
      start,
      end: start,
      strings: [],
      holders: [],
      others: [],
    }
    frame?.branch.holders.push(branch)
    this.holders.push(branch)
    return branch
  }

  #scalar(node: Scalar, path: readonly string[], entry: YamlEntry | undefined, frame: Frame | undefined): void {
    const [start, to] = rangeOf(node) ?? [0, 0]
    const style = STYLES[node.type ?? '']
    const { value } = node
    if (style === undefined || typeof value !== 'string' || start === to) {
      frame?.branch.others.push(path.at(-1) ?? '')
      return
    }
    const end = style === 'literal' || style === 'folded' ? this.#endOfBlock(start, to) : to
    const scalar: YamlScalar = {
      document: this.#document,
      path,
      key: path.at(-1) ?? '',
      key_start: entry?.start ?? -1,
      key_end: entry?.key_end ?? -1,
      entry,
      style,
      start,
      end,
      value,
      holder: frame?.branch,
      siblings: frame?.items.length ?? 0,
      flow: frame?.flow ?? false,
      floor: this.#above,
      typed: frame?.typed ?? reasonOfTag(node.tag) ?? (style === 'plain' ? reasonOfPlain(value) : undefined),
    }
    this.scalars.push(scalar)
    frame?.branch.strings.push(scalar)
    this.#floor = to
    this.#ended = end
  }

  /** Where the last line ends that is not blank; of a block without any, its header. */
  #endOfBlock(start: number, to: number): number {
    const marked = start + this.#text.slice(start, to).trimEnd().length
    LINE_END.lastIndex = marked
    const found = LINE_END.exec(this.#text)?.index ?? to
    return Math.min(found, to)
  }
}

const LONGEST_KEY = 64
const FLOW: ReadonlySet<string> = new Set('{[')
const LINE_END = /[\r\n]/g

function isEmpty({ range }: Scalar): boolean {
  return range?.[0] === range?.[1]
}

function rangeOf(node: unknown): readonly [number, number] | undefined {
  if (typeof node !== 'object' || node === null || !('range' in node) || !Array.isArray(node.range)) return undefined
  const [start, end]: unknown[] = node.range
  return typeof start === 'number' && typeof end === 'number' ? [start, end] : undefined
}
