/** Which of many texts have most in common with others: by the words that they share, the rarer the more. */

const WORD = /[\p{L}\p{N}\p{M}]+/gu
/** A word that so many texts have says nothing about any of them. */
const MOST_SHARED = 200
/** In longer texts the first words tell. */
const MOST_WORDS = 60

function wordsOf(text: string): ReadonlySet<string> {
  return new Set((text.slice(0, 2000).toLowerCase().match(WORD) ?? []).slice(0, MOST_WORDS))
}

/**
 * Prepares texts to be compared with: the function says what each of them has in common with another text, by its place among them.
 * What shares no telling word is left out. The score of a text that has all words of the other, and no more, is the highest.
 */
export function nearTo(known: readonly string[]): (text: string) => ReadonlyMap<number, number> {
  const words = known.map(wordsOf)
  const places = new Map<string, number[]>()
  for (const [at, own] of words.entries())
    for (const word of own) {
      const those = places.get(word)
      if (those === undefined) places.set(word, [at])
      else those.push(at)
    }
  return text => {
    const wanted = wordsOf(text)
    const scores = new Map<number, number>()
    for (const word of wanted) {
      const those = places.get(word) ?? []
      if (those.length > MOST_SHARED) continue
      const weight = Math.log(1 + known.length / those.length)
      for (const at of those) scores.set(at, (scores.get(at) ?? 0) + weight)
    }
    for (const [at, score] of scores)
      scores.set(at, score / Math.sqrt((words[at]?.size ?? 1) * Math.max(1, wanted.size)))
    return scores
  }
}
