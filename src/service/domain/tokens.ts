/**
 * About how many tokens a text is, without a tokenizer: its vocabulary would be larger than this program. Measured on messages of 30
 * programs in 37 languages against the vocabulary o200k: the sum is within 3 %, a single message within 10 % as a rule.
 */

/**
 * How the words of a language are cut: the first `whole` letters of a word are one token together, each further letter is `further`
 * tokens. `length`: tokens of a translation into it, for one token of English.
 */
interface Cut {
  readonly whole: number
  readonly further: number
  readonly length: number
}

const cut = (whole: number, further: number, length: number): Cut => ({ whole, further, length })

const ENGLISH = cut(9, 0.05, 1)
/** Near the middle of the languages that were measured. */
const UNKNOWN = cut(3, 0.29, 1.5)

/** By language, or by language and script or region where that is written otherwise. */
const CUTS: ReadonlyMap<string, Cut> = new Map(
  Object.entries({
    ar: cut(2, 0.29, 1.42),
    bg: cut(1, 0.24, 1.7),
    ca: cut(3, 0.17, 1.5),
    cs: cut(2, 0.29, 1.6),
    da: cut(3, 0.22, 1.36),
    de: cut(5, 0.23, 1.33),
    el: cut(2, 0.36, 1.9),
    en: ENGLISH,
    es: cut(4, 0.11, 1.28),
    et: cut(4, 0.36, 1.34),
    fa: cut(3, 0.52, 1.65),
    fi: cut(4, 0.36, 1.57),
    fr: cut(4, 0.12, 1.37),
    he: cut(2, 0.43, 1.6),
    hi: cut(2, 0.3, 1.66),
    hr: cut(3, 0.29, 1.48),
    hu: cut(3, 0.36, 1.7),
    id: cut(4, 0.2, 1.23),
    it: cut(4, 0.2, 1.37),
    ja: cut(1, 0.68, 1.67),
    ko: cut(1, 0.53, 1.42),
    lt: cut(2, 0.31, 1.74),
    nb: cut(4, 0.32, 1.34),
    nl: cut(5, 0.21, 1.27),
    no: cut(4, 0.32, 1.34),
    pl: cut(3, 0.32, 1.6),
    pt: cut(4, 0.13, 1.24),
    ro: cut(3, 0.25, 1.58),
    ru: cut(2, 0.17, 1.38),
    sk: cut(3, 0.37, 1.66),
    sl: cut(3, 0.31, 1.52),
    sr: cut(1, 0.29, 1.7),
    sv: cut(4, 0.3, 1.34),
    th: cut(2, 0.41, 1.8),
    tr: cut(3, 0.27, 1.42),
    uk: cut(1, 0.23, 1.62),
    vi: cut(0, 0.06, 1.44),
    zh: cut(1, 0.67, 1.19),
    'zh-Hant': cut(1, 1, 1.42),
  }),
)

/** Languages that are not written in Latin letters: Latin words among theirs are cut as English is. */
const OTHER_LETTERS = new Set(['ar', 'bg', 'el', 'fa', 'he', 'hi', 'ja', 'ko', 'ru', 'sr', 'th', 'uk', 'zh'])

function cutOf(tag: string): Cut {
  const { language, script } = new Intl.Locale(tag).maximize()
  return CUTS.get(`${language}-${script ?? ''}`) ?? CUTS.get(language) ?? UNKNOWN
}

/** Runs of letters in scripts without blanks between words, words, numbers of up to three digits, other signs, line ends, indents. */
const PIECES =
  /(?<run>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]+)|(?<word>\p{Lu}?[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|\p{Lu}+)|\p{N}{1,3}|(?<signs>[^\s\p{L}\p{N}\p{M}]+)|\s*[\r\n]+|[^\S\r\n]{2,}/gu
const LATIN = /^[A-Za-z]+$/
/** As many signs one after another are a token as a rule: `","`. */
const SIGNS = 4

/** About how many tokens a text in a language (BCP 47) is. */
export function tokenCount(text: string, language: string): number {
  const own = cutOf(language)
  const latin = OTHER_LETTERS.has(new Intl.Locale(language).language) ? ENGLISH : own
  let tokens = 0
  for (const { 0: piece, groups } of text.matchAll(PIECES)) {
    if (groups?.signs !== undefined) tokens += Math.ceil(piece.length / SIGNS)
    else if (groups?.word === undefined && groups?.run === undefined) tokens += 1
    else tokens += ofLetters(piece, LATIN.test(piece) ? latin : own)
  }
  return tokens
}

function ofLetters(letters: string, { whole, further }: Cut): number {
  return 1 + further * Math.max(0, letters.length - whole)
}

/** Tokens of a translation for one token of its source. */
export function tokenRatio(source: string, target: string): number {
  return cutOf(target).length / cutOf(source).length
}
