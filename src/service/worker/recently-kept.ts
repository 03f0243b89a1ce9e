import type { Kept, NumberedTranslation } from '../store/translations.ts'

/** So many characters of translations take some ten megabytes. */
const MOST_CHARACTERS = 4_000_000

/** What one run has kept in the database, as far as it is small: the result is then written without reading it again. */
export interface RecentlyKept {
  add(language: string, kept: readonly Kept[]): void
  /** What was kept for a segment; undefined where that is not known here. */
  find(language: string, sourceHash: string): NumberedTranslation | undefined
}

export function createRecentlyKept(): RecentlyKept {
  const languages = new Map<string, Map<string, NumberedTranslation>>()
  let room = MOST_CHARACTERS
  return {
    add(language, kept) {
      const known = languages.get(language) ?? new Map<string, NumberedTranslation>()
      languages.set(language, known)
      for (const { source_hash, text, finding, repaired = 0, note = null } of kept) {
        room -= text.length
        // A later one counts, so an earlier one must not stay.
        if (room < 0) known.delete(source_hash)
        else known.set(source_hash, { source_hash, text, finding, repaired, note, number: null })
      }
    },
    find: (language, sourceHash) => languages.get(language)?.get(sourceHash),
  }
}
