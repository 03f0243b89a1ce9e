/**
 * Lists of plural forms as Mozilla's programs had them in `.properties`: `#1 file;#1 files`, with a comment that names them. How many forms a
 * language has, and in which order, is a rule of theirs (Localization and Plurals, rules 0 to 19), which differs from gettext and CLDR.
 */
import type { KeyedEntry } from '../keyed/index.ts'

const BETWEEN = ';'
/** What the comment above such a list says: a link to the page of the rules, or the words of its template. */
const NAMED = /Localization_and_Plurals|semi-?colon(?:-separated)? list of plural forms/i

/** What a list fills in, and what it has between its forms, where no comment names it: `#1 folder;#1 folders`. In prose a blank follows. */
const FILLED_IN = /(?<![&\w])#\d(?!\w)/
const BETWEEN_FORMS = /[^\s;];[^\s;]/

function isList({ text, note = '' }: KeyedEntry): boolean {
  if (!/\p{L}/u.test(text)) return false
  return NAMED.test(note) || (FILLED_IN.test(text) && BETWEEN_FORMS.test(text))
}

/** The numbers of each form, by rule. */
const RULES = {
  one: ['all numbers'],
  two: ['1', 'all other numbers'],
  french: ['0, 1', 'all other numbers'],
  latvian: ['0, 10, 20 …', '1, 21, 31 …', 'all other numbers'],
  gaelic: ['1, 11', '2, 12', '3 to 10, 13 to 19', 'all other numbers'],
  romanian: ['1', '0, 2 to 19, 101 to 119 …', 'all other numbers'],
  lithuanian: ['1, 21, 31 …', '0, 10 to 20, 30 …', 'all other numbers'],
  slavic: ['1, 21, 31 …', '2 to 4, 22 to 24 …', 'all other numbers'],
  czech: ['1', '2 to 4', 'all other numbers'],
  polish: ['1', '2 to 4, 22 to 24 …', 'all other numbers'],
  slovenian: ['1, 101, 201 …', '2, 102, 202 …', '3, 4, 103, 104 …', 'all other numbers'],
  irish: ['1', '2', '3 to 6', '7 to 10', 'all other numbers'],
  arabic: ['1', '2', '3 to 10, 103 to 110 …', '11 to 99, 111 to 199 …', '100 to 102, 200 to 202 …', '0'],
  maltese: ['1', '0, 2 to 10, 101 to 110 …', '11 to 19, 111 to 119 …', 'all other numbers'],
  icelandic: ['1, 21, 31 …', 'all other numbers'],
  breton: [
    '1, 21, 31 … but 11, 71, 91',
    '2, 22, 32 … but 12, 72, 92',
    '3, 4, 9, 23 … but 13, 14, 19, 73, 74, 79, 93, 94, 99',
    '1,000,000 …',
    'all other numbers',
  ],
  welsh: ['0', '1', '2', '3', '6', 'all other numbers'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** The languages that have another rule than `two`, the longest tags first. */
const LANGUAGES: readonly (readonly [tags: string, rule: keyof typeof RULES])[] = [
  ['pt-BR', 'french'],
  ['zh ja ko tr th lo fa id ms my km', 'one'],
  ['fr ln', 'french'],
  ['lv ltg', 'latvian'],
  ['gd', 'gaelic'],
  ['ro', 'romanian'],
  ['lt', 'lithuanian'],
  ['be bs hr ru sr uk', 'slavic'],
  ['cs sk', 'czech'],
  ['pl', 'polish'],
  ['sl dsb hsb', 'slovenian'],
  ['ga', 'irish'],
  ['ar', 'arabic'],
  ['mt', 'maltese'],
  ['is mk', 'icelandic'],
  ['br', 'breton'],
  ['cy', 'welsh'],
]

/** The numbers of each form of a language, given as a BCP 47 tag, in the order of its list. */
function formsOf(language: string): readonly string[] {
  const is = (tag: string) => language === tag || language.startsWith(`${tag}-`)
  const found = LANGUAGES.find(([tags]) => tags.split(' ').some(is))
  return RULES[found?.[1] ?? 'two']
}

/** What the manner of a list begins with; the number of forms that a translation of it has follows. */
const MANNER = 'plural forms: '

/** An entry that is a list of plural forms as whoever translates it sees it; any other as it is. `language`: the one of the target. */
export function asPluralList(entry: KeyedEntry, language: string | undefined): KeyedEntry {
  if (language === undefined || !isList(entry)) return entry
  const forms = formsOf(language)
  const said =
    forms.length === 1
      ? 'One form for all numbers, without ;'
      : `${forms.length} forms with ; between them, for ${forms.join('; ')}`
  const note = entry.note === undefined ? said : `${entry.note}\n${said}`
  return { ...entry, note, manner: `${MANNER}${forms.length}` }
}

/** Whether a translation is no list of as many forms as its language has. */
export function isOtherList(translation: string, manner: string | undefined): boolean {
  if (!manner?.startsWith(MANNER)) return false
  return translation.split(BETWEEN).length !== Number(manner.slice(MANNER.length))
}
