/** The language that the name of a file or of one of its folders says. */
import { playTagOf, stemOf } from '../../contract/formats.ts'
import type { Traits } from '../../formats/index.ts'
import { canonicalTag } from '../domain/languages.ts'

/** Tags that are words, too: `id.json` may be a list of ids, `it.txt` is about computers. */
const WORDS = new Set(
  `app id is it no so to my as or am be he hi ig ne si sd ps tt tk in on an by do go me of up we us la te iw ji jw mo sh new old`.split(
    ' ',
  ),
)

/**
 * How much a name says. `sure`: it is a tag and nothing else; `word`: the same, but it is a word, too; `ending`: two letters behind
 * another word, `team.ca.txt`, which may be a country or nothing of the sort.
 */
type Claim = 'sure' | 'word' | 'ending'

export interface NamedLanguage {
  readonly tag: string
  readonly claim: Claim
}

/**
 * The language that a file's name declares: `en.json`, `en-US/app.json`, `messages.de.json`, `strings_fr.txt`, `LC/pt_BR.po`,
 * `es.lproj/app.strings`, `messages.de`, `values-pt-rBR/strings.xml`, `sr@latin/LC_MESSAGES/app.po`. The file itself comes before its folders, the
 * nearest folder first. Undefined: none.
 */
export function languageInName(fileName: string): NamedLanguage | undefined {
  const [file = '', ...folders] = fileName
    .split(/[\\/]/)
    .filter(segment => segment !== '')
    .reverse()
  // Play reads no other name than this, so what it ends in is a language and nothing else.
  const played = sure(playTagOf(file) ?? '')
  if (played !== undefined) return played
  for (const name of [stemOf(file), ...folders]) {
    const named = languageIn(name)
    if (named !== undefined) return named
  }
  return undefined
}

/**
 * The language of the translations that a file of sources and translations has, by its name or else its folder: `sv.po`, `sv/LC_MESSAGES`.
 * A name that is rather a word says none.
 *
 * @param folder what the folder says, as a BCP 47 tag
 */
export function heldLanguage(
  { bilingual }: Pick<Traits, 'bilingual'>,
  fileName: string,
  folder: string | undefined,
): string | undefined {
  if (bilingual !== true) return undefined
  const named = languageInName(fileName)
  return named === undefined || named.claim === 'word' ? folder : named.tag
}

/** Qualifiers of Android's folders: `values-pt-rBR`, `values-b+sr+Latn`, `values-mcc310-en-land`. */
const ANDROID =
  /^values(?:-mcc\d{3})?(?:-mnc\d{2,3})?-(?:b\+(?<subtags>[A-Za-z\d+]+)|(?<language>[a-z]{2})(?:-r(?<region>[A-Z]{2}))?)(?:-|$)/
/** A locale of POSIX with a codeset or a modifier: `de_DE.UTF-8`, `sr@latin`, `ca_ES@valencia`. */
const POSIX = /^(?<locale>[a-z]{2,3}(?:_[A-Z]{2})?)(?:\.[Uu][Tt][Ff]-?8)?(?:@(?<modifier>[a-z]+))?$/
const SCRIPTS: Readonly<Record<string, string>> = { latin: '-Latn', cyrillic: '-Cyrl', devanagari: '-Deva' }
/** A tag in small letters, with a region or a script: `pt-br`, `messages.zh-tw`. After a hyphen it may be any words: `sign-in`. */
const SMALL = /(?:^|[._])(?<tag>[a-z]{2}[-_](?:[a-z]{2}|latn|cyrl|hans|hant))$/
const ENDING = /(?:^|[._-])(?<tag>[a-z]{2,3}(?:[-_](?:[A-Z][a-z]{3}))?(?:[-_](?:[A-Z]{2}|\d{3}))?)$/

function languageIn(segment: string): NamedLanguage | undefined {
  const name = segment.replace(/\.lproj$/, '')
  const android = ANDROID.exec(name)?.groups
  if (android) {
    const { subtags, language = '', region } = android
    return sure(subtags?.replaceAll('+', '-') ?? (region === undefined ? language : `${language}-${region}`))
  }
  const posix = POSIX.exec(name)?.groups
  if (posix && name !== posix.locale) return sure(`${posix.locale}${SCRIPTS[posix.modifier ?? ''] ?? ''}`)
  const small = SMALL.exec(name)?.groups?.tag
  if (small !== undefined) return WORDS.has(small.slice(0, 2)) ? undefined : sure(small)
  const written = ENDING.exec(name)?.groups?.tag
  const tag = written === undefined ? undefined : canonicalTag(written)
  if (written === undefined || tag === undefined) return undefined
  const bare = /^[a-z]{2,3}$/.test(written)
  // Three-letter codes are rarer than three-letter words.
  const isWord = bare && (WORDS.has(written) || written.length === 3)
  if (name === written) return { tag, claim: isWord ? 'word' : 'sure' }
  return isWord ? undefined : { tag, claim: bare ? 'ending' : 'sure' }
}

function sure(written: string): NamedLanguage | undefined {
  const tag = canonicalTag(written)
  return tag === undefined ? undefined : { tag, claim: 'sure' }
}
