/** The command line or a setting was not understood, or cannot be used here. The message says which part, and what is accepted. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Checks that `order` has at most `most` operands. @throws {UsageError} names the first one that is too many */
export function takesNoMore(order: string, operands: readonly string[], most = 0): void {
  const extra = operands[most]
  if (extra !== undefined) throw new UsageError(`${order} takes no "${extra}".`)
}

/** The candidate most like a mistyped word; undefined when none is near. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .map(candidate => ({ candidate, distance: distance(word, candidate) }))
    .sort((a, b) => a.distance - b.distance)
  const [best] = ranked
  return best && best.distance <= Math.max(1, Math.floor(word.length / 3)) ? best.candidate : undefined
}

/** The number of edits (insert, remove, replace a character, swap two neighbours) that make one word into the other. */
function distance(from: string, to: string): number {
  let before: readonly number[] = []
  let above = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row += 1) {
    const line = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1)
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const swapped = isSwap ? (before[column - 2] ?? 0) + 1 : replaced
      line.push(Math.min(replaced, swapped, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1))
    }
    before = above
    above = line
  }
  return above[to.length] ?? 0
}
