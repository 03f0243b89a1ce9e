import { type Amount, amountsOf, totalOf, UNSTATED } from '../../mcp/consent/amount.ts'
import { amountsText } from '../../mcp/render/amount.ts'
import { quoted, visible } from '../../mcp/render/data.ts'
import { count, counted } from '../../mcp/render/numbers.ts'
import {
  costLine,
  engineLine,
  languageLine,
  notIncludedLines,
  sampleFirst,
  uncheckedLine,
} from '../../mcp/render/plan.ts'
import type { PlannedFile } from './planned-file.ts'

/**
 * The plan of a file, for a person to read before agreeing: languages, cost, what is left out, what was not understood, engine.
 *
 * @param said_in the file that says the instruction, where the command line does not
 */
export function planText({ given, plan }: PlannedFile, said_in?: string): string {
  const list = (title: string, texts: readonly string[]) =>
    texts.length === 0 ? [] : [`${title}: ${texts.map(text => quoted(text)).join(', ')}.`]
  const lines = [
    languageLine(plan),
    costLine(plan),
    ...notIncludedLines(plan.not_included),
    ...list('Not understood, so not applied', plan.not_understood).map(
      line => `${line} ${said_in === undefined ? EXACTLY : `Say it in other words in ${said_in}.`}`,
    ),
    ...list('Guidance for the engine', plan.guidance),
    ...list('Kept untranslated', plan.keep_untranslated),
    ...(plan.skipped_checks === undefined ? [] : [uncheckedLine(plan.skipped_checks)]),
    ...plan.advice.map(text => visible(text, 300)),
    engineLine(plan),
    ...sampleFirst(plan),
  ]
  return [visible(given, 300), ...lines.filter(Boolean).map(line => `  ${line}`)].join('\n')
}

const EXACTLY = '--only, --leave-out, --keep, --tone and --mark-unreviewed say it exactly.'

/** The one question before anything is spent, for all files together, in the units of those who charge. */
export function spendingQuestion(
  files: readonly PlannedFile[],
  total: readonly Amount[],
  balance: number | undefined,
): string {
  const cost = creditsIn(total)
  const what = files.length === 1 ? 'this file' : `these ${counted(files.length, 'file')}`
  const left =
    balance === undefined || cost === 0
      ? ''
      : cost >= UNSTATED
        ? ` The balance is ${count(balance)}.`
        : ` The balance is ${count(balance)} and would be ${count(balance - cost)}.`
  return `Translate ${what} for ${amountsText(total)}?${left}`
}

/** What all plans together cost. A plan without a cost counts as nothing; approve_batch refuses it later. */
export function totalCost(files: readonly PlannedFile[]): readonly Amount[] {
  return totalOf(files.flatMap(({ plan, batch }) => amountsOf(plan, batch.credit_cost) ?? []))
}

/** The credits in a total; UNSTATED or more where the service does not state them. */
export function creditsIn(total: readonly Amount[]): number {
  return total.reduce((sum, { unit, count }) => sum + (unit === 'credits' ? count : 0), 0)
}
