/** What a cell says. */
import type { CodedRuns } from '../bytes/runs/index.ts'
import { codedRuns } from '../bytes/runs/index.ts'
import type { Reason } from '../format.ts'
import type { Cell } from './rows.ts'
import { itemsOfText, plainRuns } from './runs.ts'
import { plainString, type SharedStrings, textOfString } from './strings.ts'
import type { SheetPlace } from './unit.ts'

/** The number of the shared string of a cell; undefined where it has none. */
export function stringOf({ type, value, formula }: Cell): number | undefined {
  if (type !== 's' || value === undefined || formula) return undefined
  const at = Number(value.text.trim() || 'none')
  return Number.isInteger(at) && at >= 0 ? at : undefined
}

const TRUTHS: ReadonlyMap<string, string> = new Map([
  ['1', 'TRUE'],
  ['0', 'FALSE'],
])

/** What a cell shows, without white space around it; empty where it shows nothing. */
export function shownIn(cell: Cell, strings: SharedStrings): string {
  const { type, value, inline } = cell
  if (type === 's') return (strings.texts[Number(value?.text ?? -1)] ?? '').trim()
  if (type === 'inlineStr') return inline ? (plainString(inline.nodes) ?? textOfString(inline.nodes)).trim() : ''
  const text = (value?.text ?? '').trim()
  return type === 'b' ? (TRUTHS.get(text) ?? text) : text
}

/** Why a cell is no text, whatever it shows; undefined for a cell with a text of its own. */
export function typeReason({ type, formula }: Cell): Reason | undefined {
  if (formula) return 'formula'
  if (type === 's' || type === 'inlineStr' || type === 'str') return undefined
  return type === 'b' || type === 'e' ? 'code' : 'number'
}

export interface TextOfCell {
  readonly runs: CodedRuns
  readonly place: SheetPlace
}

/** The text of a cell that is not left out by its type. `original`: the runs of the same cell in the file that a result was made from. */
export function textOfCell(
  cell: Cell,
  strings: SharedStrings,
  prefix: string,
  original?: CodedRuns,
): TextOfCell | undefined {
  const { value, inline, type } = cell
  const at = stringOf(cell)
  if (at !== undefined && value) {
    const runs = strings.runsOf(at, original)
    return runs && { runs, place: { in: 'shared', at, start: value.start, end: value.end } }
  }
  if (type === 'inlineStr' && inline) {
    const runs = codedRuns(itemsOfText(inline.nodes, prefix), original)
    return runs && { runs, place: { in: 'runs', start: inline.start, end: inline.end } }
  }
  if (type !== 'str' || !value) return undefined
  const runs = plainRuns(value.text, prefix, original)
  return runs && { runs, place: { in: 'value', start: value.start, end: value.end } }
}
