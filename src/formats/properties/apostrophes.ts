/**
 * Apostrophes of Java's MessageFormat, where one has to be written as two. No file says that its texts are such messages: it is known by
 * their arguments (`{0}`), and by how the file writes apostrophes.
 */

/** The manner of a text whose apostrophes are written as two. */
export const DOUBLED = 'doubled'

const ARGUMENT = /\{\d{1,3}\s*[,}]/
const PAIRS = /''/g

function hasPair(text: string): boolean {
  return text.includes("''")
}

/** An apostrophe alone: the program fills in arguments by itself, or quotes a brace. */
function hasLone(text: string): boolean {
  return text.replace(PAIRS, '').includes("'")
}

/** Says of each text of a file how it is written. A text with a lone apostrophe is written as it is. */
export function mannersOf(texts: readonly string[]): (text: string) => typeof DOUBLED | undefined {
  const [messages, others] = [texts.filter(text => ARGUMENT.test(text)), texts.filter(text => !ARGUMENT.test(text))]
  const areDoubled = !messages.some(hasWordLone)
  const allDoubled = areDoubled && others.some(hasPair) && !others.some(hasLone)
  return text => {
    if (hasLone(text)) return undefined
    return (ARGUMENT.test(text) ? areDoubled : allDoubled) ? DOUBLED : undefined
  }
}

/** Between letters: it quotes nothing. */
function hasWordLone(text: string): boolean {
  return /\p{L}'\p{L}/u.test(text.replace(PAIRS, ''))
}

/** What a text says whose apostrophes are written as two. */
export function single(text: string): string {
  return text.replace(PAIRS, "'")
}
