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
  return changes.length > 0 || `${before.advice}` === `${after.advice}` ? changes : ['what the notes say']
}

function fieldChanges(before: Plan, after: Plan): string[] {
  return [
    ...moved('cost', before.credit_cost, after.credit_cost, cost => counted(cost, 'credit')),
    ...moved('words', before.word_count, after.word_count, words => counted(words, 'word')),
    ...moved('source language', before.source_language, after.source_language, languageLabel),
    ...moved('quality', before.quality_tier, after.quality_tier, String),
    ...sets('languages', before.target_languages, after.target_languages, languageLabel),
    ...sets('left out', parts(before), parts(after), quoted),
    ...sets('kept untranslated', before.keep_untranslated, after.keep_untranslated, quoted),
    ...sets('not checked', before.skipped_checks ?? [], after.skipped_checks ?? [], quoted),
    ...sets('guidance', before.guidance, after.guidance, quoted),
    ...moved('engine', before.engine, after.engine, String),
  ]
}

function moved<Value>(
  name: string,
  before: Value | null,
  after: Value | null,
  show: (value: Value) => string,
): string[] {
  const said = (value: Value | null): string => (value === null ? 'not stated' : show(value))
  return before === after ? [] : [`${name} from ${said(before)} to ${said(after)}`]
}

function sets(
  name: string,
  before: readonly string[],
  after: readonly string[],
  show: (text: string) => string,
): string[] {
  const only = (how: string, some: readonly string[], others: readonly string[]): string[] => {
    const own = some.filter(item => !others.includes(item)).map(item => show(item))
    return own.length > 0 ? [`${name}: ${how} ${listed(own)}`] : []
  }
  return [...only('added', after, before), ...only('removed', before, after)]
}

function parts(plan: Plan): string[] {
  return plan.not_included.map(({ part, reason }) => (reason === '' ? part : `${part} (${reason})`))
}
