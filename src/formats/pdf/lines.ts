/** Lines: pieces of text side by side, without a gap as wide as one between columns. */
import type { Fragment } from './fragments.ts'
import { labelsApart } from './labels.ts'
import type { TextLine } from './text-line.ts'

/** Wider gaps, in sizes of the font, are between columns or cells. */
const COLUMN_GAP = 1.15
/** A gap wider than this is a blank. */
const BLANK = 0.16
/** How far a piece may stand above or below its line: signs that are raised or lowered. */
const RAISED = 0.42
/** So many times as large is another text where a gap like this, in sizes of the smaller, is between them: a number of a form, a sum. */
const OTHER_SIZE = 1.4
const OTHER_GAP = 0.75
/** So far above or below, in sizes, and over each other, two pieces are of two lines. */
const OTHER_LINE = 0.3
/** Text that is drawn twice, a little aside, to look bold. */
const SAME_PLACE = 0.12

/** The lines of pieces that are turned alike, from the top. */
export function textLines(fragments: readonly Fragment[]): TextLine[] {
  const rows: { y: number; size: number; pieces: Fragment[] }[] = []
  for (const piece of [...fragments].sort((one, other) => one.y - other.y || one.x - other.x)) {
    const row = rows.findLast(({ y, size }) => Math.abs(piece.y - y) < RAISED * Math.max(size, piece.size))
    if (row === undefined || rows.length - rows.indexOf(row) > NEAR) {
      rows.push({ y: piece.y, size: piece.size, pieces: [piece] })
      continue
    }
    row.pieces.push(piece)
    if (piece.size > row.size) Object.assign(row, { y: piece.y, size: piece.size })
  }
  return labelsApart(
    rows.flatMap(({ pieces }) => linesInRow(pieces)),
    lineOf,
  )
}

const NEAR = 4

function linesInRow(pieces: readonly Fragment[]): TextLine[] {
  const groups: Fragment[][] = []
  for (const piece of [...pieces].sort((one, other) => one.x - other.x)) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    const isSame = last?.text === piece.text && Math.abs(last.x - piece.x) < SAME_PLACE * piece.size
    if (isSame && Math.abs(last.y - piece.y) < SAME_PLACE * piece.size) continue
    if (group && last && isNextTo(last, piece)) group.push(piece)
    else groups.push([piece])
  }
  return groups.map(lineOf)
}

/** Whether a piece goes on with a line. What is far larger or smaller and stands apart is no part of it, nor what begins before the line ends. */
function isNextTo(last: Fragment, piece: Fragment): boolean {
  const [small, large] = [Math.min(last.size, piece.size), Math.max(last.size, piece.size)]
  const gap = piece.x - (last.x + last.width)
  if (large > OTHER_SIZE * small && gap > OTHER_GAP * small) return false
  if (gap < -large && Math.abs(piece.y - last.y) > OTHER_LINE * small) return false
  return gap < COLUMN_GAP * large
}

function lineOf(pieces: readonly Fragment[]): TextLine {
  const isFromRight = 2 * pieces.filter(({ from_right }) => from_right).length > pieces.length
  const inOrder = isFromRight ? [...pieces].reverse() : pieces
  let text = ''
  inOrder.forEach((piece, at) => {
    const last = inOrder[at - 1]
    const gap =
      last === undefined ? 0 : isFromRight ? last.x - (piece.x + piece.width) : piece.x - (last.x + last.width)
    const isApart = gap > BLANK * piece.size && !text.endsWith(' ') && !piece.text.startsWith(' ')
    text += (isApart ? ' ' : '') + piece.text
  })
  const [largest = 1, y = 0] = mostText(pieces)
  return {
    text: text.replace(/ +/g, ' ').trim(),
    left: Math.min(...pieces.map(({ x }) => x)),
    right: Math.max(...pieces.map(({ x, width }) => x + width)),
    ...{ y, size: largest, pieces },
  }
}

/** The size that most of the text has, and where it stands. */
function mostText(pieces: readonly Fragment[]): readonly [number, number] | readonly [] {
  const lengths = new Map<number, { length: number; y: number }>()
  for (const { size, text, y } of pieces) {
    const key = Math.round(size * 2) / 2
    const known = lengths.get(key) ?? { length: 0, y }
    lengths.set(key, { length: known.length + text.length, y: known.y })
  }
  const [most] = [...lengths].sort(([, one], [, other]) => other.length - one.length)
  return most === undefined ? [] : [most[0], most[1].y]
}
