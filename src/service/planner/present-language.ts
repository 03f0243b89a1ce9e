import { contradicts, detectLanguage, lettersIn } from '../domain/detect-language.ts'
import { languageName } from '../domain/languages.ts'

/** Fewer letters show no language. */
const LEAST_LETTERS = 80

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
    if (lettersIn(text) < LEAST_LETTERS) continue
    const shown = await detectLanguage(text)
    // Texts that were copied from the source are no other translation.
    if (shown === undefined || !contradicts(shown, target) || !contradicts(shown, source)) continue
    said.push(
      `The translations that the file has already look like ${languageName(shown)}, not ${languageName(target)}: they stay as they are. ` +
        'Take them out of the file first if they are to be translated anew.',
    )
  }
  return said
}
