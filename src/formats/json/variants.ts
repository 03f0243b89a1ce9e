/**
 * Texts that are in several languages each: `{"en": "Open", "fr": "Ouvrir"}` anywhere in a file, keys that end with a language (`title_en`,
 * `title_fr`), lists with an item for each language.
 */

import { sameTag } from '../../contract/language-tags.ts'
import { between } from '../bytes/between.ts'
import { isRatherWord } from '../content/language-keys.ts'
import { languageTagOf } from '../content/language-tag.ts'
import { areOneText, commonest } from '../content/one-text.ts'
import { childPointer, type Holder, type JsonDocument, type JsonString, memberCount, pointerOf } from './reader.ts'

/** A text in one of its languages. */
export interface Variant {
  readonly tag: string
  /** The tag as the file writes it. */
  readonly written: string
  /** Its strings: one, or those of an object. */
  readonly strings: readonly JsonString[]
  /** The object that holds them, and, in a list, which of its strings says the language. */
  readonly item?: { readonly holder: Holder; readonly field?: JsonString }
}

/** A text with all its languages, in the order of the file. */
export interface Variants {
  /** The pointer of the object or the list, and what the keys begin with. */
  readonly name: string
  readonly holder: Holder
  readonly all: readonly Variant[]
  /** The tags that have a member of another kind: `"de": null`. Nothing can be written there. */
  readonly closed: readonly string[]
}

export interface TextsInLanguages {
  readonly source: string | undefined
  /** The whole file is so. Else it is in one language, and some of its texts are in others as well. */
  readonly whole: boolean
  readonly texts: readonly Variants[]
}

export const NO_TEXTS: TextsInLanguages = { source: undefined, whole: false, texts: [] }

/** What is known of a file besides its text. */
export interface BesideTexts {
  /** The language of the file. */
  readonly spoken: string | undefined
  /** The texts of the file that a result was made from: it has no others. */
  readonly before?: TextsInLanguages | undefined
}

/** The texts of a file that are in several languages each. */
export function textsInLanguages(
  { holders, strings }: JsonDocument,
  { spoken, before }: BesideTexts,
): TextsInLanguages {
  const found = [...maybeAll(holders, strings)]
  if (before !== undefined) {
    const own = new Set(before.texts.map(({ name }) => name))
    return { ...before, texts: found.filter(({ name }) => own.has(name)) }
  }
  const texts = found.filter(text => areMeant(text, spoken))
  if (texts.length === 0) return NO_TEXTS
  const inThem = texts.reduce((sum, { all }) => sum + all.reduce((some, one) => some + one.strings.length, 0), 0)
  const prose = strings.reduce((sum, { value }) => sum + (BLANK.test(value.trim()) ? 1 : 0), 0)
  return {
    source: spoken ?? commonest(texts.map(({ all }) => all.map(({ tag }) => tag))),
    whole: inThem * 2 > prose,
    texts,
  }
}

/** Whether a file has what may be such texts: the same for an original and its results. */
export function mayBeInLanguages({ holders, strings }: JsonDocument): boolean {
  return maybeAll(holders, strings).next().done !== true
}

const BLANK = /\s/

/** The variant of a text in a language; undefined where it has none. */
export function variantIn({ all }: Variants, language: string | undefined): Variant | undefined {
  if (language === undefined) return undefined
  return all.find(({ tag }) => tag === language) ?? all.find(({ tag }) => sameTag(tag, language))
}

/** What may be texts in several languages, by its form alone. Objects of languages have no others inside of them. */
function* maybeAll(holders: readonly Holder[], strings: readonly JsonString[]): Generator<Variants> {
  let end = 0
  for (const holder of holders) {
    if (holder.object && holder.strings.length > 0) yield* holder.strings.length < 2 ? [] : fromKeys(holder)
    else if (holder.start >= end) {
      const found = clear(holder.object ? objectsOf(holder, strings) : itemsOf(holder, strings))
      if (found.length > 0) end = holder.end
      yield* found
    }
  }
}

function fromKeys(holder: Holder): readonly Variants[] {
  const own = keyed(holder)
  return own === undefined ? suffixed(holder) : clear(own)
}

/** An object whose keys are languages, each of an object of its own. At the root of a file these are its languages. */
function objectsOf(holder: Holder, strings: readonly JsonString[]): Variants | undefined {
  const { holders, holder: above } = holder
  if (above === undefined || memberCount(holder) > holders.length || holders.length > MOST_LANGUAGES) return undefined
  const all = holders.flatMap(each => {
    const tag = each.object ? languageTagOf(each.key) : undefined
    if (tag === undefined) return []
    return [{ tag, written: each.key, strings: between(strings, each.start, each.end), item: { holder: each } }]
  })
  return all.length < holders.length ? undefined : { name: holder.pointer, holder, all, closed: [] }
}

/** An object whose keys are languages, and nothing else. */
function keyed(holder: Holder): Variants | undefined {
  if (holder.holders.length > 0 || memberCount(holder) > MOST_LANGUAGES) return undefined
  const all = holder.strings.flatMap(string => variantOf(string, string.key))
  const closed = holder.others.flatMap(key => languageTagOf(key) ?? [])
  return all.length + closed.length < memberCount(holder) ? undefined : { name: holder.pointer, holder, all, closed }
}

const MOST_LANGUAGES = 300

function variantOf(string: JsonString, written: string): Variant[] {
  const tag = languageTagOf(written)
  return tag === undefined ? [] : [{ tag, written, strings: [string] }]
}

const WITH_REGION = /^(.+?[_.-])([a-z]{2}[-_][A-Z]{2})$/
const SUFFIX = /^(.+[_.-])([a-z]{2})$/i

/** Keys of one object that are the same but for the language at their ends. */
function suffixed(holder: Holder): readonly Variants[] {
  const stems = new Map<string, { all: Variant[]; closed: string[] }>()
  const cut = (key: string): readonly string[] => (WITH_REGION.exec(key) ?? SUFFIX.exec(key) ?? []).slice(1)
  for (const string of holder.strings) {
    const [stem, written = ''] = cut(string.key)
    const found = variantOf(string, written)
    if (stem === undefined || found.length === 0) continue
    const its = stems.get(stem) ?? { all: [], closed: [] }
    its.all.push(...found)
    stems.set(stem, its)
  }
  for (const key of holder.others) {
    const [stem = '', written = ''] = cut(key)
    const tag = languageTagOf(written)
    if (tag !== undefined) stems.get(stem)?.closed.push(tag)
  }
  return [...stems].flatMap(([stem, its]) => clear({ name: childPointer(holder.pointer, stem), holder, ...its }))
}

const FIELD = /^(?:lang|language|locale|lang_?code|language_?code|locale_?code|languageTag|culture)$/i

/** A list whose items are each in a language of their own. */
function itemsOf(holder: Holder, strings: readonly JsonString[]): Variants | undefined {
  const { holders } = holder
  if (memberCount(holder) > holders.length || holders.length < 2 || holders.length > MOST_LANGUAGES) return undefined
  const all = holders.flatMap(item => {
    const field = item.object ? item.strings.find(({ key }) => FIELD.test(key)) : undefined
    const tag = field && languageTagOf(field.value)
    if (field === undefined || tag === undefined) return []
    const texts = between(strings, item.start, item.end).filter(string => string !== field)
    return [{ tag, written: field.value, strings: texts, item: { holder: item, field } }]
  })
  return all.length < holders.length || all.some(({ strings: { length } }) => length === 0) || !areAlike(holders)
    ? undefined
    : { name: holder.pointer, holder, all, closed: [] }
}

/** Whether all items have the keys of the first. */
function areAlike(items: readonly Holder[]): boolean {
  const keys = items.map(({ strings }) => strings.map(({ key }) => key).join('\0'))
  return keys.every(each => each === keys[0])
}

function clear(found: Variants | undefined): readonly Variants[] {
  if (found === undefined) return []
  const { all } = found
  const isOnce = new Set(all.map(({ tag }) => tag)).size === all.length
  return all.length > 1 && all.length <= MOST_LANGUAGES && isOnce && all.some(({ written }) => !isRatherWord(written))
    ? [found]
    : []
}

function areMeant({ all, holder }: Variants, spoken: string | undefined): boolean {
  const [first] = all
  const stem = first?.item === undefined ? (first?.strings[0]?.key.slice(0, -first.written.length) ?? '') : ''
  const texts = all.map(({ tag, written, strings }) => ({ tag, written, values: strings.map(({ value }) => value) }))
  const called = stem === '' ? holder.key : stem.slice(0, -1)
  return areOneText(texts, { called, spoken, are_objects: first?.item !== undefined && first.item.field === undefined })
}

/** The pointer of a string below its variant: what it has in common with the same of another language. */
export function placeBelow({ item }: Variant, string: JsonString): string {
  return item === undefined ? '' : pointerOf(string).slice(item.holder.pointer.length)
}
