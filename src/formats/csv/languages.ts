/** Columns that hold one text in several languages: `en,de,fr`, `name_en,name_de`, `source,target`. */

/** The columns of one text in several languages. */
export interface LanguageGroup {
  /** What the names have in common: `name` for `name_en` and `name_de`; empty for `en` and `de`. */
  readonly base: string
  /** Language tags in lower case by column index, from left to right. The tag is empty where the heading only says `source`. */
  readonly columns: ReadonlyMap<number, string>
}

/** The tag of a column for any language: its heading only says `target`. */
export const ANY_LANGUAGE = '*'

const NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
const NAMED =
  `ar bg bn ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko lt lv mk ml mn mr ms nb
  nl nn pa pl pt pt-br ro ru sk sl sq sr sv sw ta te th tr uk ur uz vi zh zh-hans zh-hant`.split(/\s+/)
/** Codes that are also words or abbreviations. They count as languages only if another column has a code that is not. */
const DOUBTFUL: ReadonlySet<string> = new Set(
  'id no is it to my as or am be he hi so an do in ig ii ie io si se my om os ab ar to tv ty st'.split(' '),
)
const TAG = /^([a-z]{2}|fil|ceb)(?:[-_][a-z]{4})?(?:[-_](?:[a-z]{2}|\d{3}))?$/i
const IN_BRACKETS = /^[^()[\]]*[([]([a-z]{2,3}(?:[-_]\w{2,4}){0,2})[)\]]$/i
const WITH_BASE = /^(.+?)[_. :-]{1,2}\[?([a-z]{2}(?:[-_][a-z]{4})?(?:[-_][a-z]{2})?)\]?$/i
const SOURCE = /^(?:source|original)(?:[ _-]?(?:text|string|term))?$/i
const TARGET = /^(?:target|translation|translated)(?:[ _-]?(?:text|string|term))?$/i

let byName: ReadonlyMap<string, string> | undefined

/** The groups of at least two languages among the names of columns. Where there are none: `source` and `target`. */
export function languageGroups(names: readonly string[]): LanguageGroup[] {
  const groups = new Map<string, Map<number, string>>()
  const put = (base: string, column: number, tag: string): void => {
    groups.set(base, (groups.get(base) ?? new Map<number, string>()).set(column, tag))
  }
  for (const [column, name] of names.entries()) {
    const tag = languageNamed(name)
    if (tag !== undefined && !(column === 0 && DOUBTFUL.has(tag))) put('', column, tag)
    else {
      const [, base, suffix] = WITH_BASE.exec(name) ?? []
      const known = suffix === undefined ? undefined : knownTag(suffix)
      if (base !== undefined && known !== undefined) put(base, column, known)
    }
  }
  const found = [...groups].map(([base, columns]) => ({ base, columns })).filter(isGroup)
  return found.length > 0 ? found : sourceAndTarget(names)
}

function isGroup({ columns }: LanguageGroup): boolean {
  const tags = new Set(columns.values())
  return tags.size > 1 && tags.size === columns.size && [...tags].some(tag => !DOUBTFUL.has(tag))
}

function sourceAndTarget(names: readonly string[]): LanguageGroup[] {
  const source = names.findIndex(name => SOURCE.test(name))
  const target = names.findIndex(name => TARGET.test(name))
  return source < 0 || target < 0
    ? []
    : [
        {
          base: '',
          columns: new Map([
            [source, ''],
            [target, ANY_LANGUAGE],
          ]),
        },
      ]
}

/** The language that the whole name of a column says: `de`, `pt_BR`, `German`, `German (de)`. */
function languageNamed(name: string): string | undefined {
  byName ??= new Map(NAMED.map(tag => [(NAMES.of(tag) ?? tag).toLowerCase(), tag]))
  return knownTag(name) ?? knownTag(IN_BRACKETS.exec(name)?.[1] ?? '') ?? byName.get(name.toLowerCase())
}

function knownTag(text: string): string | undefined {
  const language = TAG.exec(text)?.[1]?.toLowerCase()
  if (language === undefined || NAMES.of(language) === undefined) return undefined
  return text.replaceAll('_', '-').toLowerCase()
}

/** The column for a language: the one with its tag or `*`, else one for the language without region, else the only one of a region. */
export function columnFor({ columns }: LanguageGroup, language: string): number | undefined {
  const wanted = language.toLowerCase()
  const find = (fits: (tag: string) => boolean): number[] =>
    [...columns].filter(([, tag]) => fits(tag)).map(([column]) => column)
  const [own] = find(tag => tag === wanted || tag === ANY_LANGUAGE)
  if (own !== undefined) return own
  const [wider] = find(tag => tag !== '' && wanted.startsWith(`${tag}-`))
  if (wider !== undefined) return wider
  const regional = find(tag => tag.startsWith(`${wanted}-`))
  return regional.length === 1 ? regional[0] : undefined
}
