/**
 * The units of texts that have their languages beside each other. A translation fills the place of its language, or makes one behind the
 * others; no other language is changed.
 */
import { copied } from './copy.ts'
import { writeTag } from './languages.ts'
import type { YamlScalar } from './scalar.ts'
import { behind } from './several.ts'
import { valuePlaceOf, valueUnit, type YamlDraft, yamlPath } from './value-unit.ts'
import { type YamlTexts, type YamlVariant, type YamlVariants, yamlVariantIn } from './variants.ts'
import type { YamlFile } from './yaml-file.ts'

interface Spot {
  readonly text: YamlVariants
  readonly variant: YamlVariant
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
  const from = yamlVariantIn(text, source)
  const place = yamlVariantIn(text, target)
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
function sameBelow(language: YamlVariant, { entry }: YamlVariant, { path }: YamlScalar): YamlScalar | undefined {
  return belowOf(language).get(path.slice(entry.path.length).join('\0'))
}

const BELOW = new WeakMap<YamlVariant, ReadonlyMap<string, YamlScalar>>()

/** The values of a language by their keys below it. */
function belowOf(language: YamlVariant): ReadonlyMap<string, YamlScalar> {
  const known = BELOW.get(language)
  if (known !== undefined) return known
  const depth = language.entry.path.length
  const found = new Map(language.scalars.map(scalar => [scalar.path.slice(depth).join('\0'), scalar]))
  BELOW.set(language, found)
  return found
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
function made(
  file: YamlFile,
  { all }: YamlVariants,
  { entry: from }: YamlVariant,
  target: string,
): readonly YamlDraft[] {
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
