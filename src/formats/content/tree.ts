/**
 * What a file of keys is made of, whatever it is written in: texts under their keys, in maps and lists. Offsets are UTF-16 code units.
 */

/** A value that is a text. */
export interface Leaf {
  /** The map or list that it is in; undefined where it is the whole file. */
  readonly holder: { readonly pointer: string } | undefined
  /** Its key, or its number in a list. */
  readonly key: string
  /** Where its key begins and ends; both -1 where it has none. */
  readonly key_start: number
  readonly key_end: number
  readonly start: number
  readonly end: number
  readonly value: string
}

/** A map or a list. */
export interface Branch<L extends Leaf> {
  readonly holder: object | undefined
  readonly key: string
  readonly key_start: number
  readonly key_end: number
  /** Its JSON Pointer (RFC 6901). */
  readonly pointer: string
  /** A map, and no list. */
  readonly object: boolean
  /** Absent where all stand in brackets. */
  readonly flow?: boolean
  readonly start: number
  readonly end: number
  /** Its members, in order, by what they are. `others` are the keys of all that is no text. */
  readonly strings: readonly L[]
  readonly holders: readonly Branch<L>[]
  readonly others: readonly string[]
  /** How the file writes these: `12`, `true`. Absent where it has no such values. */
  readonly plain?: readonly string[]
}

export interface Tree<L extends Leaf> {
  /** All texts, and all maps and lists, in the order in which they begin. */
  readonly strings: readonly L[]
  readonly holders: readonly Branch<L>[]
}

/** The JSON Pointer (RFC 6901) of a member; empty for the root. */
export function pointerOf({ holder, key }: Pick<Leaf, 'holder' | 'key'>): string {
  return holder === undefined ? '' : childPointer(holder.pointer, key)
}

export function childPointer(pointer: string, key: string): string {
  return `${pointer}/${key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key}`
}

/** How many members a map or list has. */
export function memberCount({ strings, holders, others }: Readonly<Record<Members, readonly unknown[]>>): number {
  return strings.length + holders.length + others.length
}

type Members = 'strings' | 'holders' | 'others'
