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

/** A plural form that the file does not have. */
interface FormPlace {
  readonly is: 'form'
  readonly manner: ScalarManner
  /** What is written before its text: line end, indent, key. */
  readonly before: string
  readonly lead: string
  readonly trail: string
}

/** A place that names the language, as the file writes it. */
interface LanguagePlace {
  readonly is: 'language'
  readonly written: string
  readonly tag: string
}

export type YamlPlace = ValuePlace | FormPlace | LanguagePlace

export interface YamlUnit extends Unit {
  /** Absent for what is never written. */
  readonly place?: YamlPlace | undefined
}

const NONE: readonly Edit[] = []

export function yamlEdits(unit: YamlUnit, translation: string | undefined, language: string): readonly Edit[] {
  const { place } = unit
  const written = place && writtenAt(place, unit.text, translation, language)
  if (written === undefined) return NONE
  return [{ start: unit.start, end: unit.end, bytes: encodeLater(written, unit.charset) }]
}

/** What is written at a place; undefined for no change. A form that is missing is a copy where it has no translation of its own. */
function writtenAt(
  place: YamlPlace,
  text: string,
  translation: string | undefined,
  language: string,
): string | undefined {
  switch (place.is) {
    case 'language':
      return place.tag === language ? undefined : writeTag(place.written, language)
    case 'form':
      return place.before + writeScalar(place.lead + (translation ?? text) + place.trail, place.manner)
    default:
      if (translation === undefined || translation === text) return undefined
      return writeScalar(place.lead + translation + place.trail, place.manner, place.kept)
  }
}
