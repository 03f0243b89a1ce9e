/**
 * Lists with an item for each language of each text: `[{"key": "a", "lang": "en", "text": "Open"}, {"key": "a", "lang": "fr", …}]`. The
 * items of one text stand one after the other, or all items of one language do.
 */
import { languageTagOf } from './language-tag.ts'
import { type Branch, type Leaf, memberCount } from './tree.ts'

/** What says the language of an item. */
const FIELD = /^(?:lang|language|locale|lang_?code|language_?code|locale_?code|languageTag|culture)$/i

/** An item of a list that says its language. */
export interface Row<L extends Leaf> {
  readonly item: Branch<L>
  readonly field: L
  readonly tag: string
}

/** The items of a list, where each says its language. */
export function rowsIn<L extends Leaf>(list: Branch<L>): readonly Row<L>[] | undefined {
  const { holders } = list
  if (memberCount(list) > holders.length || holders.length < 2) return undefined
  const rows: Row<L>[] = []
  for (const item of holders) {
    const field = item.object ? item.strings.find(({ key }) => FIELD.test(key)) : undefined
    const tag = field && languageTagOf(field.value)
    if (field === undefined || tag === undefined) return undefined
    rows.push({ item, field, tag })
  }
  return rows
}

/** What people call a key of a text, and what there may be of it: `menu` has an `open`, and so has `file`. */
const KEY = /^(?:.*[_-])?(?:key|id|uuid|guid|slug|code|sku|handle|msgid|identifier)$|[a-z](?:Id|ID|Key|Code|Slug)$/i
const PART =
  /^(?:.*[_-])?(?:name|namespace|ns|group|section|context|page|screen|file|module|domain|type|entity|table|model|field|column|attribute|property|resource|category|path)$/i
/** What a message is called in every language. */
const MESSAGE_KEY = /^(?:key|msgid|(?:message|string|text|translation)[_-]?(?:id|key))$/i
/** What is another one for each item. */
const OWN = /^_?(?:id|uuid|guid)$/i

/**
 * Which members of the items say which text each is of; undefined where none do. Texts that are in one language each are such only where they
 * have the keys of messages.
 */
export function keysOfRows<L extends Leaf>(rows: readonly Row<L>[]): readonly string[] | undefined {
  const names = [...(rows[0]?.item.strings ?? []).map(({ key }) => key), ...(rows[0]?.item.others ?? [])]
  const known = names.filter(name => KEY.test(name)).concat(names.filter(name => !KEY.test(name) && PART.test(name)))
  const count = (name: string): number => {
    const values = rows.flatMap(({ item }) => saidIn(item, name) ?? [])
    return values.length < rows.length ? 0 : new Set(values).size
  }
  const useful = known.filter(name => count(name) > 0 && (count(name) < rows.length || MESSAGE_KEY.test(name)))
  return choices(useful.slice(0, MOST_NAMES)).find(keys => {
    const counts = new Map<string, number>()
    const once = new Set<string>()
    for (const { item, tag } of rows) {
      const key = keyOfRow(item, keys)
      counts.set(key, (counts.get(key) ?? 0) + 1)
      once.add(`${key}\0${tag}`)
    }
    const several = [...counts.values()].filter(count => count > 1).length
    const least = LEAST_SEVERAL.find(([name]) => keys.some(key => name.test(key)))?.[1] ?? counts.size / 2
    return once.size === rows.length && several >= least
  })
}

const MOST_NAMES = 6
/** By what is among the names of a key: how many texts have several languages at least. */
const LEAST_SEVERAL: readonly (readonly [RegExp, number])[] = [
  [MESSAGE_KEY, 0],
  [KEY, 1],
]

/** One, two or three of the names, the first ones first. */
function choices(names: readonly string[]): readonly (readonly string[])[] {
  const more = (some: readonly (readonly string[])[]) =>
    some.flatMap(one => names.slice(names.indexOf(one.at(-1) ?? '') + 1).map(name => [...one, name]))
  const ones = names.map(name => [name])
  const twos = more(ones)
  return [...ones, ...twos, ...more(twos)]
}

/** What an item has under the names of a key. */
export function keyOfRow<L extends Leaf>(item: Branch<L>, keys: readonly string[]): string {
  return keys.map(name => saidIn(item, name) ?? '').join('\0')
}

/** Whether items have a number each, which a new one cannot have. */
export function haveOwnNumbers<L extends Leaf>(rows: readonly Row<L>[]): boolean {
  const [first] = rows
  const names = first === undefined ? [] : [...first.item.strings.map(({ key }) => key), ...first.item.others]
  return names.some(name => {
    const values = OWN.test(name) ? rows.flatMap(({ item }) => saidIn(item, name) ?? []) : []
    const areOwn = values.length > 1 && new Set(values).size === values.length
    return areOwn && values.some(value => languageTagOf(value) === undefined)
  })
}

/**
 * Which members of items with another language each have the same key everywhere; undefined where some have another one, and so are of
 * another text. A `slug` or a `code` may be another one in each language.
 */
export function keysOfOne<L extends Leaf>(rows: readonly Row<L>[]): readonly string[] | undefined {
  const [first] = rows
  const names = first?.item.strings.filter(({ key }) => KEY.test(key)) ?? []
  const same = names.filter(({ key, value }) => rows.every(({ item }) => saidIn(item, key) === value))
  const areOthers = names.some(name => MESSAGE_KEY.test(name.key) && !same.includes(name))
  return areOthers ? undefined : same.map(({ key }) => key)
}

function saidIn<L extends Leaf>({ strings, others, plain }: Branch<L>, name: string): string | undefined {
  const at = others.indexOf(name)
  return strings.find(({ key }) => key === name)?.value ?? (at < 0 ? undefined : plain?.[at])
}
