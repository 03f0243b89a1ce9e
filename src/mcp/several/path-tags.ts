import { languageLabel } from '../render/plan.ts'

/** The language tag that a name is; undefined for other names. Three letters are one only where the call names that language. */
export function tagOfPart(name: string, known: readonly string[]): string | undefined {
  if (!/^[a-z]{2,3}(?:[-_][a-z]{4})?(?:[-_](?:[a-z]{2}|\d{3}))?$/i.test(name)) return undefined
  const tag = canonicalPart(name)
  const [language = ''] = tag.split('-', 1)
  if (language.length === 3 && !isTagOf(tag, known)) return undefined
  return languageLabel(tag) === tag ? undefined : tag
}

/** True for a tag that is one of these languages, however they are written. */
export function isTagOf(tag: string, languages: readonly string[]): boolean {
  return languages.some(language => canonicalPart(language) === tag)
}

/** The tag as BCP 47 writes it; as it is where it is none. */
export function canonicalPart(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0] ?? tag
  } catch {
    return tag
  }
}
