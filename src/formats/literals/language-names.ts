/** Constants that are called after the language of their texts: `en`, `enUS`, `en_US`, `enMessages`. */
import { isSameLanguage, languageTagOf } from '../content/language-tag.ts'
import type { LiteralRoot } from './literal.ts'

/** A name with the language in front of it. */
interface LanguageName {
  readonly tag: string
  /** How the language is written. */
  readonly written: string
  readonly rest: string
}

const SMALL =
  /^([a-z]{2,3})(_?(?:[Hh]an[st]|[Ll]atn|[Cc]yrl))?(_[a-z]{2}|_?[A-Z]{2}|_?[A-Z][a-z]|_?\d{3})?(?=_?[A-Z]|_[a-z]|$)/
const CAPITALS = /^([A-Z]{2,3})(_(?:HAN[ST]|LATN|CYRL))?(_(?:[A-Z]{2}|\d{3}))?(?=_|$)/
/** Without a region: `enUIStrings`. */
const ALONE = /^[a-z]{2}(?=[A-Z]|_[a-z]|$)/

/** Undefined where a name begins with no language. */
export function languageNameOf(name: string): LanguageName | undefined {
  const [written, language = '', script, region] = SMALL.exec(name) ?? CAPITALS.exec(name) ?? []
  const said = [language.toLowerCase(), script, region].flatMap(part => part?.replace('_', '') || [])
  const isWhole = written !== undefined && (region === undefined || isRegion(region.replace('_', '')))
  const whole = isWhole ? languageTagOf(said.join('-')) : undefined
  if (whole !== undefined && written !== undefined) return { tag: whole, written, rest: name.slice(written.length) }
  const [alone] = ALONE.exec(name) ?? []
  const tag = alone === undefined ? undefined : languageTagOf(alone)
  return alone === undefined || tag === undefined ? undefined : { tag, written: alone, rest: name.slice(alone.length) }
}

/** Made with the first name that has one. */
let regions: Intl.DisplayNames | undefined

function isRegion(written: string): boolean {
  regions ??= new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  return regions.of(written.toUpperCase()) !== undefined
}

/** What no constant may be called, and what would be read as something else. */
const WORDS: ReadonlySet<string> = new Set(
  'as async await break case catch class const debugger default delete do else enum eval export extends false finally for from function get if implements import in instanceof interface let new null of package private protected public return set static super switch this throw true try type typeof var void while with yield'.split(
    ' ',
  ),
)

/** The name of a constant in another language, written alike; undefined where it is not called after the language `source`, or cannot be. */
export function nameInLanguage(name: string, source: string, target: string): string | undefined {
  const said = languageNameOf(name)
  if (said === undefined || !isSameLanguage(said.tag, source)) return undefined
  const renamed = writtenLike(said.written, target) + said.rest
  // It has to be known for what it is when the file is read again.
  return WORDS.has(renamed) || languageNameOf(renamed)?.rest !== said.rest ? undefined : renamed
}

/** `ptBR` for `en` and `enUS`, `ptBr` for `enUs`, `pt_BR` for `en_US`, `PT_BR` for `EN`. */
function writtenLike(written: string, target: string): string {
  const parts = target.split('-')
  if (written === written.toUpperCase()) return parts.join('_').toUpperCase()
  if (/_[a-z]+$/.test(written)) return parts.join('_').toLowerCase()
  if (written.includes('_')) return parts.join('_')
  const isLow = /[A-Z][a-z]$/.test(written)
  return parts.map((part, at) => (at > 0 && isLow ? part.charAt(0) + part.slice(1).toLowerCase() : part)).join('')
}

/** The objects of a file under the names that they have in its source: `de` is its `en`. One that the source lacks keeps its own. */
export function namedAsIn(source: readonly LiteralRoot[], own: readonly LiteralRoot[]): readonly LiteralRoot[] {
  const names = new Set(own.map(({ name }) => name))
  const known = new Set(source.map(({ name }) => name))
  const free = byRest([...known].filter(name => !names.has(name)))
  const others = byRest([...names].filter(name => !known.has(name)))
  return own.map(root => {
    const rest = known.has(root.name) ? undefined : languageNameOf(root.name)?.rest
    const like = rest === undefined || others.get(rest) !== root.name ? undefined : free.get(rest)
    return like === undefined ? root : { ...root, name: like }
  })
}

/** Names by what follows the language in them, where it follows one language alone. */
function byRest(names: readonly string[]): ReadonlyMap<string, string | undefined> {
  const found = new Map<string, string | undefined>()
  for (const name of names) {
    const rest = languageNameOf(name)?.rest
    if (rest !== undefined) found.set(rest, found.has(rest) ? undefined : name)
  }
  return found
}
