/** Whether a text is a sentence, which has to be translated, or a name, which may stay as it is. */

const LOWER_WORD = /(?<![\p{L}\p{N}_./\\-])\p{Ll}[\p{Ll}\p{M}'’-]+(?![\p{L}\p{N}_/\\])/gu
/** A text with at least this many words in small letters is a sentence, not a name. */
const SENTENCE = 4
/** Options, arguments and choices as a manual writes them: `[--all]`, `<file>`, `a | b`. */
const USAGE = /(?:^|\s)\(?\[?(?:--\w|<\p{L})|\[-\w| \| |\.\.\.\]/u

/**
 * True for a text with at least as many words in small letters as a sentence has: these need a translation. The usage line of a command
 * counts as code, with none.
 */
export function isSentence(text: string): boolean {
  LOWER_WORD.lastIndex = 0
  for (let words = 0; words < SENTENCE; words += 1) if (!LOWER_WORD.test(text)) return false
  return !USAGE.test(text)
}
