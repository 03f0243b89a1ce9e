import path from 'node:path'
import { type Amount, amountsOf, totalOf } from '../../mcp/consent/amount.ts'
import { amountsText } from '../../mcp/render/amount.ts'
import { stateOf } from '../../mcp/render/batch.ts'
import { quoted, revealed, visible } from '../../mcp/render/data.ts'
import { listed } from '../../mcp/render/list.ts'
import { count, counted } from '../../mcp/render/numbers.ts'
import { languageLine } from '../../mcp/render/plan.ts'
import { notIncludedInShort, severalWarnings, sharedLines } from '../../mcp/several/rows.ts'
import { type Paint, unpainted } from '../paint.ts'
import type { FileOutcome } from './outcome.ts'
import type { Ready } from './place-all.ts'
import { isOpen, type PlannedFile } from './planned-file.ts'
import { sharedFolderOf } from './shared-folder.ts'

/** The plans of several files in one table: words, cost and what is left out of each, all together, and once what is true of all. */
export function planTable(all: readonly Ready[], paint: Paint = unpainted): string {
  const open = all.filter(({ planned }) => isOpen(planned))
  const rows = all.map(
    one => [wordsOf(one.planned), visible(one.planned.given, 300), costCell(one, all.length)] as const,
  )
  const words = all.reduce((sum, { planned }) => sum + (planned.plan.word_count ?? 0), 0)
  const total = totalOf(open.flatMap(({ planned: { plan, batch } }) => amountsOf(plan, batch.credit_cost) ?? []))
  const last = [count(words), `all ${counted(all.length, 'file')}`, totalText(open.length, total)] as const
  const lines = [['words', 'file', 'cost'] as const, ...rows, last]
  const first = Math.max(...lines.map(([cell]) => cell.length))
  const second = Math.min(WIDEST, Math.max(...lines.map(([, cell]) => cell.length)))
  const several = all.map(({ planned: { given, batch, plan } }) => {
    // A sample is offered of one file alone.
    const { sample_texts: _, ...shown } = plan
    return { title: quoted(given, 100), batch, plan: shown }
  })
  return [
    ...lines.map((cells, index) => {
      const [one, two, three] = cells
      const row = `${one.padStart(first)}  ${two.padEnd(second)}  ${three}`
      return index === 0 || cells === last ? paint('heading', row) : row
    }),
    ...grouped(all.map(({ planned: { plan } }) => languageLine(plan))),
    ...sharedLines(several).map(text => `  ${text}`),
    ...severalWarnings(several).map(text => `  ${revealed(text)}`),
    '',
  ].join('\n')
}

function totalText(open: number, total: readonly Amount[]): string {
  if (total.length > 0) return amountsText(total)
  return open === 0 ? 'nothing more' : 'free'
}

/** A longer name pushes its cost aside. */
const WIDEST = 60

function wordsOf({ plan }: PlannedFile): string {
  return plan.word_count === null ? '?' : count(plan.word_count)
}

function costCell({ planned }: Ready, files: number): string {
  const { plan, batch } = planned
  if (!isOpen(planned)) return `found again (${stateOf(batch)}): nothing more is spent`
  const amounts = amountsOf(plan, batch.credit_cost)
  const cost = amounts === undefined ? 'cost not stated' : amounts.length === 0 ? 'free' : amountsText(amounts)
  const left = notIncludedInShort(plan.not_included, files).map(({ part, reason, words }) =>
    [visible(part, 60), words === null ? '' : ` (${counted(words, 'word')})`, reason === '' ? '' : `: ${reason}`].join(
      '',
    ),
  )
  return left.length === 0 ? cost : `${cost}; left out: ${listed(left)}`
}

/** Each line once, with the number of those that say it where not all do. */
function grouped(lines: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  return [...counts].map(
    ([line, number]) => `  ${number === lines.length ? '' : `${counted(number, 'file')}: `}${line}`,
  )
}

const SHOWN_FAILURES = 20
/** So many files that fail for one reason are named; of more, such as after a no to all, their number says it. */
export const FEW_ALIKE = 3
const SHOWN_PLACES = 10

/** What came of a run of several files, in the end: how many, where they are, and each that failed with its reason. */
export function reportText(outcomes: readonly FileOutcome[], paint: Paint = unpainted): string {
  const failures = outcomes.filter(({ error }) => error !== null)
  const done = outcomes.filter(({ error }) => error === null)
  const spent = outcomes.reduce((sum, { credits }) => sum + (credits ?? 0), 0)
  const lines = failureLines(failures)
  const shown = lines.slice(0, SHOWN_FAILURES)
  const more = lines.length - shown.length
  return [
    `${paint(failures.length === 0 ? 'good' : 'bad', `${count(done.length)} of ${counted(outcomes.length, 'file')} translated`)}, ${counted(spent, 'credit')} spent${failures.length === 0 ? '' : `; ${count(failures.length)} not`}.\n`,
    ...whereLines(done.flatMap(({ saved }) => saved.map(one => one.path))),
    ...(shown.length === 0
      ? []
      : ['Not translated:\n', ...shown, ...(more > 0 ? [`  and ${counted(more, 'more')}, named above\n`] : [])]),
  ].join('')
}

/** Each reason once where it is that of many files; else each file with its own. */
function failureLines(failures: readonly FileOutcome[]): string[] {
  const reasons = new Map<string, string[]>()
  for (const { file, error } of failures) reasons.set(error ?? '', [...(reasons.get(error ?? '') ?? []), file])
  return [...reasons].flatMap(([reason, files]) =>
    files.length > FEW_ALIKE
      ? [`  ${counted(files.length, 'file')}: ${revealed(reason)}\n`]
      : files.map(file => `  ${visible(file, 300)}: ${revealed(reason)}\n`),
  )
}

/** How many results are in the folder that all share; where that is the working folder, in each folder of it. */
function whereLines(files: readonly string[]): string[] {
  if (files.length === 0) return []
  const all = [...new Set(files)]
  const shared = sharedFolderOf(all)
  const counts = new Map<string, number>()
  for (const file of all) {
    const [first = '', ...below] = path.relative(shared, file).split(path.sep)
    const place = shared !== '.' || below.length === 0 ? shared : first
    counts.set(place, (counts.get(place) ?? 0) + 1)
  }
  const lines = counts.size > SHOWN_PLACES ? [[shared, all.length] as const] : [...counts]
  return lines.map(([place, number]) => `  ${counted(number, 'file')} in ${visible(place, 300)}\n`)
}
