/** How much text a translation has for its source. Languages differ, so only what no language explains is said. */
import type { Flaw } from './issue.ts'
import type { Pair } from './pair.ts'

/** A letter of these scripts says about as much as three of an alphabet. */
const DENSE = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/gu
const DENSITY = 3
const LETTER = /[\p{L}\p{N}]/gu

function extentOf(text: string): number {
  return (text.match(LETTER)?.length ?? 0) + (DENSITY - 1) * (text.match(DENSE)?.length ?? 0)
}

/** How many times longer a translation may be, and how many letters more. */
const LONGEST = 4
const MORE = 40

export function checkTooLong({ prose, translated }: Pair): readonly Flaw[] {
  if (DENSITY * translated.length <= LONGEST * prose.length + MORE) return []
  const [from, to] = [extentOf(prose), extentOf(translated)]
  if (to <= LONGEST * from + MORE) return []
  return [{ message: `The translation is ${Math.round(to / Math.max(1, from))} times as long as the source.` }]
}

/** A source with fewer letters may have a translation of any length. */
const SENTENCE_LETTERS = 40
/** The least share of a sentence's letters that its translation has. */
const SHORTEST = 0.2

export function checkTooShort({ prose, translated }: Pair): readonly Flaw[] {
  if (prose.length < SENTENCE_LETTERS || translated.length > prose.length / 2) return []
  const [from, to] = [extentOf(prose), extentOf(translated)]
  if (from < SENTENCE_LETTERS || to >= SHORTEST * from) return []
  return [{ message: 'The translation is far too short for its source: a part seems to be missing.' }]
}
