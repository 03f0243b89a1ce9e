/** The languages that a file of Qt says, and whether it is the one of the source. */
import { gettextName, sameTag } from '../../contract/language-tags.ts'
import { isSameLanguage, languageTagOf } from '../content/language-tag.ts'

/** What is written behind `@`, as a script. */
const SCRIPTS: ReadonlyMap<string, string> = new Map([
  ['latin', 'Latn'],
  ['cyrillic', 'Cyrl'],
])

/** The tag of a language that is written so: `pt_BR`, `sr@latin`. Undefined for no name of a language. */
export function tagOfQt(written: string | undefined): string | undefined {
  const [name = '', mark] = (written ?? '').trim().split('@')
  const tag = languageTagOf(name)
  if (tag === undefined || mark === undefined) return tag
  const [language = '', ...rest] = tag.split('-')
  return languageTagOf([language, SCRIPTS.get(mark.toLowerCase()) ?? mark, ...rest].join('-')) ?? tag
}

/** The name that Qt has for a language, which is that of a locale: `pt_BR`, `zh_CN`, `sr_Latn`. */
export function qtName(tag: string): string {
  const name = gettextName(tag)
  return name.includes('@') ? tag.replaceAll('-', '_') : name
}

/** Whether translations in one language are in the other: `de_DE` in German. What is not known is. */
export function isTranslationIn(said: string | undefined, target: string | undefined): boolean {
  return said === undefined || target === undefined || sameTag(said, target)
}

/** Whether two tags name one language, whatever the region. */
export function areOneLanguage(one: string | undefined, other: string): boolean {
  const [a, b] = [one === undefined ? undefined : languageTagOf(one), languageTagOf(other)]
  return a !== undefined && b !== undefined && isSameLanguage(a, b)
}
