import { moneyText } from '../mcp/render/amount.ts'
import { quoted, visible } from '../mcp/render/data.ts'
import { count, counted, moment } from '../mcp/render/numbers.ts'
import { inFolder } from './hosted.ts'
import { MOST_SHOWN, type Overview, type Work } from './overview.ts'
import { ownCommand } from './own-command.ts'
import type { Settings } from './settings.ts'

/** The lines of the overview, each with its name. */
export function overviewLines(overview: Overview, settings: Pick<Settings, 'data_dir'>): [string, string][] {
  const { questions, to_approve, running, last_finished, last_written, limits } = overview
  return [
    ...(limits === null || limits.length === 0 ? [] : [named('limits', limits.map(limitWords).join('; '))]),
    named('waits for a yes', waitingWords(questions, to_approve, settings)),
    named('runs', running.length === 0 ? 'nothing' : shownOf(running, runningWords)),
    named('came out last', last_finished === null ? 'nothing yet' : finishedWords(last_finished)),
    ...(last_written === null ? [] : [named('saved last', visible(last_written, 300))]),
  ]
}

const named = (name: string, words: string): [string, string] => [name, words]

function limitWords({ of, unit, period, amount, left, currency }: NonNullable<Overview['limits']>[number]): string {
  const shown = (number: number) =>
    unit === 'money' ? moneyText({ amount: number, currency: currency ?? '' }) : `${count(Math.floor(number))} ${unit}`
  const whose = of === 'workspace' ? ' of the workspace' : ''
  return `${shown(left)} of ${shown(amount)} left this ${period}${whose}`
}

function waitingWords(questions: Overview['questions'], plans: readonly Work[], settings: Pick<Settings, 'data_dir'>) {
  const [first] = questions
  const asked =
    first === undefined
      ? []
      : [
          `${counted(questions.length, 'question')} (${visible(first.asks, 100)}): ${ownCommand()} approve${inFolder(settings)}`,
        ]
  const planned = plans.length === 0 ? [] : [`planned and not approved: ${shownOf(plans, planWords)}`]
  return [...asked, ...planned].join('; ') || 'nothing'
}

function planWords({ name, credit_cost }: Work): string {
  return `${quoted(name, 60)}${credit_cost === null || credit_cost === 0 ? '' : ` (${counted(credit_cost, 'credit')})`}`
}

function runningWords({ name, status, percent }: Work): string {
  return `${quoted(name, 60)} (${status}${percent === null ? '' : `, ${Math.floor(percent)} %`})`
}

function finishedWords({ name, at }: Work): string {
  return `${quoted(name, 60)}${at === null ? '' : `, ${moment(at)}`}`
}

function shownOf(works: readonly Work[], words: (work: Work) => string): string {
  const shown = works.slice(0, MOST_SHOWN).map(words).join(', ')
  return works.length > MOST_SHOWN ? `${shown} and more` : shown
}
