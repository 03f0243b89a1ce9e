import type { Plan } from '../contract/plan.ts'
import { quoted } from './render/data.ts'
import { listed } from './render/list.ts'
import { counted } from './render/numbers.ts'
import { languageLabel } from './render/plan.ts'

/** What changed between two plans, in words, the cost first. Empty if the plan is the same. */
export function planChanges(before: Plan, after: Plan): string[] {
  if (before.plan_revision === after.plan_revision) return []
  const changes = fieldChanges(before, after)
  // What the result is to be, a document or the same pages, is said in the notes alone.
  const isSaid = changes.length > 0 || before.advice.join('\n') === after.advice.join('\n')
  return isSaid ? changes : ['what the notes say']
}

function fieldChanges(before: Plan, after: Plan): string[] {
  return [
    ...moved('cost', before.credit_cost, after.credit_cost, cost =>
      cost === null ? 'not stated' : counted(cost, 'credit'),
    ),
    ...moved('words', before.word_count, after.word_count, words =>
      words === null ? 'not stated' : counted(words, 'word'),
    ),
    ...moved('source language', before.source_language, after.source_language, tag =>
      tag === null ? 'not stated' : languageLabel(tag),
    ),
    ...moved('quality', before.quality_tier, after.quality_tier, tier => tier ?? 'not stated'),
    ...sets('languages', before.target_languages, after.target_languages, languageLabel),
    ...sets('left out', parts(before), parts(after), quoted),
    ...sets('kept untranslated', before.keep_untranslated, after.keep_untranslated, quoted),
    ...sets('not checked', before.skipped_checks ?? [], after.skipped_checks ?? [], quoted),
    ...sets('guidance', before.guidance, after.guidance, quoted),
    ...moved('engine', before.engine, after.engine, engine => engine ?? 'not stated'),
  ]
}

function moved<Value>(name: string, before: Value, after: Value, show: (value: Value) => string): string[] {
  return before === after ? [] : [`${name} from ${show(before)} to ${show(after)}`]
}

function sets(
  name: string,
  before: readonly string[],
  after: readonly string[],
  show: (text: string) => string,
): string[] {
  const added = after.filter(item => !before.includes(item)).map(item => show(item))
  const removed = before.filter(item => !after.includes(item)).map(item => show(item))
  return [
    ...(added.length > 0 ? [`${name}: added ${listed(added)}`] : []),
    ...(removed.length > 0 ? [`${name}: removed ${listed(removed)}`] : []),
  ]
}

function parts(plan: Plan): string[] {
  return plan.not_included.map(({ part, reason }) => (reason === '' ? part : `${part} (${reason})`))
}
