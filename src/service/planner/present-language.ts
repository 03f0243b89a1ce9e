import { otherLanguageShown } from '../domain/detect-language.ts'
import { languageName } from '../domain/languages.ts'

/**
 * What a plan says where the translations that a file has already are clearly in another language than the one asked for: a file that names
 * no language of theirs, such as a table of `source,target`, counts as one in the language asked for.
 *
 * @param present for each target language the texts that stay as they are
 */
export async function otherLanguagePresent(
  source: string,
  targets: readonly string[],
  present: readonly string[],
): Promise<readonly string[]> {
  const said: string[] = []
  for (const [at, target] of targets.entries()) {
    const text = present[at] ?? ''
    const shown = await otherLanguageShown(text, target)
    // Texts that were copied from the source are no other translation.
    if (shown === undefined || (await otherLanguageShown(text, source)) === undefined) continue
    said.push(
      `The translations that the file has already look like ${languageName(shown)}, not ${languageName(target)}: they stay as they are. ` +
        'Take them out of the file first if they are to be translated anew.',
    )
  }
  return said
}
