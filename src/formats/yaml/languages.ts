/** What a YAML file says of its language: the key that is the root of all others (`en:`), or a field (`locale: en`). */
import { sameTag } from '../../contract/language-tags.ts'
import { between } from '../content/between.ts'
import { areLanguageKeys, type LanguageKey } from '../content/language-keys.ts'
import { inStyleOf, isSameLanguage, languageTagOf } from '../content/language-tag.ts'
import { isWordOfYaml } from '../content/yaml-scalar.ts'
import type { YamlEntry, YamlScalar } from './scalar.ts'
import type { Scalars } from './walk.ts'

/** A place in the file where its language is written. Offsets count UTF-16 code units. */
export interface LanguagePlace {
  readonly start: number
  readonly end: number
  /** The BCP 47 tag. */
  readonly tag: string
  /** As the file writes it, with its quotes. */
  readonly written: string
}

/** A key of the root that names the language of all that is below it. */
export interface LanguageRoot extends LanguagePlace {
  readonly document: number
  readonly name: string
  readonly entry: YamlEntry
  /** Beside it stands another language, and it is the one that is asked for: so it is no source. */
  readonly taken?: true
}

export interface YamlLanguages {
  readonly roots: readonly LanguageRoot[]
  /** All roots are beside each other in one document, and translations go there, too. */
  readonly several: boolean
  /** Fields whose value is the language of the file. */
  readonly fields: readonly (LanguagePlace & { readonly scalar: YamlScalar })[]
}

/** Of a file that is there for all languages. */
export const NO_LANGUAGES: YamlLanguages = { roots: [], several: false, fields: [] }

const FIELD = /^(?:locale|lang|language)$/i

/**
 * `spoken` is the language of the texts, where it is known; `before` what the file says that a result was made from: where its keys are
 * those of no languages, neither are those of the result.
 */
export function yamlLanguagesIn(
  text: string,
  { scalars, entries }: Pick<Scalars, 'scalars' | 'entries'>,
  spoken: string | undefined,
  before?: YamlLanguages,
): YamlLanguages {
  const outermost = entries.filter(({ path }) => path.length === 1)
  const roots = outermost.map(key => rootOf(text, key))
  const isCatalogue =
    roots.every(root => root !== undefined) &&
    outermost.some(({ holds }) => holds === 'map') &&
    (before === undefined ? areMeant(roots, { scalars, entries }, spoken) : before.roots.length > 0)
  if (!isCatalogue) return { roots: [], several: false, fields: scalars.flatMap(scalar => fieldOf(text, scalar, 1)) }
  const found = roots.filter(root => root !== undefined)
  const several = found.length > 1 && found.length <= MOST_LANGUAGES && found.every(({ document }) => document === 0)
  const tags = new Map(found.map(({ name, tag }) => [name, tag]))
  const fields = scalars
    .flatMap(scalar => fieldOf(text, scalar, 2))
    .filter(({ tag, scalar }) => isSameLanguage(tag, tags.get(scalar.path[0] ?? '') ?? 'und'))
  return { roots: found, several, fields }
}

const MOST_LANGUAGES = 300

/** Whether what all keys of the root may be depends on more than the file: a result is then read as its original. */
export function mayNameLanguages({ entries }: Scalars): boolean {
  const outermost = entries.filter(({ path }) => path.length === 1)
  return outermost.length > 0 && outermost.every(({ name }) => languageTagOf(name.replace(SYMBOL, '')) !== undefined)
}

function areMeant(
  roots: readonly LanguageRoot[],
  { scalars, entries }: Pick<Scalars, 'scalars' | 'entries'>,
  spoken: string | undefined,
): boolean {
  const second = entries.filter(({ path }) => path.length === 2)
  const near = scalars.filter(({ path }) => path.length <= NEAR)
  const keys = roots.map(({ tag, name, entry: { start, end } }): LanguageKey => {
    const members = between(second, start, end).map(entry => entry.name)
    const texts = between(near, start, end).slice(0, LOOKED_AT)
    return { tag, written: name.replace(SYMBOL, ''), members, texts: texts.map(({ value }) => value) }
  })
  return areLanguageKeys(keys, spoken)
}

/** So many keys deep texts are looked at, and no more of them than this. */
const NEAR = 3
const LOOKED_AT = 20

function rootOf(text: string, entry: YamlEntry): LanguageRoot | undefined {
  const { name, start, key_end, holds, document } = entry
  const tag = HOLDERS.has(holds) ? languageTagOf(name.replace(SYMBOL, '')) : undefined
  if (tag === undefined) return undefined
  return { tag, name, entry, start, end: key_end, document, written: text.slice(start, key_end) }
}

/** A language may have no text yet. */
const HOLDERS: ReadonlySet<string> = new Set(['map', 'empty map', 'nothing'])
/** Ruby writes a key that is a symbol with a colon: `:en:`. */
const SYMBOL = /^:/

/**
 * Of several languages the one that is translated: that of the texts, where it is known, else English, else the first. The target is
 * none, unless it is all there is.
 */
export function sourceAmong(
  roots: readonly LanguageRoot[],
  spoken: string | undefined,
  target: string | undefined,
): LanguageRoot | undefined {
  const others = roots.filter(root => root.entry.holds === 'map' && (target === undefined || !isPlaceOf(root, target)))
  const known = spoken === undefined ? [] : others.filter(({ tag }) => isSameLanguage(tag, spoken))
  const some = known.length > 0 ? known : others
  return some.find(({ tag }) => tag === 'en') ?? some.find(({ tag }) => tag.startsWith('en-')) ?? some[0]
}

/** Whether a root holds the texts of a language: `de-DE` those of `de`, `pt-BR` those of `pt`; `de-AT` is another one. */
export function isPlaceOf({ tag }: LanguageRoot, language: string): boolean {
  return tag === language || sameTag(tag, language)
}

function fieldOf(text: string, scalar: YamlScalar, depth: number): YamlLanguages['fields'] {
  const { path, start, end, value } = scalar
  const tag = path.length === depth && FIELD.test(path.at(-1) ?? '') ? languageTagOf(value) : undefined
  return tag === undefined ? [] : [{ tag, start, end, written: text.slice(start, end), scalar }]
}

const QUOTED = /^(["']?)(:?)(.*)\1$/

/**
 * Another tag in the manner of the one that it replaces, `separator` where that one has none. A tag that would read as something else,
 * such as `no`, is in quotes.
 */
export function writeTag(written: string, tag: string, separator: '-' | '_' = '-'): string {
  const [, quote = '', colon = '', inside = written] = QUOTED.exec(written) ?? []
  const styled = colon + inStyleOf(inside, tag, separator)
  return quote === '' && isWordOfYaml(styled) ? `"${styled}"` : quote + styled + quote
}
