/** The units of the front matter of a document: a part for each of its values. */
import type { Target, Unit } from '../../format.ts'
import { inStyleOf, isSameLanguage, languageTagOf } from '../language-tag.ts'
import { FRONT_MATTER } from '../own-parts.ts'
import { type FrontMatter, type FrontPlace, type FrontValue, frontValuesOf, writeFrontValue } from './values.ts'

/** What a unit has that is a value of the front matter. */
export interface InFront {
  /** Absent for a value that is never written. */
  readonly front?: FrontPlace | undefined
  /** The language of the document, as a BCP 47 tag, where this value says it. */
  readonly says?: string | undefined
}

/** A unit whose offsets count characters. */
export type FrontUnit = Pick<Unit, 'start' | 'end' | 'path' | 'part' | 'kind' | 'text' | 'left_out'> & InFront

/** The number of an item in a list. */
const ITEM = /^\d+$/

/** `prefix` begins the paths of the family, `separator` stands between the names of a part. */
export async function frontUnitsOf(
  text: string,
  front: FrontMatter | undefined,
  { prefix, separator }: { readonly prefix: string; readonly separator: string },
): Promise<readonly FrontUnit[]> {
  return (front ? await frontValuesOf(text, front) : []).map(value => {
    const { start, end, path: keys, text: said, left_out, front: place } = value
    const address = keys.map(key => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
    const part = [FRONT_MATTER, ...keys.filter(key => !ITEM.test(key))].join(separator)
    const says = languageIn(value)
    return {
      ...{ start, end, path: `${prefix}:/front-matter${address}`, part, kind: 'metadata', text: said, front: place },
      ...(says === undefined ? { left_out } : { says, left_out: 'identifier' }),
    }
  })
}

/** The language that the front matter says the document is in. */
export async function languageInFront(text: string, front: FrontMatter | undefined): Promise<string | undefined> {
  const values = front ? await frontValuesOf(text, front) : []
  return values.flatMap(value => languageIn(value) ?? [])[0]
}

const LANGUAGE = /^(?:lang|language|locale)$/i

function languageIn({ path, text, front }: FrontValue): string | undefined {
  return front && path.length === 1 && LANGUAGE.test(path[0] ?? '') ? languageTagOf(text) : undefined
}

/** The units for a target: what says the language of the text says the target in a result, and nothing else does. */
export function frontForTarget<U extends Omit<Unit, 'index'> & InFront>(
  units: readonly U[],
  { source, target }: { readonly source?: string | undefined; readonly target?: Target | undefined },
): readonly U[] {
  if (units.every(({ says }) => says === undefined)) return units
  return units.map(unit => {
    const isSaid = unit.says !== undefined && (source === undefined || isSameLanguage(unit.says, source))
    if (!isSaid) return { ...unit, says: undefined }
    return target === undefined ? unit : { ...unit, unwritten: inStyleOf(unit.text, target.language) }
  })
}

/** What is written in place of a value; undefined where it stays. */
export function frontWritten(
  { text, front, says }: Pick<Unit, 'text'> & InFront,
  translation: string | undefined,
  language: string,
): string | undefined {
  if (front === undefined) return undefined
  if (says === undefined)
    return translation === undefined || translation.trim() === '' ? undefined : writeFrontValue(translation, front)
  const tag = translation === undefined ? inStyleOf(text, language) : text
  return tag === text ? undefined : writeFrontValue(tag, front)
}
