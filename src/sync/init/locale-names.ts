/** What folders and files are called for a language: `pt-BR`, `pt_BR`, `pt-rBR`, `b+sr+Latn`, `sr@latin`, `jp`. */
import { tagIn } from '../../formats/index.ts'

/** Languages of three letters that locale files are written in. All other three letters are rather a word: `app_en.arb`. */
const THREE =
  'ast|ban|bho|ceb|chr|ckb|csb|dsb|fil|frp|fur|gsw|haw|hsb|ilo|jbo|kab|kok|lij|lmo|lzh|mai|mni|nan|nds|pap|pms|prs|sah|sat|scn|smj|sma|szl|tok|tzm|vec|yue|zgh'

/** A name that may be a language's, as the source of a pattern; `localeNamed` says whether it is one. */
export const LOCALE_NAME = `(?:b\\+[A-Za-z0-9+]+|(?:[A-Za-z]{2}|${THREE})(?:[-_][A-Za-z]{4})?(?:[-_]r?(?:[A-Za-z]{2}|\\d{3})|[-_]CH[ST])?(?:@(?:latin|cyrillic))?)`

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
  if (!WHOLE.test(name)) return undefined
  const plain = name
    .replace(/^b\+/, '')
    .replaceAll('+', '-')
    .replace(/[-_]r(?=[A-Za-z]{2}$|\d{3}$)/, '-')
  return tagIn(plain) ?? (RARE.test(plain) ? canonicalName(plain) : undefined)
}

const WHOLE = new RegExp(`^${LOCALE_NAME}$`)
const RARE = new RegExp(`^(?:${THREE})(?:[-_]|$)`)

function canonicalName(name: string): string | undefined {
  try {
    return new Intl.Locale(name.replaceAll('_', '-')).baseName
  } catch {
    return undefined
  }
}
