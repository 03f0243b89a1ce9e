/**
 * The blank lines and comments between entries. An entry owns the comment lines right above it; what a blank line parts from it, or what is
 * further to the right, stays where it is when the entry goes.
 */
import { isBlankLine, type Piece } from './merge-tree.ts'

interface Parts {
  /** Where the blank lines begin that part the entry from what stays, and where its own comments begin. */
  readonly blank: number
  readonly own: number
}

function partsOf(gap: readonly Piece[], column: number): Parts {
  const own = gap.findLastIndex(({ text }) => isBlankLine(text) || blanksBefore(text) > column) + 1
  const blank = gap.slice(0, own).findLastIndex(({ text }) => !isBlankLine(text)) + 1
  return { blank, own }
}

function blanksBefore(line: string): number {
  return line.length - line.trimStart().length
}

/** What of the gap of an entry stays when the entry goes, so that it belongs to nothing else: `next` is the gap that comes then. */
export function stayingOf(
  gap: readonly Piece[],
  column: number,
  next: readonly Piece[],
  isLast: boolean,
): readonly Piece[] {
  const { blank, own } = partsOf(gap, column)
  const isParted = isLast || isBlankLine(next[0]?.text ?? '#')
  return gap.slice(0, blank === 0 || isParted ? blank : own)
}

/**
 * How many lines of the gap that an entry is put into stand above it: some that it has above it where it comes from, too. `then` is the gap
 * that follows it there: what is left of this one is as much like that as can be.
 */
function linesAbove(own: readonly Piece[], next: readonly Piece[], then: readonly Piece[], blank: number): number {
  const same = sameLines(own, next)
  let [best, most] = [Math.min(same, blank), -1]
  for (const at of [best, ...Array.from({ length: same + 1 }, (_, fewer) => same - fewer)]) {
    const left = next.slice(at)
    const alike = sameLines(left, then)
    const score = alike === left.length && alike === then.length ? Number.POSITIVE_INFINITY : alike
    if (score > most) [best, most] = [at, score]
  }
  return best
}

/** How many lines two gaps begin with that say the same. */
function sameLines(some: readonly Piece[], others: readonly Piece[]): number {
  const differs = some.findIndex(({ text }, at) => text.trim() !== others[at]?.text.trim())
  return differs < 0 ? some.length : differs
}

/** The gap of an entry that is put into another gap, which loses what now stands above the entry. */
export function gapTaken(gap: readonly Piece[], column: number, next: Piece[], then: readonly Piece[]): Piece[] {
  const { blank } = partsOf(gap, column)
  const above = linesAbove(gap, next, then, blank)
  return [...next.splice(0, above), ...gap.slice(Math.max(above, blank))]
}
