/** A scalar value of a YAML file. */
import type { Branch, Leaf } from '../content/tree.ts'
import type { Reason } from '../format.ts'

/** How a scalar is written. */
export type Style = 'plain' | 'single' | 'double' | 'literal' | 'folded'

/** An entry of a map: a key and what it holds. Offsets count UTF-16 code units. */
export interface YamlEntry {
  /** The number of its document in the stream, from 0. */
  readonly document: number
  /** Keys and indexes from the root of its document; its own key is the last. */
  readonly path: readonly string[]
  readonly name: string
  /** Whether the map that it is in stands in brackets. */
  readonly flow: boolean
  /** Where its key begins and ends. */
  readonly start: number
  readonly key_end: number
  /** Where what it holds ends, with its bracket; a block of lines ends as a scalar does. */
  end: number
  readonly holds: 'scalar' | 'map' | 'empty map' | 'list' | 'alias' | 'nothing'
}

/** A map or a list. */
export type YamlHolder = Branch<YamlScalar>

/** A scalar value. Offsets count UTF-16 code units. */
export interface YamlScalar extends Leaf {
  /** The number of its document in the stream, from 0. */
  readonly document: number
  /** Keys and indexes from the root of its document. */
  readonly path: readonly string[]
  /** The key it stands behind; undefined for an item of a list. */
  readonly entry: YamlEntry | undefined
  /** The map or list that holds it. */
  readonly holder: YamlHolder | undefined
  /** How many entries that map or list has. */
  readonly siblings: number
  /** True inside of `[…]` or `{…}`. */
  readonly flow: boolean
  readonly style: Style
  /** With its quotes, or with the header of a block; a block ends before the line end of its last line that is not blank. */
  readonly start: number
  readonly end: number
  readonly value: string
  /** Where the scalar or key before it ended: comments after that belong to this one. */
  readonly floor: number
  /** Why it is no string: it has a tag, or it is plain and reads as a number or a name such as `yes`. */
  readonly typed: Reason | undefined
}
