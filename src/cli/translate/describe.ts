import { quoted, visible } from '../../mcp/render/data.ts'
import { count, counted } from '../../mcp/render/numbers.ts'
import { costLine, engineLine, languageLine, notIncludedLines } from '../../mcp/render/plan.ts'
import { costOf, type PlannedFile } from './planned-file.ts'

/** The plan of a file, for a person to read before agreeing: languages, cost, what is left out, what was not understood, engine. */
export function planText({ given, plan }: PlannedFile): string {
  const list = (title: string, texts: readonly string[]) =>
    texts.length === 0 ? [] : [`${title}: ${texts.map(text => quoted(text)).join(', ')}.`]
  const lines = [
    languageLine(plan),
    costLine(plan),
    ...notIncludedLines(plan.not_included),
    ...list('Not understood, so not applied', plan.not_understood),
    ...list('Guidance for the engine', plan.guidance),
    ...list('Kept untranslated', plan.keep_untranslated),
    engineLine(plan),
  ]
  return [visible(given, 300), ...lines.filter(Boolean).map(line => `  ${line}`)].join('\n')
}

/** The one question before credits are spent, for all files together. */
export function spendingQuestion(files: readonly PlannedFile[], balance: number | undefined): string {
  const cost = totalCost(files)
  const what = files.length === 1 ? 'this file' : `these ${counted(files.length, 'file')}`
  const left = balance === undefined ? '' : ` The balance is ${count(balance)} and would be ${count(balance - cost)}.`
  return `Translate ${what} for ${counted(cost, 'credit')}?${left}`
}

/** Credits for all plans together. A plan without a cost counts as 0; approve_batch refuses it later. */
export function totalCost(files: readonly PlannedFile[]): number {
  return files.reduce((sum, planned) => sum + (costOf(planned) ?? 0), 0)
}
