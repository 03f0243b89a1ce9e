/** Similar texts: what share of its words two texts have in the same order, as translators' tools count it. */

/** Texts with a smaller share are not similar. */
const LEAST_SHARE = 0.75
/** A text of fewer words is like too many others. */
const LEAST_WORDS = 3
/** In longer texts a look at each word would take too long. */
const MOST_WORDS = 60
/** The most texts that are compared with one. */
const MOST_COMPARED = 100
const WORD = /[\p{L}\p{N}\p{M}]+/gu

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? []
}

/**
 * How alike two lists of words are, from 0 to 1: the words that need not be added, removed or replaced to make one of the other, as a
 * share of the longer list (Levenshtein, by words).
 */
export function likeness(a: readonly string[], b: readonly string[]): number {
  const longest = Math.max(a.length, b.length)
  if (longest === 0) return 1
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [at, word] of a.entries()) {
    const next = [at + 1]
    for (const [other, against] of b.entries()) {
      const replaced = (row[other] ?? 0) + (word === against ? 0 : 1)
      next.push(Math.min(replaced, (row[other + 1] ?? 0) + 1, (next[other] ?? 0) + 1))
    }
    row = next
  }
  return 1 - (row.at(-1) ?? 0) / longest
}

/**
 * Prepares texts to be compared with: the function finds the one that is most like another text, of equally like ones the first.
 * Undefined where none has three quarters of its words. Texts of less than three words are like none.
 */
export function likeAmong<Known extends { readonly source: string }>(
  known: readonly Known[],
): (text: string) => Known | undefined {
  const words = known.map(({ source }) => wordsOf(source))
  const places = new Map<string, number[]>()
  for (const [at, list] of words.entries()) {
    if (list.length < LEAST_WORDS || list.length > MOST_WORDS) continue
    for (const word of new Set(list)) {
      const those = places.get(word)
      if (those === undefined) places.set(word, [at])
      else those.push(at)
    }
  }
  return text => {
    const wanted = wordsOf(text)
    if (wanted.length < LEAST_WORDS || wanted.length > MOST_WORDS) return undefined
    let best: { known: Known; share: number } | undefined
    for (const at of candidatesFor(wanted, places, words)) {
      const share = likeness(wanted, words[at] ?? [])
      const found = known[at]
      if (found !== undefined && share >= LEAST_SHARE && share > (best?.share ?? 0)) best = { known: found, share }
    }
    return best?.known
  }
}

/** Of so like texts one shares at least one of the rarest words: as many as may differ, and one more. */
function candidatesFor(
  wanted: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  words: readonly (readonly string[])[],
): number[] {
  const rarest = [...new Set(wanted)].sort((a, b) => (places.get(a)?.length ?? 0) - (places.get(b)?.length ?? 0))
  const differing = wanted.length - Math.ceil(wanted.length * LEAST_SHARE) + 1
  const found = new Set<number>()
  for (const word of rarest.slice(0, differing)) {
    for (const at of places.get(word) ?? []) {
      const length = words[at]?.length ?? 0
      const fits = Math.min(length, wanted.length) >= LEAST_SHARE * Math.max(length, wanted.length)
      if (fits) found.add(at)
      if (found.size >= MOST_COMPARED) return [...found].sort((a, b) => a - b)
    }
  }
  return [...found].sort((a, b) => a - b)
}
