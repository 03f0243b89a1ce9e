/** Language tags as files write them: `en`, `en-US`, `pt_BR`, `zh-hant`. */

const WRITTEN = /^[a-z]{2,3}(?:[-_][a-z]{4})?(?:[-_](?:[a-z]{2}|\d{3}))?$/i

/** Made with the first tag: it takes longer than all else that starting the program loads of this room. */
let names: Intl.DisplayNames | undefined

/**
 * The BCP 47 tag that is written so, in its usual case; undefined for what is no tag, and for a language without a name. Of three letters
 * alone, most are words: only with a script or a region are they taken for a tag.
 */
export function languageTagOf(written: string): string | undefined {
  if (!WRITTEN.test(written) || (written.length === 3 && !THREE_LETTERS.has(written.toLowerCase()))) return undefined
  if (KNOWN_TAGS.has(written)) return KNOWN_TAGS.get(written)
  const locale = new Intl.Locale(written.replaceAll('_', '-'))
  names ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
  const tag = names.of(locale.language) === undefined ? undefined : locale.toString()
  if (KNOWN_TAGS.size < MOST_KNOWN) KNOWN_TAGS.set(written, tag)
  return tag
}

/** The languages of three letters that programs are translated into; most words of three letters are some language's tag. */
export const THREE_LETTERS: ReadonlySet<string> = new Set(
  'ast bho ceb ckb cnr csb dsb fil fur gsw haw hsb kab kok mai nds pap szl yue'.split(' '),
)

/** Whether two tags name one language, whatever the region: `en` and `en-US`, but not `zh-Hans` and `zh-Hant`. */
export function isSameLanguage(one: string, other: string): boolean {
  const [a, b] = [new Intl.Locale(one).maximize(), new Intl.Locale(other).maximize()]
  return a.language === b.language && a.script === b.script
}

/** Files ask for the same few tags again and again, and the library is slow to read one. */
const KNOWN_TAGS = new Map<string, string | undefined>()
const MOST_KNOWN = 5000

/** A tag in the manner of the one that it replaces: `de_AT` for `en_US`, `de-at` for `en-us`. `separator` where that one has none. */
export function inStyleOf(written: string, tag: string, separator: '-' | '_' = '-'): string {
  const mark = /[-_]/.exec(written)?.[0]
  const styled = tag.replaceAll('-', mark ?? separator)
  return mark !== undefined && written === written.toLowerCase() ? styled.toLowerCase() : styled
}

/** The same, in capitals where that is: `DE` for `EN`. */
export function likeOthers(written: string, tag: string): string {
  const styled = inStyleOf(written, tag)
  return written.length > 1 && written === written.toUpperCase() ? styled.toUpperCase() : styled
}
