/** Catalogues in which a message is an object of its own: its text, and what is said about it to translators. */

import { memberCount } from '../content/tree.ts'
import type { Holder, JsonString } from './reader.ts'

interface EntryKind {
  /** The keys of the text. */
  readonly text: readonly string[]
  /** The keys of what is said to translators. */
  readonly about: readonly string[]
  /** The keys of all else that an entry may have. */
  readonly other: readonly string[]
  /** A message without anything said about it may be a plain string. */
  readonly bare?: true
}

/** Who writes such files: WebExtensions, VS Code, FormatJS with its formatters, structured JSON of translation platforms, Signal, go-i18n. */
const ENTRY_KINDS: readonly EntryKind[] = [
  { text: ['message'], about: ['description'], other: ['placeholders', 'hash', 'id', 'file', 'start', 'end'] },
  { text: ['message'], about: ['comment'], other: [], bare: true },
  { text: ['defaultMessage'], about: ['description'], other: ['id', 'file', 'start', 'end', 'line', 'col'] },
  { text: ['string'], about: ['developer_comment', 'comment'], other: ['context', 'character_limit', 'instruction'] },
  { text: ['translation'], about: ['notes', 'comment', 'description'], other: ['id', 'context', 'limit'] },
  { text: ['messageformat'], about: ['description'], other: ['ignoreUnused'] },
  {
    text: ['zero', 'one', 'two', 'few', 'many', 'other'],
    about: ['description'],
    other: ['id', 'hash', 'leftDelim', 'rightDelim'],
  },
]

/** What the strings of an entry are. */
export interface EntryKeys {
  readonly text: ReadonlySet<string>
  readonly about: ReadonlySet<string>
}

/** Members of a file beside its entries. */
const BESIDE = /^(?:\$schema|@@.*|locale|lang|language)$/

/** What platforms of translation are told about a whole file stands beside its entries. */
export const FOR_PLATFORMS: ReadonlySet<string> = new Set(['smartling'])

/** The entries of a catalogue, by the object of each; none where the members of the holder are something else. */
export function entriesOf(holder: Holder | undefined): ReadonlyMap<Holder, EntryKeys> {
  if (holder === undefined || holder.others.length > 0) return new Map()
  const holders = holder.holders.filter(({ key }) => !FOR_PLATFORMS.has(key))
  if (holders.length === 0) return new Map()
  const plain = holder.strings.some(({ key }) => !BESIDE.test(key))
  const kind = ENTRY_KINDS.find(each => (!plain || each.bare === true) && isCatalogueOf(each, holders))
  if (kind === undefined) return new Map()
  const entry = { text: new Set(kind.text), about: new Set(kind.about) }
  return new Map(holders.map(each => [each, entry]))
}

function isCatalogueOf({ text, about, other }: EntryKind, holders: readonly Holder[]): boolean {
  const known = new Set([...text, ...about, ...other])
  const isKnown = ({ key }: { readonly key: string }) => known.has(key)
  const isEntry = (entry: Holder): boolean =>
    entry.object &&
    entry.strings.some(({ key }) => text.includes(key)) &&
    entry.strings.every(isKnown) &&
    entry.holders.every(isKnown) &&
    entry.others.every(key => known.has(key))
  return (
    holders.every(isEntry) &&
    holders.some(entry => memberCount(entry) > entry.strings.filter(s => text.includes(s.key)).length)
  )
}

/** What an entry says to translators: strings, or lists of strings. */
export function aboutOf(entry: Holder, { about }: EntryKeys): readonly JsonString[] {
  const lists = entry.holders.filter(({ key, object }) => !object && about.has(key))
  return [...entry.strings.filter(({ key }) => about.has(key)), ...lists.flatMap(({ strings }) => strings)]
}
