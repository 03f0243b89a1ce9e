/** A table with a column for each language is in the language of the column that somebody asks for. */
import { headingIn, traitsOf } from '../../formats/index.ts'
import type { Intent } from '../domain/intent.ts'
import { canonicalTag } from '../domain/languages.ts'
import type { Survey } from '../domain/survey.ts'
import { isByName, matches } from './selection.ts'
import { type SourceLanguage, sourceLanguageOf } from './source-language.ts'

/** The source language of what is asked for: as said, else that of the column that is asked for, else as `sourceLanguageOf`. */
export function sourceOfIntent(
  intent: Pick<Intent, 'source_language' | 'folder_language' | 'target_languages' | 'selection'>,
  survey: Survey,
  fallback: string,
): SourceLanguage {
  const { source_language, target_languages } = intent
  const column = source_language === undefined ? languageOfColumn(intent, survey) : undefined
  // Who names the column of a target has it filled.
  if (column !== undefined && !target_languages.includes(column)) return { tag: column, from: 'file' }
  return sourceLanguageOf(intent, survey, fallback)
}

/** The language of the only column of a language that is asked for, where it is not the one that is taken unasked. */
function languageOfColumn({ selection }: Pick<Intent, 'selection'>, { extension, parts }: Survey): string | undefined {
  const named = selection.include.filter(isByName)
  if (traitsOf(extension).part_noun !== 'column' || named.length === 0) return undefined
  const asked = parts.flatMap(({ part, left_out }) => {
    const tag = headingIn(part)?.tag
    return tag !== undefined && named.some(pattern => matches(pattern, { part })) ? [{ tag, left_out }] : []
  })
  const [one, ...others] = asked
  const isOther = one?.left_out.other_language !== undefined && others.length === 0
  return isOther ? canonicalTag(one.tag) : undefined
}
