/**
 * Tables with a row for each language of a text: `key,locale,value`, and the translations that Shopify exports. The rows of one text stand
 * one after the other, in any order, or all rows of one language do.
 */
import { likeliestTag } from '../../../contract/language-tags.ts'
import type { ScanOptions } from '../../format.ts'
import type { Sample } from './header.ts'
import { type Heading, headingFor, headingIn } from './headings.ts'
import {
  isFieldName,
  isKeyName,
  isLocaleName,
  isMessageKey,
  isNoteName,
  isSourceName,
  isStatusName,
  isTargetName,
  isValueName,
} from './profiles.ts'
import { canonical, languageAlone } from './tags.ts'

export interface LanguageRows {
  readonly names: readonly string[]
  /** The columns with the language of a row, and with its text. */
  readonly locale: number
  readonly value: number
  /** The column that has the source in every row. Absent: the source is the text of the row in its language. */
  readonly source?: number | undefined
  /** The columns that say which text it is. */
  readonly keys: readonly number[]
  readonly notes: readonly number[]
  /** The column that says which field of a thing a row is about, as in the exports of Shopify. */
  readonly field?: number | undefined
  /** The columns that say something of one translation alone: a new row has nothing there. */
  readonly own: readonly number[]
  /**
   * The languages of the source and of the target, as `likeliestTag` gives them. The source is undefined where the first rows have no text but
   * the target's: it is then the first other language that has one.
   */
  readonly from: string | undefined
  readonly to?: string | undefined
  /** The language that is said for the source, where the first rows do not have it: it is the source where a later row has it. */
  readonly awaited?: string | undefined
  /** The one language that every text of the first rows has, as its cells write it, in BCP 47. */
  readonly complete: string | undefined
  /** The target as the cells of `locale` write languages. */
  readonly written: string
  /** True where a text without a row in the target language gets one. */
  readonly makes: boolean
  /** Its rows are sorted by language, as far as the first ones show: those of one text are far from each other. */
  readonly apart: boolean
}

/** The columns of such a table, as the headings say. */
interface Roles extends Pick<LanguageRows, 'locale' | 'value' | 'source' | 'keys' | 'notes' | 'own' | 'field'> {}

function rolesOf(names: readonly string[]): Roles | undefined {
  const all = (is: (name: string) => boolean): number[] => names.flatMap((name, at) => (is(name) ? [at] : []))
  const locale = names.findIndex(isLocaleName)
  const [source, target] = [names.findIndex(isSourceName), names.findIndex(isTargetName)]
  const pair = source >= 0 && target >= 0
  const value = pair ? target : names.findLastIndex(isValueName)
  const taken = [locale, value, ...(pair ? [source] : [])]
  const own = all(isStatusName)
  const keys = all(isKeyName).filter(at => !taken.includes(at) && !own.includes(at))
  if (locale < 0 || value < 0 || keys.length === 0) return undefined
  const field = names.findIndex(isFieldName)
  const said = { ...(pair && { source }), ...(field >= 0 && { field }) }
  return { locale, value, ...said, keys, own, notes: all(isNoteName).filter(at => !taken.includes(at)) }
}

export function textKey(cells: readonly (string | undefined)[]): string {
  return cells.map(cell => cell ?? '').join('\0')
}

/** A row of the sample: its text, its language. */
interface Row {
  readonly key: string
  readonly heading: Heading
  readonly filled: boolean
}

/** The first rows of a table; `whole`: it has no others. */
interface Rows {
  readonly rows: readonly Row[]
  readonly whole: boolean
}

/** The first rows of a table; `whole`: it has no others. */
interface Sampled {
  readonly sample: Sample
  readonly whole: boolean
}

/** The rows of a table by their languages; undefined where it is no such table. */
export function languageRowsOf(
  { sample, whole }: Sampled,
  { target, source }: Pick<ScanOptions, 'target' | 'source'>,
): LanguageRows | undefined {
  const [names = [], ...cells] = sample
  const roles = rolesOf(names)
  if (roles === undefined || cells.length === 0) return undefined
  const rows = cells.flatMap((row): Row[] => {
    const heading = headingIn(row[roles.locale] ?? '')
    const known = heading !== undefined && heading.base === ''
    return known
      ? [{ key: textKey(roles.keys.map(at => row[at])), heading, filled: (row[roles.value] ?? '') !== '' }]
      : []
  })
  if (rows.length < cells.length) return undefined
  const to = target && likeliestTag(target.language)
  const from = roles.source === undefined ? sourceOf({ rows, whole }, to, source) : ''
  const isOpen = from === undefined && !whole && isOfMessages(roles, names, rows)
  if (from === undefined && !isOpen) return undefined
  const together = standTogether(rows)
  const there = new Set(rows.map(({ heading }) => likeliestTag(heading.tag)))
  const one = there.size === 1
  // Rows in several languages of which no two have one text: reviews, contacts.
  if (roles.source === undefined && !one && new Set(rows.map(({ key }) => key)).size === rows.length) return undefined
  // Rows in the target language alone stand for themselves. Of others only who sees the whole table knows what follows.
  const apart = !together && (isOpen || !(one && (whole || there.has(to ?? ''))))
  const makes = together || whole || apart
  const complete = roles.source === undefined ? completeOf(rows) : undefined
  const written = target
    ? headingFor(
        canonical(target.language),
        rows.map(({ heading }) => heading),
        () => true,
      )
    : ''
  const said = source === undefined || roles.source !== undefined || whole || !apart ? undefined : likeliestTag(source)
  const awaited = said === undefined || said === from || said === to ? undefined : said
  return { ...roles, names, from, to, awaited, complete, written, makes, apart }
}

/** Rows in one language are those of messages where some have no text yet, or where their keys are those of messages. */
function isOfMessages({ keys }: Roles, names: readonly string[], rows: readonly Row[]): boolean {
  return rows.some(({ filled }) => !filled) || keys.some(at => isMessageKey(names[at] ?? ''))
}

/**
 * Whether the rows of one text stand beside each other. Where each language is a block of rows, two may be so by chance where one block
 * ends and the next begins.
 */
function standTogether(rows: readonly Row[]): boolean {
  const blocks: { readonly tag: string; count: number }[] = []
  let beside = 0
  for (const [at, { key, heading }] of rows.entries()) {
    const tag = likeliestTag(heading.tag)
    const last = blocks.at(-1)
    if (last?.tag === tag) last.count += 1
    else {
      blocks.push({ tag, count: 1 })
      if (rows[at - 1]?.key === key) beside += 1
    }
  }
  const sorted = new Set(blocks.map(({ tag }) => tag)).size === blocks.length
  return beside > 0 && !(sorted && blocks.every(({ count }) => count > 1))
}

/**
 * The language that is said, if rows have it; else that of most texts. Where several have as many: English, else the first. Undefined where
 * none that was looked at has a text in another language than the target's.
 */
function sourceOf({ rows, whole }: Rows, to: string | undefined, said: string | undefined): string | undefined {
  const counts = new Map<string, number>()
  for (const { heading, filled } of rows) {
    const tag = likeliestTag(heading.tag)
    if (tag !== to) counts.set(tag, (counts.get(tag) ?? 0) + (filled ? 1 : 0))
  }
  const alike = [...counts.keys()].filter(tag => said !== undefined && languageAlone(tag) === languageAlone(said))
  const own = said === undefined ? undefined : alike.find(tag => tag === likeliestTag(said))
  if (own !== undefined || alike.length === 1) return own ?? alike[0]
  const rank = ([tag, count]: readonly [string, number]): number => count + (languageAlone(tag) === 'en' ? 0.5 : 0)
  return [...counts].filter(([, count]) => whole || count > 0).sort((one, other) => rank(other) - rank(one))[0]?.[0]
}

function completeOf(rows: readonly Row[]): string | undefined {
  const keys = new Set(rows.map(({ key }) => key))
  const texts = new Map<string, Set<string>>()
  for (const { key, heading, filled } of rows) {
    if (filled) texts.set(heading.tag, (texts.get(heading.tag) ?? new Set<string>()).add(key))
  }
  const complete = [...texts].filter(([, some]) => some.size === keys.size)
  return complete.length === 1 ? complete[0]?.[0] : undefined
}
