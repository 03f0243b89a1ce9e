import { unzipSync } from 'fflate'
import { gettextName } from '../../contract/language-tags.ts'

/**
 * Finds the entry of a zip for each language, by the language tag in its name. If a name has several tags, the last one counts,
 * since the source itself may be named after a language. If two end at the same place (`fr-CA` and `ca`), the longer one counts.
 * Undefined unless every language has exactly one entry.
 */
export function entriesByLanguage(
  names: readonly string[],
  languages: readonly string[],
): ReadonlyMap<string, string> | undefined {
  const found = new Map<string, string>()
  for (const name of names) {
    const tags = languages.map(language => ({ language, end: endOf(language, name) })).filter(({ end }) => end > 0)
    tags.sort((a, b) => b.end - a.end || b.language.length - a.language.length)
    const language = tags[0]?.language
    if (language === undefined || found.has(language)) return undefined
    found.set(language, name)
  }
  return found.size === languages.length ? found : undefined
}

/** Where the last mention of a tag in a name ends, in any letter case and with any separators, or as gettext has it; 0 if the name does not have it. */
function endOf(language: string, name: string): number {
  const words = inWords(name)
  const ends = [language, gettextName(language)].map(written => {
    const tag = inWords(written)
    const at = words.lastIndexOf(tag)
    return at < 0 ? 0 : at + tag.length
  })
  return Math.max(...ends)
}

function inWords(name: string): string {
  return `/${name}/`.replaceAll(/[._@\\/ -]/g, '/').toLowerCase()
}

/** One language of a zip: its file, unpacked when it is asked for. */
export interface LanguageInZip {
  readonly language: string
  readonly name: string
  content(): Uint8Array
}

/** The files of a zip that was judged, one for each language; undefined where it does not hold exactly that. */
export function languagesInZip(bytes: Uint8Array, languages: readonly string[]): readonly LanguageInZip[] | undefined {
  const names: string[] = []
  unzipSync(bytes, {
    filter: ({ name }) => {
      if (!name.endsWith('/')) names.push(name)
      return false
    },
  })
  const found = entriesByLanguage(names, languages)
  if (found === undefined) return undefined
  return languages.flatMap(language => {
    const member = found.get(language)
    if (member === undefined) return []
    const content = () => unzipSync(bytes, { filter: ({ name }) => name === member })[member] ?? new Uint8Array()
    return [{ language, name: member, content }]
  })
}
