import { gettextName } from '../../contract/language-tags.ts'
import { THREE_LETTERS } from '../../formats/index.ts'

/** How the paths of a project name languages. */
export interface LocaleNames {
  /** The source of an expression, without groups that capture, that matches every name of a language. */
  readonly expression: string
  /** The BCP 47 tag that a name in a path means; undefined where it names no language. */
  tagOf(written: string): string | undefined
  /** What the project file says that paths write for a tag. */
  mapped(tag: string): string | undefined
}

/**
 * Names as they are common (`pt_BR`, `pt-rBR`, `b+sr+Latn`, `zh_Hans`, `sr@latin`), those of a project's languages, whatever they are, and
 * those that the project file gives them.
 *
 * @param tags canonical BCP 47 tags
 * @param map names in paths by canonical tag
 */
export function localeNames(tags: readonly string[], map: Readonly<Record<string, string>>): LocaleNames {
  const byTag = new Map(Object.entries(map))
  const byName = new Map(Object.entries(map).map(([tag, name]) => [name, tag]))
  const own = new Map(tags.flatMap(tag => writingsOf(tag).map(name => [name, tag])))
  const longestFirst = [...new Set([...byName.keys(), ...own.keys()])].sort((a, b) => b.length - a.length)
  const known = new Map<string, string | undefined>()
  const tagOf = (written: string) => {
    if (!known.has(written)) known.set(written, byName.get(written) ?? tagOfName(written) ?? own.get(written))
    return known.get(written)
  }
  const expression = `(?:${[...longestFirst.map(escaped), commonNames()].join('|')})`
  return { expression, tagOf, mapped: tag => byTag.get(tag) }
}

/** The canonical form of a tag; undefined for what is no BCP 47 tag of a language. */
export function canonicalLocale(tag: string): string | undefined {
  if (!/^[a-z]{2,3}(?:-[a-z0-9]+)*$/i.test(tag)) return undefined
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

/** The modifiers of gettext that are scripts. */
const SCRIPTS_BY_MODIFIER: ReadonlyMap<string, string> = new Map(
  Object.entries({ latin: 'Latn', cyrillic: 'Cyrl', arabic: 'Arab', devanagari: 'Deva', hans: 'Hans', hant: 'Hant' }),
)

/** The tag that a name in a path means, in the ways of all layouts; undefined where it is none. */
export function tagOfName(written: string): string | undefined {
  const [name = '', modifier] = written.split('@')
  const plain = name
    .replace(/^b\+/, '')
    .replace(/-r(?=(?:[A-Z]{2}|\d{3})$)/, '-')
    .replaceAll(/[+_]/g, '-')
  if (modifier === undefined) return canonicalLocale(plain)
  const script = SCRIPTS_BY_MODIFIER.get(modifier.toLowerCase())
  if (script !== undefined) return canonicalLocale(plain.replace(/^[a-z]+/i, language => `${language}-${script}`))
  return modifier.toLowerCase() === 'euro' ? canonicalLocale(plain) : canonicalLocale(`${plain}-${modifier}`)
}

/** The ways to write a tag that do not follow from the common form: `ca-valencia`, `de_1996`. */
function writingsOf(tag: string): readonly string[] {
  const ways = [tag, tag.replaceAll('-', '_'), gettextName(tag), `b+${tag.replaceAll('-', '+')}`]
  return [...ways, ...ways.map(way => way.toLowerCase())]
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

const SCRIPTS = 'Latn Cyrl Hans Hant Arab Deva Beng Guru Tfng Cans Cher Adlm Olck Mtei Thaa Mong Hebr Grek Armn Geor'
const AREAS = '001|150|419'

let common: string | undefined

/** The source of an expression for the names of all languages that this computer knows. Words that look like one are none: `app_en`. */
function commonNames(): string {
  if (common !== undefined) return common
  const language = `(?:${anyOf(codesOf('language'), smallAndCapital)}|${words([...THREE_LETTERS])})`
  const regions = codesOf('region')
  const region = `(?:${anyOf(regions, smallAndCapital)}|${AREAS})`
  const capitals = `(?:${anyOf(regions, capital)}|${AREAS})`
  const script = `(?:${words(SCRIPTS.split(' '))})`
  common = [
    `b\\+${language}(?:\\+${script})?(?:\\+${region})?`,
    `${language}-r${capitals}`,
    `${language}(?:[-_]${script})?(?:[-_]${region})?(?:@[a-z]{4,10})?`,
  ].join('|')
  return common
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

/** All codes of two letters that have a name, in small letters. */
function codesOf(type: 'language' | 'region'): readonly string[] {
  const names = new Intl.DisplayNames('en', { type, fallback: 'none' })
  const codes = LETTERS.flatMap(one => LETTERS.map(other => one + other))
  return codes.filter(code => names.of(type === 'region' ? code.toUpperCase() : code) !== undefined)
}

const words = (all: readonly string[]): string =>
  all.map(word => [...word].map(letter => `[${smallAndCapital(letter.toLowerCase())}]`).join('')).join('|')
const smallAndCapital = (letters: string): string => letters + letters.toUpperCase()
const capital = (letters: string): string => letters.toUpperCase()

/** One alternative for each first letter: far faster to try than one for each code. */
function anyOf(codes: readonly string[], write: (letters: string) => string): string {
  const seconds = new Map<string, string>()
  for (const [first = '', second = ''] of codes) seconds.set(first, (seconds.get(first) ?? '') + second)
  return [...seconds].map(([first, all]) => `[${write(first)}][${write(all)}]`).join('|')
}
