/** What the clauses of one instruction ask for, before it is joined with the intent of the plan that it refines. */
import { type Reason, traitsOf } from '../../../formats/index.ts'
import type { Pattern } from '../../domain/intent.ts'
import type { Tier } from '../../domain/price.ts'
import type { PartSurvey, Survey } from '../../domain/survey.ts'
import { GUESSED, isLeftUntilAsked, isReason, keyOf, matches } from '../selection.ts'
import { translatableUnits } from '../survey.ts'
import type { Clause } from './clauses.ts'
import { someCalled } from './find-part.ts'
import type { Stance, State } from './operands.ts'

/** What was done with a clause (MCP-14). */
export type Fate = 'applied' | 'guidance' | 'not_understood'

export interface Reading {
  fresh: string[]
  readonly added: string[]
  readonly removed: string[]
  readonly replaced: string[]
  source?: string
  tier?: Tier
  tierClause?: Clause
  everything: boolean
  readonly include: Pattern[]
  readonly exclude: Pattern[]
  /** No longer left out. */
  readonly lifted: Pattern[]
  /** Parts that are asked for by name although the format takes them for something that is not translated. */
  readonly guessed: Pattern[]
  readonly also: Reason[]
  readonly alsoNot: Reason[]
  readonly keep: string[]
  /** The clause that each choice was made in. */
  readonly clauses: Map<Pattern, Clause>
  /** Clauses that a later one contradicts. */
  readonly overruled: Set<Clause>
}

export function emptyReading(): Reading {
  const lists = { fresh: [], added: [], removed: [], replaced: [], include: [], exclude: [], lifted: [], guessed: [] }
  return { ...lists, everything: false, also: [], alsoNot: [], keep: [], clauses: new Map(), overruled: new Set() }
}

/** Chooses a part, rows or a kind. False where none can be meant: the part has no text that could be translated. */
export function choose(reading: Reading, survey: Survey, clause: Clause, stance: Stance, pattern: Pattern): boolean {
  switch (stance) {
    case 'remove':
    case 'keep':
      takeBack(reading, reading.lifted, pattern)
      reading.exclude.push(pattern)
      break
    case 'restore':
    case 'add':
      if (isIdle(pattern, survey)) {
        if (!isOpen(pattern, survey)) return false
        reading.guessed.push(pattern)
      }
      if (isWaitingKind(pattern, survey)) reading.guessed.push(pattern)
      takeBack(reading, reading.exclude, pattern)
      reading.lifted.push(pattern)
      break
    case 'target':
    case 'only':
      if (isWaitingKind(pattern, survey) || (isIdle(pattern, survey) && (guesses(survey) || isOpen(pattern, survey))))
        reading.guessed.push(pattern)
      takeBack(reading, reading.exclude, pattern)
      reading.include.push(pattern)
      break
    case 'source':
    case 'replace':
    case 'nothing':
      return false
  }
  reading.clauses.set(pattern, clause)
  return true
}

/** `review comments`: texts of a kind may wait to be asked for, too. */
function isWaitingKind({ by }: Pattern, { parts }: Survey): boolean {
  return by === 'kind' && parts.some(({ left_out }) => left_out.on_request !== undefined)
}

/** Takes back an earlier choice of the same part: the later one holds, and the clause of the earlier one was not carried out. */
function takeBack(reading: Reading, patterns: Pattern[], pattern: Pattern): void {
  const at = patterns.findIndex(other => keyOf(other) === keyOf(pattern))
  for (const earlier of at < 0 ? [] : patterns.splice(at, 1)) {
    const clause = reading.clauses.get(earlier)
    if (clause !== undefined) reading.overruled.add(clause)
  }
}

/** Chooses entries by whether they have a translation. Those without one, and fuzzy ones, are translated unless they are left out. */
export function chooseState(
  reading: Reading,
  stance: Stance,
  state: State,
  said: string,
  missingToo: boolean,
): boolean {
  const leaves = stance === 'remove' || stance === 'keep'
  if (stance === 'source' || stance === 'replace' || stance === 'nothing') return false
  switch (state) {
    case 'existing':
      if (stance === 'only') reading.include.push({ by: 'done', said })
      ;(leaves ? reading.alsoNot : reading.also).push('already_translated')
      return true
    case 'hidden':
      ;(leaves ? reading.alsoNot : reading.also).push('hidden')
      return true
    case 'missing':
      if (stance === 'only') reading.alsoNot.push('already_translated')
      return !leaves
    case 'fuzzy':
      return missingToo && !leaves
  }
}

/** Text that a format leaves out can be asked for only where the format merely guesses that it is not text for people. */
export function chooseReason(reading: Reading, survey: Survey, stance: Stance, reason: Reason): boolean {
  if (stance === 'remove' || stance === 'keep') {
    reading.alsoNot.push(reason)
    return true
  }
  const there = survey.parts.some(part => part.left_out[reason] !== undefined)
  const taken = (stance === 'add' || stance === 'restore') && there && guesses(survey) && GUESSED.has(reason)
  if (taken) reading.also.push(reason)
  return taken
}

/** Whether the format only guesses what is code: a value in a data file may merely look like code. Code in a document is code. */
function guesses({ extension }: Survey): boolean {
  return traitsOf(extension).guesses === true
}

/** Whether a part has nothing that is translated or was translated before: only numbers, code, or what the format takes for code. */
export function isIdle(pattern: Pattern, { parts }: Survey): boolean {
  const done = (part: PartSurvey) => part.left_out.already_translated !== undefined
  return pattern.by === 'name' && !someCalled(pattern, parts, part => translatableUnits(part) > 0 || done(part))
}

/** Whether a part has text that is left out and may be asked for by name: in data what looks like code, in a document what waits to be asked for. */
function isOpen(pattern: Pattern, survey: Survey): boolean {
  const isGuessed = (reason: Reason) => (guesses(survey) ? GUESSED.has(reason) : isLeftUntilAsked(reason))
  const open = (part: PartSurvey) => Object.keys(part.left_out).filter(isReason).some(isGuessed)
  return pattern.by === 'name'
    ? someCalled(pattern, survey.parts, open)
    : survey.parts.some(part => open(part) && matches(pattern, { part: part.part }))
}
