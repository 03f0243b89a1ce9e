/**
 * Whether keys that are tags of languages are meant as such: `it`, `hr` and `id` are departments and identifiers as well. In doubt they are
 * no languages: their texts are then translated where they are.
 */
import { isSameLanguage } from './language-tag.ts'

/** A key that may name the language of all below it. */
export interface LanguageKey {
  /** The BCP 47 tag, and how the file writes it. */
  readonly tag: string
  readonly written: string
  /** The keys right below it. */
  readonly members: readonly string[]
  /** Some of the texts below it; those right below it first. */
  readonly texts: readonly string[]
}

/**
 * Whether keys that stand beside each other, or one alone, name languages.
 *
 * @param spoken the language of the file as a BCP 47 tag, where it is known from elsewhere
 */
export function areLanguageKeys(keys: readonly LanguageKey[], spoken: string | undefined): boolean {
  const sure = keys.filter(({ written, members }) => !isRatherWord(written) || members.some(name => SECTIONS.has(name)))
  if (areMessages(keys, sure.length > 0) || areNamed(keys)) return false
  if (spoken !== undefined && keys.some(({ tag }) => isSameLanguage(tag, spoken))) return true
  const [first] = sure
  if (first === undefined) return spoken === undefined && keys.some(hasItsLetters)
  return sure.length > 1 || keys.every(key => key === first || isLike(key, first))
}

/** Whether a key of two letters is rather a word, an abbreviation or a unit where nothing else says that it is a language. */
export function isRatherWord(written: string): boolean {
  if (written.length !== 2) return false
  return WORDS.has(written.toLowerCase()) || (written === written.toUpperCase() && regionNamed(written) !== undefined)
}

/** English words, what departments, units and fields of data are called, domains, and elements of HTML. */
const WORDS: ReadonlySet<string> = new Set(
  `is to my as or am be so it in no hi he id hr pa os io ie ia oc om se sc sg sm sn co ch cv cu cr gd gn ht ho hz ii ik mg mh pi rn rm rw sa
  ss st su ti tn ts tw ty ve vo wa wo xh za km lb mi ml ms mr mt kg ha br li th ps uk eu ee ff gu kr ky la lg lo na nd ne ng nr ny sd sh ta
  te tt ug yo bi ba av`
    .split(/\s+/)
    .filter(word => word !== ''),
)

let regions: Intl.DisplayNames | undefined

/** The English name of a region, by its code in capitals. */
function regionNamed(code: string): string | undefined {
  regions ??= new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  return regions.of(code)
}

/** What is right below the language in catalogues of Rails, and in nothing else. */
const SECTIONS: ReadonlySet<string> = new Set(['activerecord', 'activemodel', 'active_admin', 'devise', 'simple_form'])

/** What the messages of catalogues are made of, where each is an object of its own. */
const TEXT = /^(?:message|defaultMessage|string|translation|messageformat|zero|one|two|few|many|other)$/
const ABOUT = /^(?:description|(?:developer_)?comment|placeholders)$/
const BESIDE = /^(?:notes|context|character_limit|hash|id)$/

/** Whether the keys are those of messages, with what is said about them; where no key is surely a language, with nothing else. */
function areMessages(keys: readonly LanguageKey[], areSure: boolean): boolean {
  const areEntries = keys.every(
    ({ members }) =>
      members.some(name => TEXT.test(name)) &&
      members.every(name => TEXT.test(name) || ABOUT.test(name) || BESIDE.test(name)),
  )
  return areEntries && (!areSure || keys.some(({ members }) => members.some(name => ABOUT.test(name))))
}

/** Whether most keys have their name in English: `de` has `Germany` or `German`. */
function areNamed(keys: readonly LanguageKey[]): boolean {
  const others = keys.filter(({ tag }) => tag !== 'en')
  return others.filter(isNamed).length * 2 > others.length
}

function isNamed({ tag, texts }: LanguageKey): boolean {
  return texts.length <= FEW_TEXTS && texts.some(text => isNameOf(tag, text, ENGLISH))
}

const ENGLISH = ['en']

/** A catalogue has more, and may name its own language among them. */
const FEW_TEXTS = 8

/**
 * Whether a text is only what a language or a region is called: `German` or `Deutsch` for `de`, and `Germany`.
 *
 * @param languages the tags of those that it may be called so in
 */
export function isNameOf(tag: string, text: string, languages: readonly string[]): boolean {
  const said = text.trim().toLowerCase()
  if (said.length > LONGEST_NAME) return false
  if (REGION.test(tag) && regionNamed(tag.toUpperCase())?.toLowerCase() === said) return true
  return languages.some(language => namesIn(language).of(tag)?.toLowerCase() === said)
}

/** Whether a short text has the name that another language has for a language among its words: `Switch to French`. */
export function hasNameOf(tag: string, text: string, language: string): boolean {
  const name = text.length > LONGEST_NAME ? undefined : namesIn(language).of(tag)?.toLowerCase()
  if (name === undefined) return false
  const said = text.toLowerCase()
  const at = said.indexOf(name)
  return at >= 0 && !LETTER.test(said.charAt(at - 1)) && !LETTER.test(said.charAt(at + name.length))
}

const LETTER = /\p{L}/u
const REGION = /^[a-z]{2}$/
const LONGEST_NAME = 60

/** Names of languages, by the language that they are in. */
const KNOWN_NAMES = new Map<string, Intl.DisplayNames>()

function namesIn(language: string): Intl.DisplayNames {
  const known = KNOWN_NAMES.get(language)
  if (known !== undefined) return known
  const names = new Intl.DisplayNames([language], { type: 'language', fallback: 'none' })
  if (KNOWN_NAMES.size < MOST_KNOWN) KNOWN_NAMES.set(language, names)
  return names
}

const MOST_KNOWN = 500

/** Whether some text has letters of the script that the language has of its own. */
function hasItsLetters({ tag, texts }: LanguageKey): boolean {
  const { script } = new Intl.Locale(tag).maximize()
  return script !== undefined && script !== 'Latn' && texts.some(text => FOREIGN.test(text))
}

/** A letter that is not of the Latin script. */
const FOREIGN = /(?!\p{Script=Latin})[\p{Lo}\p{L}]/u

/** Whether two keys hold the same in part, or one of them nothing yet. */
function isLike({ members }: LanguageKey, other: LanguageKey): boolean {
  return members.length === 0 || other.members.length === 0 || members.some(name => other.members.includes(name))
}
