/** Choosing among the files of a parcel, whose names begin the names of all parts: by name, by folder, by ending, and as people call them. */
import { builtExtensions, traitsOf } from '../../formats/index.ts'
import type { Pattern } from '../domain/intent.ts'
import type { Survey } from '../domain/survey.ts'

const SEPARATOR = traitsOf('zip').part_separator ?? ''

/** The name of the file that a part is of, in lower case. */
export function fileOfPart(part: string): string {
  const end = part.indexOf(SEPARATOR)
  return (end < 0 ? part : part.slice(0, end)).toLowerCase()
}

/** Files by what they are called, `csv`, `markdown`, where the parcel has such. Undefined for all other words, and in any other file. */
export function filesCalled(said: string, word: string, survey: Survey): Pattern | undefined {
  if (traitsOf(survey.extension).holds_files !== true) return undefined
  const extensions = builtExtensions.filter(each => each === word || traitsOf(each).called?.includes(word))
  return filesEnding(
    said,
    extensions.map(extension => `.${extension}`),
    survey,
  )
}

/**
 * What an exact name chooses of a parcel that is no name of a part: a file, a folder with or without its stroke, all below one (`docs/*`), or
 * all files of an ending (`*.csv`). Undefined where there is none, and in any other file.
 */
export function filesNamed(said: string, survey: Survey): Extract<Pattern, { by: 'part' | 'file' }> | undefined {
  if (traitsOf(survey.extension).holds_files !== true) return undefined
  const ending = /^(?:\*\*\/)?\*(\.[^*/]+)$/.exec(said)?.[1]
  if (ending !== undefined) return filesEnding(said, [ending.toLowerCase()], survey)
  const name = said.replace(/^\.\//, '')
  const folder = `${name.replace(/\/?\*{0,2}$/, '')}/`
  const below = (part: string) => survey.parts.some(each => each.part.startsWith(part))
  const part = [`${name}${SEPARATOR}`, folder].find(below)
  return part === undefined ? undefined : { by: 'part', said, part, below: true }
}

function filesEnding(
  said: string,
  endings: readonly string[],
  { parts }: Survey,
): Extract<Pattern, { by: 'file' }> | undefined {
  const has = parts.some(({ part }) => endings.some(ending => fileOfPart(part).endsWith(ending)))
  return has ? { by: 'file', said, endings } : undefined
}
