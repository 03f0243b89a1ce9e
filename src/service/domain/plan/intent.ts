import { languageName } from '../languages.ts'
import { account } from './account.ts'
import { type Group, groupsOf } from './groups.ts'
import { type Item, itemsOf } from './items.ts'
import { lex, type Token } from './lexer.ts'
import type { Tier } from './price.ts'
import { readGroups } from './read-groups.ts'
import { emptyReading, type Reading } from './reading.ts'
import { partsThatExist, planInvalid } from './refusal.ts'
import { matches, type Pattern, type Selection, verdict } from './selection.ts'
import { sourceOf } from './source-language.ts'
import { type Survey, translatableUnits } from './survey.ts'

/** What an instruction asks for, after the instructions before it: plain data, kept with the plan. */
export interface Intent {
  /** Supported tags, in the order they were named; never empty. */
  readonly target_languages: readonly string[]
  /** Only where an instruction says it. */
  readonly source_language?: string
  readonly quality_tier: Tier
  readonly selection: Selection
  /** Terms that stay as they are in every language. */
  readonly keep_untranslated: readonly string[]
  /** Wishes about style that go to the engine, also those of earlier instructions. */
  readonly guidance: readonly string[]
  /** Clauses of this instruction that were carried out, word for word. */
  readonly applied: readonly string[]
  /** Clauses of this instruction that nobody will act on, word for word. */
  readonly not_understood: readonly string[]
}

export interface Facts {
  readonly survey: Survey
  /** The intent of the plan that this instruction refines. */
  readonly previous?: Intent
  readonly defaults: { readonly source_language: string; readonly quality_tier: Tier }
}

/**
 * Reads an instruction in English, German, French, Spanish or Japanese. Each of its words ends in exactly one clause of
 * `applied`, `guidance` or `not_understood`, except politeness and articles (MCP-14). A sentence that names targets
 * replaces those of the previous plan; words such as also, without, instead refine it; all other choices stay.
 * @throws PlanRefusal plan_invalid: no target, no such part, nothing to translate; language_not_supported.
 */
export function readInstruction(instruction: string, facts: Facts): Intent {
  const { survey, previous } = facts
  refuseEmptyFile(survey)
  const text = instruction.normalize('NFC')
  const tokens = lex(text)
  const items = itemsOf(tokens)
  const reading = emptyReading(tokens)
  const pieces = new Array<number>(tokens.length).fill(0)
  const breaks = new Set<number>()
  const commas = new Set<number>()
  for (const [number, piece] of piecesOf(items).entries()) {
    for (const item of piece) pieces[item.at] = number
    const groups = groupsOf(piece)
    for (const group of groups) noteBreaks(group, breaks, commas)
    readGroups({ text, tokens, parts: survey.parts, reading }, groups)
    noteIdle(piece, tokens, reading)
  }
  const clauses = account(text, tokens, reading.fates, pieces, { breaks, commas })
  const source_language = reading.source ?? previous?.source_language
  const intent: Intent = {
    target_languages: targetsOf(reading, previous?.target_languages ?? []),
    ...(source_language === undefined ? {} : { source_language }),
    quality_tier: reading.tier ?? previous?.quality_tier ?? facts.defaults.quality_tier,
    selection: selectionOf(reading, previous?.selection),
    keep_untranslated: unique([...(previous?.keep_untranslated ?? []), ...reading.keep]),
    guidance: unique([...(previous?.guidance ?? []), ...clauses.guidance]),
    applied: clauses.applied,
    not_understood: clauses.not_understood,
  }
  check(intent, facts, tokens, clauses.not_understood)
  return intent
}

/** Where a group or a member of a list begins a clause of its own. */
function noteBreaks(group: Group, breaks: Set<number>, commas: Set<number>): void {
  if (group.separated) breaks.add(group.marks[0]?.at ?? group.runs[0]?.[0]?.at ?? -1)
  for (const [at, run] of group.runs.entries()) if (group.afterComma[at]) commas.add(run[0]?.at ?? -1)
}

/** A sentence of nothing but articles and auxiliaries still says something that nobody acts on: `What is this?` */
function noteIdle(piece: readonly Item[], tokens: readonly Token[], reading: Reading): void {
  if (piece.some(item => reading.fates[item.at] !== undefined)) return
  const idle = piece.filter(item => tokens[item.at]?.kind === 'word' && !tokens[item.at]?.roles.has('polite'))
  for (const item of idle) if (!tokens[item.at]?.roles.has('and')) reading.fates[item.at] = 'not_understood'
}

function piecesOf(items: readonly Item[]): Item[][] {
  const pieces: Item[][] = [[]]
  for (const item of items) {
    if (item.as === 'boundary') pieces.push([])
    else pieces.at(-1)?.push(item)
  }
  return pieces
}

/** Refinements change the targets before; targets named afresh take their place. */
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

function selectionOf(reading: Reading, previous: Selection | undefined): Selection {
  const before = reading.everything && previous !== undefined ? { ...previous, include: [], exclude: [] } : previous
  const lifted = (pattern: Pattern) => reading.lifted.some(other => other.words.join(' ') === pattern.words.join(' '))
  const kept = (before?.exclude ?? []).filter(pattern => !lifted(pattern))
  const asked = reading.include.length > 0 ? reading.include : (before?.include ?? [])
  const include = asked.length > 0 ? [...asked, ...reading.lifted] : []
  const also = [...(before?.also ?? []), ...reading.also].filter(reason => !reading.alsoNot.includes(reason))
  const wanted = (pattern: Pattern) => reading.include.some(other => other.words.join(' ') === pattern.words.join(' '))
  return {
    include: uniquePatterns(include),
    exclude: uniquePatterns([...kept.filter(pattern => !wanted(pattern)), ...reading.exclude]),
    also: [...new Set(also)],
  }
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}

function uniquePatterns(patterns: readonly Pattern[]): Pattern[] {
  return [...new Map(patterns.map(pattern => [pattern.words.join(' '), pattern])).values()]
}

function check(intent: Intent, facts: Facts, tokens: readonly Token[], unread: readonly string[]): void {
  const source = sourceOf(intent.source_language, facts.survey, facts.defaults.source_language).tag
  if (intent.target_languages.length === 0) {
    const example = source === 'de' ? 'Translate into English' : 'Translate into German'
    const rest = unread.length > 0 && tokens.length > 0 ? ` Not understood: ${unread.join('; ')}.` : ''
    throw planInvalid(
      'target_language',
      `The instruction names no target language. Say one by name or tag, for example “${example}”.${rest}`,
    )
  }
  if (intent.target_languages.includes(source)) {
    const name = languageName(source)
    throw planInvalid(
      'target_language',
      `${name} (${source}) is the language of the file itself. Name another target, or say the source: “Translate from … into ${name}”.`,
    )
  }
  refuseEmptySelection(intent.selection, facts.survey)
}

function refuseEmptyFile(survey: Survey): void {
  if (survey.parts.some(part => translatableUnits(part) > 0)) return
  if (survey.parts.some(part => part.left_out.already_translated !== undefined)) return
  throw planInvalid(
    'text',
    'This file has no text to translate: everything in it is empty, a number, code or an identifier.',
  )
}

function refuseEmptySelection(selection: Selection, survey: Survey): void {
  const taken = survey.parts.some(({ part, left_out, ...rest }) => {
    const plainly = translatableUnits({ part, left_out, ...rest }) > 0 && verdict(selection, { part }).included
    const brought = selection.also.some(
      reason => left_out[reason] !== undefined && verdict(selection, { part, left_out: reason }).included,
    )
    return plainly || brought
  })
  if (taken) return
  const named = [...selection.include, ...selection.exclude].filter(pattern =>
    survey.parts.some(({ part }) => matches(pattern, part)),
  )
  const asked = named.map(pattern => `“${pattern.said}”`).join(', ')
  throw planInvalid(
    'selection',
    `With ${asked || 'this selection'} as asked, no text is left to translate. ${partsThatExist(survey.parts)}`,
  )
}
