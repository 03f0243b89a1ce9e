/**
 * What the keys of a JSON file say about its strings: catalogues keep comments, metadata and plural forms beside their
 * messages, and data keeps ids beside its texts.
 */

import { leftOutOfData } from '../content/left-out.ts'
import { isNamedIdentifier } from '../content/named-identifiers.ts'
import type { PlaceholderSyntax, Reason } from '../format.ts'
import { type JsonString, pointerOf } from './reader.ts'

export interface Roles {
  /** Comments for translators, by the pointer of the message that they describe. */
  readonly notes: ReadonlyMap<string, string>
  /** What the placeholders of a message stand for, by its pointer: `{count}` → `int, e.g. 42`. */
  readonly placeholders: ReadonlyMap<string, Readonly<Record<string, string>>>
  /** By the pointer of each plural form: the pointer that stands for all forms of its message. */
  readonly groups: ReadonlyMap<string, string>
  /** Set for a catalogue in which each entry is an object: the key of the message. Nothing else in an entry is for translators. */
  readonly message_key: 'message' | 'defaultMessage' | undefined
}

/** Application Resource Bundle (ARB): the key `@name` describes the message `name`. */
const ARB_METADATA = /^@(?!@)./
const COMMENT_KEYS: ReadonlySet<string> = new Set(['//', '_comment', '$comment', '__comment'])
const ENTRY_KEYS: ReadonlySet<string> = new Set([
  'id',
  'message',
  'defaultMessage',
  'description',
  'placeholders',
  'file',
])
const PLURAL_FORMS: ReadonlySet<string> = new Set(['zero', 'one', 'two', 'few', 'many', 'other'])
/** i18next: `item_one`, `item_ordinal_two`. In its older files, `item_plural` is the plural of `item`. */
const PLURAL_KEY = /^(?<base>.+?)_(?<form>zero|one|two|few|many|other|plural)$/

/** Finds the roles in all strings of a file. */
export function rolesOf(strings: readonly JsonString[]): Roles {
  const message_key = messageKeyOf(strings)
  const notes = new Map<string, string>()
  for (const { path, value } of strings) {
    if (path.at(-1) !== 'description') continue
    const entry = path.slice(0, -1)
    const name = entry.at(-1) ?? ''
    if (ARB_METADATA.test(name)) notes.set(pointerOf([...entry.slice(0, -1), name.slice(1)]), value)
    else if (message_key) notes.set(pointerOf([...entry, message_key]), value)
  }
  return { notes, placeholders: placeholdersOf(strings, message_key), groups: pluralGroups(strings), message_key }
}

/** What an entry may say of one of its placeholders, and how it is said to a translator. */
const SAYINGS: Readonly<Record<string, (value: string) => string>> = {
  description: value => value,
  type: value => value,
  example: value => `e.g. ${value}`,
}

/** ARB: `@name` → placeholders → `count`. WebExtensions: the entry itself has them, and its message writes them `$COUNT$`. */
function placeholdersOf(
  strings: readonly JsonString[],
  message_key: Roles['message_key'],
): Map<string, Record<string, string>> {
  const found = new Map<string, Record<string, string>>()
  for (const { path, value } of strings) {
    const [name = '', group, placeholder = '', field = ''] = path.slice(-4)
    const say = SAYINGS[field]
    if (group !== 'placeholders' || say === undefined || value.trim() === '') continue
    const arb = ARB_METADATA.test(name)
    if (!arb && message_key === undefined) continue
    const entry = path.slice(0, -4)
    const pointer = pointerOf(arb ? [...entry, name.slice(1)] : [...entry, name, message_key ?? ''])
    const said = found.get(pointer) ?? {}
    const written = arb ? `{${placeholder}}` : `$${placeholder}$`
    said[written] = [...(said[written] === undefined ? [] : [said[written]]), say(value)].join(', ')
    found.set(pointer, said)
  }
  return found
}

/** Why a string is not for translation; undefined for a string that is translated. */
export function leftOutOfJson(string: JsonString, roles: Roles, syntax?: PlaceholderSyntax): Reason | undefined {
  const { path, value } = string
  const key = nameOf(path)
  if (value.trim() === '') return 'empty'
  if (path.some((name, at) => isMetadata(name, at === path.length - 1))) return 'do_not_translate'
  if (roles.message_key && path.length > 1 && path[1] !== roles.message_key) return 'do_not_translate'
  return leftOutOfData(value, syntax) ?? (isNamedIdentifier(key, value.trim()) ? 'identifier' : undefined)
}

function isMetadata(name: string, last: boolean): boolean {
  if (name.startsWith('@@') || COMMENT_KEYS.has(name)) return true
  return ARB_METADATA.test(name) && !(last && name === '@value')
}

/** The nearest key of an object, because the index in an array says nothing about an item. */
function nameOf(path: readonly string[]): string {
  return path.findLast(name => !/^\d+$/.test(name)) ?? ''
}

/** For `messages.json` of WebExtensions and extracts of FormatJS: every entry is an object with its message under this key. */
function messageKeyOf(strings: readonly JsonString[]): 'message' | 'defaultMessage' | undefined {
  const entries = strings.filter(({ path }) => path.length > 1 && ENTRY_KEYS.has(path[1] ?? ''))
  if (entries.length === 0 || entries.length < strings.length) return undefined
  return (['message', 'defaultMessage'] as const).find(key =>
    entries.some(({ path }) => path.length === 2 && path[1] === key),
  )
}

function pluralGroups(strings: readonly JsonString[]): Map<string, string> {
  const pointers = new Set(strings.map(({ pointer }) => pointer))
  const groups = new Map<string, string>()
  for (const { path, pointer } of strings) {
    const key = path.at(-1) ?? ''
    const { base, form } = PLURAL_KEY.exec(key)?.groups ?? {}
    const stem = base === undefined ? pointer : pointerOf([...path.slice(0, -1), base])
    if (PLURAL_FORMS.has(key)) {
      const parent = pointer.slice(0, -key.length - 1)
      if (pointers.has(`${parent}/other`)) groups.set(pointer, parent)
    } else if (form === 'plural' ? pointers.has(stem) : form !== undefined && pointers.has(`${stem}_other`)) {
      groups.set(pointer, stem)
    } else if (pointers.has(`${pointer}_plural`)) groups.set(pointer, pointer)
  }
  return groups
}
