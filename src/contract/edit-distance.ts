/** The number of edits (insert, remove, replace a character, swap two neighbours) that make one word into the other. */
export function editDistance(from: string, to: string): number {
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
