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

/** How the apostrophes of a text are written; `unsure` where the file shows it in no text like it, so that this is only usual. */
interface Apostrophes {
  readonly manner: typeof DOUBLED | undefined
  readonly unsure?: true
}

/** Says of each text of a file how it is written. A text with a lone apostrophe is written as it is. */
export function mannersOf(texts: readonly string[]): (text: string) => Apostrophes {
  const [messages, others] = [texts.filter(text => ARGUMENT.test(text)), texts.filter(text => !ARGUMENT.test(text))]
  const areDoubled = !messages.some(hasWordLone)
  const allDoubled = areDoubled && others.some(hasPair) && !others.some(hasLone)
  const ofMessages = apostrophesOf(areDoubled, messages)
  const ofOthers = apostrophesOf(allDoubled, others)
  return text => {
    if (hasLone(text)) return { manner: undefined }
    return ARGUMENT.test(text) ? ofMessages : ofOthers
  }
}

function apostrophesOf(doubled: boolean, texts: readonly string[]): Apostrophes {
  const manner = doubled ? DOUBLED : undefined
  return texts.some(text => text.includes("'")) ? { manner } : { manner, unsure: true }
}

/** Between letters: it quotes nothing. */
function hasWordLone(text: string): boolean {
  return /\p{L}'\p{L}/u.test(text.replace(PAIRS, ''))
}

/** What a text says whose apostrophes are written as two. */
export function single(text: string): string {
  return text.replace(PAIRS, "'")
}

/** The manner of a text that quotes braces (`'{'`): apostrophes are two between letters, and stay as they are elsewhere. */
export const QUOTING = 'quoting'

/** Behind a letter it is rather an elision that its author wrote once: `l'{0}`. */
const QUOTED_BRACE = /(?<![\p{L}\d])'[{}]|'[{}]'/u
/** What printf fills in: the messages of Play 1 have nothing else, and no apostrophe of theirs is two. */
const OF_PRINTF = /%(?:\d\$)?[sd]/

/**
 * Says of each text of a messages file of Play how it is written. Play reads all of them as messages, with arguments or without, so an apostrophe
 * alone is a slip of their author. A file in which nothing is a message and apostrophes are alone is of Play 1, which reads none.
 */
export function playMannersOf(texts: readonly string[]): (text: string) => typeof DOUBLED | typeof QUOTING | undefined {
  const areMessages = texts.some(text => ARGUMENT.test(text) || hasPair(text))
  if (!areMessages && texts.some(text => OF_PRINTF.test(text) || hasWordLone(text))) return () => undefined
  return text => (QUOTED_BRACE.test(text.replace(PAIRS, '')) ? QUOTING : DOUBLED)
}

const BETWEEN_LETTERS = /(?<=\p{L})'(?=\p{L})/gu
const PAIR_BETWEEN_LETTERS = /(?<=\p{L})''(?=\p{L})/gu

/** What a text of Play says that is written in this manner. */
export function unquoted(text: string, manner: string | undefined): string {
  if (manner === DOUBLED) return single(text)
  return manner === QUOTING ? text.replace(PAIR_BETWEEN_LETTERS, "'") : text
}

/** A text with its apostrophes as they are written in this manner. */
export function inManner(text: string, manner: string | undefined): string {
  if (manner === DOUBLED) return text.replaceAll("'", "''")
  return manner === QUOTING ? text.replace(BETWEEN_LETTERS, "''") : text
}
