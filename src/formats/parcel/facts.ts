import type { FormatFacts } from '../format.ts'

/** What separates the name of a file from the names of parts in it. */
export const FILE_SEPARATOR = ' > '

export const parcelFacts: FormatFacts = {
  family: 'zip',
  extensions: ['zip'],
  traits: {
    holds_files: true,
    // There may be tables in it, and data whose texts are guessed.
    spreadsheet: true,
    guesses: true,
    units_by_target: true,
    part_separator: FILE_SEPARATOR,
    review_mark: 'the mark of its own format, in files that have one',
  },
}
