/**
 * Maps that hold a text in several languages, anywhere in a file: `title: {en: Open, fr: Ouvrir}`. A translation fills the place of its
 * language, or makes one behind the others; no other language is changed.
 */
import { between } from '../bytes/between.ts'
import { isRatherWord } from '../content/language-keys.ts'
import { isSamePlace, languageTagOf } from '../content/language-tag.ts'
import { areOneText, commonest } from '../content/one-text.ts'
import { copied } from './copy.ts'
import { writeTag } from './languages.ts'
import type { YamlEntry, YamlScalar } from './scalar.ts'
import { behind } from './several.ts'
import { valuePlaceOf, valueUnit, type YamlDraft, yamlPath } from './value-unit.ts'
import type { Scalars } from './walk.ts'
import type { YamlFile } from './yaml-file.ts'

/** A text in one of its languages. */
interface Variant {
  readonly tag: string
  readonly entry: YamlEntry
  readonly scalars: readonly YamlScalar[]
}

/** A text with all its languages, in the order of the file. */
interface Variants {
  /** The number of its document with the path of its map. */
  readonly name: string
  readonly called: string
  readonly all: readonly Variant[]
}

export interface YamlTexts {
  readonly source: string | undefined
  /** The whole file is so: it is there for all languages. */
  readonly whole: boolean
  readonly texts: readonly Variants[]
}

export const NO_TEXTS: YamlTexts = { source: undefined, whole: false, texts: [] }

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
  if (texts.length === 0) return NO_TEXTS
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
function maybeIn({ entries, scalars }: Scalars): readonly Variants[] {
  const maps = new Map<number, YamlEntry[] | undefined>()
  for (const entry of entries) {
    const its = maps.has(entry.holder) ? maps.get(entry.holder) : []
    maps.set(entry.holder, HOLDERS.has(entry.holds) && languageTagOf(entry.name) !== undefined ? its : undefined)
    its?.push(entry)
  }
  return [...maps.values()].flatMap(map => {
    if (map === undefined || map.length < 2 || map.length > MOST_LANGUAGES) return []
    const all = map.map(entry => ({
      tag: languageTagOf(entry.name) ?? 'und',
      entry,
      scalars: between(scalars, entry.start, entry.end),
    }))
    const [first] = map
    const isOnce = new Set(all.map(({ tag }) => tag)).size === all.length
    if (first === undefined || !isOnce || !map.some(({ name }) => !isRatherWord(name))) return []
    const path = first.path.slice(0, -1)
    return [{ name: yamlPath(first.document, path), called: path.at(-1) ?? '', all }]
  })
}

/** A language may have no text yet. */
const HOLDERS: ReadonlySet<string> = new Set(['scalar', 'map', 'list', 'empty map', 'nothing'])
const MOST_LANGUAGES = 300

function variantIn({ all }: Variants, language: string | undefined): Variant | undefined {
  if (language === undefined) return undefined
  return all.find(({ tag }) => tag === language) ?? all.find(({ tag }) => isSamePlace(tag, language))
}

interface Spot {
  readonly text: Variants
  readonly variant: Variant
  readonly scalar: YamlScalar
}

/** The units of a file with such texts. `units` are those of all its values as if each were in the language of the file. */
export function* inTheirLanguages(
  file: YamlFile,
  { source, texts, whole }: YamlTexts,
  units: Iterable<YamlDraft>,
): Generator<YamlDraft> {
  const spots = new Map<number, Spot>()
  for (const text of texts) {
    for (const variant of text.all)
      for (const scalar of variant.scalars) spots.set(scalar.start, { text, variant, scalar })
  }
  for (const unit of units) {
    const spot = spots.get(unit.start)
    if (spot !== undefined && unit.place?.is !== 'added') yield* atSpot(file, spot, unit, source)
    else yield whole ? beside(unit) : unit
  }
}

/** What is in none of the languages stays, and so does what names the language of the file. */
function beside(unit: YamlDraft): YamlDraft {
  if (unit.place?.is === 'language') return { ...unit, place: undefined }
  return unit.left_out === undefined ? { ...unit, left_out: 'do_not_translate' } : unit
}

function* atSpot(
  file: YamlFile,
  { text, variant, scalar }: Spot,
  unit: YamlDraft,
  source: string | undefined,
): Generator<YamlDraft> {
  const { target } = file
  const from = variantIn(text, source)
  const place = variantIn(text, target)
  if (from !== undefined && place === variant && from !== place)
    yield filled(file, scalar, unit, sameBelow(from, variant, scalar))
  else if (variant !== from || (place !== undefined && sameBelow(place, variant, scalar) === undefined))
    yield other(unit)
  else if (target === undefined) yield unit
  const last = text.all.findLast(({ scalars }) => scalars.length > 0)
  const isLast = variant === last && scalar === last.scalars.at(-1)
  if (isLast && target !== undefined && from !== undefined && place === undefined) yield* made(file, text, from, target)
}

function other(unit: YamlDraft): YamlDraft {
  return unit.left_out === 'empty' ? unit : { ...unit, left_out: 'other_language' }
}

/** The value of a language that a value of another one has beside it. */
function sameBelow(language: Variant, { entry }: Variant, { path }: YamlScalar): YamlScalar | undefined {
  const below = path.slice(entry.path.length).join('\0')
  return language.scalars.find(each => each.path.slice(language.entry.path.length).join('\0') === below)
}

/** The unit of a translation that the file has, which may be empty. */
function filled(file: YamlFile, scalar: YamlScalar, own: YamlDraft, from: YamlScalar | undefined): YamlDraft {
  if (from === undefined) return other(own)
  const said = scalar.value.trim()
  const unit = valueUnit(file, from)
  return {
    ...unit,
    ...{ path: own.path, start: own.start, end: own.end, target: said },
    left_out: unit.left_out ?? (said === '' ? undefined : 'already_translated'),
    place: valuePlaceOf(file, scalar, said),
  }
}

/** The units of a language that the text does not have yet, which is written behind the last one: a copy until it is translated. */
function made(file: YamlFile, { all }: Variants, { entry: from }: Variant, target: string): readonly YamlDraft[] {
  const { at, lead } = behind(file, all.at(-1)?.entry ?? from)
  const key = writeTag(file.text.slice(from.start, from.key_end), target)
  const name = key.replace(QUOTES, '')
  return copied(file, {
    ...{ from: from.key_end, to: from.end, start: at, end: at, before: lead + key, after: '' },
    ...{ shift: 0, keepsAnchors: false },
    pathOf: path => yamlPath(from.document, [...from.path.slice(0, -1), name, ...path.slice(from.path.length)]),
  })
}

const QUOTES = /^["']|["']$/g
