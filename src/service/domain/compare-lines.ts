/** A line of a file, and its number from 1. */
export interface NumberedLine {
  readonly number: number
  readonly text: string
}

/** A stretch of two files that are compared: lines that both have, or what stands in the one and in the other. */
export type ComparedLines =
  | { readonly kind: 'same'; readonly count: number }
  | { readonly kind: 'changed'; readonly source: readonly NumberedLine[]; readonly result: readonly NumberedLine[] }

/** Which lines go together: their places in the two files, from 0. */
type Match = readonly [number, number]

/**
 * Compares two files by their lines. A translation has most often a line for each line of its source: then those with one number go
 * together. Else the longest list of lines that both have in order is found, in a time that grows with the product of what differs.
 */
export function compareLines(source: readonly string[], result: readonly string[]): ComparedLines[] {
  const matches = source.length === result.length ? sameNumbers(source, result) : inOrder(source, result)
  const stretches: ComparedLines[] = []
  let [at, other] = [0, 0]
  let count = 0
  const flush = () => {
    if (count > 0) stretches.push({ kind: 'same', count })
    count = 0
  }
  const apart = (until: number, untilOther: number) => {
    if (at >= until && other >= untilOther) return
    flush()
    stretches.push(...pairs(numbered(source, at, until), numbered(result, other, untilOther)))
  }
  for (const [next, nextOther] of matches) {
    apart(next, nextOther)
    count += 1
    at = next + 1
    other = nextOther + 1
  }
  apart(source.length, result.length)
  flush()
  return stretches
}

function numbered(lines: readonly string[], from: number, until: number): NumberedLine[] {
  return lines.slice(from, until).map((text, at) => ({ number: from + at + 1, text }))
}

/** Line by line where there are as many, else as one stretch. */
function pairs(source: readonly NumberedLine[], result: readonly NumberedLine[]): ComparedLines[] {
  if (source.length !== result.length) return [{ kind: 'changed', source, result }]
  return source.map((line, at) => ({ kind: 'changed', source: [line], result: result.slice(at, at + 1) }))
}

function sameNumbers(source: readonly string[], result: readonly string[]): Match[] {
  return source.flatMap((text, at) => (text === result[at] ? [[at, at] as const] : []))
}

/** The longest common subsequence: what both begin and end with, and between these by the table of the lengths that are left. */
function inOrder(source: readonly string[], result: readonly string[]): Match[] {
  const shorter = Math.min(source.length, result.length)
  let head = 0
  while (head < shorter && source[head] === result[head]) head += 1
  let tail = 0
  while (tail < shorter - head && source.at(-1 - tail) === result.at(-1 - tail)) tail += 1
  const [rows, columns] = [source.length - head - tail, result.length - head - tail]
  const width = columns + 1
  const lengths = new Uint16Array((rows + 1) * width)
  const longest = (row: number, column: number) => lengths[row * width + column] ?? 0
  const isSame = (row: number, column: number) => source[head + row] === result[head + column]
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      lengths[row * width + column] = isSame(row, column)
        ? longest(row + 1, column + 1) + 1
        : Math.max(longest(row + 1, column), longest(row, column + 1))
    }
  }
  const matches: Match[] = Array.from({ length: head }, (_, at) => [at, at] as const)
  let [row, column] = [0, 0]
  while (row < rows && column < columns) {
    if (isSame(row, column)) matches.push([head + row++, head + column++])
    else if (longest(row + 1, column) >= longest(row, column + 1)) row += 1
    else column += 1
  }
  for (let at = tail; at > 0; at -= 1) matches.push([source.length - at, result.length - at])
  return matches
}
