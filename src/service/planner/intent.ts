import type { Intent, Pattern, Selection } from '../domain/intent.ts'
import { languageName } from '../domain/languages.ts'
import { type PlanRefusal, planInvalid } from '../domain/plan-refusal.ts'
import type { Tier } from '../domain/price.ts'
import type { Survey } from '../domain/survey.ts'
import { sourceOfIntent } from './asked-column.ts'
import { withoutEvidence } from './evidence.ts'
import { startFrom } from './exact.ts'
import { refuseEmptyFile, refuseEmptySelection } from './nothing-left.ts'
import { settled } from './prose/guidance.ts'
import { readProse } from './prose/read.ts'
import type { Reading } from './prose/reading.ts'
import { EVERYTHING, isByName, keyOf, matches } from './selection.ts'
import { sourceLanguageOf } from './source-language.ts'

export interface Facts {
  readonly survey: Survey
  /** The intent of the plan that this instruction refines. */
  readonly previous?: Intent
  readonly defaults: { readonly source_language: string; readonly quality_tier: Tier }
}

/**
 * Reads an instruction in English, German, French, Spanish or Japanese. Each of its words ends in exactly one clause of
 * `applied`, `guidance` or `not_understood`, except politeness and articles (MCP-14). A sentence that names targets
 * replaces those of the previous plan; words such as also, without, instead refine it; all other choices stay. Exact wishes
 * at its head are carried out first (exact.ts), and the words after them refine that.
 * @throws {PlanRefusal} plan_invalid: no target, no such part, nothing to translate, a refinement without any use;
 *   language_not_supported.
 */
export function readInstruction(instruction: string, facts: Facts): Intent {
  const { survey, previous } = facts
  refuseEmptyFile(survey)
  const { evidence, exact, sentences, rest } = withoutEvidence(instruction, facts)
  // What is told of the folder alone asks for nothing: all else stays.
  if (previous !== undefined && sentences.length === 0 && rest === '')
    return checked({ ...previous, ...evidence }, facts)
  const start = startFrom(exact, survey, previous)
  const text = rest.normalize('NFC').replace(SUSPENDED, '$1$4$2$3$4')
  const spoken = start.source_language ?? previous?.source_language
  const said = { ...evidence, ...(spoken !== undefined && { source_language: spoken }) }
  const source = sourceLanguageOf(said, survey, facts.defaults.source_language).tag
  const head = COMPILED.exec(text)?.[0].length ?? 0
  const targets = previous?.target_languages ?? []
  const selected = start.kept.selection ?? EVERYTHING
  const clauses = readProse(text, { survey, targets, selected, source, head, stated: start })
  const { reading } = clauses
  const source_language = reading.source ?? previous?.source_language
  const intent: Intent = {
    target_languages: targetsOf(reading, previous?.target_languages ?? []),
    ...(source_language === undefined ? {} : { source_language }),
    ...evidence,
    quality_tier: reading.tier ?? previous?.quality_tier ?? facts.defaults.quality_tier,
    ...start.kept,
    selection: selectionOf(reading, start.kept.selection),
    keep_untranslated: unique([...start.kept.keep_untranslated, ...reading.keep]),
    guidance: settled([...start.kept.guidance, ...clauses.guidance]),
    applied: [...sentences.map(withoutStop), ...clauses.applied],
    not_understood: clauses.not_understood,
  }
  checked(intent, facts, clauses.not_understood)
  if (previous !== undefined && intent.applied.length + clauses.guidance.length === 0)
    throw useless(clauses.not_understood)
  return intent
}

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '')

/** `Kopf- und Fußzeilen`: both words have the end of the second. */
const SUSPENDED = /(?<!\p{L})(Kopf|Fuß|End)-( (?:und|oder) )(Kopf|Fuß|End)(zeilen|noten)(?!\p{L})/gu

/** The sentence that a program makes of separate arguments, and puts before the words of a person. */
const COMPILED =
  /^(?:Translate (?:from|into) [^.;!?\n]*\([A-Za-z\d-]+\)[^.;!?\n]*|Use (?:lite|standard) quality)\.(?:\s|$)/

/** Refinements change the earlier targets; targets that are named anew replace them. */
function targetsOf(reading: Reading, previous: readonly string[]): string[] {
  const { fresh, added, removed, replaced } = reading
  const swaps = replaced.some(tag => previous.includes(tag))
  const first = replaced.find(tag => previous.includes(tag))
  const base = swaps
    ? previous.flatMap(tag => (tag === first ? fresh : replaced.includes(tag) ? [] : [tag]))
    : fresh.length > 0
      ? fresh
      : previous
  return unique([...base, ...added]).filter(
    tag => !removed.includes(tag) && !(replaced.includes(tag) && !fresh.includes(tag)),
  )
}

function selectionOf(reading: Reading, previous: Selection = EVERYTHING): Selection {
  const { include, exclude, lifted, guessed } = reading
  const before = reading.everything ? { ...previous, include: [], exclude: [] } : previous
  const asked = include.length > 0 ? narrowed(include, before.include) : before.include
  const also = [...before.also, ...reading.also].filter(reason => !reading.alsoNot.includes(reason))
  return {
    include: uniquePatterns(asked.length > 0 ? [...asked, ...lifted] : []),
    exclude: uniquePatterns([...without(before.exclude, [...lifted, ...include]), ...exclude]),
    also: [...new Set(also)],
    lift: uniquePatterns(without([...before.lift, ...guessed], exclude)),
  }
}

/**
 * Joins a new choice with the earlier one. A choice that names parts replaces all of the earlier one. Any other choice, of rows for
 * example, replaces only what was chosen in the same way: earlier parts stay, and the rows are taken from them.
 */
function narrowed(include: readonly Pattern[], before: readonly Pattern[]): Pattern[] {
  const finer = !include.some(isByName)
  const kept = before.filter(pattern => finer && !include.some(other => other.by === pattern.by))
  return [...kept, ...include]
}

function without(patterns: readonly Pattern[], others: readonly Pattern[]): Pattern[] {
  const keys = new Set(others.map(keyOf))
  const isNamed = ({ part }: { readonly part: string }) =>
    others.some(other => other.by === 'name' && matches(other, { part }))
  return patterns.filter(pattern => !keys.has(keyOf(pattern)) && !(pattern.by === 'part' && isNamed(pattern)))
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}

function uniquePatterns(patterns: readonly Pattern[]): Pattern[] {
  return [...new Map(patterns.map(pattern => [keyOf(pattern), pattern])).values()]
}

/** 422 `plan_invalid`: nothing of a refinement can be acted on, so the plan before stays as it is. */
function useless(unread: readonly string[]): PlanRefusal {
  const rest = unread.length > 0 ? ` Not understood: ${unread.join('; ')}.` : ''
  const example =
    'Say what to change, for example “also French”, “formal”, or “without” and, in quotes, the name of a part.'
  return planInvalid('refinement', `Nothing in these words changes the plan: it stays as it is. ${example}${rest}`)
}

function checked(intent: Intent, facts: Facts, unread: readonly string[] = []): Intent {
  const { target_languages } = intent
  const source = sourceOfIntent(intent, facts.survey, facts.defaults.source_language).tag
  if (target_languages.length === 0) {
    const example = source === 'de' ? 'Translate into English' : 'Translate into German'
    const rest = unread.length > 0 ? ` Not understood: ${unread.join('; ')}.` : ''
    throw planInvalid(
      'target_language',
      `${facts.previous === undefined ? 'The instruction names' : 'This leaves'} no target language. Say one by name or tag, for example “${example}”.${rest}`,
    )
  }
  if (target_languages.includes(source)) {
    const name = languageName(source)
    throw planInvalid(
      'target_language',
      `${name} (${source}) is the language of the file itself. Name another target, or say the source: “Translate from … into ${name}”.`,
    )
  }
  refuseEmptySelection(intent.selection, facts.survey)
  return intent
}
