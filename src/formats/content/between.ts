/** Those of ascending items that begin from one offset on and before another. */
export function between<Item extends { readonly start: number }>(
  items: readonly Item[],
  from: number,
  to: number,
): readonly Item[] {
  return items.slice(firstFrom(items, from), firstFrom(items, to))
}

/** The index of the first item that begins at an offset or behind it. */
function firstFrom(items: readonly { readonly start: number }[], offset: number): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((items[middle]?.start ?? offset) < offset) low = middle + 1
    else high = middle
  }
  return low
}
