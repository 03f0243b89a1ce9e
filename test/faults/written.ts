import type { Meets } from './faults.ts'
import type { Tried } from './operations.ts'
import type { Outcome } from './rig.ts'

/** One row of the table. */
export interface Row {
  readonly tried: Pick<Tried, 'name' | 'operation' | 'tool'>
  readonly meets: Pick<Meets, 'name'>
  readonly outcome: Outcome
}

/** The outcomes as tables in Markdown, one for each operation, and what is told, a line for each set of words. */
export function faultTables(rows: readonly Row[]): string {
  const words = new Map<string, number>()
  const noteOf = ({ told, text }: Outcome) => {
    if (told === 'done') return ''
    const [, advice = ''] = text.split('\n')
    if (!words.has(advice)) words.set(advice, words.size + 1)
    return ` (${words.get(advice)})`
  }
  const tables = [...new Set(rows.map(({ tried }) => tried.name))].map(name => {
    const own = rows.filter(({ tried }) => tried.name === name)
    const [{ tried } = { tried: undefined }] = own
    const lines = own.map(({ meets, outcome }) => {
      const { told, sent, effect, again, effect_again, spent, cost } = outcome
      const changed = [doneText(effect), doneText(effect_again), cost === 0 ? '–' : `${spent} of ${cost}`]
      return `| ${meets.name} | ${told}${noteOf(outcome)} | ${sent} | ${changed[0]} | ${again} | ${changed[1]} | ${changed[2]} |`
    })
    const title = `## ${name}: \`${tried?.operation ?? 'the signed link'}\` by ${tried?.tool}`
    return [title, '', ...HEAD, ...lines, ''].join('\n')
  })
  const told = [...words].map(([text, number]) => `${number}. ${text}`)
  return [...tables, '## What is told', '', ...told, ''].join('\n')
}

const HEAD = ['| fault | told | sent | done | same call again | done then | credits |', '|---|---|---|---|---|---|---|']

function doneText(effect: number | null): string {
  if (effect === null) return '–'
  return effect === 0 ? 'no' : effect === 1 ? 'once' : `${effect} times`
}
