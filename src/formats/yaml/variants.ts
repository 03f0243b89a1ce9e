/** Maps that hold a text in several languages, anywhere in a file: `title: {en: Open, fr: Ouvrir}`. */

import { sameTag } from '../../contract/language-tags.ts'
import { between } from '../bytes/between.ts'
import { isRatherWord } from '../content/language-keys.ts'
import { languageTagOf } from '../content/language-tag.ts'
import { areOneText, commonest } from '../content/one-text.ts'
import type { YamlEntry, YamlScalar } from './scalar.ts'
import type { Scalars } from './walk.ts'

/** A text in one of its languages. */
export interface YamlVariant {
  readonly tag: string
  readonly entry: YamlEntry
  readonly scalars: readonly YamlScalar[]
}

/** A text with all its languages, in the order of the file. */
export interface YamlVariants {
  /** The number of its document with the path of its map. */
  readonly name: string
  readonly called: string
  readonly all: readonly YamlVariant[]
}

export interface YamlTexts {
  readonly source: string | undefined
  /** The whole file is so: it is there for all languages. */
  readonly whole: boolean
  readonly texts: readonly YamlVariants[]
}

export const NO_YAML_TEXTS: YamlTexts = { source: undefined, whole: false, texts: [] }

/**
 * The texts of a file that are in several languages each. `spoken` is the language of the file, where it is known; `before` those of the
 * file that a result was made from, which has no others.
 */
export function yamlTextsIn(read: Scalars, spoken: string | undefined, before?: YamlTexts): YamlTexts {
  const found = maybeIn(read)
  if (before !== undefined) {
    const own = new Set(before.texts.map(({ name }) => name))
    return { ...before, texts: found.filter(({ name }) => own.has(name)) }
  }
  const texts = found.filter(({ all, called }) => {
    const are_objects = all.some(({ entry }) => entry.holds === 'map' || entry.holds === 'list')
    const under = all.map(({ tag, entry, scalars }) => {
      return { tag, written: entry.name, values: scalars.map(({ value }) => value) }
    })
    return areOneText(under, { called, spoken, are_objects })
  })
  if (texts.length === 0) return NO_YAML_TEXTS
  const inThem = texts.reduce((sum, { all }) => sum + all.reduce((some, one) => some + one.scalars.length, 0), 0)
  const prose = read.scalars.reduce((sum, { value }) => sum + (BLANK.test(value.trim()) ? 1 : 0), 0)
  return {
    source: spoken ?? commonest(texts.map(({ all }) => all.map(({ tag }) => tag))),
    whole: inThem * 2 > prose,
    texts,
  }
}

const BLANK = /\s/

/** Whether a file has what may be such texts: the same for an original and its results. */
export function mayHaveTexts(read: Scalars): boolean {
  return maybeIn(read).length > 0
}

/** What may be texts in several languages, by its form alone. */
function maybeIn({ entries, scalars }: Scalars): readonly YamlVariants[] {
  const maps = new Map<number, YamlEntry[] | undefined>()
  for (const entry of entries) {
    const its = maps.has(entry.holder) ? maps.get(entry.holder) : []
    maps.set(entry.holder, HOLDERS.has(entry.holds) && languageTagOf(entry.name) !== undefined ? its : undefined)
    its?.push(entry)
  }
  let end = 0
  return [...maps.values()].flatMap(map => {
    const found = map === undefined || !isClear(map) ? undefined : textOf(map, scalars, end)
    if (found === undefined) return []
    end = Math.max(end, found.all.at(-1)?.entry.end ?? 0)
    return [found]
  })
}

/** Whether the keys of a map are languages, each once, and not words alone. */
function isClear(map: readonly YamlEntry[]): boolean {
  if (map.length < 2 || map.length > MOST_LANGUAGES) return false
  return (
    new Set(map.map(({ name }) => languageTagOf(name))).size === map.length &&
    map.some(({ name }) => !isRatherWord(name))
  )
}

/** Maps and lists of languages have no others inside of them: what begins before `end` is inside of one. */
function textOf(map: readonly YamlEntry[], scalars: readonly YamlScalar[], end: number): YamlVariants | undefined {
  const [first] = map
  if (first === undefined || first.start < end) return undefined
  const all = map.map(entry => ({
    tag: languageTagOf(entry.name) ?? 'und',
    entry,
    scalars: between(scalars, entry.start, entry.end),
  }))
  const path = first.path.slice(0, -1)
  return { name: [first.document, ...path].join('\0'), called: path.at(-1) ?? '', all }
}

/** A language may have no text yet. */
const HOLDERS: ReadonlySet<string> = new Set(['scalar', 'map', 'list', 'empty map', 'nothing'])
const MOST_LANGUAGES = 300

/** The variant of a text in a language; undefined where it has none. */
export function yamlVariantIn({ all }: YamlVariants, language: string | undefined): YamlVariant | undefined {
  if (language === undefined) return undefined
  return all.find(({ tag }) => tag === language) ?? all.find(({ tag }) => sameTag(tag, language))
}
