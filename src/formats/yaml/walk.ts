/** Walks the nodes of YAML documents, with a stack of its own: nothing here is recursive. */
import type { Document, Scalar } from 'yaml'
import type { Reason } from '../format.ts'
import type { Style, YamlKey, YamlScalar } from './scalar.ts'
import { reasonOfPlain, reasonOfTag } from './typed.ts'

export interface Scalars {
  readonly scalars: readonly YamlScalar[]
  /** The outermost keys of all documents that are maps, in their order. */
  readonly outermost: readonly OutermostKey[]
}

export interface OutermostKey extends YamlKey {
  readonly document: number
  /** What stands behind it. */
  readonly holds: 'scalar' | 'map' | 'list' | 'nothing'
}

type Library = Pick<typeof import('yaml'), 'isMap' | 'isPair' | 'isScalar' | 'isSeq' | 'isAlias'>

/** A map or list whose items are being read. */
interface Frame {
  readonly items: readonly unknown[]
  next: number
  readonly path: readonly string[]
  readonly holder: number
  readonly flow: boolean
  /** Set where a tag makes everything inside a value for programs. */
  readonly typed: Reason | undefined
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
  readonly outermost: OutermostKey[] = []
  readonly #library: Library
  readonly #text: string
  readonly #frames: Frame[] = []
  #document = 0
  #holders = 0
  #floor = 0
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
      if (frame.next > frame.items.length) this.#frames.pop()
      else this.#item(frame, item)
    }
  }

  #item(frame: Frame, item: unknown): void {
    const { isPair } = this.#library
    this.#above = this.#floor
    if (!isPair(item)) {
      this.#value(item, [...frame.path, String(frame.next - 1)], undefined, frame)
      return
    }
    const key = this.#key(item.key)
    if (frame.path.length === 0) {
      this.outermost.push({ ...key, document: this.#document, holds: this.#kindOf(item.value) })
    }
    this.#floor = Math.max(this.#floor, key.end)
    this.#value(item.value, [...frame.path, key.name], key, frame)
  }

  #kindOf(value: unknown): OutermostKey['holds'] {
    const { isMap, isScalar, isSeq } = this.#library
    if (isMap(value)) return 'map'
    if (isSeq(value)) return 'list'
    return isScalar(value) ? 'scalar' : 'nothing'
  }

  /** A key that is no scalar is called as the file writes it. */
  #key(key: unknown): YamlKey {
    const [start, end] = rangeOf(key) ?? [this.#floor, this.#floor]
    const said = this.#library.isScalar(key) && typeof key.value === 'string' ? key.value : undefined
    return { name: said ?? this.#text.slice(start, Math.min(end, start + LONGEST_KEY)), start, end }
  }

  #value(node: unknown, path: readonly string[], key: YamlKey | undefined, frame: Frame | undefined): void {
    const { isAlias, isMap, isScalar, isSeq } = this.#library
    if (isMap(node) || isSeq(node)) {
      this.#holders += 1
      this.#frames.push({
        ...{ items: node.items, next: 0, path, holder: this.#holders },
        flow: frame?.flow === true || node.flow === true,
        typed: frame?.typed ?? reasonOfTag(node.tag),
      })
    } else if (isScalar(node)) this.#scalar(node, path, key, frame)
    else if (isAlias(node)) this.#floor = Math.max(this.#floor, rangeOf(node)?.[1] ?? 0)
  }

  #scalar(node: Scalar, path: readonly string[], key: YamlKey | undefined, frame: Frame | undefined): void {
    const [start, to] = rangeOf(node) ?? [0, 0]
    const style = STYLES[node.type ?? '']
    const { value } = node
    if (style === undefined || typeof value !== 'string' || start === to) return
    const end = style === 'literal' || style === 'folded' ? this.#endOfBlock(start, to) : to
    this.scalars.push({
      ...{ document: this.#document, path, key, style, start, end, value },
      holder: frame?.holder ?? 0,
      siblings: frame?.items.length ?? 0,
      flow: frame?.flow ?? false,
      floor: this.#above,
      typed: frame?.typed ?? reasonOfTag(node.tag) ?? (style === 'plain' ? reasonOfPlain(value) : undefined),
    })
    this.#floor = to
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
const LINE_END = /[\r\n]/g

function rangeOf(node: unknown): readonly [number, number] | undefined {
  if (typeof node !== 'object' || node === null || !('range' in node) || !Array.isArray(node.range)) return undefined
  const [start, end]: unknown[] = node.range
  return typeof start === 'number' && typeof end === 'number' ? [start, end] : undefined
}
