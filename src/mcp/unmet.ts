/** What a caller asked for in separate arguments, and a plan does not show: a service may read them otherwise. */
import type { ExactWishes } from '../contract/exact-wishes.ts'
import { shownLine } from '../contract/hidden.ts'
import { sameTag } from '../contract/language-tags.ts'
import type { Plan } from '../contract/plan.ts'
import { quoted } from './render/data.ts'

const SHOWN_NAMES = 5

/**
 * A warning that names each argument which a plan does not show; none where it shows all. `words`: an instruction in words came with
 * the arguments, so that the plan may also have what they do not name.
 */
export function unmetWishes(wishes: ExactWishes, plan: Plan | null, words: boolean): string[] {
  if (plan === null) return []
  const unmet = [...languages(wishes, plan, words), ...parts(wishes, plan, words), ...style(wishes, plan)]
  return unmet.length === 0 ? [] : [`The plan does not show all that was asked: ${unmet.join('; ')}. Check it first.`]
}

function languages({ target_languages, source_language, quality_tier }: ExactWishes, plan: Plan, words: boolean) {
  const { target_languages: planned, source_language: source, quality_tier: tier } = plan
  const wanted = target_languages ?? planned
  const lacking = wanted.filter(tag => !planned.some(other => sameTag(tag, other)))
  const beyond = words ? [] : planned.filter(tag => !wanted.some(other => sameTag(tag, other)))
  return [
    ...said('target_languages', lacking),
    ...said('target_languages has beside them', beyond),
    ...(source_language === undefined || (source !== null && sameTag(source, source_language))
      ? []
      : said('source_language', [source_language])),
    ...(quality_tier === undefined || quality_tier === tier ? [] : said('quality_tier', [quality_tier])),
  ]
}

function parts({ only = [], leave_out = [] }: ExactWishes, plan: Plan, words: boolean): string[] {
  const included = plan.included.map(({ part }) => part)
  const left = plan.not_included.map(({ part }) => part)
  const rows = new Set([...included, ...left])
  const namesFor = (name: string) => (rows.has(name) ? [name] : [name, ...BELOW.map(below => name + below)])
  const some = (parts: readonly string[], name: string, is: typeof meets) =>
    parts.some(row => namesFor(name).some(each => is(row, each)))
  const lacking = only.filter(
    name => !some(included, name, meets) && !(included.length === 0 && echoes(name, plan.applied)),
  )
  const beyond = only.length === 0 || words ? [] : included.filter(row => !only.some(name => some([row], name, meets)))
  const kept = leave_out.filter(name => some(included, name, isAllOf) || !some(left, name, meets))
  return [
    ...said('only', lacking),
    ...said('only, but it takes', beyond),
    ...said(
      'leave_out',
      kept.filter(name => !(left.length === 0 && included.length === 0 && echoes(name, plan.applied))),
    ),
  ]
}

function style({ keep_untranslated = [], tone = '', skip_checks = [] }: ExactWishes, plan: Plan): string[] {
  const told = [...plan.guidance, ...plan.applied]
  const lost = keep_untranslated.filter(word => !plan.keep_untranslated.includes(word) && !echoes(word, told))
  const made = skip_checks.filter(name => plan.skipped_checks?.includes(name) !== true)
  return [
    ...said('keep_untranslated', lost),
    ...(tone === '' || echoes(tone, told) ? [] : said('tone', [tone])),
    ...said('skip_checks', made),
  ]
}

function said(argument: string, names: readonly string[]): string[] {
  if (names.length === 0) return []
  const more = names.length - SHOWN_NAMES
  const some = names.slice(0, SHOWN_NAMES).map(name => quoted(name, 80))
  return [`${argument} ${some.join(', ')}${more > 0 ? ` and ${more} more` : ''}`]
}

/** Whether a text of a plan repeats what was asked. */
function echoes(asked: string, texts: readonly string[]): boolean {
  const wanted = asked.toLowerCase()
  return texts.some(text => text.toLowerCase().includes(wanted) || text.includes(JSON.stringify(asked).slice(1, -1)))
}

/** What lies below a sheet, a section or a slide, whose name alone stands for it where no part is called so. */
const BELOW = [' > *', ': *']

/** Rows that stand for many parts whose names are not shown. */
const REST = /^(?:other parts|… and \d+ more)$/u

/** Whether a row of a plan may be, or hold, or lie in what a name stands for. */
function meets(row: string, name: string): boolean {
  if (isAllOf(row, name) || REST.test(row)) return true
  return row.endsWith('*') && name.startsWith(row.slice(0, -1))
}

/** Whether all of a row is what a name stands for. */
function isAllOf(row: string, name: string): boolean {
  if (row === name || shownLine(row) === name) return true
  return name.endsWith('*') && row.startsWith(name.slice(0, -1))
}
