/**
 * Counting words. Scripts that put spaces between words are counted by a pattern: letters, digits and marks, joined by
 * . ' ’ _ or -, so that "don't", "e-mail" and "3.5" are one word each. Han, Kana, Thai, Lao, Khmer and Myanmar are cut
 * into words by the runtime's dictionaries. Codes (placeholders, tags, URLs) are not translated, so they are not counted.
 */

import type { PlaceholderSyntax } from '../format.ts'
import { literalText } from './placeholders.ts'

const SPACED_WORD = /[\p{L}\p{N}\p{M}]+(?:[.'’_-][\p{L}\p{N}\p{M}]+)*/gu
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu
/** The dictionary is slow and files repeat words, so counts are kept: of up to 10,000 runs, each of up to 200 characters. */
const REMEMBERED = 10_000
const REMEMBERED_LENGTH = 200
const LONGEST_RUN = 2000

const known = new Map<string, number>()
let segmenter: Intl.Segmenter | undefined

/** How many words a translator has to translate in a text. */
export function countWords(text: string, syntax?: PlaceholderSyntax): number {
  let unspaced = 0
  const spaced = literalText(text, syntax).replace(UNSPACED, run => {
    unspaced += wordsInRun(run)
    return ' '
  })
  return unspaced + (spaced.match(SPACED_WORD)?.length ?? 0)
}

/** The runtime's time grows with the square of a run: longer ones are cut after a sign of punctuation, or where there is none, anywhere. */
const PIECES = /.{1,1000}(?:(?<=[、。，．！？])|$)|.{1,1000}/gsu

function wordsInRun(run: string): number {
  if (run.length > LONGEST_RUN) return (run.match(PIECES) ?? []).reduce((sum, piece) => sum + wordsInRun(piece), 0)
  const before = known.get(run)
  if (before !== undefined) return before
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' })
  let count = 0
  for (const segment of segmenter.segment(run)) if (segment.isWordLike) count += 1
  if (run.length <= REMEMBERED_LENGTH) {
    if (known.size >= REMEMBERED) known.clear()
    known.set(run, count)
  }
  return count
}
