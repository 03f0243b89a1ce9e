/** Tags that people write for a language that is mostly known by another tag; lower case. */
export const OTHER_TAGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    no: 'nb',
    zh: 'zh-Hans',
    'zh-sg': 'zh-Hans',
    'zh-hans-cn': 'zh-Hans',
    'zh-hans-sg': 'zh-Hans',
    'zh-tw': 'zh-Hant',
    'zh-mo': 'zh-Hant',
    'zh-hant-tw': 'zh-Hant',
    'zh-hk': 'zh-Hant-HK',
    'zh-hant-mo': 'zh-Hant-HK',
    'es-la': 'es-419',
    'es-xl': 'es-419',
    'sr-cyrl': 'sr',
    'nl-vls': 'nl-BE',
  }),
)

/** Whether two tags mean the same language: `de` and `de-DE`, `zh-TW` and `zh-Hant`, `iw` and `he`. */
export function sameTag(one: string, other: string): boolean {
  return likeliestTag(one) === likeliestTag(other)
}

/** What all tags of one language have in common (`sameTag`): `de-Latn-DE` for `de` and `de-DE`. What is no tag stays, in lower case. */
export function likeliestTag(tag: string): string {
  const known = LIKELIEST.get(tag)
  if (known !== undefined) return known
  const written = tag
    .trim()
    .replaceAll('_', '-')
    .toLowerCase()
    .replace(/^no(?=-)/, 'nb')
  const found = maximized(OTHER_TAGS.get(written) ?? written) ?? written
  if (LIKELIEST.size < MOST_KNOWN && tag.length <= LONGEST_KNOWN) LIKELIEST.set(tag, found)
  return found
}

/** Files and tables ask for the same few tags again and again, and the library is slow to read one. */
const LIKELIEST = new Map<string, string>()
const MOST_KNOWN = 5000
/** A cell of a table that is asked about may be any text. */
const LONGEST_KNOWN = 50

function maximized(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().baseName
  } catch {
    return undefined
  }
}

/** True for a language that a filter for `wanted` finds: that language, or a variety of it (assumptions.md, Batches). Case does not count. */
export function isVarietyOf(tag: string, wanted: string): boolean {
  const [one, other] = [tag.toLowerCase(), wanted.toLowerCase()]
  return one === other || one.startsWith(`${other}-`)
}

/** The names that gettext has for languages, where they are not just the tag with an underscore. */
const GETTEXT_NAMES: ReadonlyMap<string, string> = new Map([
  ['zh-hans', 'zh_CN'],
  ['zh-hant', 'zh_TW'],
  ['zh-hant-hk', 'zh_HK'],
  ['sr-latn', 'sr@latin'],
])

/** The name that gettext has for a language: `pt-BR` → `pt_BR`. */
export function gettextName(tag: string): string {
  return GETTEXT_NAMES.get(tag.toLowerCase()) ?? tag.replaceAll('-', '_')
}
