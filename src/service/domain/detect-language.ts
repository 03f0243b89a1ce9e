import { canonicalTag } from './languages.ts'

const SAMPLE_BYTES = 20_000
const LEAST_LETTERS = 20

/** The detector's tags that have another name in the catalogue. */
const DETECTED_TAGS: Readonly<Record<string, string>> = { no: 'nb', zh: 'zh-Hans', tl: 'fil' }

const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** How many letters the beginning of a text has; one of Chinese, Japanese or Korean counts as four. */
export function lettersIn(sample: string): number {
  const text = sample.slice(0, SAMPLE_BYTES)
  return (text.match(/\p{L}/gu)?.length ?? 0) * (DENSE.test(text) ? 4 : 1)
}

/** The language of a text; undefined when the detector is not sure. It looks at 20 kB of the text at most. */
export async function detectLanguage(sample: string): Promise<string | undefined> {
  if (lettersIn(sample) < LEAST_LETTERS) return undefined
  const text = sample.slice(0, SAMPLE_BYTES)
  const { eld } = await import('eld/small')
  const found = eld.detect(text)
  if (!found.isReliable()) return undefined
  return canonicalTag(DETECTED_TAGS[found.language] ?? found.language)
}

/** The languages that the detector tells apart, but for those of `CLOSE`. It takes the text of another language for one of them. */
const DETECTABLE = new Set(
  `am ar az be bg bn ca cs da de el en es et eu fa fi fil fr gu he hi hr hu hy is it ja ka kn ko ku lo lt lv ml mr ms nb nl or pa pl pt
  ro ru sk sl sq sr sv ta te th tr uk ur vi yo zh`.split(/\s+/),
)
/** Languages that are taken for each other. */
const CLOSE: readonly (readonly string[])[] = [
  ['nb', 'nn', 'da'],
  ['hr', 'sr', 'bs'],
  ['fa', 'ku', 'ps'],
  ['cs', 'sk'],
]
/** Scripts of so many languages that they say little. */
const SHARED_SCRIPTS = new Set(['Latn', 'Cyrl', 'Arab', 'Deva', 'Beng'])

/**
 * Whether a text that the detector takes for one language is hardly in another that its file says. In doubt it is: the text of a language
 * that the detector does not know is taken for a language near by, but neither for English nor for one with a script of its own.
 */
export function contradicts(detected: string, said: string): boolean {
  const [shown, named] = [new Intl.Locale(detected), new Intl.Locale(said)]
  if (shown.language === named.language) return false
  if (CLOSE.some(group => group.includes(shown.language) && group.includes(named.language))) return false
  if (DETECTABLE.has(named.language) || shown.language === 'en') return true
  return !SHARED_SCRIPTS.has(shown.maximize().script ?? '')
}

const ENGLISH_WORDS = /\b(?:the|and|of|to|is|are|your|you|for|this|that|with|not|from)\b/gi
/** In English, even of an interface, at least this share of all words are among `ENGLISH_WORDS`. In other languages fewer are. */
const ENGLISH_SHARE = 0.08

/** True for a text with so many of the most frequent English words that no detector need be asked. */
export function isPlainlyEnglish(sample: string): boolean {
  const text = sample.slice(0, SAMPLE_BYTES)
  const words = text.match(/\p{L}+/gu)?.length ?? 0
  return (text.match(ENGLISH_WORDS)?.length ?? 0) > words * ENGLISH_SHARE
}
