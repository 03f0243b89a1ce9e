import { sameTag } from '../../contract/language-tags.ts'
import { traitsOf } from '../../formats/index.ts'
import { contradicts, detectLanguage, otherLanguageShown } from '../domain/detect-language.ts'
import { isPlainlyIn } from '../domain/frequent-words.ts'
import type { Intent } from '../domain/intent.ts'
import { canonicalTag, languageList, languageName } from '../domain/languages.ts'
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
  const differs = isPlainlyIn(said, sample) ? undefined : await otherLanguageShown(sample, said)
  return { tag: said, from: 'file', ...(differs !== undefined && { differs }) }
}

/**
 * What is known of the language with what the folder says. A folder counts after the file and its name, and after a text that is hardly in its
 * language: an untranslated copy lies in many a folder.
 */
export function withFolder(known: KnownLanguage | undefined, folder: string | undefined): KnownLanguage | undefined {
  const said = folder === undefined ? undefined : canonicalTag(folder)
  if (said === undefined || known?.from === 'file') return known
  if (known?.from !== 'detected' || !contradicts(known.tag, said)) return { tag: said, from: 'folder' }
  return known.differs === undefined ? { ...known, differs: said, folder_differs: true } : known
}

/**
 * What the folder of a file says of its source. Around a file that holds its translation beside the source, it names the language of the
 * translation: only if sources are in that language anyway does it say theirs, too.
 */
export function sourceFolder(folder: string | undefined, extension: string, fallback: string): string | undefined {
  const isOfSource = traitsOf(extension).bilingual !== true || (folder !== undefined && sameTag(folder, fallback))
  return isOfSource ? folder : undefined
}

export interface SourceLanguage {
  readonly tag: string
  readonly from: 'instruction' | 'default' | KnownLanguage['from']
  /** See `KnownLanguage`. */
  readonly differs?: string
  readonly folder_differs?: true
}

/**
 * The source language and how it is known: as said, else as the file shows, else the default (assumptions.md, Plan). Nobody asks for the
 * translation into the language that a text is in: where the file says one of the targets and its text shows another, the text counts, and
 * a folder that says one of them says nothing.
 */
export function sourceLanguageOf(
  { source_language: said, folder_language: folder, target_languages: targets = [] }: Said,
  { source_language: shown, extension = '' }: Partial<Pick<Survey, 'source_language' | 'extension'>>,
  fallback: string,
): SourceLanguage {
  if (said !== undefined) return { tag: said, from: 'instruction' }
  const known = withFolder(shown, sourceFolder(folder, extension, fallback))
  if (known === undefined || (known.from === 'folder' && targets.includes(known.tag))) {
    return shown !== undefined && shown.from !== 'folder' ? shown : { tag: fallback, from: 'default' }
  }
  const { tag, from, differs } = known
  const isMistaken = from === 'file' && differs !== undefined && targets.includes(tag) && !targets.includes(differs)
  return isMistaken ? { tag: differs, from: 'detected', differs: tag } : known
}

/** What instructions said that concerns the source language, as an intent has it. */
type Said = Pick<Partial<Intent>, 'source_language' | 'folder_language' | 'target_languages'>

/** What a plan says where the text of a file disagrees with its name or its folder about the language. From a target nothing is translated. */
export function adviceOnSource(
  { tag, from, differs, folder_differs }: SourceLanguage,
  targets: readonly string[] = [],
): readonly string[] {
  if (differs === undefined) return []
  const [said, shown] = from === 'detected' ? [differs, tag] : [tag, differs]
  const [taken, other] = [languageName(tag), languageName(differs)]
  const who = folder_differs ? 'The folder of the file' : 'The file or its name'
  const instead = targets.includes(differs) ? '' : ` Say “from ${other}” if that is wrong.`
  return [
    `${who} says ${languageList([said])}, but the text looks ${languageList([shown])}. Taken: ${taken}.${instead}`,
  ]
}
