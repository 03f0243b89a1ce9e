import { canonicalTag } from './languages.ts'

const SAMPLE_BYTES = 20_000
const LEAST_LETTERS = 20

/** The detector's tags that have another name in the catalogue. */
const DETECTED_TAGS: Readonly<Record<string, string>> = { no: 'nb', zh: 'zh-Hans', tl: 'fil' }

/** The language of a text; undefined when the detector is not sure. It looks at 20 kB of the text at most. */
export async function detectLanguage(sample: string): Promise<string | undefined> {
  const text = sample.slice(0, SAMPLE_BYTES)
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)
  if (letters < (dense ? LEAST_LETTERS / 4 : LEAST_LETTERS)) return undefined
  const { eld } = await import('eld/small')
  const found = eld.detect(text)
  if (!found.isReliable()) return undefined
  return canonicalTag(DETECTED_TAGS[found.language] ?? found.language)
}
