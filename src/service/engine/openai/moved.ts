/**
 * Whether a model gave translations under other ids than their own. Codes and numbers prove it; lengths make it likely. Where two
 * plain texts of about the same length changed places, nothing shows it.
 */

import { numbersOf } from '../../../checks/index.ts'
import { literalText, placeholdersOf } from '../../../formats/index.ts'
import type { Segment } from '../engine.ts'

export interface AnsweredSegment {
  readonly segment: Segment
  readonly translation: string
}

type Mark = (text: string, syntax: Segment['syntax']) => string

const codes: Mark = (text, syntax) =>
  [...placeholdersOf(text, syntax)]
    .map(([code, count]) => `${code}\0${count}`)
    .sort()
    .join('\0')

const numbers: Mark = (text, syntax) => [...numbersOf(literalText(text, syntax)).keys()].sort().join(' ')

/**
 * True where a translation has the codes, or the numbers, of another segment instead of its own, and that other translation is
 * wrong as well. Then nobody can know which other translations have moved.
 */
export function areShifted(answers: readonly AnsweredSegment[]): boolean {
  return [codes, numbers].some(mark => {
    const wrong = answers.flatMap(({ segment: { text, syntax }, translation }) => {
      const [wanted, found] = [text, translation].map(each => mark(each, syntax))
      return wanted === found ? [] : [{ wanted, found }]
    })
    const sources = new Set(wrong.map(({ wanted }) => wanted).filter(marks => marks !== ''))
    return wrong.some(({ found }) => found !== undefined && sources.has(found))
  })
}

/** A translation is odd where it is twice as long as usual in its round, or half as long. As a logarithm. */
const ODD = Math.log(2)
/** A translation fits in the other's place where its length is at most this far from the usual one. As a logarithm. */
const FITTING = 0.5
/** The length of shorter texts says nothing. */
const LEAST_CHARACTERS = 8
/** Added to a length, so that a letter more or less of a short text counts little. */
const SLACK = 4

/**
 * Answers that seem to have changed places: one far too long, the other far too short, and each would fit in the other's place. By
 * their index in the list. Of rounds that people translated, one in 500 has such a pair.
 */
export function likelySwapped(answers: readonly AnsweredSegment[]): Set<number> {
  const lengths = answers.map(({ segment, translation }) => ({
    from: lengthOf(segment.text),
    to: lengthOf(translation),
  }))
  const ratios = lengths.map(({ from, to }) => to - from)
  const usual = medianOf(ratios)
  const least = Math.log(LEAST_CHARACTERS + SLACK)
  const isFitting = (to: number, from: number): boolean => Math.abs(to - from - usual) < FITTING
  const found = new Set<number>()
  for (const [at, long] of lengths.entries()) {
    if (long.to - long.from - usual < ODD || long.to < least) continue
    for (const [other, short] of lengths.entries()) {
      const isShort = usual - (short.to - short.from) >= ODD && short.from >= least
      if (isShort && isFitting(short.to, long.from) && isFitting(long.to, short.from)) found.add(at).add(other)
    }
  }
  return found
}

function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1)
  return middle.reduce((sum, number) => sum + number, 0) / Math.max(1, middle.length)
}

function lengthOf(text: string): number {
  return Math.log([...text].length + SLACK)
}
