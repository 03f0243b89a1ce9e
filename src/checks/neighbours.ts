/** Answers of one round that seem to have changed places with the one beside them. No single answer shows it. */
import type { AboutCheck, Issue } from './issue.ts'
import { closingSign } from './punctuation.ts'

/** A source and its answer, with the number of the segment in its file. */
export interface NumberedAnswer {
  readonly number: number
  readonly text: string
  readonly translation: string
}

/** What of a text shows in a translation of it, too: two texts have it in common, and by how much, from 0 to 1. */
type Likeness = (source: string, translation: string) => number

/** Words that most languages take over as they are: names, acronyms, numbers, and what languages share. */
const spelled: Likeness = (source, translation) => {
  const [wanted, found] = [pieces(source), pieces(translation)]
  if (wanted.size === 0 || found.size === 0) return 0
  const common = [...wanted].filter(piece => found.has(piece)).length
  return (2 * common) / (wanted.size + found.size)
}

const ended: Likeness = (source, translation) => (closingSign(source) === closingSign(translation) ? 1 : 0)

/** A longer text is compared by its beginning. In characters. */
const COMPARED = 200
const PIECE = 3

/** The runs of three letters of a text, without case and accents. */
function pieces(text: string): ReadonlySet<string> {
  const bare = text.slice(0, COMPARED).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = bare.match(/[\p{L}\p{N}]{3,}/gu) ?? []
  return new Set(
    words.flatMap(word => Array.from({ length: word.length - PIECE + 1 }, (_, at) => word.slice(at, at + PIECE))),
  )
}

/** Spelled alike from here on, two texts have a word in common; and below that they have nothing. */
const ALIKE = 0.4
const UNLIKE = 0.1

/** A translation is odd where it is twice as long as usual in its round, or half as long. As a logarithm. */
const ODD = Math.log(2)
/** It fits in the other's place where its length is at most this far from the usual one. As a logarithm. */
const FITTING = 0.5
/** Added to a length, so that a letter more or less of a short text counts little. */
const SLACK = 4
/** The length of shorter texts says nothing. */
const LEAST = Math.log(8 + SLACK)

function extentOf(text: string): number {
  return Math.log([...text].length + SLACK)
}

/** How much longer than its source a translation of this round usually is: the median, as a logarithm. */
function usualRatio(answers: readonly NumberedAnswer[]): number {
  const sorted = answers.map(({ text, translation }) => extentOf(translation) - extentOf(text)).sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? 0
}

/**
 * The numbers of answers that fit the place beside theirs, and not their own: by words that both languages spell alike, by the signs at
 * their ends, or by their lengths. Each with the number of the other.
 */
export function swappedNeighbours(answers: readonly NumberedAnswer[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  const sorted = [...answers].sort((a, b) => a.number - b.number)
  const usual = usualRatio(answers)
  for (const [at, first] of sorted.entries()) {
    const second = sorted[at + 1]
    if (second === undefined || second.number !== first.number + 1 || found.has(first.number)) continue
    if (!areSpelledSwapped(first, second) && !areOdd(first, second, usual) && !areOdd(second, first, usual)) continue
    found.set(first.number, second.number).set(second.number, first.number)
  }
  return found
}

function areSpelledSwapped(a: NumberedAnswer, b: NumberedAnswer): boolean {
  const own = [spelled(a.text, a.translation), spelled(b.text, b.translation)]
  if (Math.max(...own) > UNLIKE) return false
  const crossed = Math.max(spelled(a.text, b.translation), spelled(b.text, a.translation))
  if (crossed >= ALIKE) return true
  const ends = ended(a.text, a.translation) + ended(b.text, b.translation)
  return ends === 0 && ended(a.text, b.translation) + ended(b.text, a.translation) === 2
}

/** Whether the first answer is far too long, the other far too short, and each would fit in the other's place. */
function areOdd(long: NumberedAnswer, short: NumberedAnswer, usual: number): boolean {
  const [from, to] = [extentOf(long.text), extentOf(long.translation)]
  const [shortFrom, shortTo] = [extentOf(short.text), extentOf(short.translation)]
  if (to - from - usual < ODD || usual - (shortTo - shortFrom) < ODD || to < LEAST || shortFrom < LEAST) return false
  return Math.abs(shortTo - from - usual) < FITTING && Math.abs(to - shortFrom - usual) < FITTING
}

/** This check as data: it looks at the answers of one call together. */
export const SWAPPED = {
  name: 'swapped',
  severity: 'doubt',
  about:
    'Two neighbouring answers of one call that changed places, by words spelled alike, signs at the end, or lengths.',
} as const satisfies AboutCheck

/** The doubt about an answer that seems to belong to another number. */
export function swapIssue(other: number): Issue {
  const message = `This seems to be the translation of ${other}. If it is not, send it again as it is.`
  return { kind: SWAPPED.name, severity: SWAPPED.severity, message }
}
