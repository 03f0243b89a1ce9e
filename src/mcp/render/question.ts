import type { Batch } from '../../contract/batch.ts'
import { withCodes } from '../../contract/hidden.ts'
import type { Plan } from '../../contract/plan.ts'
import { type Amount, totalOf, UNSTATED } from '../consent/amount.ts'
import { fileLine, firstOf, othersLine, type Several, severalWarnings, sharedLines, toList } from '../several/rows.ts'
import { amountsText } from './amount.ts'
import { titleOf } from './batch.ts'
import { quoted } from './data.ts'
import { listed } from './list.ts'
import { count, counted } from './numbers.ts'
import { appliedLines, costLine, engineLine, languageLine, notIncludedLines, planNotes, planWarnings } from './plan.ts'

/** One translation in a question about spending. */
export interface QuestionedPlan {
  readonly batch: Batch
  /** Undefined where the service cannot tell it. */
  readonly plan: Plan | undefined
  /** The plan comes from the service now; else it is the one last shown here. */
  readonly read: boolean
  readonly amounts: readonly Amount[]
}

/**
 * What a person reads before agreeing: the name and the cost in the units of those who charge, the balance, and for each translation its
 * languages, engine, what is left out, and the service's advice, such as what limits leave. Several are a line each. `balance` is in
 * credits; undefined where no credits are spent. `apart`: what was asked for together with these, and is not among them.
 */
export function questionLines(
  asked: readonly QuestionedPlan[],
  balance: number | undefined,
  apart: readonly string[] = [],
): string[] {
  const totals = totalOf(asked.flatMap(({ amounts }) => amounts))
  const [first] = asked
  const one = asked.length === 1 ? first : undefined
  const what = one === undefined ? counted(asked.length, 'file') : titleOf(one.batch)
  const head = `Translate ${what} for ${amountsText(totals)}?${balanceText(totals, balance)}`
  const facts = one === undefined ? severalFacts(asked) : planFacts(one)
  return [head, ...facts, ...firstOf(apart.map(text => `Not among these: ${text}`))].map(withCodes)
}

function severalFacts(asked: readonly QuestionedPlan[]): string[] {
  const all = asked.map(({ batch, plan = null }): Several => ({ title: titleOf(batch), batch, plan }))
  const shown = toList(all)
  const remembered = asked.filter(({ plan, read }) => plan !== undefined && !read).length
  const unread = asked.filter(({ plan }) => plan === undefined).length
  return [
    ...shown.map(one => fileLine(one, all.length)),
    ...othersLine(all, shown),
    ...sharedLines(all),
    ...firstOf(severalWarnings(all)),
    ...(remembered === 0 ? [] : [`${counted(remembered, 'plan')} as last shown here; ${NOT_READ_AGAIN}`]),
    ...(unread === 0 ? [] : [`Of ${counted(unread, 'file')} it could not be read from this service what is left out.`]),
  ]
}

const NOT_READ_AGAIN = 'the service cannot be asked for it again.'

function balanceText(totals: readonly Amount[], balance: number | undefined): string {
  const credits = totals.find(({ unit }) => unit === 'credits')?.count
  if (credits === undefined || balance === undefined) return ''
  if (credits === UNSTATED) return ` The balance is ${count(balance)}.`
  return ` The balance is ${count(balance)} and would be ${count(balance - credits)}.`
}

function planFacts({ plan, read }: QuestionedPlan): string[] {
  if (plan === undefined) return ['What is left out could not be read from this service.']
  const remembered = read ? [] : [`This is the plan last shown here; ${NOT_READ_AGAIN}`]
  return [
    languageLine(plan),
    costLine(plan),
    ...appliedLines(plan),
    engineLine(plan),
    ...leftOutLines(plan),
    ...planWarnings(plan),
    ...planNotes(plan),
    ...remembered,
  ].filter(Boolean)
}

/** A sample has a few texts: all of them can be named. */
const MOST_SAMPLED = 10

/** What is left out. Of a sample, its texts are named instead of the many that are not in it. */
function leftOutLines({ sample_of, included, not_included }: Plan): string[] {
  const isSample = sample_of !== undefined && included.length > 0 && included.length <= MOST_SAMPLED
  if (!isSample) return notIncludedLines(not_included)
  const texts = listed(included.map(({ part }) => quoted(part, 80)))
  return [`A sample alone: ${texts}. Nothing else of the file is translated or paid for by this.`]
}
