/**
 * What the keys of a JSON file say about its strings: catalogues keep comments and metadata beside their messages, data keeps ids beside
 * its texts, and settings are for programs.
 */
import { isNameOf } from '../content/language-keys.ts'
import { languageTagOf } from '../content/language-tag.ts'
import { isProse, leftOutOfData } from '../content/left-out.ts'
import { isNamedIdentifier } from '../content/named-identifiers.ts'
import { childPointer } from '../content/tree.ts'
import type { PlaceholderSyntax, Reason } from '../format.ts'
import { aboutOf, type EntryKeys, entriesOf, FOR_PLATFORMS } from './entries.ts'
import type { JsonLanguages } from './languages.ts'
import { type Holder, type JsonDocument, type JsonString, slotOf } from './reader.ts'
import { jsonSettingsOf } from './settings.ts'

export interface JsonRoles {
  /** What the file is called, where it holds settings for programs. */
  readonly settings: string | undefined
  /** Comments for translators, by the pointer of the message that they describe. */
  note(pointer: string): string | undefined
  /** What the placeholders of a message stand for, by its pointer: `{count}` → `int, e.g. 42`. */
  placeholders(pointer: string): Readonly<Record<string, string>> | undefined
  /** Why a string is not for translation; undefined for a string that is translated. */
  leftOut(string: JsonString, syntax: PlaceholderSyntax | undefined): Reason | undefined
}

/** Application Resource Bundle (ARB): the key `@name` describes the message `name`. */
const ARB_METADATA = /^@(?!@)./
const COMMENT_KEYS: ReadonlySet<string> = new Set(['//', '_comment', '$comment', '__comment'])

/** Finds the roles in all strings of a file. */
export function rolesOf(document: JsonDocument, languages: JsonLanguages): JsonRoles {
  const { root, holders } = document
  const settings = jsonSettingsOf(document)
  const entries = settings === undefined ? entriesIn(root, languages) : new Map<Holder, EntryKeys>()
  const notes = new Map<string, string>()
  const said = new Map<string, Record<string, string>>()
  const places = new Map<Holder, Place>()
  const kinships = { areCoded: once(isOfCodes), arePaths: once(isOfPaths) }
  for (const holder of holders) {
    const place = placeIn(holder, places.get(holder.holder ?? holder) ?? PLAIN, entries.get(holder))
    places.set(holder, place)
    if (place.entry !== undefined) describeEntry(holder, place.entry, notes, said)
    else if (place.metadata === 'of a message') describeMessage(holder, notes, said)
  }
  return {
    settings: settings?.called,
    note: pointer => (notes.size === 0 ? undefined : notes.get(pointer)),
    placeholders: pointer => (said.size === 0 ? undefined : said.get(pointer)),
    leftOut(string, syntax) {
      const place = (string.holder && places.get(string.holder)) ?? PLAIN
      const reason = leftOutBy(string, place, syntax, kinships)
      if (settings === undefined || reason !== undefined) return reason
      if (settings.texts?.test(withoutNumbers(string)) === true) return 'settings'
      return BLANK.test(string.value.trim()) ? 'code' : 'identifier'
    },
  }
}

/** What the strings of an object or a list are for, whatever they say. */
interface Place {
  /** `of a message`: the metadata of ARB for one of its messages. */
  readonly metadata: 'comment' | 'of a message' | 'other' | undefined
  readonly entry: EntryKeys | undefined
  /** The nearest key that is no number: the place in a list says nothing about an item. */
  readonly name: string
}

const PLAIN: Place = { metadata: undefined, entry: undefined, name: '' }

function placeIn({ key, holder }: Holder, above: Place, entry: EntryKeys | undefined): Place {
  const name = NUMBER.test(key) || holder === undefined ? above.name : key
  if (above.metadata !== undefined)
    return { metadata: above.metadata === 'comment' ? 'comment' : 'other', entry: undefined, name }
  if (above.entry !== undefined)
    return { metadata: above.entry.about.has(key) ? 'comment' : 'other', entry: undefined, name }
  const isAbout = holder?.depth === 0 && FOR_PLATFORMS.has(key)
  return { metadata: isAbout ? 'other' : metadataOf(key), entry, name }
}

function metadataOf(key: string): Place['metadata'] {
  if (COMMENT_KEYS.has(key)) return 'comment'
  if (key.charCodeAt(0) !== AT_SIGN) return undefined
  return key.startsWith('@@') ? 'other' : ARB_METADATA.test(key) ? 'of a message' : undefined
}

const AT_SIGN = 0x40
const NUMBER = /^\d+$/
const BLANK = /\s/

/** A catalogue may lie below the key of its language, or beside its name. */
const CATALOGUE_KEYS: ReadonlySet<string> = new Set(['messages', 'translations', 'strings'])

function entriesIn(root: Holder | undefined, { roots }: JsonLanguages): ReadonlyMap<Holder, EntryKeys> {
  const holders = roots.length > 0 ? roots.map(({ holder }) => holder) : [root]
  const inner = root?.holders.filter(({ key }) => CATALOGUE_KEYS.has(key)) ?? []
  return new Map([...holders, ...inner].flatMap(holder => [...entriesOf(holder)]))
}

type Notes = Map<string, string>
type Said = Map<string, Record<string, string>>

function describeEntry(holder: Holder, entry: EntryKeys, notes: Notes, said: Said): void {
  const note = aboutOf(holder, entry)
    .map(({ value }) => value.trim())
    .filter(value => value !== '')
    .join('\n')
  const placeholders = sayingsOf(holder, name => `$${name}$`)
  for (const { key } of holder.strings) {
    if (!entry.text.has(key)) continue
    const pointer = childPointer(holder.pointer, key)
    if (note !== '') notes.set(pointer, note)
    if (placeholders !== undefined) said.set(pointer, placeholders)
  }
}

/** ARB: what `@name` says of the message `name`. */
function describeMessage(metadata: Holder, notes: Notes, said: Said): void {
  if (metadata.holder === undefined) return
  const pointer = childPointer(metadata.holder.pointer, metadata.key.slice(1))
  const note = metadata.strings.find(({ key }) => key === 'description')?.value
  if (note !== undefined && note.trim() !== '') notes.set(pointer, note)
  const placeholders = sayingsOf(metadata, name => `{${name}}`)
  if (placeholders !== undefined) said.set(pointer, placeholders)
}

/** What may be said of one placeholder, and how it is said to a translator. */
const SAYINGS: Readonly<Record<string, (value: string) => string>> = {
  description: value => value,
  type: value => value,
  example: value => `e.g. ${value}`,
}

/** What an entry says of its placeholders. `written` gives how a message writes one. */
function sayingsOf({ holders }: Holder, written: (name: string) => string): Record<string, string> | undefined {
  const group = holders.find(({ key, object }) => object && key === 'placeholders')
  const said: Record<string, string> = {}
  for (const { key, strings } of group?.holders ?? []) {
    const sayings = strings.flatMap(string => {
      const say = Object.hasOwn(SAYINGS, string.key) ? SAYINGS[string.key] : undefined
      return say === undefined || string.value.trim() === '' ? [] : [say(string.value)]
    })
    if (sayings.length > 0) said[written(key)] = sayings.join(', ')
  }
  return Object.keys(said).length === 0 ? undefined : said
}

function leftOutBy(
  string: JsonString,
  place: Place,
  syntax: PlaceholderSyntax | undefined,
  { areCoded, arePaths }: Kinships,
): Reason | undefined {
  const { key, value } = string
  if (value.trim() === '') return 'empty'
  const metadata = place.metadata ?? ownMetadata(key)
  if (metadata !== undefined) {
    return metadata === 'comment' || (metadata === 'of a message' && key === 'description')
      ? 'comment'
      : 'do_not_translate'
  }
  const { entry } = place
  if (entry !== undefined && !entry.text.has(key)) return entry.about.has(key) ? 'comment' : 'do_not_translate'
  const reason = isSurelyText(value) ? undefined : leftOutOfData(value, syntax)
  if (reason !== undefined) return reason
  const { holder } = string
  if (holder !== undefined && PATH.test(value) && arePaths(holder)) return 'identifier'
  const name = holder === undefined || NUMBER.test(key) ? place.name : key
  const isName = holder?.object === true && CODE.test(key) && areCoded(holder)
  return isNamedIdentifier(name, value.trim()) && !isName ? 'identifier' : undefined
}

function isOfPaths({ object, strings }: Holder): boolean {
  return !object && strings.every(({ value }) => PATH.test(value)) && strings.some(({ value }) => value.includes('/'))
}

const PATH = /^[a-z\d][\w.-]{0,100}(?:\/[\w.-]{1,100}){0,10}$/

/** What has names in braces, and is clearly prose without them, needs no other rule, which would look for all kinds of placeholders. */
function isSurelyText(value: string): boolean {
  return isProse(value.includes('{') ? value.replace(NAMED_BRACES, '') : value)
}

const NAMED_BRACES = /\{\{?\w{1,40}\}?\}/g

function ownMetadata(key: string): Place['metadata'] {
  return key === '@value' ? undefined : metadataOf(key)
}

const CODE = /^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,2}$/
const NAMED_BY_CODES = /countr|languag|locale|region|territor|nation|currenc|states|provinc/i
const FEWEST_CODES = 5

/** What the strings of an object or a list are together. Each is looked at once. */
interface Kinships {
  /** The names of what their keys are codes of: `"ID": "Indonesia"` among countries. */
  readonly areCoded: (holder: Holder) => boolean
  /** Paths, as those of pages in a table of contents: `guides/start`. */
  readonly arePaths: (holder: Holder) => boolean
}

function once(find: (holder: Holder) => boolean): (holder: Holder) => boolean {
  const known = new Map<Holder, boolean>()
  return holder => {
    const found = known.get(holder) ?? find(holder)
    known.set(holder, found)
    return found
  }
}

function isOfCodes({ key, strings }: Holder): boolean {
  if (!strings.every(string => CODE.test(string.key))) return false
  if (NAMED_BY_CODES.test(key)) return true
  if (!strings.every(string => isKnownCode(string.key))) return false
  return strings.length >= FEWEST_CODES || strings.every(isNameOfCode)
}

/** `"ID": "Indonesia"`, in any language; `"id": "Indonesian"` in English. */
function isNameOfCode({ key, value }: JsonString): boolean {
  if (key === key.toUpperCase() && NAME.test(value)) return true
  const tag = languageTagOf(key)
  return tag !== undefined && isNameOf(tag, value, ENGLISH)
}

/** A capital letter, or one of a script that has none, and more. */
const NAME = /^[\p{Lu}\p{Lo}]\p{L}/u
const ENGLISH = ['en']

let regions: Intl.DisplayNames | undefined

/** The English name of a region, by its code in capitals. */
function regionNamed(code: string): string | undefined {
  regions ??= new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  return regions.of(code)
}

function isKnownCode(code: string): boolean {
  return languageTagOf(code) !== undefined || (code.length === 2 && regionNamed(code.toUpperCase()) !== undefined)
}

/** The keys of a string from the root without those that are numbers, joined by dots. */
function withoutNumbers(string: JsonString): string {
  return slotOf(string).replaceAll('.*', '')
}
