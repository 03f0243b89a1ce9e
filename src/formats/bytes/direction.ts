/** In which script and direction a language is written, and what programs of Office call it. */

const FROM_THE_RIGHT = /^(?:Arab|Hebr|Syrc|Thaa|Nkoo|Adlm|Rohg)$/

export function isFromTheRight(language: string): boolean {
  return FROM_THE_RIGHT.test(new Intl.Locale(language).maximize().script ?? '')
}

/** Those of the targets that are written in the other direction than the source. Where that is not known, it is from the left. */
export function turnedTargets(targets: readonly string[], spoken = 'en'): readonly string[] {
  return targets.filter(target => isFromTheRight(target) !== isFromTheRight(spoken))
}

export interface OfficeLanguage {
  /** What files of Office say: their programs have no languages without a country. */
  readonly tag: string
  /** An ISO 15924 code; empty where none is known. */
  readonly script: string
  /** Programs of Office have three kinds of letters, each with fonts and a language of its own. */
  readonly letters: 'western' | 'asian' | 'complex'
  readonly rtl: boolean
}

/** Where Office means another country than the most likely one. */
const COUNTRIES: Readonly<Record<string, string>> = { ar: 'SA' }
/** Chinese and its neighbours are known by their country; other languages say their script where it is not the usual one. */
const BY_COUNTRY = /^(?:Hans|Hant|Hani|Jpan|Kore|Hang|Hira|Kana|Bopo)$/

/** As all that are written from the right. */
const COMPLEX = new Set('Thai Laoo Khmr Mymr Deva Beng Taml Telu Gujr Guru Knda Mlym Sinh Orya Tibt'.split(' '))
const ASIAN = new Set('Hans Hant Hani Jpan Kore Hang Hira Kana Bopo'.split(' '))

const known = new Map<string, OfficeLanguage>()

/** `language`: a BCP 47 tag. */
export function officeLanguage(language: string): OfficeLanguage {
  const found = known.get(language)
  if (found) return found
  const own = new Intl.Locale(language)
  const { script = '', region } = own.maximize()
  const country = own.region ?? COUNTRIES[own.language] ?? region
  const said = own.script !== undefined && !BY_COUNTRY.test(own.script) ? own.script : undefined
  const tag = [own.language, said, country].filter(part => part !== undefined).join('-')
  const rtl = isFromTheRight(language)
  const letters = ASIAN.has(script) ? 'asian' : rtl || COMPLEX.has(script) ? 'complex' : 'western'
  const made = { tag, script, letters, rtl } as const
  known.set(language, made)
  return made
}
