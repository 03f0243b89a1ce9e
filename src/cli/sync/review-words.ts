import { quoted, visible } from '../../mcp/render/data.ts'
import { counted } from '../../mcp/render/numbers.ts'
import type { PairOutcome } from '../../sync/disk/write-all.ts'
import type { LeftRow, ReturnedPlan, ReviewTaking } from '../../sync/review/index.ts'

/** What an import would do. */
export interface ImportPlan {
  readonly returned: ReturnedPlan
  readonly taking: ReviewTaking
  readonly reviewer: string
  /** All rows that are left, for whatever reason. */
  readonly left: readonly LeftRow[]
}

/** So many rows are named; the file may be one of another day. */
const MOST_SHOWN = 50

/** A line for each row that is left, and why. */
export function leftLines({ left }: ImportPlan): readonly string[] {
  const shown = left.slice(0, MOST_SHOWN).map(({ row: { file, line, key }, why }) => {
    const name = key.trim() === '' ? 'the text' : visible(key, 200)
    return `${visible(file, 300)}:${line}: ${name} ${visible(why, 400)}`
  })
  const more = left.length - shown.length
  return more > 0 ? [...shown, `and ${more} more; --json lists all`] : shown
}

/** What is to be done, and what is not, in sentences. */
export function importLines({ returned, taking, left }: ImportPlan): readonly string[] {
  const { not_marked, empty, known } = returned
  const texts = taking.taken.filter(({ changed }) => changed)
  const files = new Set(texts.map(({ pair }) => pair.path))
  const some: readonly (readonly [number, string])[] = [
    [taking.taken.length, `To record as reviewed: ${counted(taking.taken.length, 'text')}.`],
    [texts.length, `To write: ${counted(texts.length, 'changed text')} in ${counted(files.size, 'file')}.`],
    [left.length, `Left: ${counted(left.length, 'row')}, each named with its line.`],
    [not_marked, `Neither changed nor marked: ${counted(not_marked, 'row')}. --all takes them as reviewed, too.`],
    [empty, `Without a translation: ${counted(empty, 'row')}.`],
    [known, `Recorded already: ${counted(known, 'row')}.`],
  ]
  const lines = some.flatMap(([count, words]) => (count === 0 ? [] : [words]))
  return taking.taken.length === 0 ? [...lines, 'There is nothing to record.'] : lines
}

export function importQuestion({ taking, reviewer }: ImportPlan): string {
  return `Record ${counted(taking.taken.length, 'text')} as reviewed by ${quoted(reviewer)}?`
}

export function importJson({ returned, taking, left }: ImportPlan, written: readonly PairOutcome[]): object {
  const { not_marked, empty, known } = returned
  const files = taking.pairs.map(({ path, language, reviewed, asked }) => {
    const outcome = written.find(({ plan }) => plan.path === path && plan.language === language)
    const done = { written: outcome?.written ?? 0, error: outcome?.error ?? null }
    return { path, language, reviewed: reviewed?.size ?? 0, changed: asked.size, ...done }
  })
  const rows = left.map(({ row: { file, line, key }, why }) => ({ file, line, key, why }))
  return { recorded: written.length > 0, files, left: rows, not_marked, empty, known }
}
