/** The names of messages files of Play, which have no extension: `messages` for the default, `messages.pt-BR` for a language. */

const NAME = /^messages(?:\.(?<tag>(?<language>[a-z]{2,3})(?:[-_][a-z]{4})?(?:[-_](?:[a-z]{2}|\d{3}))?))?$/i
/** Endings of other files that are tags of languages, too: catalogues that are compiled, scripts and settings. Their languages have other tags. */
const ENDINGS: ReadonlySet<string> = new Set('bin ext lua mak man min mo mul new pro run sh src und zxx'.split(' '))

/** Made with the first such name. */
let names: Intl.DisplayNames | undefined

/** The tag in the name of a messages file, as it is written; empty where it has none. Undefined for what is no such name. */
export function tagInPlayName(base: string): string | undefined {
  // Play reads no name in capitals.
  if (!base.startsWith('messages')) return undefined
  const found = NAME.exec(base)
  const { tag = '', language = '' } = found?.groups ?? {}
  if (found === null || tag === '') return found === null ? undefined : ''
  if (tag === language && ENDINGS.has(language.toLowerCase())) return undefined
  names ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  return names.of(language) === undefined ? undefined : tag
}
