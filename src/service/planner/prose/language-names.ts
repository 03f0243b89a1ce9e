import { canonicalTag, languageName, SUPPORTED_TAGS } from '../../domain/languages.ts'
import { plain } from './part-names.ts'
import { UNSPACED } from './words.ts'

/** Languages in which instructions and names are understood, besides each language's own name for itself. */
const NAMING = ['en', 'de', 'fr', 'es', 'ja', 'pt', 'it', 'nl']

/** Names people use that the runtime's tables lack. */
const MORE: Readonly<Record<string, string>> = {
  'zh-Hans':
    'chinese simplified|simplified mandarin|mandarin|mandarin chinese|mandarin simplified|mainland chinese|vereinfachtes chinesisch|vereinfachte chinesisch|chinois mandarin|mandarín|chino mandarín|简体|中文|汉语|中国語簡体字|中国語（簡体字）|簡体字中国語|簡体字',
  'zh-Hant':
    'chinese traditional|taiwanese mandarin|taiwanese chinese|traditionelles chinesisch|traditionelle chinesisch|繁体|繁體|繁体字|繁体字中国語|中国語繁体字|中国語（繁体字）|繁体中国語|台湾華語',
  'zh-Hant-HK': 'hong kong chinese|chinese hong kong',
  'pt-BR':
    'brazilian|brazil portuguese|portuguese from brazil|portuguese of brazil|portugues do brasil|portugues brasileiro|brasileiro|brasilianisches portugiesisch|brasilianische portugiesisch|brasilianisch|portugais du brésil|brésilien|brasileño|portugués brasileño|ブラジルポルトガル語|ブラジル・ポルトガル語',
  'pt-PT':
    'portugal portuguese|portuguese from portugal|iberian portuguese|portugues de portugal|europäisches portugiesisch|portugais du portugal|portugais européen|portugués europeo',
  'es-419':
    'latam spanish|spanish latam|latin spanish|lateinamerikanisches spanisch|lateinamerikanische spanisch|español de latinoamérica|español de américa latina|espagnol latino-américain|espagnol latino américain|中南米スペイン語|ラテンアメリカスペイン語',
  'es-MX':
    'mexican|spanish from mexico|mexikanisches spanisch|mexikanische spanisch|espagnol mexicain|español mexicano|メキシコスペイン語',
  es: 'castilian|castellano|castilian spanish|european spanish|spain spanish|spanish spain|spanisch spanien|español de españa|espagnol d espagne',
  en: 'englische|pseudo free english',
  'en-GB':
    'uk english|english uk|gb english|britisches englisch|britische englisch|anglais britannique|inglés británico|イギリス英語',
  'en-US':
    'us english|english us|amerikanisches englisch|amerikanische englisch|anglais américain|inglés americano|inglés estadounidense|アメリカ英語',
  'en-XA': 'pseudo english|pseudo|pseudo accents|pseudo language|pseudo localization',
  'fr-CA':
    'french canadian|canadian french|quebec french|québécois|quebecois|kanadisches französisch|kanadische französisch|français canadien|français québécois|francés canadiense|カナダフランス語',
  'fr-CH': 'schweizer französisch|français de suisse',
  'de-CH':
    'swiss german|swiss standard german|schweizerdeutsch|schweizer deutsch|swiss standard german|schweizerhochdeutsch|schweizerisches deutsch|allemand de suisse|alemán suizo|スイスドイツ語',
  'de-AT': 'österreichisches deutsch|österreichische deutsch|österreichisch|オーストリアドイツ語',
  'nl-BE': 'flemish|vlaams|flämisch|flamand|flamenco belga|belgian dutch',
  nb: 'norwegian|norwegian bokmal|norsk|bokmål|norwegisch|norvégien|noruego|ノルウェー語',
  fa: 'farsi|dari persian',
  fil: 'tagalog|pilipino',
  'sr-Latn':
    'serbian latin|latin serbian|serbian in latin|serbian in latin script|serbian in the latin script|serbian latin script|serbian in latin letters|serbian in the latin alphabet|serbisch lateinisch|serbisch in lateinischer schrift|serbe en alphabet latin|serbe en caractères latins|serbio en alfabeto latino',
  sr: 'serbian cyrillic|serbian in cyrillic|serbian in cyrillic script|serbian in the cyrillic script|serbian in the cyrillic alphabet',
  el: 'modern greek',
  ko: 'hangul|han-guk-eo',
  ku: 'kurmanji',
  id: 'bahasa indonesia|indonesisch',
  ms: 'bahasa melayu|bahasa malaysia',
  my: 'myanmar',
  or: 'oriya',
  ga: 'irish gaelic',
  gd: 'scots gaelic',
  he: 'ivrit',
  hi: '印地语',
  vi: 'tieng viet|việt',
  km: 'cambodian',
  si: 'sinhalese',
  ug: 'uighur',
  af: 'afrikaans',
}

/** Everyday words that are also names: names only where a language is expected. */
export const DOUBTFUL_NAMES: ReadonlySet<string> = new Set(['polish', 'pseudo', 'mexican', 'brazilian', 'jawa'])

/** The words of a name, as they are compared: without case, accents, brackets and hyphens. */
export function wordsOfName(name: string): string {
  return plain(name)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}

/** Brackets of full width, as they stand in Japanese and Chinese, as plain ones of the same length. */
export function withPlainBrackets(text: string): string {
  return text.replaceAll('（', '(').replaceAll('）', ')')
}

interface Names {
  /** By words joined with a space. */
  readonly spaced: ReadonlyMap<string, string>
  /** Names in scripts without spaces by their first letter, longest first. */
  readonly unspaced: ReadonlyMap<string, readonly (readonly [string, string])[]>
  readonly longest: number
}

let built: Names | undefined

/** Every known name of every supported language; built once, on first use. */
export function languageNames(): Names {
  built ??= build()
  return built
}

function build(): Names {
  const spaced = new Map<string, string>()
  const unspaced = new Map<string, string>()
  const put = (name: string, tag: string): void => {
    const key = wordsOfName(name)
    if (key === '') return
    const names = UNSPACED.test(key) ? unspaced : spaced
    const written = UNSPACED.test(key) ? withPlainBrackets(name.toLowerCase()) : key
    if (!names.has(written)) names.set(written, tag)
  }
  for (const [tag, names] of Object.entries(MORE)) for (const name of names.split('|')) put(name, tag)
  const tags = [...SUPPORTED_TAGS, 'zh', 'no', 'es-ES', 'zh-TW', 'zh-CN', 'zh-HK']
  for (const locale of NAMING)
    for (const tag of tags) for (const name of namesIn(locale, tag)) put(name, canonicalTag(tag) ?? tag)
  for (const tag of SUPPORTED_TAGS) for (const name of namesIn(tag, tag)) put(name, tag)
  for (const tag of SUPPORTED_TAGS) put(languageName(tag), tag)
  const longest = Math.max(...[...spaced.keys()].map(name => name.split(' ').length))
  return { spaced, unspaced: byFirstLetter([...unspaced], ([name]) => name), longest }
}

/** Those whose writing begins with the same letter, longest first. */
export function byFirstLetter<T>(all: readonly T[], written: (each: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const each of all.toSorted((a, b) => written(b).length - written(a).length)) {
    const letter = written(each).slice(0, 1)
    groups.set(letter, [...(groups.get(letter) ?? []), each])
  }
  return groups
}

function namesIn(locale: string, tag: string): string[] {
  const styles = ['dialect', 'standard'] as const
  const names = styles.flatMap(
    style =>
      new Intl.DisplayNames([locale], { type: 'language', languageDisplay: style, fallback: 'none' }).of(tag) ?? [],
  )
  if (locale === 'de') return names.flatMap(inflected)
  if (locale === 'ja')
    return names.flatMap(name => [name, name.replace(/\s*\(.*\)$/, match => match.replaceAll(' ', ''))])
  return names
}

/** German names change with their case: `ins Deutsche`, `aus dem Französischen`. */
function inflected(name: string): string[] {
  const stem = /^(\S*(?:isch|deutsch))(.*)$/i.exec(name)
  if (stem === null) return [name]
  const [, word = '', rest = ''] = stem
  return [name, `${word}e${rest}`, `${word}en${rest}`]
}

/** The supported tag of exactly this name or tag, as when somebody puts it in quotes. */
export function languageCalled(name: string): string | undefined {
  const { spaced, unspaced } = languageNames()
  const written = withPlainBrackets(name.toLowerCase())
  return (
    spaced.get(wordsOfName(name)) ??
    unspaced.get(written.slice(0, 1))?.find(([known]) => known === written)?.[1] ??
    canonicalTag(name)
  )
}

let foreign: ReadonlyMap<string, string> | undefined
let english: Intl.DisplayNames | undefined

/**
 * The English name of a language that the runtime knows by this name or tag, supported or not. For saying precisely which
 * language is missing; walks all codes once, on first use.
 */
export function knownLanguageName(name: string): string | undefined {
  foreign ??= foreignNames()
  const known = foreign.get(wordsOfName(name))
  if (known !== undefined) return known
  if (!/^[a-z]{3}$/i.test(name)) return undefined
  return inEnglish(name.toLowerCase())
}

function inEnglish(tag: string): string | undefined {
  english ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
  return english.of(tag)
}

function foreignNames(): ReadonlyMap<string, string> {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const names = new Map<string, string>()
  for (const first of letters) {
    for (const second of letters) {
      for (const third of ['', ...letters]) {
        const name = inEnglish(first + second + third)
        if (name !== undefined) names.set(wordsOfName(name), name)
      }
    }
  }
  return names
}
