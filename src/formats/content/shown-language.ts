/** Whether a text is in the language that its key may name. */

/** `no`: it is surely in another one. Undefined where it shows none. */
export type BearsOut = (text: string, tag: string) => 'yes' | 'no' | undefined

/** Fewer letters show no language. */
const LEAST_LETTERS = 12

/** The detector's tags that are another one in BCP 47. */
export const DETECTED_AS: Readonly<Record<string, string>> = { no: 'nb', tl: 'fil' }

/** Languages that the detector takes for each other. */
const CLOSE: readonly (readonly string[])[] = [
  ['nb', 'nn', 'no', 'da'],
  ['hr', 'sr', 'bs'],
  ['fa', 'ku', 'ps'],
  ['cs', 'sk'],
  ['he', 'yi'],
  ['id', 'ms'],
]

/** Whether the detector takes one of these languages for the other. Both without script and region. */
export function areTakenForEachOther(one: string, other: string): boolean {
  return CLOSE.some(group => group.includes(one) && group.includes(other))
}

/** Loads what tells languages apart, which takes longer than to read most files. */
export async function languageDetector(): Promise<BearsOut> {
  const { eld } = await import('eld/small')
  return (text, tag) => {
    if ((text.match(LETTERS)?.length ?? 0) < LEAST_LETTERS) return undefined
    const found = eld.detect(text)
    if (found.language === '' || !found.isReliable()) return undefined
    const shown = DETECTED_AS[found.language] ?? found.language
    const { language } = new Intl.Locale(tag)
    const isSo = shown === language || areTakenForEachOther(shown, language)
    return isSo ? 'yes' : 'no'
  }
}

const LETTERS = /\p{L}/gu
