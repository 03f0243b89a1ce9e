import { editDistance } from '../contract/edit-distance.ts'

/** The command line or a setting was not understood, or cannot be used here. The message says which part, and what is accepted. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Checks that `order` has at most `most` operands. @throws {UsageError} names the first one that is too many */
export function takesNoMore(order: string, operands: readonly string[], most = 0): void {
  const extra = operands[most]
  if (extra !== undefined) throw new UsageError(`${order} takes no "${extra}".`)
}

/** The first word of a command that takes one of some is missing or another. */
export function unknownOrder(command: string, word: string | undefined, orders: Iterable<string>): UsageError {
  const all = [...orders]
  const near = word === undefined ? undefined : nearest(word.toLowerCase(), all)
  return new UsageError(
    `${command} takes one of ${all.join(', ')}.${near === undefined ? '' : ` Did you mean ${near}?`}`,
  )
}

/** So many letters of a word's beginning may stand for it. */
const BEGINNING = 3

/** The candidate most like a mistyped word, else the only one that it begins; undefined when none is near. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .map(candidate => ({ candidate, distance: editDistance(word, candidate) }))
    .sort((a, b) => a.distance - b.distance)
  const [best] = ranked
  if (best && best.distance <= Math.max(1, Math.floor(word.length / 3))) return best.candidate
  const [begun, ...others] = word.length < BEGINNING ? [] : candidates.filter(candidate => candidate.startsWith(word))
  return others.length === 0 ? begun : undefined
}
