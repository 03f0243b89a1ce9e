import type { Batch } from '../../contract/batch.ts'
import type { NotIncluded, Plan } from '../../contract/plan.ts'
import { type Amount, amountsOf, totalOf, UNSTATED } from '../consent/amount.ts'
import { amountsText } from '../render/amount.ts'
import { stateOf } from '../render/batch.ts'
import { quoted, visible } from '../render/data.ts'
import { listed } from '../render/list.ts'
import { count, counted } from '../render/numbers.ts'
import { appliedLines, engineLine, languageLabel, planNotes, planWarnings } from '../render/plan.ts'
import { LISTED_FILES, SHOWN_FILES } from './most-files.ts'

/** One translation of several: what it is called here, and its plan where it has one. */
export interface Several {
  readonly title: string
  readonly batch: Batch
  readonly plan: Plan | null
}

/** How many left-out parts are named for each file: the fewer, the more files stand in the list. */
function partsNamed(files: number): number {
  return files <= 5 ? 3 : files <= 15 ? 1 : 0
}

/** What a plan leaves out in short: the first parts, then how many more, so that 50 files fit in one answer. */
export function notIncludedInShort(parts: readonly NotIncluded[], files: number): NotIncluded[] {
  const named = parts.length <= partsNamed(files) ? parts.length : partsNamed(files)
  const rest = parts.slice(named)
  const shown = parts
    .slice(0, named)
    .map(({ part, reason, words }) => ({ part: visible(part, 60), reason: visible(reason, 80), words }))
  if (rest.length === 0) return shown
  return [
    ...shown,
    { part: counted(rest.length, named === 0 ? 'part' : 'more part'), reason: '', words: wordsIn(rest) },
  ]
}

function wordsIn(parts: readonly NotIncluded[]): number | null {
  return parts.some(({ words }) => words === null) ? null : parts.reduce((sum, { words }) => sum + (words ?? 0), 0)
}

/**
 * Those of which an answer has a line each: all, or of more than fit those that are to be looked at, which are without a plan, leave
 * something out or cost most.
 */
export function toList(all: readonly Several[]): readonly Several[] {
  if (all.length <= LISTED_FILES) return all
  const rank = ({ batch, plan }: Several) =>
    batch.error !== null || plan === null ? 0 : plan.not_included.length > 0 ? 1 : 2
  const cost = (one: Several) => creditsOf(severalTotal([one])) ?? 0
  const sorted = [...all].sort((one, other) => rank(one) - rank(other) || cost(other) - cost(one))
  return sorted.slice(0, SHOWN_FILES)
}

/** Of what has no line of its own: how many, their words, cost and what they leave out; nothing where all have one. */
export function othersLine(all: readonly Several[], shown: readonly Several[]): string[] {
  const others = all.filter(one => !shown.includes(one))
  if (others.length === 0) return []
  const words = others.reduce((sum, { plan }) => sum + (plan?.word_count ?? 0), 0)
  const cost = amountsText(severalTotal(others.filter(({ batch }) => batch.status === 'awaiting_review')))
  const parts = others.flatMap(({ plan }) => plan?.not_included ?? [])
  const [left = { words: null }] = notIncludedInShort(parts, LISTED_FILES)
  const out =
    parts.length === 0
      ? 'nothing'
      : `${counted(parts.length, 'part')}${left.words === null ? '' : ` (${counted(left.words, 'word')})`}`
  return [`And ${counted(others.length, 'more file')}: ${counted(words, 'word')}, ${cost}; left out: ${out}.`]
}

/** The first of many notes, and how many more there are. */
export function firstOf(texts: readonly string[], what = 'more of these'): string[] {
  const more = texts.length - SHOWN_FILES
  return more <= 1 ? [...texts] : [...texts.slice(0, SHOWN_FILES), `and ${count(more)} ${what}`]
}

/** A file in one line, for a person and for a model: languages, words, cost and what is left out in short. */
export function fileLine({ title, batch, plan }: Several, files: number): string {
  if (plan === null) {
    const known = amountsOf(undefined, batch.credit_cost || null)
    return `${title}: ${known === undefined ? `${stateOf(batch)}, no plan yet` : amountsText(known)}.`
  }
  const { source_language, target_languages, word_count, not_included } = plan
  const from = source_language === null ? '' : `${languageLabel(source_language)} into `
  const amounts = amountsOf(plan, batch.credit_cost)
  const facts = [
    target_languages.length === 0 ? '' : `${from}${listed(target_languages.map(languageLabel))}`,
    word_count === null ? '' : counted(word_count, 'word'),
    amounts === undefined ? 'cost not stated' : amounts.length === 0 ? 'free' : amountsText(amounts),
    batch.status === 'awaiting_review' ? '' : stateOf(batch),
  ]
  const left = notIncludedInShort(not_included, files).map(
    ({ part, reason, words }, at) =>
      `${at < Math.min(partsNamed(files), not_included.length) ? quoted(part, 60) : part}${words === null ? '' : ` (${counted(words, 'word')})`}${reason === '' ? '' : `: ${reason}`}`,
  )
  return `${title}: ${facts.filter(Boolean).join(', ')}; left out: ${left.length === 0 ? 'nothing' : left.join('; ')}.`
}

/** What was understood for all, who translates, and where the text goes: once where that is the same, else with the number of files. */
export function sharedLines(all: readonly Several[]): string[] {
  const lines = new Map<string, number>()
  for (const { plan } of all) {
    for (const line of plan === null ? [] : [...appliedLines(plan), engineLine(plan)]) {
      if (line !== '') lines.set(line, (lines.get(line) ?? 0) + 1)
    }
  }
  return [...lines].map(([line, files]) => (files === all.length ? line : `${counted(files, 'file')}: ${line}`))
}

/** The warnings of several plans, each once: with the files that it is about, unless it is about all. */
export function severalWarnings(all: readonly Several[]): string[] {
  const about = new Map<string, string[]>()
  for (const { title, plan } of all) {
    for (const warning of [...planWarnings(plan), ...planNotes(plan)])
      about.set(warning, [...(about.get(warning) ?? []), title])
  }
  return [...about].map(([warning, titles]) => {
    if (titles.length === all.length) return warning
    const named = titles.slice(0, 3)
    return `${listed([...named, ...(titles.length > 3 ? [counted(titles.length - 3, 'more file')] : [])])}: ${warning}`
  })
}

/** What is charged for all of several plans that await approval, by unit and payer. */
export function severalTotal(all: readonly Several[]): readonly Amount[] {
  return totalOf(all.flatMap(({ plan, batch }) => (plan === null ? [] : (amountsOf(plan, batch.credit_cost) ?? []))))
}

/** The credits in a total; null where the service does not state them. */
export function creditsOf(total: readonly Amount[]): number | null {
  const credits = total.find(({ unit }) => unit === 'credits')?.count ?? 0
  return credits === UNSTATED ? null : credits
}
