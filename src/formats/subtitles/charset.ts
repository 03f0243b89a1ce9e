/**
 * The charset of a SubRip file that is no UTF-8. Such a file says nothing of it, so it is known by its letters: it is the charset in
 * which nearly all of them are letters of one language.
 */
import { isUtf8 } from 'node:buffer'
import { lettersOf } from '../bytes/alphabets.ts'
import { charsetOf, decode, isText } from '../bytes/charset.ts'
import type { ByteStream, Charset, Encoding } from '../format.ts'

interface Candidate {
  readonly charset: Charset
  /** The letters of one language in it. */
  readonly letters: ReadonlySet<string>
  /** Its ten most frequent letters, where its script is not the Latin one. */
  readonly frequent: ReadonlySet<string>
}

/**
 * Charsets with the languages that are written in them, and letters that these need besides. Of two that fit as well, the first counts:
 * nearly all bytes of letters are Russian ones in Windows-1251, so that comes last.
 */
const LANGUAGES: readonly (readonly [name: string, languages: string, more?: string])[] = [
  ['windows-1252', 'fr es pt it de nl ca gl da nb sv fi is ga sq id', 'ïëáéèüêôªº'],
  ['windows-1250', 'pl cs sk hu sl hr ro', 'şţŞŢ'],
  ['iso-8859-2', 'pl cs sk hu sl hr ro', 'şţŞŢ'],
  ['windows-1254', 'tr', 'âîûÂÎÛ'],
  ['windows-1257', 'lt lv et'],
  ['windows-1255', 'he'],
  ['windows-1253', 'el'],
  ['windows-1256', 'ar fa', 'ًٌٍَُِّْـ'],
  ['windows-1251', 'ru uk bg sr mk be'],
]

/**
 * A few words in Russian are letters of Greek as well, and the other way round: then the charset counts in which more of them are frequent
 * ones.
 */
const FREQUENT: Readonly<Record<string, string>> = {
  he: 'יוהלאתרםבמ',
  el: 'αοιετσνηυρ',
  ar: 'اليمنروتبه',
  fa: 'اینردهمتوب',
  ru: 'оеаинтсрвл',
  uk: 'оаинвітеср',
  bg: 'аоиетнрсвл',
  sr: 'аиоенртсјв',
  mk: 'аоиетнрсвд',
  be: 'аінртосекў',
}

let known: readonly Candidate[] | undefined

function candidates(): readonly Candidate[] {
  known ??= LANGUAGES.flatMap(([name, languages, more = '']) =>
    languages.split(' ').map((tag): Candidate => {
      const letters = new Set(lettersOf(tag) + more)
      return { charset: `legacy:${name}`, letters, frequent: new Set(FREQUENT[tag] ?? '') }
    }),
  )
  return known
}

/** How many of the characters beyond ASCII have to be letters of the language, or signs between words. */
const ENOUGH = 0.99
/** So many bytes from the beginning on are looked at. */
const LOOKED_AT = 200_000

/** Undefined where the file is Unicode, or in no charset that is known by its letters. */
export function legacyCharset(bytes: Uint8Array): Charset | undefined {
  if (charsetOf(bytes).bom_bytes > 0 || bytes.includes(0) || isUtf8(bytes)) return undefined
  const head = bytes.subarray(0, LOOKED_AT)
  const counts = new Map<Charset, ReadonlyMap<string, number>>()
  let best: { charset: Charset; share: number; frequent: number } | undefined
  for (const { charset, letters, frequent: usual } of candidates()) {
    const signs = counts.get(charset) ?? signsOf(decode(head, charset))
    counts.set(charset, signs)
    const share = shareOf(signs, letters)
    if (share < ENOUGH || share < (best?.share ?? 0)) continue
    const frequent = usual.size === 0 ? 0 : shareOf(signs, usual)
    const isBetter = best === undefined || share > best.share || (best.frequent > 0 && frequent > best.frequent)
    if (isBetter) best = { charset, share, frequent }
  }
  return best !== undefined && isText(bytes, best.charset) ? best.charset : undefined
}

/**
 * Each character beyond ASCII, with how often it is there. A sign between words that stands inside of one is counted as wrong, and so is
 * a capital behind a small letter.
 */
function signsOf(text: string): ReadonlyMap<string, number> {
  const signs = new Map<string, number>()
  for (const { 0: sign, index } of text.matchAll(BEYOND_ASCII)) {
    const counted = isMisplaced(sign, text.charAt(index - 1), text.charAt(index + 1)) ? WRONG : sign
    signs.set(counted, (signs.get(counted) ?? 0) + 1)
  }
  return signs
}

function isMisplaced(sign: string, before: string, after: string): boolean {
  if (PUNCTUATION.has(sign)) return sign !== '’' && LETTER.test(before) && LETTER.test(after)
  return SMALL.test(before) && CAPITAL.test(sign)
}

const SMALL = /\p{Ll}/u
const CAPITAL = /\p{Lu}/u
const BEYOND_ASCII = /[^\0-\x7f]/g
const LETTER = /\p{L}/u
const WRONG = '\ufffd'
/** Signs of all languages. */
const PUNCTUATION: ReadonlySet<string> = new Set('\u00a0“”„‘’‚«»‹›–—…•·¿¡£€¢°©®™½¼¾´×¶§♪\u200e\u200f،؟؛')

function shareOf(signs: ReadonlyMap<string, number>, letters: ReadonlySet<string>): number {
  let [all, right] = [0, 0]
  for (const [sign, count] of signs) {
    all += count
    if (letters.has(sign) || PUNCTUATION.has(sign)) right += count
  }
  return all === 0 ? 1 : right / all
}

/** Players know a file that is UTF-8 by its byte order mark. */
export const subRipEncoding: Encoding = {
  of: async source => {
    const bytes = await wholeOf(source)
    return legacyCharset(bytes) ?? charsetOf(bytes).charset
  },
  saysUtf8: head => `\ufeff${head}`,
}

/** The ceiling of the family keeps it small. */
export async function wholeOf(source: ByteStream): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}
