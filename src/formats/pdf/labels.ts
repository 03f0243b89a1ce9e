/**
 * What forms have in columns of their own: numbers and letters that lines are called by, and rows of dots that lead from a text to its amount. They are
 * no part of the text beside them, and each row of such a column is by itself.
 */
import type { TextLine } from './text-line.ts'

/** `7`, `8a`, `(3)`, `b`. What ends in a stop or one bracket is the number of an item in a list, which is part of its text. */
const LABEL = /^(?:\d{1,3} ?[a-z]?|\(\d{1,2}\)|[a-z])$/
const LEADER = /^[.·…\s]+$/
const ENDS_IN_LEADER = /\s\.\s*$/
const DOTS = /\.\s?\.\s?\./
const ENDS_IN_DIGIT = /\d$/

/** A table of contents has its numbers and dots in one line with its pages. */
function isOfContents(text: string): boolean {
  return ENDS_IN_DIGIT.test(text.trimEnd()) && DOTS.test(text)
}

/** So many rows and more make a column. */
const FEWEST_ROWS = 3
/** How far the texts of a column may begin from each other, in points, and how wide its labels may stand, in sizes of the font. */
const ALIGNED = 1.5
const WIDEST = 2.5
/** Between a label and its text, in sizes: more than a blank, and less than what parts columns of a page. */
const LEAST_GAP = 0.4
const MOST_GAP = 5
/** Lines of running text that somebody numbered begin with small letters, most of them. */
const MOST_SMALL = 0.2

interface Row {
  /** The line that the label stands in, and how many of its pieces are the label; all of them where it stands alone. */
  readonly line: TextLine
  readonly pieces: number
  readonly left: number
  readonly right: number
  /** Where the text begins, and what it begins with. */
  readonly from: number
  readonly begins: string
  readonly text: TextLine
}

/** Lines whose labels are lines of their own, where they stand in columns. `lineOf`: a line of some pieces. */
export function labelsApart(lines: readonly TextLine[], lineOf: (pieces: TextLine['pieces']) => TextLine): TextLine[] {
  const split = new Map(
    columnRows(lines).flatMap(({ line, pieces }) => (pieces < line.pieces.length ? [[line, pieces]] : [])),
  )
  return lines.flatMap(line => {
    const at = split.get(line)
    return at === undefined ? [line] : [lineOf(line.pieces.slice(0, at)), lineOf(line.pieces.slice(at))]
  })
}

/** What is known of lines by the row that they stand in. */
interface InRows {
  readonly labels: ReadonlySet<TextLine>
  readonly leaders: ReadonlySet<TextLine>
  /** Nothing above belongs to them. */
  readonly begin: ReadonlySet<TextLine>
  /** Nothing below belongs to them. */
  readonly end: ReadonlySet<TextLine>
}

export function linesInRows(lines: readonly TextLine[]): InRows {
  const rows = columnRows(lines)
  const leaders = new Set(lines.filter(({ text }) => LEADER.test(text)))
  const end = new Set(lines.filter(({ text }) => ENDS_IN_LEADER.test(text) || isOfContents(text)))
  for (const row of rowsOf(lines)) {
    row.forEach((line, at) => {
      const next = row[at + 1]
      if (next && leaders.has(next) && !leaders.has(line)) end.add(line)
    })
  }
  return {
    labels: new Set([...rows.map(({ line }) => line), ...alone(lines)]),
    begin: new Set(rows.map(({ text }) => text)),
    leaders,
    end,
  }
}

/** Labels below each other without a text to their right: those of the amounts of a form. */
function alone(lines: readonly TextLine[]): TextLine[] {
  const columns: TextLine[][] = []
  for (const line of lines.filter(({ text }) => LABEL.test(text)).sort((one, other) => one.right - other.right)) {
    const column = columns.at(-1)
    if (column && line.right - (column[0]?.right ?? 0) < WIDEST * line.size) column.push(line)
    else columns.push([line])
  }
  return columns.filter(({ length }) => length >= FEWEST_ROWS).flat()
}

/** The rows that stand in a column of labels. */
function columnRows(lines: readonly TextLine[]): Row[] {
  const columns: Row[][] = []
  for (const row of rowsOf(lines)
    .flatMap(labelled)
    .sort((one, other) => one.from - other.from)) {
    const column = columns.at(-1)
    if (column && row.from - (column[0]?.from ?? 0) < ALIGNED) column.push(row)
    else columns.push([row])
  }
  return columns.filter(isColumnOfLabels).flat()
}

function isColumnOfLabels(rows: readonly Row[]): boolean {
  const [left, right] = [Math.min(...rows.map(row => row.left)), Math.max(...rows.map(row => row.right))]
  const small = rows.filter(({ begins }) => /^\p{Ll}/u.test(begins)).length
  const size = rows[0]?.line.size ?? 0
  return rows.length >= FEWEST_ROWS && right - left <= WIDEST * size && small <= MOST_SMALL * rows.length
}

/** The labels of a row, each with its text. */
function labelled(row: readonly TextLine[]): Row[] {
  return row.flatMap((line, at) => {
    const { pieces, size } = line
    const many = [1, 2].find(count => isLabel(pieces, count, size))
    if (many !== undefined && !isOfContents(line.text)) {
      const [first, last, next] = [pieces[0], pieces[many - 1], pieces[many]]
      if (!first || !last || !next) return []
      const place = { left: first.x, right: last.x + last.width, from: next.x }
      return [{ line, pieces: many, ...place, begins: next.text, text: line }]
    }
    const text = row[at + 1]
    if (!text || !LABEL.test(line.text) || !/\p{L}{2}/u.test(text.text) || text.left - line.right > MOST_GAP * size)
      return []
    const place = { left: line.left, right: line.right, from: text.left }
    return [{ line, pieces: pieces.length, ...place, begins: text.text, text }]
  })
}

/** Whether the first pieces of a line are a label, with a gap after it and a text. */
function isLabel(pieces: TextLine['pieces'], count: number, size: number): boolean {
  const [last, next] = [pieces[count - 1], pieces[count]]
  if (!last || !next || next.x - (last.x + last.width) < LEAST_GAP * size) return false
  const text = pieces
    .slice(0, count)
    .map(piece => piece.text)
    .join('')
  return (
    LABEL.test(text.trim()) &&
    /\p{L}{2}/u.test(
      pieces
        .slice(count)
        .map(piece => piece.text)
        .join(''),
    )
  )
}

/** The lines that stand on one base line, from the left. */
function rowsOf(lines: readonly TextLine[]): TextLine[][] {
  const rows = new Map<number, TextLine[]>()
  for (const line of lines) {
    const key = Math.round(line.y)
    const row = rows.get(key)
    if (row) row.push(line)
    else rows.set(key, [line])
  }
  return [...rows.values()].map(row => row.sort((one, other) => one.left - other.left))
}
