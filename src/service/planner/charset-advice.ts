import { type Format, type Open, openingFor } from '../../formats/index.ts'
import { languageList } from '../domain/languages.ts'

/** What a plan says where the charset of a file lacks letters of a language, so that its result is UTF-8 (FMT-5). */
export async function becomesUtf8(
  format: Format,
  open: Open,
  languages: readonly string[],
): Promise<readonly string[]> {
  const openings = await Promise.all(languages.map(tag => openingFor(format, open, { languages: [tag] })))
  const lacking = languages.filter((_, at) => openings[at]?.instead_of !== undefined)
  const charset = openings.find(({ instead_of }) => instead_of !== undefined)?.instead_of
  if (charset === undefined) return []
  return [`The file is ${charset}, which lacks letters of ${languageList(lacking)}: the result is UTF-8.`]
}
