/** Whether a translation is in the script of its target language, and whether anything was translated at all. */
import { LATIN, LETTER, RARE } from './characters-of.ts'
import type { Conditions, Flaw } from './issue.ts'
import type { Pair } from './pair.ts'
import { isSentence } from './sentence.ts'

/** Scripts of ISO 15924 that stand for several scripts of Unicode. */
const MIXTURES: Readonly<Record<string, readonly string[]>> = {
  Jpan: ['Hiragana', 'Katakana', 'Han'],
  Kore: ['Hangul', 'Han'],
  Hans: ['Han', 'Bopomofo'],
  Hant: ['Han', 'Bopomofo'],
}

interface Writing {
  /** Matches a letter of the script. */
  readonly own: RegExp
  /** Matches a letter that is neither of the script nor Latin. Latin is allowed, because every language uses it for foreign names. */
  readonly foreign: RegExp
  readonly name: string
  readonly isLatin: boolean
}

const writings = new Map<string, Writing>()

/** Languages that are commonly written in more than one script. Without a script in their tag, any script is accepted. */
const EITHER: ReadonlySet<string> = new Set(['crh', 'pi'])

/** The script of a language; undefined where its tag does not tell the script. */
function writingOf(tag: string): Writing | undefined {
  const known = writings.get(tag)
  if (known !== undefined) return known
  const { script } = EITHER.has(tag) ? new Intl.Locale(tag) : new Intl.Locale(tag).maximize()
  if (script === undefined) return undefined
  const own = (MIXTURES[script] ?? [script]).map(name => `\\p{Script=${name}}`).join('')
  const writing = {
    own: new RegExp(`(?=\\p{L})[${own}]`, 'u'),
    foreign: new RegExp(`(?=\\p{L})[^${own}\\p{Script=Latin}\\p{Script=Common}\\p{Script=Inherited}]`, 'gu'),
    isLatin: script === 'Latn',
    name: new Intl.DisplayNames(['en'], { type: 'script' }).of(script) ?? script,
  }
  writings.set(tag, writing)
  return writing
}

/** A translation with at least this many different foreign letters is refused. */
const FOREIGN_LETTERS = 2

/** Text of the pseudo engine: in brackets, with its target language. It may have accented Latin letters for any language. */
export const PSEUDO = /^\s*⟦[\w-]+ .*⟧\s*$/s

export function checkScript(
  { text, is_sentence, translation, translated: literal, kinds }: Pair,
  { target }: Conditions,
): readonly Flaw[] {
  const writing = writingOf(target)
  if (writing === undefined) return []
  const { own, foreign, name, isLatin } = writing
  if (isLatin && translation === literal && (kinds & (LETTER | RARE)) === LATIN) return []
  const strange = [...new Set(literal.match(foreign))].filter(letter => !text.includes(letter))
  if (strange.length >= FOREIGN_LETTERS) {
    const message = `The translation has letters that are not ${name} script: ${strange.slice(0, 10).join(' ')}.`
    return [{ message }]
  }
  if (own.test(literal) || PSEUDO.test(literal) || !is_sentence || !/\p{L}/u.test(literal)) return []
  return [{ message: `The translation has no letter in ${name} script.` }]
}

const languages = new Map<string, string>()

/** The language of a BCP 47 tag, without its script and region. Asked for each segment, so it is kept. */
export function bareLanguage(tag: string): string {
  const known = languages.get(tag) ?? new Intl.Locale(tag).language
  languages.set(tag, known)
  return known
}

/** Groups of languages so close that a sentence may be the same in two of them. */
const NEAR: readonly string[] = [
  'da nb nn no sv',
  'bs hr sr sh',
  'ca es gl oc pt',
  'cs sk',
  'id ms',
  'be bg mk ru uk',
  'af nl',
]

const nearness = new Map<string, boolean>()

/** True for two tags of the same language, or of two close languages. Asked for each segment, so it is kept. */
export function areNear(a: string, b: string): boolean {
  const pair = `${a} ${b}`
  const known = nearness.get(pair)
  if (known !== undefined) return known
  const both = [a, b].map(bareLanguage)
  const near = both[0] === both[1] || NEAR.some(group => both.every(language => group.split(' ').includes(language)))
  nearness.set(pair, near)
  return near
}

export function checkUntranslated(
  { text, translation, prose: whole, source_kinds, kinds }: Pair,
  { source, target, keep }: Conditions,
): readonly Flaw[] {
  if (bareLanguage(source) === bareLanguage(target)) return []
  if (lacksWordOf(text, translation, source_kinds | kinds) || folded(text) !== folded(translation)) return []
  let prose = whole
  for (const term of keep) prose = prose.replaceAll(term, ' ')
  if (!isSentence(prose)) return []
  const message = 'The translation is the same as the source.'
  return [{ severity: areNear(source, target) ? 'note' : 'refuse', message }]
}

/** A sentence of the source that stands in the translation with something around it. */
export function checkSourceCopied(
  { text, translation, is_sentence, source_kinds, kinds }: Pair,
  { source, target }: Conditions,
): readonly Flaw[] {
  if (translation.length <= text.length || areNear(source, target)) return []
  if (lacksWordOf(text, translation, source_kinds | kinds) || !is_sentence) return []
  const [copied, whole] = [wordsOnly(text), wordsOnly(translation)]
  if (copied === whole || !whole.includes(copied)) return []
  return [{ message: 'The translation has the whole source in it, untranslated.' }]
}

function wordsOnly(text: string): string {
  return folded(text)
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim()
}

/**
 * True only where the folded source cannot be in the folded translation: its first longer word in letters of ASCII is not, in capitals
 * or not. `kinds` are those of both texts: no letter among them is folded into another one.
 */
function lacksWordOf(text: string, translation: string, kinds: number): boolean {
  if ((kinds & RARE) !== 0) return false
  const word = LONGER_WORD.exec(text)?.[0]
  return word !== undefined && !translation.includes(word) && !translation.toLowerCase().includes(word.toLowerCase())
}

const LONGER_WORD = /[A-Za-z]{3,}/

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()
}
