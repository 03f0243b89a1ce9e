import { extensionOf } from '../../contract/formats.ts'
import { detectLanguage } from '../domain/detect-language.ts'
import { canonicalTag } from '../domain/languages.ts'
import type { KnownLanguage, Survey } from '../domain/survey.ts'

/** Two-letter names of files and folders that are no language: `id.json` is rather a list of ids. */
const NOT_TAGS = new Set([
  'app',
  'id',
  'is',
  'it',
  'no',
  'so',
  'to',
  'my',
  'as',
  'or',
  'am',
  'be',
  'he',
  'hi',
  'ig',
  'ne',
  'si',
  'sd',
  'ps',
  'tt',
  'tk',
  'in',
  'on',
  'an',
  'by',
  'do',
  'go',
  'me',
  'of',
  'up',
  'we',
  'us',
  'la',
  'te',
  'iw',
  'ji',
  'jw',
  'mo',
  'sh',
  'new',
  'old',
])

/**
 * The language that a file's name declares: `en.json`, `en-US/app.json`, `messages.de.json`, `strings_fr.txt`, `LC/pt_BR.po`.
 * Bare two-letter words that mean something else count only where the name is nothing but the tag. Undefined: none.
 */
export function languageOfName(fileName: string): string | undefined {
  const segments = fileName.split(/[\\/]/).filter(segment => segment !== '')
  const file = segments.pop() ?? ''
  const extension = extensionOf(file)
  const stem = extension === '' ? file : file.slice(0, -extension.length - 1)
  return (
    tagIn(stem) ??
    segments
      .reverse()
      .map(tagIn)
      .find(tag => tag !== undefined)
  )
}

const ENDING = /(?:^|[._-])([a-z]{2,3}(?:[-_](?:[A-Z][a-z]{3}))?(?:[-_](?:[A-Z]{2}|\d{3}))?)$/

function tagIn(name: string): string | undefined {
  const written = ENDING.exec(name)?.[1]
  if (written === undefined) return undefined
  if (name !== written && NOT_TAGS.has(written)) return undefined
  // Three-letter codes are rarer than three-letter words: only a region or script makes one sure.
  return /^[a-z]{3}$/.test(written) && name !== written ? undefined : canonicalTag(written)
}

/**
 * What analysis may say about the language of a file: what the file or its name declares, else what its text shows. A tag
 * at the end of a longer name only holds where the text shows no other language.
 * `declared` is a tag written inside the file (HTML `lang`, XLIFF).
 */
export async function knownLanguage(
  fileName: string,
  declared: string | undefined,
  sample: string,
): Promise<KnownLanguage | undefined> {
  const inFile = declared === undefined ? undefined : canonicalTag(declared)
  if (inFile !== undefined) return { tag: inFile, from: 'file' }
  const named = languageOfName(fileName)
  const told = named === undefined ? undefined : ({ tag: named, from: 'file' } as const)
  if (told !== undefined && !isBareSuffix(fileName, told.tag)) return told
  const detected = await detectLanguage(sample)
  if (detected === undefined || (told !== undefined && sameLanguage(detected, told.tag))) return told
  return { tag: detected, from: 'detected' }
}

/** `team.ca.txt`, `x-uk.txt`: two letters behind another word, which may be a country or nothing of the sort. */
function isBareSuffix(fileName: string, tag: string): boolean {
  const file = fileName.split(/[\\/]/).findLast(segment => segment !== '') ?? ''
  return /[._-][a-z]{2}\.[^.]+$/.test(file) && languageOfName(file) === tag
}

function sameLanguage(one: string, other: string): boolean {
  return new Intl.Locale(one).language === new Intl.Locale(other).language
}

export interface SourceLanguage {
  readonly tag: string
  readonly from: 'instruction' | 'file' | 'detected' | 'default'
}

/** The source language and how it is known: as said, else as the file shows, else the default (assumptions.md, Plan). */
export function sourceLanguageOf(
  said: string | undefined,
  survey: Pick<Survey, 'source_language'>,
  fallback: string,
): SourceLanguage {
  if (said !== undefined) return { tag: said, from: 'instruction' }
  return survey.source_language ?? { tag: fallback, from: 'default' }
}
