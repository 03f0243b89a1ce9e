/** Signs between and behind words: brackets, quotes, the end of a sentence, doubled words and spaces. */
import { BRACKET, kindAt, LETTER, QUOTE_MARK, RARE } from './characters-of.ts'
import type { Conditions, Flaw } from './issue.ts'
import type { Pair } from './pair.ts'
import { bareLanguage, PSEUDO } from './script.ts'

/** A bracket of the translation without its other half, where the source has both halves of all of its own. */
export function checkBrackets({ prose, translated, kinds }: Pair): readonly Flaw[] {
  if ((kinds & (BRACKET | RARE)) === 0) return []
  if (!unpairedIn(prose, BRACKET_PAIRS).every(([, odd]) => odd === 0)) return []
  const odd = unpairedIn(translated, BRACKET_PAIRS).filter(([, count]) => count !== 0)
  return odd.map(([pair, count]) => ({
    message: `The translation has a ${count > 0 ? pair[0] : pair[1]} without its ${count > 0 ? pair[1] : pair[0]}.`,
  }))
}

/** Full-width brackets close ASCII ones, too: people mix them. */
const BRACKET_PAIRS: readonly (readonly [string, RegExp, RegExp])[] = [
  ['()', /[(（]/g, /[)）]/g],
  ['[]', /[[［]/g, /[\]］]/g],
  ['{}', /[{｛]/g, /[}｝]/g],
  ['【】', /【/g, /】/g],
]
const HAS_BRACKET = /[()[\]{}（）［］｛｝【】]/

function unpairedIn(text: string, pairs: typeof BRACKET_PAIRS): [string, number][] {
  if (!HAS_BRACKET.test(text)) return []
  return pairs.map(([pair, open, close]) => [pair, countIn(text, open) - countIn(text, close)])
}

function countIn(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

const STRAIGHT = /"/g

/** A quotation that is opened and not closed. Straight quotes are counted, « and 「 must have their other half. */
export function checkQuotes({ prose, translated, kinds }: Pair): readonly Flaw[] {
  if ((kinds & (QUOTE_MARK | RARE)) === 0) return []
  if (countIn(prose, STRAIGHT) % 2 === 0 && countIn(translated, STRAIGHT) % 2 === 1 && !INCHES.test(translated)) {
    return [{ message: 'The translation has a " without its other half.' }]
  }
  const odd = QUOTES.find(([, open, close]) => countIn(translated, open) !== countIn(translated, close))
  if (odd === undefined || QUOTES.some(([, open, close]) => countIn(prose, open) !== countIn(prose, close))) return []
  return [{ message: `The translation has a quotation mark of ${odd[0]} without its other half.` }]
}

const INCHES = /\p{Nd}"/u
const QUOTES = [
  ['« »', /«/g, /»/g],
  ['「 」', /「/g, /」/g],
] as const

/** The signs that end a sentence in the world's scripts, by what they mean. */
const ENDS: readonly (readonly [sign: string, pattern: RegExp])[] = [
  ['…', /(?:…|\.{3}|。。。|⋯)$/u],
  ['?', /[?？؟\u037e՞፧]$/u],
  ['!', /[!！՜]$/u],
  [':', /[:：፡։︰]$/u],
  ['.', /[.。．｡।॥۔։።။។៕·]$/u],
]
const CLOSING = /[\s"'”’“»«)\]）】」』>*_\u200b-\u200f]+$/u
/** Languages that end a sentence without a sign, or with a sign of their own. */
const WITHOUT_STOP: ReadonlySet<string> = new Set(['th', 'lo', 'km', 'my', 'dz', 'bo', 'yue', 'zh', 'ja'])
/** Languages whose question mark is another sign of this table: Greek and Armenian write it like a semicolon, or inside the word. */
const OWN_QUESTION: ReadonlySet<string> = new Set(['el', 'hy'])

/** The sign at the end of a text. What is added where the source has none counts as well. */
export function checkEndPunctuation({ text, translation }: Pair, { target }: Conditions): readonly Flaw[] {
  const [wanted, found] = [closingSign(text), closingSign(translation)]
  if (wanted === found || PSEUDO.test(translation)) return []
  const language = bareLanguage(target)
  if ((wanted ?? found) === '.' && WITHOUT_STOP.has(language)) return []
  if ((wanted ?? found) === '?' && OWN_QUESTION.has(language)) return []
  const message =
    found === undefined
      ? `The source ends with ${wanted}, the translation does not.`
      : `The translation ends with ${found}, the source ${wanted === undefined ? 'does not' : `with ${wanted}`}.`
  return [{ message }]
}

/** The sign that a text ends with, as the first of its kind in the table; undefined where it ends without one. */
export function closingSign(text: string): string | undefined {
  if (ENDS_IN_WORD.test(text)) return undefined
  const bare = text.slice(-LAST).replace(CLOSING, '')
  return ENDS.find(([, pattern]) => pattern.test(bare))?.[0]
}

/** What most texts without a sign end with. */
const ENDS_IN_WORD = /[A-Za-z0-9]$/

/** More than enough characters for whatever closes behind the last sign. */
const LAST = 40

const DOUBLED = /(?<![\p{L}\p{M}\p{N}'’-])(\p{L}[\p{L}\p{M}]{1,30})[ \u00a0]\1(?![\p{L}\p{M}\p{N}'’-])/iu
/** Words that grammar puts beside themselves: « vous vous inscrivez », „die, die die …“, nie … nie. */
const GRAMMAR: ReadonlySet<string> = new Set('vous nous die der das sie nie dat que si om na se'.split(' '))

/** False only where no word stands twice: no word of letters is followed by a space and the same letters. */
function mayBeDoubled(text: string): boolean {
  let start = -1
  for (let at = 0; at < text.length; at += 1) {
    const kind = kindAt(text, at)
    if (kind === RARE) return true
    if ((kind & LETTER) !== 0) {
      if (start < 0) start = at
      continue
    }
    if (start >= 0 && text.charCodeAt(at) === SPACE && isRepeated(text, start, at)) return true
    start = -1
  }
  return false
}

const SPACE = 0x20

/** Whether the letters from `start` to the space at `end` follow it once more as a word, in capitals or not. */
function isRepeated(text: string, start: number, end: number): boolean {
  if ((kindAt(text, end + 1 + end - start) & LETTER) !== 0) return false
  for (let at = start; at < end; at += 1) {
    const other = at + 1 + end - start
    if (text.charCodeAt(at) !== text.charCodeAt(other) && !areCasesOfOne(text[at] ?? '', text[other] ?? ''))
      return false
  }
  return true
}

function areCasesOfOne(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase() || one.toUpperCase() === other.toUpperCase()
}

/** A word that stands twice, one beside the other. */
export function checkDoubledWords({ prose, translated }: Pair): readonly Flaw[] {
  if (!mayBeDoubled(translated)) return []
  const word = DOUBLED.exec(translated)?.[1]
  if (word === undefined || GRAMMAR.has(word.toLowerCase()) || DOUBLED.test(prose)) return []
  return [{ message: `The translation has “${word}” twice, one beside the other.` }]
}

const BLANKS = /[^\s.!?:] {2,}[^\s]/u

/** Two spaces between words where the source has one. */
export function checkDoubleSpaces({ text, translation }: Pair): readonly Flaw[] {
  if (!translation.includes('  ') || !BLANKS.test(translation) || / {2}/.test(text.trim())) return []
  return [{ message: 'The translation has two spaces beside each other.' }]
}
