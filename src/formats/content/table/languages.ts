/** Columns that hold one text in several languages: `en,de,fr`, `name_en,name_de`, `source,target`. */
import { sameTag } from '../../../contract/language-tags.ts'
import type { Sample } from './header.ts'
import { type Heading, headingIn } from './headings.ts'
import { isOriginalName, isSourceName, isTargetName, isTextName, plainHeading } from './profiles.ts'
import { canonical, languageAlone } from './tags.ts'

/** The columns of one text in several languages. */
export interface LanguageGroup {
  /** What the headings have in common: `name` for `name_en` and `name_de`; empty for `en` and `de`. */
  readonly base: string
  /** By column index, from left to right. */
  readonly columns: ReadonlyMap<number, Heading>
  /** The column whose heading says the text and no language: `source` beside `fr`, `name` beside `name_fr`. */
  readonly unsaid?: number | undefined
}

/** The columns for a text and for its translation into any language: `source,target`. */
export interface SourceAndTarget {
  readonly source: number
  readonly target: number
}

/**
 * The groups among the headings of a table. One column in one language is a group only beside a column of keys (`hasKeys`) or a source, or
 * where its heading says what text it is: `key,en`, `source,de`, `title_en`. A code that is also a word is no language unless another column has one that is not.
 */
export function languageGroups(names: readonly string[], hasKeys: boolean): LanguageGroup[] {
  const groups = new Map<string, Map<number, Heading>>()
  const hasSource = names.some(isSourceName)
  for (const [column, name] of names.entries()) {
    const heading = headingIn(name)
    if (heading === undefined || (heading.base === '' && heading.doubtful && column === 0)) continue
    const { base } = heading
    groups.set(base, (groups.get(base) ?? new Map<number, Heading>()).set(column, heading))
  }
  return [...groups]
    .map(([base, columns]) => ({ base, columns, unsaid: unsaidColumn(names, base) }))
    .filter(({ base, columns }) =>
      isGroup([...columns.values()], base === '' ? hasKeys || hasSource : isTextName(base)),
    )
}

function unsaidColumn(names: readonly string[], base: string): number | undefined {
  const find = (is: (name: string) => boolean): number | undefined => {
    const at = names.findIndex(is)
    return at < 0 ? undefined : at
  }
  if (base === '') return find(isSourceName) ?? find(isOriginalName)
  const plain = plainHeading(base)
  return plain === '' ? undefined : find(name => plainHeading(name) === plain)
}

function isGroup(headings: readonly Heading[], isText: boolean): boolean {
  const tags = new Set(headings.map(({ tag }) => tag))
  if (tags.size < headings.length || headings.every(({ doubtful }) => doubtful)) return false
  return tags.size > 1 || isText
}

export const isEnglish = (tag: string): boolean => languageAlone(tag) === 'en'

export function sourceAndTarget(names: readonly string[]): SourceAndTarget | undefined {
  const [source, target] = [names.findIndex(isSourceName), names.findIndex(isTargetName)]
  return source < 0 || target < 0 ? undefined : { source, target }
}

/**
 * The column for a language. A language without a region stands for the region that most people mean by it (CLDR's likely subtags), and
 * no other: `de-DE` is the place of `de`, and `pt-BR` that of `pt`, but `de-AT` and `pt-PT` are none.
 */
export function columnFor({ columns }: LanguageGroup, language: string): number | undefined {
  const find = (fits: (tag: string) => boolean): number | undefined =>
    [...columns].find(([, { tag }]) => fits(tag))?.[0]
  return find(tag => tag === canonical(language)) ?? find(tag => sameTag(tag, language))
}

/** The column of a language that somebody says the texts are in; where one of its regions alone is there, that one. */
export function columnOfSource(group: LanguageGroup, language: string): number | undefined {
  const own = columnFor(group, language)
  const regional = [...group.columns].filter(([, { tag }]) => languageAlone(tag) === languageAlone(language))
  return own ?? (regional.length === 1 ? regional[0]?.[0] : undefined)
}

/**
 * The language of the one column that has a text in every row that has one; undefined where there are several such columns, or none. Beside
 * a column that says no language, only English is sure to be no translation.
 */
export function completeColumn({ columns, unsaid }: LanguageGroup, rows: Sample): string | undefined {
  const filled = rows
    .map(row => [...columns.keys()].filter(at => (row[at] ?? '') !== ''))
    .filter(some => some.length > 0)
  const complete = [...columns].filter(([at]) => filled.every(some => some.includes(at)))
  const tag = complete.length === 1 ? complete[0]?.[1].tag : undefined
  return unsaid === undefined || (tag !== undefined && isEnglish(tag)) ? tag : undefined
}
