/** Writing a value of a YAML file, and what this needs to know. */
import { encodeLater } from '../bytes/charset.ts'
import { type ScalarManner, writeScalar } from '../content/yaml-scalar.ts'
import type { Edit, Unit } from '../format.ts'
import { writeTag } from './languages.ts'

/** A scalar in the file. */
export interface ValuePlace {
  readonly is: 'value'
  readonly manner: ScalarManner
  /** White space around the text, which its translation gets, too. */
  readonly lead: string
  readonly trail: string
  /** The line ends that a block has after its text, which stay in the file. */
  readonly kept: string
}

/** What the file does not have yet: a plural form, a text of a language that stands beside others. */
interface AddedPlace {
  readonly is: 'added'
  /** What is written around it: a line end, an indent, its key; what stands between it and the text before. */
  readonly before: string
  readonly after: string
  /** What stands there where it is not translated. */
  readonly raw: string
  /** How its translation is written; absent for what is never translated. */
  readonly value: ValuePlace | undefined
}

/** A place that names the language, as the file writes it. */
interface LanguagePlace {
  readonly is: 'language'
  readonly written: string
  readonly tag: string
}

export type YamlPlace = ValuePlace | AddedPlace | LanguagePlace

export interface YamlUnit extends Unit {
  /** Absent for what is never written. */
  readonly place?: YamlPlace | undefined
}

const NONE: readonly Edit[] = []

export function yamlEdits(unit: YamlUnit, translation: string | undefined, language: string): readonly Edit[] {
  const { place } = unit
  const written = place && writtenAt(place, unit.target ?? unit.unwritten ?? unit.text, translation, language)
  if (written === undefined) return NONE
  return [{ start: unit.start, end: unit.end, bytes: encodeLater(written, unit.charset) }]
}

/** What is written at a place; undefined for no change. `present` is what the file has there. */
function writtenAt(
  place: YamlPlace,
  present: string,
  translation: string | undefined,
  language: string,
): string | undefined {
  switch (place.is) {
    case 'language':
      return place.tag === language ? undefined : writeTag(place.written, language)
    case 'added':
      return place.before + (addedAt(place, translation) ?? place.raw) + place.after
    default:
      return translation === undefined || translation === present ? undefined : scalarAt(place, translation)
  }
}

function addedAt({ value }: AddedPlace, translation: string | undefined): string | undefined {
  return translation === undefined || value === undefined ? undefined : scalarAt(value, translation)
}

/** A text as the scalar of a place. */
export function scalarAt({ lead, trail, kept, manner }: ValuePlace, text: string): string {
  return writeScalar(lead + text + trail, manner, kept)
}
