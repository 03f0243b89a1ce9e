/** What exact wishes make of an intent. Each states the whole of its matter, in place of what earlier instructions said of it. */
import { SKIPPABLE_CHECKS } from '../../contract/check-names.ts'
import type { ExactWishes } from '../../contract/exact-wishes.ts'
import { traitsOf } from '../../formats/index.ts'
import type { Intent, Pattern, Selection } from '../domain/intent.ts'
import { canonicalTag } from '../domain/languages.ts'
import { languageNotSupported, type PlanRefusal, planInvalid } from '../domain/plan-refusal.ts'
import type { Survey } from '../domain/survey.ts'
import { type NamedParts, namedParts, noSuchParts, type PartPattern } from './named-parts.ts'
import { concernsTone } from './prose/guidance.ts'
import { EVERYTHING, isByName, matches } from './selection.ts'
import { translatableUnits } from './survey.ts'

type Kept = Pick<Intent, 'selection' | 'keep_untranslated' | 'guidance' | 'tone' | 'skip_checks' | 'mark_unreviewed'>

/** What the words after the exact sentences refine. */
export interface ExactStart {
  /** Undefined where they are not stated; then those of the earlier plan hold. */
  readonly target_languages?: readonly string[]
  readonly source_language?: string
  readonly quality_tier?: Intent['quality_tier']
  readonly kept: Kept
}

/**
 * Carries exact wishes out on the intent before. `only` replaces all that was chosen before, rows and kinds too, and `leave_out` all
 * that was left out; `tone` replaces every wish about the tone.
 *
 * @throws {PlanRefusal} plan_invalid: a part that the file does not have, or one that is asked for and left out, or a check that cannot be
 *   switched off; language_not_supported
 */
export function startFrom(exact: ExactWishes, survey: Survey, previous: Intent | undefined): ExactStart {
  const { target_languages, source_language, quality_tier } = exact
  return {
    ...(target_languages === undefined ? {} : { target_languages: target_languages.map(tagIn('target_languages')) }),
    ...(source_language === undefined ? {} : { source_language: tagIn('source_language')(source_language) }),
    ...(quality_tier === undefined ? {} : { quality_tier }),
    kept: {
      selection: selectionOf(exact, survey, previous?.selection ?? EVERYTHING),
      keep_untranslated: exact.keep_untranslated ?? previous?.keep_untranslated ?? [],
      ...toned(exact.tone, previous),
      ...skipping(exact.skip_checks ?? previous?.skip_checks),
      ...((exact.mark_unreviewed ?? previous?.mark_unreviewed) && { mark_unreviewed: true }),
    },
  }
}

/** @throws {PlanRefusal} plan_invalid: there is no such check, or it is one that refuses */
function skipping(names: readonly string[] = []): Pick<Intent, 'skip_checks'> {
  const wrong = names.find(name => !SKIPPABLE_CHECKS.includes(name))
  if (wrong !== undefined) {
    const can = `These can be switched off: ${SKIPPABLE_CHECKS.join(', ')}.`
    throw planInvalid(
      'skip_checks',
      `There is no check “${wrong}” that an instruction can switch off. ${can}`,
      'skip_checks',
    )
  }
  return names.length === 0 ? {} : { skip_checks: names }
}

const tagIn =
  (param: string) =>
  (tag: string): string => {
    const known = canonicalTag(tag)
    if (known === undefined) throw languageNotSupported(tag, param)
    return known
  }

/** How a tone stands among the guidance for the engine. */
const toneLine = (tone: string): string => `Tone: ${tone}`

function toned(tone: string | undefined, previous: Intent | undefined): Pick<Intent, 'guidance' | 'tone'> {
  const before = previous?.guidance ?? []
  if (tone === undefined) return { guidance: before, ...(previous?.tone === undefined ? {} : { tone: previous.tone }) }
  const own = previous?.tone === undefined ? undefined : toneLine(previous.tone)
  const others = before.filter(wish => wish !== own && !concernsTone(wish))
  return tone === '' ? { guidance: others } : { guidance: [...others, toneLine(tone)], tone }
}

function selectionOf(exact: ExactWishes, survey: Survey, before: Selection): Selection {
  const { only, leave_out } = exact
  if (only === undefined && leave_out === undefined) return before
  const parts = namedParts(survey)
  const include = only && patternsOf('only', only, parts, survey)
  const exclude = leave_out && patternsOf('leave_out', leave_out, parts, survey)
  const selection = {
    ...before,
    ...(include === undefined ? {} : { include, lift: include.filter(pattern => isGuessed(pattern, survey)) }),
    ...(exclude === undefined ? {} : { exclude }),
  }
  refuseContradiction(selection, survey)
  return selection
}

function patternsOf(
  param: 'only' | 'leave_out',
  names: readonly string[],
  parts: NamedParts,
  survey: Survey,
): PartPattern[] {
  const found = names.map(name => ({ name, pattern: parts.find(name) }))
  const unknown = found.flatMap(({ name, pattern }) => (pattern === undefined ? name : []))
  if (unknown.length > 0) throw noSuchParts(param, unknown, survey)
  return found.flatMap(({ pattern }) => pattern ?? [])
}

/** Whether a part is asked for by its name that the format takes for something else than text: then its guess does not hold. */
function isGuessed(pattern: PartPattern, { parts, extension, settings }: Survey): boolean {
  if (pattern.by === 'file') return false
  const { part: name, below } = pattern
  if (below && settings !== undefined) return true
  const found = below ? undefined : parts.find(({ part }) => part === name)
  if (found === undefined || translatableUnits(found) > 0 || found.left_out.already_translated !== undefined)
    return false
  return (
    traitsOf(extension).guesses === true ||
    found.left_out.metadata !== undefined ||
    found.left_out.on_request !== undefined
  )
}

/** @throws {PlanRefusal} plan_invalid where a part that was asked for is left out, all of it */
function refuseContradiction({ include, exclude }: Selection, survey: Survey): void {
  const without = exclude.filter(isByName)
  const asked = include.filter(pattern => pattern.by === 'part')
  if (without.length === 0 || asked.length === 0) return
  const left = new Map<string, Pattern>()
  for (const { part } of survey.parts) {
    const pattern = without.find(each => matches(each, { part }))
    if (pattern !== undefined) left.set(part, pattern)
  }
  for (const pattern of asked) {
    const meant = survey.parts.filter(({ part }) => matches(pattern, { part }))
    const by = left.get(meant[0]?.part ?? '')
    if (by !== undefined && meant.every(({ part }) => left.has(part))) throw contradiction(pattern.said, by.said)
  }
}

function contradiction(asked: string, left_out: string): PlanRefusal {
  return planInvalid(
    'only',
    `“${asked}” is asked for, and left out by “${left_out}”. Give leave_out anew without it, or [] to leave out nothing on request.`,
    'only',
  )
}
