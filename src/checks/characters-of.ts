/**
 * What kinds of characters a text is made of, in one look at it: most texts have only letters, spaces and common signs, and then most
 * checks cannot find anything. Whatever is not sure counts as `rare`, and is looked at by the checks themselves.
 */

/** Kinds of characters, as bits of one number. */
export const LATIN = 1
/** Letters of other scripts that are written letter by letter: Greek, Cyrillic, Han, Kana, Hangul. */
const OTHER_LETTER = 2
export const DIGIT = 4
export const LINE_BREAK = 8
export const BRACKET = 16
export const QUOTE_MARK = 32
/** Any character that a check may have to know better, and every letter that is written in more than one way. */
export const RARE = 64
const COMMON = 0

type Range = readonly [first: number, last: number, kind: number]

/** By UTF-16 unit, later rows over earlier ones; what has no row is rare. */
const KINDS: readonly Range[] = [
  [0x0a, 0x0a, LINE_BREAK],
  [0x20, 0x7e, COMMON],
  [0x22, 0x22, QUOTE_MARK],
  ...['(', ')', '[', ']', '{', '}'].map((sign): Range => [sign.charCodeAt(0), sign.charCodeAt(0), BRACKET]),
  [0x30, 0x39, DIGIT],
  [0x41, 0x5a, LATIN],
  [0x61, 0x7a, LATIN],
  ...[0xa1, 0xa7, 0xa9, 0xae, 0xb0, 0xb7, 0xbf, 0xd7, 0xf7].map((sign): Range => [sign, sign, COMMON]),
  [0xab, 0xab, QUOTE_MARK],
  [0xbb, 0xbb, QUOTE_MARK],
  // Without ligatures, old letters and others that Unicode takes for two or for another one (NFKC).
  [0xc0, 0xd6, LATIN],
  [0xd8, 0xf6, LATIN],
  [0xf8, 0x131, LATIN],
  [0x134, 0x13e, LATIN],
  [0x141, 0x148, LATIN],
  [0x14a, 0x17e, LATIN],
  [0x180, 0x1c3, LATIN],
  [0x1cd, 0x1f0, LATIN],
  [0x1f4, 0x2af, LATIN],
  [0x1e00, 0x1e99, LATIN],
  [0x1ea0, 0x1eff, LATIN],
  // Capital and small letters of Greek and Cyrillic as they are typed.
  [0x388, 0x38a, OTHER_LETTER],
  [0x38e, 0x3a1, OTHER_LETTER],
  [0x3a3, 0x3ce, OTHER_LETTER],
  [0x400, 0x481, OTHER_LETTER],
  [0x48a, 0x52f, OTHER_LETTER],
  [0x3041, 0x3096, OTHER_LETTER],
  [0x30a1, 0x30fa, OTHER_LETTER],
  [0x4e00, 0x9fff, OTHER_LETTER],
  [0xac00, 0xd7a3, OTHER_LETTER],
  [0x2010, 0x2010, COMMON],
  [0x2012, 0x2015, COMMON],
  [0x2018, 0x201f, COMMON],
  [0x27e6, 0x27e7, COMMON],
  [0x3001, 0x3002, COMMON],
  [0x300c, 0x300d, QUOTE_MARK],
  [0x3010, 0x3011, BRACKET],
]

export const LETTER = LATIN | OTHER_LETTER
let table: Uint8Array | undefined

function kindsTable(): Uint8Array {
  const kinds = new Uint8Array(0x10000).fill(RARE)
  for (const [first, last, kind] of KINDS) kinds.fill(kind, first, last + 1)
  return kinds
}

/** The kind of the UTF-16 unit at a place in a text; rare beyond its end. */
export function kindAt(text: string, at: number): number {
  table ??= kindsTable()
  return table[text.charCodeAt(at)] ?? RARE
}

/** The kinds of characters that a text has, as the sum of their bits. */
export function kindsIn(text: string): number {
  table ??= kindsTable()
  let found = 0
  for (let at = 0; at < text.length; at += 1) found |= table[text.charCodeAt(at)] ?? RARE
  return found
}
