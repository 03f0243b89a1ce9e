/** Which numbers in the paths of texts are places in a list. An object may have numbers as its keys, too: `{"404": "Not found"}`. */

/** A list that a path leads through, and the place that it has in it. */
export interface ListPlace {
  /** The path of the list. */
  readonly list: string
  readonly at: number
}

/** A list has texts at more than half of its places, or is short. */
const SHORT = 100

/**
 * Tells the lists that paths lead through, the outermost first.
 *
 * @param paths of all texts of a file
 */
export function listsOf(paths: Iterable<string>): (path: string) => readonly ListPlace[] {
  const numbers = new Map<string, Set<number>>()
  for (const path of paths)
    for (const { list, at } of numbersIn(path)) numbers.set(list, (numbers.get(list) ?? new Set()).add(at))
  const keyed = new Set(
    [...numbers].flatMap(([list, places]) => {
      let last = 0
      for (const at of places) last = Math.max(last, at)
      return last >= SHORT && last >= 2 * places.size ? [list] : []
    }),
  )
  return path => numbersIn(path).filter(({ list }) => !keyed.has(list))
}

function numbersIn(path: string): readonly ListPlace[] {
  if (!NUMBERED.test(path)) return NONE
  return [...path.matchAll(/\/(\d+)(?=\/|$)/g)].map(({ 1: at, index }) => ({
    list: path.slice(0, index),
    at: Number(at),
  }))
}

const NUMBERED = /\/\d/
const NONE: readonly ListPlace[] = []
