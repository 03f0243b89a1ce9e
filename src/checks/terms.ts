/** Glossary terms and do-not-translate terms: those in the source must be in the translation, too (GLO-3). */
import { literalText } from '../formats/index.ts'
import { isInsideWord, type TermSearch, termSearchFor } from './glossary-terms.ts'
import type { Conditions, Flaw } from './issue.ts'
import type { Checked, Pair } from './pair.ts'

/** How a term is in a translation: exactly, with another ending, only its stem in another word, or not at all. */
export interface TermKept {
  readonly source: string
  readonly target: string
  readonly kept: 'exactly' | 'inflected' | 'derived' | 'lost'
}

/** The terms of a text, each once, and how each of them is in its translation. */
export function termsKept({ text, syntax }: Checked, translation: string, terms: TermSearch): TermKept[] {
  const literal = literalText(text, syntax)
  const wanted = new Map([...terms(literal)].map(({ start, end, target }) => [target, literal.slice(start, end)]))
  if (wanted.size === 0) return []
  const whole = folded(translation)
  const words = byBeginning(whole.match(WORD) ?? [])
  return [...wanted].map(([target, source]) => ({ source, target, kept: keptIn(whole, words, folded(target)) }))
}

/** Different words by their beginnings of one, two and three letters. */
type Words = ReadonlyMap<string, readonly string[]>

function byBeginning(words: readonly string[]): Words {
  const found = new Map<string, string[]>()
  for (const word of new Set(words)) {
    for (let length = 1; length <= Math.min(SHORTEST_STEM, word.length); length++) {
      const beginning = word.slice(0, length)
      const alike = found.get(beginning)
      if (alike === undefined) found.set(beginning, [word])
      else alike.push(word)
    }
  }
  return found
}

/** The words that may begin with the stem of a word. */
function nearTo(word: string, words: Words): readonly string[] {
  return words.get(word.slice(0, SHORTEST_STEM)) ?? []
}

function keptIn(whole: string, words: Words, target: string): TermKept['kept'] {
  if (whole.includes(target) && (target.length >= COMPOUND || isBegun(whole, target))) return 'exactly'
  const own = target.match(WORD) ?? []
  if (own.every(word => nearTo(word, words).some(other => isInflected(word, other)))) return 'inflected'
  return own.every(word => nearTo(word, words).some(other => other.startsWith(stemOf(word)))) ? 'derived' : 'lost'
}

/** The translation of a term may have another ending, as in many languages. */
export function checkGlossary(pair: Pair, conditions: Conditions): readonly Flaw[] {
  return lostTerms(pair, conditions).flatMap(({ source, target, kept }): Flaw[] => {
    if (target === source || kept === 'inflected') return []
    const message = `The glossary has “${target}” for “${source}”; the translation does not have it.`
    return [{ severity: kept === 'derived' ? 'note' : 'doubt', message }]
  })
}

/** A do-not-translate term must be there letter by letter. */
export function checkKeptTerms(pair: Pair, conditions: Conditions): readonly Flaw[] {
  return lostTerms(pair, conditions)
    .filter(({ source, target }) => target === source)
    .map(({ source }) => ({
      message: `“${source}” stays as it is in every language; the translation does not have it.`,
    }))
}

function lostTerms({ text, syntax, translation }: Pair, conditions: Conditions): readonly TermKept[] {
  if (conditions.glossary.length === 0 && conditions.keep.length === 0) return []
  const terms = termsKept({ text, syntax }, translation, termSearchFor(conditions))
  return terms.filter(({ kept }) => kept !== 'exactly')
}

/** From this length on, a term inside another word counts, such as `Konto` in `Benutzerkonto`. `Art` in `starten` is a coincidence. */
const COMPOUND = 5

function isBegun(whole: string, target: string): boolean {
  for (let at = whole.indexOf(target); at >= 0; at = whole.indexOf(target, at + 1)) {
    if (!isInsideWord(whole, at)) return true
  }
  return false
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu
/** The most letters of an ending. A word with a longer ending is another word. */
const ENDING = 3
const SHORTEST_STEM = 3

function isInflected(word: string, other: string): boolean {
  let same = stemOf(word).length
  if (!other.startsWith(word.slice(0, same))) return false
  while (same < word.length && word[same] === other[same]) same += 1
  return Math.max(word.length, other.length) - same <= Math.min(ENDING, Math.floor(same / 2))
}

function stemOf(word: string): string {
  return word.slice(0, Math.max(SHORTEST_STEM, Math.ceil(word.length * 0.65)))
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
