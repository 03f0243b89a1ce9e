import { contradicts, detectLanguage, isPlainlyEnglish, otherLanguageShown } from '../domain/detect-language.ts'
import { canonicalTag, languageName } from '../domain/languages.ts'
import type { KnownLanguage, Survey } from '../domain/survey.ts'
import { languageInName } from './language-in-name.ts'

/**
 * What analysis may say about the language of a file: what the file or its name declares, else what its text shows. A name that is also
 * a word, or only ends like a tag, holds only where the text shows no other language. `differs` says that name and text disagree.
 *
 * @param declared a tag written inside the file (HTML `lang`, XLIFF)
 * @param sample prose of the file
 */
export async function knownLanguage(
  fileName: string,
  declared: string | undefined,
  sample: string,
): Promise<KnownLanguage | undefined> {
  const inFile = declared === undefined ? undefined : canonicalTag(declared)
  if (inFile !== undefined) return await compared(inFile, sample)
  const named = languageInName(fileName)
  if (named?.claim === 'sure') return await compared(named.tag, sample)
  const detected = await detectLanguage(sample)
  if (named === undefined) return detected === undefined ? undefined : { tag: detected, from: 'detected' }
  if (detected === undefined || !contradicts(detected, named.tag)) return { tag: named.tag, from: 'file' }
  if (named.claim === 'ending') return { tag: detected, from: 'detected' }
  return { tag: detected, from: 'detected', differs: named.tag }
}

/** What a file says, and what its text shows where that is clearly something else. */
async function compared(said: string, sample: string): Promise<KnownLanguage> {
  // Loading the detector takes longer than all else, and most files say `en` and are so.
  const isSo = isEnglish(said) && isPlainlyEnglish(sample)
  const differs = isSo ? undefined : await otherLanguageShown(sample, said)
  return { tag: said, from: 'file', ...(differs !== undefined && { differs }) }
}

function isEnglish(tag: string): boolean {
  return new Intl.Locale(tag).language === 'en'
}

export interface SourceLanguage {
  readonly tag: string
  readonly from: 'instruction' | 'file' | 'detected' | 'default'
  /** See `KnownLanguage`. */
  readonly differs?: string
}

/**
 * The source language and how it is known: as said, else as the file shows, else the default (assumptions.md, Plan). Nobody asks for the
 * translation into the language that a text is in: where the file says one of the targets and its text shows another, the text counts.
 */
export function sourceLanguageOf(
  said: string | undefined,
  { source_language: known }: Pick<Survey, 'source_language'>,
  fallback: string,
  targets: readonly string[] = [],
): SourceLanguage {
  if (said !== undefined) return { tag: said, from: 'instruction' }
  if (known === undefined) return { tag: fallback, from: 'default' }
  const { tag, from, differs } = known
  const isMistaken = from === 'file' && differs !== undefined && targets.includes(tag) && !targets.includes(differs)
  return isMistaken ? { tag: differs, from: 'detected', differs: tag } : known
}

/** What a plan says where name and text of a file disagree about the language. */
export function adviceOnSource({ tag, from, differs }: SourceLanguage): readonly string[] {
  if (differs === undefined) return []
  const [said, shown] = from === 'detected' ? [differs, tag] : [tag, differs]
  const [taken, other] = [languageName(tag), languageName(differs)]
  return [
    `The file or its name says ${languageName(said)} (${said}), but the text looks ${languageName(shown)} (${shown}). Taken: ${taken}. Say “from ${other}” if that is wrong.`,
  ]
}
