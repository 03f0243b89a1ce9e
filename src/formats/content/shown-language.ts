/** Whether a text is in the language that its key may name. */

/** `no`: it is surely in another one. Undefined where it shows none. */
export type BearsOut = (text: string, tag: string) => 'yes' | 'no' | undefined

/** Fewer letters show no language. */
const LEAST_LETTERS = 12

/** The detector's tags that are another one in BCP 47. */
const DETECTED: ReadonlyMap<string, string> = new Map([
  ['no', 'nb'],
  ['tl', 'fil'],
])
/** Languages that are taken for each other. */
const CLOSE: readonly (readonly string[])[] = [
  ['nb', 'nn', 'no', 'da'],
  ['hr', 'sr', 'bs'],
  ['id', 'ms'],
  ['cs', 'sk'],
]

/** Loads what tells languages apart, which takes longer than to read most files. */
export async function languageDetector(): Promise<BearsOut> {
  const { eld } = await import('eld/small')
  return (text, tag) => {
    if ((text.match(LETTERS)?.length ?? 0) < LEAST_LETTERS) return undefined
    const found = eld.detect(text)
    if (found.language === '' || !found.isReliable()) return undefined
    const shown = DETECTED.get(found.language) ?? found.language
    const { language } = new Intl.Locale(tag)
    const isSo = shown === language || CLOSE.some(group => group.includes(shown) && group.includes(language))
    return isSo ? 'yes' : 'no'
  }
}

const LETTERS = /\p{L}/gu
