/** Blocks: lines below each other that belong together, in the order in which a person reads them. */
import { linesInRows } from './labels.ts'
import type { TextLine } from './text-line.ts'

export interface TextBlock {
  readonly lines: readonly TextLine[]
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** A cell of a table, as it seems: its row has others beside it, and all are short. */
  readonly is_cell: boolean
  /** What a line of a form is called by, beside its text. */
  readonly is_label?: true
}

/** How much larger the step to the next line may be than the steps before it, and than the font where there is none before it. */
const STEP = 1.25
const FIRST_STEP = 1.75
/** Sizes of fonts that may stand in one block. */
const SIZES = 1.12
/** So many characters and more a line has in a column of running text. */
const OF_TEXT = 16
/** With more blocks on a page no order is looked for but that of their places. */
const MOST_ORDERED = 1500

/** The blocks of a page in reading order. `from_right`: columns are read from the right. */
export function textBlocks(lines: readonly TextLine[], from_right: boolean): readonly TextBlock[] {
  const blocks = grown(lines)
  return blocks.length > MOST_ORDERED ? blocks.sort(byPlace) : ordered(blocks, from_right)
}

function grown(lines: readonly TextLine[]): TextBlock[] {
  const open: TextLine[][] = []
  const cells = cellsIn(lines)
  const { labels, leaders, begin, end } = linesInRows(lines)
  const done: TextBlock[] = []
  for (const line of [...lines].sort((one, other) => one.y - other.y || one.left - other.left)) {
    if (cells.has(line) || labels.has(line) || leaders.has(line)) {
      done.push({ ...blockOf([line], true), ...(labels.has(line) && { is_label: true }) })
      continue
    }
    const above = begin.has(line) ? undefined : open.findLast(block => continues(block, line))
    if (above?.some(one => end.has(one))) {
      open.push([line])
      continue
    }
    if (above) above.push(line)
    else open.push([line])
  }
  return [...open.map(block => blockOf(block, false)), ...done]
}

/** The lines that seem to be cells: three in a row and more, or two that are short. */
function cellsIn(lines: readonly TextLine[]): ReadonlySet<TextLine> {
  const rows = new Map<number, TextLine[]>()
  for (const line of lines) {
    const key = Math.round(line.y)
    rows.set(key, [...(rows.get(key) ?? []), line])
  }
  const cells = new Set<TextLine>()
  for (const row of rows.values()) {
    const length = row.reduce((sum, { text }) => sum + text.length, 0) / row.length
    const isShort = row.every(({ text }) => text.length < OF_TEXT * 2.5)
    if (isShort && row.length > 1 && length < (row.length > 2 ? OF_TEXT * 2 : OF_TEXT))
      for (const line of row) cells.add(line)
  }
  return cells
}

function continues(block: readonly TextLine[], line: TextLine): boolean {
  const last = block.at(-1)
  const before = block.at(-2)
  if (last === undefined) return false
  const step = line.y - last.y
  const size = Math.max(last.size, line.size)
  if (step < size * 0.5 || size > SIZES * Math.min(last.size, line.size)) return false
  if (step > size * FIRST_STEP || (before && step > STEP * (last.y - before.y))) return false
  const [left, right] = [Math.min(...block.map(one => one.left)), Math.max(...block.map(one => one.right))]
  const shared = Math.min(right, line.right) - Math.max(left, line.left)
  return shared > 0.3 * Math.min(right - left, line.right - line.left)
}

function blockOf(lines: readonly TextLine[], is_cell: boolean): TextBlock {
  return {
    lines,
    is_cell,
    left: Math.min(...lines.map(({ left }) => left)),
    right: Math.max(...lines.map(({ right }) => right)),
    top: Math.min(...lines.map(({ y, size }) => y - size * 0.75)),
    bottom: Math.max(...lines.map(({ y, size }) => y + size * 0.15)),
  }
}

/** Columns first, then what stands below each other; what lies in each other goes by its place. */
function ordered(blocks: readonly TextBlock[], from_right: boolean): readonly TextBlock[] {
  if (blocks.length < 2) return blocks
  const columns = cutBetween(blocks, isColumn)
  if (columns) return inColumns(columns, from_right)
  const strips = joinedStrips(stripsOf(blocks))
  if (strips.length > 1) return strips.flatMap(strip => ordered(strip, from_right))
  const beside = cutBetween(blocks, () => true)
  return beside ? inColumns(beside, from_right) : [...blocks].sort(byPlace)
}

type Cut = readonly [readonly TextBlock[], readonly TextBlock[]]

function inColumns([left, right]: Cut, from_right: boolean): readonly TextBlock[] {
  const parts = from_right ? [right, left] : [left, right]
  return parts.flatMap(part => ordered(part, from_right))
}

function byPlace(one: TextBlock, other: TextBlock): number {
  return one.top - other.top || one.left - other.left
}

/** The blocks on both sides of the first gap that goes from top to bottom; undefined where there is none of which it `admits` both sides. */
function cutBetween(
  blocks: readonly TextBlock[],
  admits: (side: readonly TextBlock[], other: readonly TextBlock[]) => boolean,
): Cut | undefined {
  const sorted = [...blocks].sort((one, other) => one.left - other.left)
  let right = Number.NEGATIVE_INFINITY
  for (const [at, block] of sorted.entries()) {
    if (at > 0 && block.left > right + (block.lines[0]?.size ?? 0) * 0.4) {
      const [one, other] = [sorted.slice(0, at), sorted.slice(at)]
      if (admits(one, other) && admits(other, one)) return [one, other]
    }
    right = Math.max(right, block.right)
  }
  return undefined
}

/** Whether blocks are a column of running text beside others. */
function isColumn(side: readonly TextBlock[], other: readonly TextBlock[]): boolean {
  const lines = side.flatMap(block => block.lines)
  const length = lines.reduce((sum, { text }) => sum + text.length, 0) / lines.length
  const [one, two] = [spanOf(side), spanOf(other)]
  const shared = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top)
  return length >= OF_TEXT && shared > 0.25 * Math.min(one.bottom - one.top, two.bottom - two.top)
}

function spanOf(blocks: readonly TextBlock[]): { top: number; bottom: number } {
  let [top, bottom] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const block of blocks) {
    top = Math.min(top, block.top)
    bottom = Math.max(bottom, block.bottom)
  }
  return { top, bottom }
}

/** Blocks in strips, between gaps that go from side to side. */
function stripsOf(blocks: readonly TextBlock[]): TextBlock[][] {
  const strips: TextBlock[][] = []
  let bottom = Number.NEGATIVE_INFINITY
  for (const block of [...blocks].sort(byPlace)) {
    const strip = strips.at(-1)
    if (strip && block.top < bottom) strip.push(block)
    else strips.push([block])
    bottom = Math.max(bottom, block.bottom)
  }
  return strips
}

/** Paragraphs of two columns may end at one height: strips that have the same gap between columns are one. */
function joinedStrips(strips: readonly TextBlock[][]): readonly (readonly TextBlock[])[] {
  const joined: (readonly TextBlock[])[] = []
  for (const strip of strips) {
    const before = joined.at(-1)
    const both = before && [...before, ...strip]
    if (both && cutBetween(both, isColumn)) joined[joined.length - 1] = both
    else joined.push(strip)
  }
  return joined
}
