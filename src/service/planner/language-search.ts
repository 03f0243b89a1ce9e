import { filterTag } from '../domain/languages.ts'
import { languageCalled, languageNames } from './prose/language-names.ts'

/** The languages that a search names, and its other words. */
export interface NamedLanguages {
  readonly languages: readonly string[]
  readonly words: readonly string[]
}

/**
 * Reads a search for names and tags of languages, the longest first: `shop Brazilian Portuguese` is `shop` into pt-BR. Undefined: it names
 * none.
 */
export function languagesIn(search: string): NamedLanguages | undefined {
  const given = search.split(/\s+/).filter(Boolean)
  const most = languageNames().longest
  const languages: string[] = []
  const words: string[] = []
  for (let at = 0; at < given.length; ) {
    const { length, tag } = languageAt(given, at, most)
    if (tag === undefined) words.push(given[at] ?? '')
    else languages.push(tag)
    at += length
  }
  return languages.length === 0 ? undefined : { languages, words }
}

/** The longest name of a language that begins with this word, and how many words it has. */
function languageAt(given: readonly string[], at: number, most: number) {
  for (let length = Math.min(most, given.length - at); length > 0; length--) {
    const name = given.slice(at, at + length).join(' ')
    const tag = filterTag(name) ?? languageCalled(name)
    if (tag !== undefined) return { length, tag }
  }
  return { length: 1, tag: undefined }
}
