import { areTakenForEachOther, DETECTED_AS } from '../../formats/index.ts'
import { languageOfScript } from './language-of-script.ts'
import { canonicalTag } from './languages.ts'

const SAMPLE_BYTES = 20_000
const LEAST_LETTERS = 20

/** The detector's tags that have another name in the catalogue. */
const DETECTED_TAGS: Readonly<Record<string, string>> = { ...DETECTED_AS, zh: 'zh-Hans' }

const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const NOT_LATIN = /[^\p{Script=Latin}\P{L}]/gu

const count = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0

/** How many letters the beginning of a text has; one of Chinese, Japanese or Korean counts as four. */
function lettersIn(sample: string): number {
  const text = sample.slice(0, SAMPLE_BYTES)
  return count(text, /\p{L}/gu) + 3 * count(text, DENSE)
}

/**
 * The language of a text; undefined when that is not sure. The detector looks at its first 1,000 characters. The text is best without codes,
 * since their names are English words.
 */
export async function detectLanguage(sample: string): Promise<string | undefined> {
  return (await detected(sample))?.tag
}

/** What was found: scores are from 0 to 1, the more the more likely. `of`: that of a language, undefined where the detector does not know it. */
interface Detected {
  readonly tag: string
  readonly first: number
  readonly of: (tag: string) => number | undefined
}

async function detected(sample: string): Promise<Detected | undefined> {
  const text = sample.slice(0, SAMPLE_BYTES)
  const own = languageOfScript(text)
  if (own !== undefined) return { tag: own, first: 1, of: () => 0 }
  const letters = lettersIn(text)
  if (letters < LEAST_LETTERS) return undefined
  const { eld } = await import('eld/small')
  const found = eld.detect(text)
  const tag = canonicalTag(DETECTED_TAGS[found.language] ?? found.language)
  if (tag === undefined || !found.isReliable() || isInOtherLetters(text, tag)) return undefined
  const scores = new Map(
    Object.entries(found.getScores()).map(([code, score]) => [bare(DETECTED_TAGS[code] ?? code), score] as const),
  )
  const [first = 0, next = 0] = scores.values()
  if (isDoubtful({ tag, letters, first, next, english: scores.get('en') ?? 0 })) return undefined
  const of = (other: string) => (DETECTABLE.has(bare(other)) ? (scores.get(bare(other)) ?? 0) : undefined)
  return { tag, first, of }
}

const bare = (tag: string): string => new Intl.Locale(tag).language

/** From so many letters on a text shows that it is not in a language that the detector knows, by so much more of a score. */
const CLEAR_LETTERS = 40
const CLEARLY_MORE = 0.1
/** In any other language a shorter text may be names and words of other languages. */
const CLEAR_OF_UNKNOWN = 200

/**
 * The language that a text shows where that is clearly not the one that its file says; undefined where it may well be that. Of texts of 40 to
 * 200 letters that are in another language it finds nine in ten, and takes one in 400 of the others for one.
 */
export async function otherLanguageShown(sample: string, said: string): Promise<string | undefined> {
  const found = await detected(sample)
  if (found === undefined || !contradicts(found.tag, said)) return undefined
  const { tag, first, of } = found
  const score = of(said)
  const isClear =
    score === undefined
      ? lettersIn(sample) >= CLEAR_OF_UNKNOWN
      : lettersIn(sample) >= CLEAR_LETTERS && first - score >= CLEARLY_MORE
  return isClear ? tag : undefined
}

/** Scores of the detector: of the language that it found, of the next, and of English. */
interface Guess {
  readonly tag: string
  readonly letters: number
  readonly first: number
  readonly next: number
  readonly english: number
}

/** Fewer letters are rather English words, or names, than a text in these. */
const IMPROBABLE = new Set(['fil', 'ms', 'yo'])

/**
 * Whether a short text may be in another language than it seems, most likely in English: names, lists of goods and words that many languages
 * have borrowed look like anything. Measured on the texts of some 1,400 files in 70 languages, one to ten at a time.
 */
function isDoubtful({ tag, letters, first, next, english }: Guess): boolean {
  if (tag === 'en') return false
  if (letters < 100 && (IMPROBABLE.has(tag) || first - english < 0.08)) return true
  return (letters < 60 && first - next < 0.003) || (letters < 40 && first < 0.64)
}

/** The most letters of other scripts, as a share, in a text in Latin letters: names and examples. */
const FOREIGN_SHARE = 0.1

/** Whether more letters are of other scripts than a text in this language has; or none are, and it is never written in Latin letters. */
function isInOtherLetters(text: string, tag: string): boolean {
  const foreign = count(text, NOT_LATIN)
  const { language, script } = new Intl.Locale(tag).maximize()
  if (script !== 'Latn') return foreign === 0 && language !== 'sr'
  return language === 'en' && foreign > count(text, /\p{L}/gu) * FOREIGN_SHARE
}

/** The languages that the detector tells apart, but for those that it takes for each other. It takes the text of another language for one of them. */
const DETECTABLE = new Set(
  `am ar az be bg bn ca cs da de el en es et eu fa fi fil fr gu he hi hr hu hy is it ja ka km kn ko ku lo lt lv ml mr ms my nb nl or pa pl pt
  ro ru si sk sl sq sr sv ta te th tr uk ur vi yo zh`.split(/\s+/),
)
/** Scripts of so many languages that they say little. */
const SHARED_SCRIPTS = new Set(['Latn', 'Cyrl', 'Arab', 'Deva', 'Beng'])

/**
 * Whether a text that the detector takes for one language is hardly in another that its file says. In doubt it is: the text of a language
 * that the detector does not know is taken for a language near by, but neither for English nor for one with a script of its own.
 */
export function contradicts(detected: string, said: string): boolean {
  const [shown, named] = [new Intl.Locale(detected), new Intl.Locale(said)]
  if (shown.language === named.language) return false
  if (areTakenForEachOther(shown.language, named.language)) return false
  if (DETECTABLE.has(named.language) || shown.language === 'en') return true
  return !SHARED_SCRIPTS.has(shown.maximize().script ?? '')
}
