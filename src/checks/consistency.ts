/** What only the whole file shows: one source translated in two ways, and two sources translated in one. */
import type { AboutCheck } from './issue.ts'

export const INCONSISTENT = {
  name: 'inconsistent',
  severity: 'note',
  about:
    'One source of three words or more that is translated in two ways. Shorter texts mean different things in different places.',
} as const satisfies AboutCheck
export const SAME_TRANSLATION = {
  name: 'same_translation',
  severity: 'note',
  about: 'Two sources of four words or more, different in more than signs, numbers and case, with one translation.',
} as const satisfies AboutCheck

/** Of so many texts the rest is not compared. */
const MOST = 50_000
/** With fewer words, one text may need two translations, and two texts one. */
const WORDS_OF_ONE = 3
const WORDS_OF_TWO = 4

interface Seen {
  readonly text: string
  readonly place: string
}

/** Reads a file from its beginning, text by text. */
export interface ConsistencyReader {
  /** Takes the next text with its translation; gives what does not fit what was read before. */
  next(text: string, translation: string, place: string): readonly string[]
}

/** Starts at the beginning of a file. `unchecked`: names of checks that are switched off. */
export function readConsistency(unchecked: readonly string[] = []): ConsistencyReader {
  const bySource = new Map<string, Seen>()
  const byTranslation = new Map<number, Seen>()
  const wants = ({ name }: AboutCheck): boolean => !unchecked.includes(name)
  const differs = <Name>(seen: Map<Name, Seen>, at: Name, text: string, place: string): Seen | undefined => {
    const before = seen.get(at)
    if (before === undefined && seen.size < MOST) seen.set(at, { text, place })
    const isAnother = before !== undefined && before.text !== text && letters(before.text) !== letters(text)
    return isAnother ? before : undefined
  }
  return {
    next(text, translation, place) {
      const words = wordsIn(text)
      const other = words < WORDS_OF_ONE ? undefined : differs(bySource, text.trim(), translation, place)
      const same = words < WORDS_OF_TWO ? undefined : differs(byTranslation, hashOfLetters(translation), text, place)
      return [
        ...(other !== undefined && wants(INCONSISTENT)
          ? [`The same source has another translation at ${other.place}.`]
          : []),
        ...(same !== undefined && wants(SAME_TRANSLATION)
          ? [`Another source, at ${same.place}, has the same translation.`]
          : []),
      ]
    },
  }
}

const WORD = /[\p{L}\p{M}]+/gu

/** The words of a text, without signs, numbers and case. */
export function letters(text: string): string {
  return (text.toLowerCase().match(WORD) ?? []).join(' ')
}

/** How many words a text has, up to as many as matter. */
function wordsIn(text: string): number {
  WORD.lastIndex = 0
  let words = 0
  while (words < WORDS_OF_TWO && WORD.test(text)) words += 1
  return words
}

/** What is known of a code point of the first plane: 0 nothing yet, 1 part of a word, 2 not. */
const KINDS = new Uint8Array(0x10000)
const PART = 1
const LETTER = /^[\p{L}\p{M}]$/u

function isLetter(point: number): boolean {
  const known = KINDS[point]
  if (known !== undefined && known > 0) return known === PART
  const found = LETTER.test(String.fromCodePoint(point))
  KINDS[point] = found ? PART : 2
  return found
}

/**
 * A number for the words of a text (`letters`), in a third of the time that they take: texts with the same words have the same one. Of a
 * file of fifty thousand other lines, some two share one once in ten million files; one line too many is noted then.
 */
export function hashOfLetters(text: string): number {
  const small = text.toLowerCase()
  let high = 0
  let low = 0
  let isWord = false
  for (let at = 0; at < small.length; at += 1) {
    const unit = small.charCodeAt(at)
    const point = (unit & 0xf800) === 0xd800 ? (small.codePointAt(at) ?? unit) : unit
    if (point > 0xffff) at += 1
    if (!isLetter(point)) {
      isWord = false
      continue
    }
    // A letter that begins a word is told from one that goes on.
    const sign = isWord ? point : point + 0x200000
    high = Math.imul(high ^ sign, 0x01000193) ^ (high >>> 13)
    low = Math.imul(low + sign, 0x9e3779b1) ^ (low >>> 15)
    isWord = true
  }
  return (high >>> 0) * 0x200000 + (low >>> 11)
}
