import { type FixedWords, type RequiredTerm, termSearchFor } from '../../checks/index.ts'
import { stemmerOf } from './stems.ts'

const WORD = /[\p{L}\p{N}\p{M}]+/gu

/** Says which fixed words touch a text, as one text that is empty where none do. */
export type Touching = (text: string) => string

/**
 * Finds the terms that occur in a text, also inflected: a translation depends on these, and on no other term. Kept terms count as they
 * are written. `language` is that of the text.
 */
export function touchingTerms({ glossary, keep }: FixedWords, language: string): Touching {
  if (glossary.length === 0 && keep.length === 0) return () => ''
  const search = termSearchFor({ glossary, keep })
  const inflected = inflectedSearch(glossary, language)
  return text => {
    const found = new Set(inflected(text))
    for (const { start, end, target } of search(text)) found.add(`${text.slice(start, end)}\t${target}`)
    return [...found].sort().join('\n')
  }
}

/** Finds terms whose words all occur in a text, in any form and order. */
function inflectedSearch(glossary: readonly RequiredTerm[], language: string): (text: string) => string[] {
  const stemOf = remembering(stemmerOf(language))
  const stemsOf = (text: string): string[] => (text.toLowerCase().match(WORD) ?? []).map(stemOf)
  const terms = new Map<string, { readonly stems: readonly string[]; readonly name: string }[]>()
  for (const { source, target } of glossary) {
    const stems = stemsOf(source)
    // Found by its longest word, which the fewest texts have.
    const longest = stems.reduce((one, other) => (other.length > one.length ? other : one), '')
    if (longest === '') continue
    terms.set(longest, [...(terms.get(longest) ?? []), { stems, name: `${source}\t${target}` }])
  }
  return text => {
    const there = new Set(stemsOf(text))
    return [...there].flatMap(stem =>
      (terms.get(stem) ?? []).filter(({ stems }) => stems.every(each => there.has(each))).map(({ name }) => name),
    )
  }
}

const MOST_WORDS = 20_000

/** Texts repeat their words. */
function remembering(stemOf: (word: string) => string): (word: string) => string {
  const known = new Map<string, string>()
  return word => {
    const before = known.get(word)
    if (before !== undefined) return before
    if (known.size >= MOST_WORDS) known.clear()
    const stem = stemOf(word)
    known.set(word, stem)
    return stem
  }
}
