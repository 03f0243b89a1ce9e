/** Where a JSON file says its language: the key that is its root, `@@locale`, a field `locale` or `lang`. */
import { areLanguageKeys, type LanguageKey } from '../content/language-keys.ts'
import { isSameLanguage, languageTagOf } from '../content/language-tag.ts'
import { memberCount } from '../content/tree.ts'
import type { Holder, JsonDocument, JsonString } from './reader.ts'

/** What a file says of its languages. */
export interface JsonLanguages {
  /** A BCP 47 tag; undefined where the file says none. */
  readonly source: string | undefined
  /** The objects that hold a language each, under its tag: one, or several beside each other. */
  readonly roots: readonly JsonLanguageRoot[]
  /** Strings that name the language of the file. */
  readonly fields: readonly JsonString[]
}

export interface JsonLanguageRoot {
  readonly tag: string
  readonly holder: Holder
}

const FIELDS: ReadonlySet<string> = new Set(
  '@@locale locale lang language _locale $locale cultureName languageCode language_code localeCode'.split(' '),
)

/** `spoken` is the language of the texts, where it is known. What the file says of another language does not count then. */
export function languagesSaid({ root }: JsonDocument, spoken: string | undefined): JsonLanguages {
  const roots = root === undefined ? [] : rootsOf(root, spoken)
  const ofField = languageFields(root, roots).flatMap(field => {
    const tag = FIELDS.has(field.key) ? languageTagOf(field.value) : undefined
    return tag === undefined ? [] : [{ field, tag }]
  })
  const isSpoken = (tag: string) => spoken === undefined || isSameLanguage(tag, spoken)
  const said = roots.length > 0 ? sourceOf(roots, isSpoken) : ofField[0]?.tag
  const source = said !== undefined && isSpoken(said) ? said : undefined
  const fields = ofField.filter(({ tag }) => source !== undefined && isSameLanguage(tag, source))
  return { source: source ?? said, roots, fields: fields.map(({ field }) => field) }
}

/** The strings that may name the language: those of the root, or those right below the keys of languages. */
export function languageFields(root: Holder | undefined, roots: readonly JsonLanguageRoot[]): readonly JsonString[] {
  if (roots.length > 0) return roots.flatMap(({ holder }) => holder.strings)
  return root?.object ? root.strings : []
}

/** What stands before the region in a field that has none. */
export function regionMark({ key }: JsonString): '-' | '_' {
  return key === '@@locale' ? '_' : '-'
}

/** Whether a file may say a language: the same for an original and its results. */
export function maySayLanguage({ root }: JsonDocument): boolean {
  if (root === undefined || !root.object) return false
  const { holders, strings } = root
  return strings.some(({ key }) => FIELDS.has(key)) || (holders.length > 0 && holders.every(({ key }) => TAG.test(key)))
}

const TAG = /^[a-z]{2,3}(?:[-_].+)?$/i

/** Of several languages, that of the texts; where it is not known, English or the first. */
function sourceOf(roots: readonly JsonLanguageRoot[], isSpoken: (tag: string) => boolean): string | undefined {
  const tags = roots.map(({ tag }) => tag)
  const spoken = tags.filter(isSpoken)
  return spoken.find(tag => tag === 'en') ?? spoken.find(tag => tag.startsWith('en-')) ?? spoken[0] ?? tags[0]
}

function rootsOf(root: Holder, spoken: string | undefined): JsonLanguageRoot[] {
  const { holders } = root
  if (!root.object || holders.length === 0 || holders.length > MOST_LANGUAGES || memberCount(root) > holders.length)
    return []
  const found = holders.flatMap(holder => {
    const tag = holder.object ? languageTagOf(holder.key) : undefined
    return tag === undefined ? [] : [{ tag, holder }]
  })
  return found.length === holders.length && areLanguageKeys(found.map(keyOf), spoken) ? found : []
}

const MOST_LANGUAGES = 300

function keyOf({ tag, holder }: JsonLanguageRoot): LanguageKey {
  const { key: written, strings, holders, others } = holder
  const texts = [...strings, ...holders.flatMap(each => each.strings)].slice(0, LOOKED_AT)
  return {
    tag,
    written,
    members: [...strings, ...holders].map(({ key }) => key).concat(others),
    texts: texts.map(({ value }) => value),
  }
}

const LOOKED_AT = 20
