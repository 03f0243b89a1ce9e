/** What may be the name of a language where no project file says which languages there are. */
import { localeNames } from '../project/locale-names.ts'

/** Languages of three letters that locale files are written in beside the common ones. All others are rather a word: `app_en.arb`. */
const RARE = 'ban chr frp hsb ilo jbo lij lmo lzh mni nan pms prs sah sat scn smj sma tok tzm vec zgh'.split(' ')

/** What people write for a language although it is the code of a country, or of nothing. */
const COUNTRIES = {
  ...{ zh: 'cn', cs: 'cz', da: 'dk', el: 'gr', ja: 'jp', ko: 'kr', uk: 'ua' },
  ...{ 'zh-Hans': 'zh-CHS', 'zh-Hant': 'zh-CHT' },
}

const NAMES = localeNames(RARE, COUNTRIES)

/** A name that may be a language's, as the source of a pattern; `localeNamed` says which. */
export const LOCALE_NAME = NAMES.expression

/** Tags that are words of English or of programs: alone in a folder they are no sign of a language. */
const WORDS: ReadonlySet<string> = new Set(
  'am an as be do he hi id ie ii in io is it ml my no or os so to ts'.split(' '),
)

/** True for a name that is a word as often as a language: `no`, `is`. */
export function mayBeWord(name: string): boolean {
  return WORDS.has(name)
}

/** The BCP 47 tag of the language that a name is for; undefined where it is for none. */
export function localeNamed(name: string): string | undefined {
  return WHOLE.test(name) ? NAMES.tagOf(name) : undefined
}

const WHOLE = new RegExp(`^${LOCALE_NAME}$`)
