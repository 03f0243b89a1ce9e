/** What is said where a selection takes nothing of a file. */
import { shownLine } from '../../contract/hidden.ts'
import { type Reason, traitsOf } from '../../formats/index.ts'
import type { Pattern, Selection } from '../domain/intent.ts'
import { type PlanRefusal, planInvalid } from '../domain/plan-refusal.ts'
import type { PartSurvey, Survey } from '../domain/survey.ts'
import { partsThatExist } from './prose/refusal.ts'
import { isByName, isReason, matches, reasonInWords, verdict } from './selection.ts'
import { refusalOfSettings } from './settings-file.ts'
import { translatableUnits } from './survey.ts'

/** 422 `plan_invalid`: the selection takes nothing of the file. `reasons`: why, in the words of a plan, where that was measured. */
export function nothingLeft(
  { include, exclude, also }: Selection,
  survey: Survey,
  reasons?: readonly string[],
): PlanRefusal {
  const { parts, choices } = survey
  const named = [...include, ...exclude].filter(
    pattern => !isByName(pattern) || parts.some(({ part }) => matches(pattern, { part })),
  )
  const asked = named.map(pattern => `“${pattern.said}”`).join(', ')
  const { rows } = choices
  const numbered = rows !== undefined && include.some(pattern => pattern.by === 'rows')
  const where = numbered ? `It has ${rows.called}s ${rows.first} to ${rows.last}.` : partsThatExist(survey)
  const surveyed = parts.some(part => part.left_out.already_translated !== undefined)
  const isSo = (reason: Reason): boolean | undefined => reasons?.some(said => said.startsWith(reasonInWords(reason)))
  const done = !also.includes('already_translated') && (isSo('already_translated') ?? surveyed)
  const elsewhere = !done && isSo('other_language') ? ' The file has its texts for other languages than that.' : ''
  const hint = done ? ' To translate again what is translated already, say “retranslate everything”.' : elsewhere
  const what = asked === '' ? 'As asked' : `With ${asked} as asked`
  const message = `${what}, no text is left to translate. ${where}${hint}${waitingIn(survey)}`
  return refusalOfSettings(survey, asked) ?? planInvalid('selection', message)
}

const PARTS_NAMED = 5

/** The parts that wait to be asked for, in a sentence. */
function waitingIn({ parts }: Survey): string {
  const names = parts.flatMap(({ part, left_out }) => (left_out.on_request ? [shownLine(part)] : []))
  if (names.length === 0) return ''
  const more = names.length > PARTS_NAMED ? ', …' : ''
  return ` Translated where you ask for it: ${names.slice(0, PARTS_NAMED).join(', ')}${more}.`
}

const REASONS_NAMED = 3

/** 422 `plan_invalid`: the file has no text that anybody could ask for. Says why what it holds is none. */
export function nothingToRead({ parts }: Survey): PlanRefusal {
  const words = new Map<string, number>()
  for (const { left_out } of parts) {
    for (const [reason, group] of Object.entries(left_out)) {
      const said = isReason(reason) ? reasonInWords(reason) : reason
      if (group.words > 0) words.set(said, (words.get(said) ?? 0) + group.words)
    }
  }
  const most = [...words].sort(([, one], [, other]) => other - one).slice(0, REASONS_NAMED)
  const named = most.map(([reason, count]) => `${count} ${count === 1 ? 'word' : 'words'} (${reason})`)
  const what = named.length === 0 ? 'it holds no text that people read' : `all it says is left out: ${named.join('; ')}`
  return planInvalid('text', `There is nothing to translate in this file: ${what}.`)
}

/** What is translated where somebody asks for it. */
const ASKABLE = ['already_translated', 'settings', 'on_request', 'hidden'] as const

/** @throws {PlanRefusal} plan_invalid: nothing of the file can be translated, whatever is asked for */
export function refuseEmptyFile(survey: Survey): void {
  if (survey.parts.some(part => translatableUnits(part) > 0)) return
  const isAskable = ({ left_out }: PartSurvey) => ASKABLE.some(reason => left_out[reason] !== undefined)
  if (!survey.parts.some(isAskable)) throw nothingToRead(survey)
}

/** @throws {PlanRefusal} plan_invalid: the survey shows that the selection takes nothing */
export function refuseEmptySelection(selection: Selection, survey: Survey): void {
  // What is translated is so into some language: only measuring tells whether into this one.
  const maybe = traitsOf(survey.extension).units_by_target === true
  const taken = survey.parts.some(part => {
    const reasons = [undefined, ...Object.keys(part.left_out).filter(isReason)]
    const open = translatableUnits(part) > 0 || (maybe && part.left_out.already_translated !== undefined)
    return reasons.some(left_out => {
      const some = left_out === undefined ? open : true
      return some && verdict(onlyNames(selection), { part: part.part, left_out }).included
    })
  })
  const { rows, flags } = survey.choices
  const chosen = selection.include.filter(pattern => pattern.by === 'rows')
  const missed =
    rows !== undefined &&
    chosen.length > 0 &&
    chosen.every(({ from, to }) => from > rows.last || (to ?? rows.last) < rows.first)
  const flagged = selection.include.every(pattern => pattern.by !== 'flag' || (flags[pattern.flag] ?? 0) > 0)
  // A part that the survey does not list by its name: measuring tells what it holds.
  const unlisted = selection.include.some(
    pattern => pattern.by === 'part' && !survey.parts.some(({ part }) => matches(pattern, { part })),
  )
  // What waits to be asked for may be of the kind that is asked for.
  const waiting =
    selection.lift.some(({ by }) => by === 'kind') && survey.parts.some(({ left_out }) => left_out.on_request)
  if ((taken || unlisted || waiting) && !missed && flagged) return
  throw nothingLeft(selection, survey)
}

/** Which rows, kinds and flags a part holds is only known when it is measured. */
function onlyNames(selection: Selection): Selection {
  const names = (patterns: readonly Pattern[]) => patterns.filter(isByName)
  return { ...selection, include: names(selection.include), exclude: names(selection.exclude) }
}
