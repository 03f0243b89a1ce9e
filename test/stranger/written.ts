import { ALL_CHOICES, type Choice, type Choices, DIMENSIONS, dimensions, stepsWithout } from './choices.ts'
import type { Outcome, Outcomes } from './job.ts'

/** How the job ended with some choices. */
export interface Done {
  readonly choices: Choices
  readonly outcomes: Outcomes
}

/** The steps that went wrong, with what went wrong: not named where these choices take the step away, not done where they do not. */
export function wrongSteps({ choices, outcomes }: Done): readonly (readonly [step: string, what: Outcome])[] {
  const away = stepsWithout(choices)
  return [...outcomes].filter(([step, outcome]) => outcome !== (away.has(step) ? 'named' : 'done'))
}

/** The choices as tables in Markdown, one for each dimension: the outcome of each option alone, and in the rows of pairs with it. */
export function choiceTables(alone: readonly Done[], pairs: readonly Done[]): string {
  const tables = dimensions().map(dimension => {
    const { title, options } = DIMENSIONS[dimension]
    const own = ALL_CHOICES.filter(choice => choice.dimension === dimension)
    const lines = own.map(choice => {
      const told = Object.entries(options).find(([option]) => option === choice.option)?.[1]
      return `| ${told} | ${outcomeText(having(choice, alone))} | ${rowsText(having(choice, pairs))} |`
    })
    const [first = '', ...rest] = title
    return [`## ${first.toUpperCase()}${rest.join('')}`, '', ...HEAD, ...lines, ''].join('\n')
  })
  return `\n${tables.join('\n')}\n`
}

const HEAD = ['| choice | alone | in pairs |', '|---|---|---|']

function having({ dimension, option }: Choice, done: readonly Done[]): readonly Done[] {
  return done.filter(({ choices }) => choices[dimension] === option)
}

function rowsText(done: readonly Done[]): string {
  return `${outcomeText(done)}, in ${done.length} rows`
}

/** What all these runs have in common: the steps that are named in each, and those that went wrong in any. */
function outcomeText(done: readonly Done[]): string {
  const [first, ...others] = done.map(({ outcomes }) =>
    [...outcomes].flatMap(([step, it]) => (it === 'named' ? step : [])),
  )
  const named = first?.filter(step => others.every(steps => steps.includes(step))) ?? []
  const wrong = [...new Set(done.flatMap(one => wrongSteps(one).map(([step]) => step)))]
  const words = [
    ...(wrong.length > 0 ? [`wrong: ${wrong.join(', ')}`] : []),
    ...(named.length > 0 ? [`named: ${named.join(', ')}`] : []),
  ]
  return words.join('; ') || 'done'
}
