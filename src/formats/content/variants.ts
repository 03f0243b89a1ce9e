/**
 * What may be a text in several languages, by its form alone: `{"en": "Open", "fr": "Ouvrir"}` anywhere in a file, keys that end with a
 * language (`title_en`, `title_fr`), lists with an item for each language, of one text or of several.
 */
import { sameTag } from '../../contract/language-tags.ts'
import { between } from './between.ts'
import { isRatherWord } from './language-keys.ts'
import { languageTagOf } from './language-tag.ts'
import type { TextUnderTag } from './one-text.ts'
import { haveOwnNumbers, keyOfRow, keysOfOne, keysOfRows, type Row, rowsIn } from './rows-in-languages.ts'
import { type Branch, childPointer, type Leaf, memberCount, pointerOf, type Tree } from './tree.ts'

/** A text in one of its languages. */
export interface Variant<L extends Leaf> {
  readonly tag: string
  /** The tag as the file writes it. */
  readonly written: string
  /** Its strings: one, or those of a map or a list. */
  readonly strings: readonly L[]
  /** The map or list that holds them; in a list of languages with the string that says the language, and those that say which text it is. */
  readonly item?: { readonly holder: Branch<L>; readonly field?: L; readonly names?: readonly L[] }
}

/** A text with all its languages, in the order of the file. */
export interface Variants<L extends Leaf> {
  /** The pointer of the map or the list, and what the keys begin with. */
  readonly name: string
  /** What people call it: its key. */
  readonly called: string
  readonly holder: Branch<L>
  readonly all: readonly Variant<L>[]
  /** The tags that have a member of another kind: `"de": null`. Nothing can be written there. */
  readonly closed: readonly string[]
  /** Present for a text of a list of several. */
  readonly row?: ListOfRows
}

/** A list with an item for each language of each text. */
export interface ListOfRows {
  /** The names of what says which text an item is of. */
  readonly keys: readonly string[]
  /** All that it has in each language. */
  readonly all: readonly TextUnderTag[]
  /** New items stand behind the last one of their language, or of all: each language is a block. */
  readonly apart: boolean
  /** Items have a number each, which a new one cannot have. */
  readonly closed: boolean
}

/** Whether a file has what may be such texts: the same for an original and its results. */
export function mayBeInLanguages<L extends Leaf>(tree: Tree<L>): boolean {
  return variantsIn(tree).next().done !== true
}

/** The variant of a text in a language; undefined where it has none. */
export function variantIn<L extends Leaf>({ all }: Variants<L>, language: string | undefined): Variant<L> | undefined {
  if (language === undefined) return undefined
  return all.find(({ tag }) => tag === language) ?? all.find(({ tag }) => sameTag(tag, language))
}

/** The pointer of a string below its variant: what it has in common with the same of another language. */
export function placeBelow<L extends Leaf>({ item }: Variant<L>, string: L): string {
  return item === undefined ? '' : pointerOf(string).slice(item.holder.pointer.length)
}

/** The string or the holder of a text in a language. */
export function memberOf<L extends Leaf>({
  item,
  strings,
}: Variant<L>): Pick<Branch<L>, 'start' | 'end' | 'key_start' | 'key_end'> {
  const [string] = strings
  return item?.holder ?? string ?? NOWHERE
}

const NOWHERE = { start: 0, end: 0, key_start: 0, key_end: 0 } as const

/** What may be texts in several languages, by its form alone. */
export function* variantsIn<L extends Leaf>(
  tree: Tree<L>,
  before?: ReadonlyMap<string, readonly string[]>,
): Generator<Variants<L>> {
  for (const holder of tree.holders) {
    if (!holder.object) yield* itemsOf(holder, tree, before)
    else if (memberCount(holder) > 1) {
      const own = before === undefined && areRoots(holder) ? undefined : ofKeys(holder, tree)
      yield* own === undefined ? suffixed(holder) : clear(own)
    }
  }
}

/** Whether the keys of a text may be words: hardly any is a language and nothing else, or each has a map. */
export function mayBeWords<L extends Leaf>({ all, closed, row, holder }: Variants<L>): boolean {
  if (row !== undefined || !holder.object) return false
  const tags = [...all.map(({ written }) => written), ...closed]
  const sure = tags.filter(written => !isRatherWord(written))
  return !sure.includes('en') && (sure.length < 2 || all.some(({ item }) => item !== undefined))
}

/** Whether a map at the root of a file may have the languages of the file as its keys, which are then no texts. */
function areRoots<L extends Leaf>(root: Branch<L>): boolean {
  const { holders } = root
  if (root.holder !== undefined || holders.length < memberCount(root)) return false
  return holders.every(({ object }) => object) && holders.some(({ key }) => !isRatherWord(key))
}

/** A map whose keys are languages, and nothing else. */
function ofKeys<L extends Leaf>(holder: Branch<L>, tree: Tree<L>): Variants<L> | undefined {
  const { strings, holders, others, pointer: name, key: called } = holder
  if (memberCount(holder) > MOST_LANGUAGES || (strings.length === 0 && holders.length === 0)) return undefined
  const all: Variant<L>[] = []
  for (const string of strings) {
    const tag = languageTagOf(string.key)
    if (tag === undefined) return undefined
    all.push({ tag, written: string.key, strings: [string] })
  }
  for (const each of holders) {
    const tag = languageTagOf(each.key)
    if (tag === undefined) return undefined
    all.push({ tag, written: each.key, strings: between(tree.strings, each.start, each.end), item: { holder: each } })
  }
  const closed = others.flatMap(key => languageTagOf(key) ?? [])
  if (closed.length < others.length) return undefined
  if (strings.length > 0 && holders.length > 0) all.sort((one, other) => memberOf(one).start - memberOf(other).start)
  return { name, called, holder, all, closed }
}

const MOST_LANGUAGES = 300

const WITH_REGION = /^(.+?[_.-])([a-z]{2}[-_][A-Z]{2})$/
const SUFFIX = /^(.+[_.-])([a-z]{2})$/i

/** Keys of one map that are the same but for the language at their ends. */
function suffixed<L extends Leaf>(holder: Branch<L>): readonly Variants<L>[] {
  if (holder.strings.length < 2) return []
  const stems = new Map<string, { all: Variant<L>[]; closed: string[] }>()
  for (const string of holder.strings) {
    const [stem, written = ''] = cut(string.key)
    const tag = stem === undefined ? undefined : languageTagOf(written)
    if (stem === undefined || tag === undefined) continue
    const its = stems.get(stem) ?? { all: [], closed: [] }
    its.all.push({ tag, written, strings: [string] })
    stems.set(stem, its)
  }
  if (stems.size === 0) return []
  for (const key of [...holder.others, ...holder.holders.map(each => each.key)]) {
    const [stem = '', written = ''] = cut(key)
    const tag = languageTagOf(written)
    if (tag !== undefined) stems.get(stem)?.closed.push(tag)
  }
  return [...stems].flatMap(([stem, its]) =>
    clear({ name: childPointer(holder.pointer, stem), called: stem.slice(0, -1), holder, ...its }),
  )
}

function cut(key: string): readonly string[] {
  return (WITH_REGION.exec(key) ?? SUFFIX.exec(key) ?? []).slice(1)
}

/** A list whose items are each in a language of their own, or of several texts. */
function itemsOf<L extends Leaf>(
  holder: Branch<L>,
  tree: Tree<L>,
  before: ReadonlyMap<string, readonly string[]> | undefined,
): readonly Variants<L>[] {
  const rows = rowsIn(holder)
  if (rows === undefined) return []
  const known = before?.get(holder.pointer)
  const areOnce = known === undefined && new Set(rows.map(({ tag }) => tag)).size === rows.length
  const ofOne = areOnce ? keysOfOne(rows) : undefined
  const keys = known ?? ofOne ?? keysOfRows(rows)
  if (keys === undefined) return []
  const closed = haveOwnNumbers(rows)
  if (ofOne !== undefined) {
    const all = rows.map(row => variantOf(row, ofOne, tree))
    if (rows.length > MOST_LANGUAGES || !areAlike(all)) return []
    if (!closed) return [{ name: holder.pointer, called: holder.key, holder, all, closed: [] }]
  }
  return ofRows(holder, { rows, keys, closed }, tree)
}

interface KeyedRows<L extends Leaf> extends Pick<ListOfRows, 'keys' | 'closed'> {
  readonly rows: readonly Row<L>[]
}

function ofRows<L extends Leaf>(
  holder: Branch<L>,
  { rows, keys, closed }: KeyedRows<L>,
  tree: Tree<L>,
): readonly Variants<L>[] {
  const texts = new Map<string, Variant<L>[]>()
  const under = new Map<string, { tag: string; written: string; values: string[] }>()
  let apart = false
  let last: string | undefined
  for (const { row, key } of rows.map(each => ({ row: each, key: keyOfRow(each.item, keys) }))) {
    const its = texts.get(key) ?? []
    apart ||= its.length > 0 && key !== last
    last = key
    const variant = variantOf(row, keys, tree)
    if (its.push(variant) === 1) texts.set(key, its)
    const of = under.get(row.tag) ?? { tag: row.tag, written: row.field.value, values: [] }
    under.set(row.tag, of)
    of.values.push(...variant.strings.map(({ value }) => value))
  }
  const row = { keys, all: [...under.values()], apart, closed }
  return [...texts].map(([key, all]) => {
    return { name: `${holder.pointer}\0${key}`, called: '', holder, all, closed: [], row }
  })
}

function variantOf<L extends Leaf>({ item, field, tag }: Row<L>, keys: readonly string[], tree: Tree<L>): Variant<L> {
  const inside = between(tree.strings, item.start, item.end)
  const names = item.strings.filter(({ key }) => keys.includes(key))
  const strings = inside.filter(string => string !== field && !names.includes(string))
  return { tag, written: field.value, strings, item: { holder: item, field, names } }
}

/** Whether all have a text under some key of the first. */
function areAlike<L extends Leaf>([first, ...others]: readonly Variant<L>[]): boolean {
  const keys = new Set(first?.strings.map(({ key }) => key))
  return others.every(({ strings }) => strings.some(({ key }) => keys.has(key)))
}

function clear<L extends Leaf>(found: Variants<L>): readonly Variants<L>[] {
  const { all, closed } = found
  const isOnce = new Set(all.map(({ tag }) => tag)).size === all.length
  const several = all.length > 1 || (all.length === 1 && closed.some(tag => !isRatherWord(tag)))
  return several && all.length <= MOST_LANGUAGES && isOnce ? [found] : []
}
