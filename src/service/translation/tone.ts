const ENDS = /[\n.!?。！？;；]+/u
const MARKS = /[\p{P}\p{S}\s]+/gu

/**
 * Guidance without what makes no difference to a translation: case, spaces, punctuation, the order of sentences and saying one twice.
 * `Formal.` and `formal` have the same tone.
 */
export function toneOf(guidance: readonly string[]): readonly string[] {
  const sentences = guidance.flatMap(wish => wish.normalize('NFKC').split(ENDS))
  const plain = sentences.map(sentence => sentence.toLowerCase().replace(MARKS, ' ').trim())
  return [...new Set(plain.filter(sentence => sentence !== ''))].sort()
}
