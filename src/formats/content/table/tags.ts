/** Language tags as the headings and cells of a table write them: `de`, `pt_BR`, `zh-Hans`, `sr@latin`. */
import { likeliestTag, sameTag } from '../../../contract/language-tags.ts'

const NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
const TAG =
  /^([a-z]{2}|fil|ceb|haw|yue|ckb|gsw)(?:[-_](latn|cyrl|hans|hant|arab|beng|deva|guru|mong))?(?:[-_]([a-z]{2}|\d{3}|chs|cht))?(?:@(latin|cyrillic))?$/i
/** What people write for a language although it is the code of a country, or of nothing. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['cn', 'zh'],
  ['cz', 'cs'],
  ['dk', 'da'],
  ['gr', 'el'],
  ['jp', 'ja'],
  ['kr', 'ko'],
  ['ua', 'uk'],
])
/** Scripts, and what stands for one in place of a region. */
const SCRIPTS: ReadonlyMap<string, string> = new Map([
  ['latin', 'Latn'],
  ['cyrillic', 'Cyrl'],
  ['chs', 'Hans'],
  ['cht', 'Hant'],
])
/**
 * Codes that are also words or abbreviations. They count as languages only if another column has a code that is not. Neither does the
 * code of a country.
 */
const DOUBTFUL: ReadonlySet<string> = new Set([
  ...'id no nr is it to my as or am be he hi so an do in ig ii ie io si se om os ab ar tv ty st kg km mg ml na pi sc sd sg sm ss ts co cr cu ee'.split(
    ' ',
  ),
  ...ALIASES.keys(),
])

/** The BCP 47 tag that a text writes and is nothing else; undefined where it is no tag of a language that people know. */
export function tagIn(text: string): string | undefined {
  const [, code, script, region, modifier] = TAG.exec(text) ?? []
  if (code === undefined) return undefined
  const language = ALIASES.get(code.toLowerCase()) ?? code.toLowerCase()
  if (NAMES.of(language) === undefined) return undefined
  const said = SCRIPTS.get((modifier ?? region ?? '').toLowerCase()) ?? script
  const place = SCRIPTS.has(region?.toLowerCase() ?? '') ? undefined : region
  return canonical([language, said, place].filter(piece => piece !== undefined).join('-'))
}

/** True for a code that means something else as often: `id`, `no`. */
export function isDoubtful(written: string): boolean {
  return DOUBTFUL.has(written.toLowerCase())
}

/** A tag in the usual case, without extensions; unchanged where it is none. */
export function canonical(tag: string): string {
  return localeOf(tag)?.baseName ?? tag
}

/** The language alone: `pt` of `pt-BR`. */
export function languageAlone(tag: string): string {
  return likeliestTag(tag).split('-', 1)[0] ?? ''
}

/** How a tag is written elsewhere in the table. `separator` is that between language and region. */
export interface TagManner {
  readonly written: string
  readonly separator: string
  /** All tags there have a region. */
  readonly regions: boolean
}

/** A tag in the manner of others: `DE`, `de_AT`, `zh_CN` for zh-Hans where the others have regions. */
export function tagLike(tag: string, { written, separator, regions }: TagManner): string {
  const text = (regions ? inRegion(tag) : canonical(tag)).replaceAll('-', separator)
  if (written.length > 1 && written === written.toUpperCase()) return text.toUpperCase()
  if (/^\p{Lu}\p{Ll}/u.test(written)) return text.charAt(0).toUpperCase() + text.slice(1)
  return /[-_]/.test(written) && written === written.toLowerCase() ? text.toLowerCase() : text
}

/** With the usual region in place of the script, if that means the same. */
function inRegion(tag: string): string {
  const { language = '', script, region } = localeOf(tag) ?? {}
  if (script === undefined || region !== undefined) return canonical(tag)
  const placed = `${language}-${localeOf(tag)?.maximize().region ?? ''}`
  return sameTag(placed, tag) ? placed : canonical(tag)
}

function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag.replaceAll('_', '-'))
  } catch {
    return undefined
  }
}
