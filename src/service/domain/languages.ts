import type { Language } from '../../contract/account.ts'
import { isVarietyOf, OTHER_TAGS } from '../../contract/language-tags.ts'

/** Every supported BCP 47 tag (LNG-1). `en-XA` is the pseudo language: only the pseudo engine writes it. */
export const SUPPORTED_TAGS: readonly string[] =
  `af am ar az be bg bn bs ca ceb cs cy da de de-AT de-CH el en en-AU en-CA en-GB en-IE en-IN en-NZ en-US en-XA en-ZA eo es es-419
  es-AR es-CL es-CO es-MX es-US et eu fa fi fil fo fr fr-BE fr-CA fr-CH fy ga gd gl gu ha he hi hr ht hu hy id ig is it it-CH ja jv
  ka kk km kn ko ku ky la lb lo lt lv mg mi mk ml mn mr ms mt my nb ne nl nl-BE nn ny oc or pa pl ps pt pt-BR pt-PT rm ro ru rw sd si
  sk sl sn so sq sr sr-Latn sv sv-FI sw ta te tg th tk tr tt ug uk ur uz vi xh yi yo zh-Hans zh-Hant zh-Hant-HK zu`.split(
    /\s+/,
  )

/** Made at the first name: it takes 10 to 30 ms, which have no place in start-up. */
let englishNames: Intl.DisplayNames | undefined

/** The English name of a tag; the tag itself where none is known. */
export function languageName(tag: string): string {
  englishNames ??= new Intl.DisplayNames(['en'], { type: 'language' })
  return tag === 'en-XA' ? 'Pseudo English' : (englishNames.of(tag) ?? tag)
}

/** Languages for people, as every message names them: `German (de) and French (fr)`. */
export function languageList(tags: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(tags.map(tag => `${languageName(tag)} (${tag})`))
}

/** The supported catalogue in the order of its tags: `GET /v1/languages` (contract; LNG-1). */
export function supportedLanguages(): readonly Language[] {
  return SUPPORTED_TAGS.map(tag => ({ tag, name: languageName(tag) }))
}

const SUPPORTED = new Map(SUPPORTED_TAGS.map(tag => [tag.toLowerCase(), tag]))

/** True for a tag exactly as the catalogue writes it. */
export function isSupported(tag: string): boolean {
  return SUPPORTED.get(tag.toLowerCase()) === tag
}

/** A tag of the catalogue, or one that only varieties in it have (`zh`), in any case; undefined for all others. A list can be filtered by it. */
export function filterTag(text: string): string | undefined {
  const written = text.toLowerCase()
  const isOpen = SUPPORTED_TAGS.some(tag => isVarietyOf(tag, written))
  return SUPPORTED.get(written) ?? (isOpen ? written : undefined)
}

/**
 * The catalogue's own tag for one that people write: `pt_br` → `pt-BR`, `iw` → `he`, `zh-CN` → `zh-Hans`, `de-DE` → `de`.
 * A region is dropped only if it is the language's likeliest region. Undefined: not supported, or not a language tag.
 */
export function canonicalTag(text: string): string | undefined {
  const written = text.trim().replaceAll('_', '-').toLowerCase()
  const known = SUPPORTED.get(written) ?? OTHER_TAGS.get(written)
  if (known !== undefined) return known
  const locale = localeOf(written)
  // `und` says that the language is not known; the likeliest one would be English.
  if (locale === undefined || /^und\b/.test(locale.baseName)) return undefined
  for (const form of [locale.baseName, ...withoutScript(locale), locale.minimize().baseName]) {
    const tag = SUPPORTED.get(form.toLowerCase()) ?? OTHER_TAGS.get(form.toLowerCase())
    if (tag !== undefined) return tag
  }
  return undefined
}

/** The tag without a script that its region implies. It is tried before the region is dropped: `pt-Latn-BR` → `pt-BR`. */
function withoutScript({ language, script, region }: Intl.Locale): readonly string[] {
  if (script === undefined || region === undefined) return []
  const place = new Intl.Locale(language, { region })
  return place.maximize().script === script ? [place.baseName] : []
}

function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag)
  } catch {
    return undefined
  }
}

export interface LanguagePair {
  readonly source: string
  readonly target: string
}

/**
 * Splits a language pair such as `en-de` or `en-pt-BR` where both halves are supported (assumptions.md, Glossaries).
 * Halves written exactly as in the catalogue win over halves that need to be canonicalised: `fr-CA-es` is French (Canada).
 * Undefined: it cannot be split so, or both halves are the same language.
 */
export function splitPair(pair: string): LanguagePair | undefined {
  const exact = (half: string) => (isSupported(half) ? half : undefined)
  const inAnyCase = (half: string) => SUPPORTED.get(half.toLowerCase())
  return splitBy(pair, exact) ?? splitBy(pair, inAnyCase) ?? splitBy(pair, canonicalTag)
}

function splitBy(pair: string, tagOf: (half: string) => string | undefined): LanguagePair | undefined {
  const subtags = pair.split('-')
  for (let at = subtags.length - 1; at > 0; at--) {
    const source = tagOf(subtags.slice(0, at).join('-'))
    const target = tagOf(subtags.slice(at).join('-'))
    if (source !== undefined && target !== undefined && source !== target) return { source, target }
  }
  return undefined
}
