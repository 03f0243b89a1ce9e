/** Text broken into the lines of a place, made smaller where it has to be. */
import type { Box } from './box.ts'

export interface FittedLine {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  /** What is added to each of its blanks. */
  readonly gap: number
}

export interface Fitted {
  readonly size: number
  readonly lines: readonly FittedLine[]
}

/** How small text may become, of its size in the source, and the steps there. */
const SMALLEST = 0.6
const STEP = 0.04
/** Lines are no closer than this, in sizes. */
const CLOSEST = 1.08
/** So much wider a blank may become, in sizes, where lines end at one edge. */
const WIDEST_BLANK = 0.5
/** What stays free in front of what is in the way, in sizes. */
const AWAY = 0.15
/** A line may be so much longer than its place, in sizes, as nobody sees it. */
const OVER = 0.08

/**
 * Fits a text into a place. `widthOf`: the width of a text in size 1; `most`: how much of its size it keeps, at most. Gives undefined where it does
 * not fit in the smallest size.
 */
export function fitted(text: string, box: Box, widthOf: WidthOf, most = 1): Fitted | undefined {
  const led = LED.exec(text)?.groups
  const inLine = led && inSizes(box, most, size => ledLine(led, box, size, widthOf))
  if (inLine) return inLine
  const words = text.replace(LED, `$<head>${DOTS} $<number>`).split(' ')
  return inSizes(box, most, (size, leading) => {
    const ends = (line: number) => endOf(box, line, box.y + line * leading, size)
    const lines = broken(
      words.filter(word => word !== ''),
      box,
      size,
      widthOf,
      ends,
    )
    if (!lines || box.y + (lines.length - 1) * leading > box.lowest + 0.01) return undefined
    return lines.map((line, at) =>
      placed(line, at, { last: at === lines.length - 1, box, size, leading, end: ends(at) }),
    )
  })
}

type WidthOf = (text: string) => number

/** The lines in the largest size in which there are any. */
function inSizes(
  box: Box,
  most: number,
  linesIn: (size: number, leading: number) => readonly FittedLine[] | undefined,
): Fitted | undefined {
  for (let share = most; share > SMALLEST - STEP / 2; share -= STEP) {
    const size = box.size * share
    const lines = linesIn(size, Math.max(size * CLOSEST, box.leading * share))
    if (lines) return { size, lines }
  }
  return undefined
}

/** What dots lead to a number from, as in a table of contents; those which leave no room are dropped. */
const LED = /^(?<head>.*?[^\s.])\s*(?:\.\s?){4,}\s*(?<number>\d{1,5}|[ivxlc]{1,7})$/
const FEWEST_DOTS = 4
const DOTS = ' .'.repeat(FEWEST_DOTS)

/** A text in one line whose number ends where it did; undefined where there is no room for a few dots. */
function ledLine(
  { head = '', number = '' }: Readonly<Record<string, string | undefined>>,
  box: Box,
  size: number,
  widthOf: WidthOf,
): readonly FittedLine[] | undefined {
  if (box.align === 'right' || box.align === 'centre') return undefined
  const wide = endOf({ ...box, right: box.ended }, 0, box.y, size) - box.first
  const many = Math.floor((wide - widthOf(`${head} ${number}`) * size) / (widthOf(' .') * size))
  if (many < FEWEST_DOTS) return undefined
  const text = `${head}${' .'.repeat(many)} ${number}`
  const gap = (wide - widthOf(text) * size) / (text.split(' ').length - 1)
  return [{ text, x: box.first, y: box.y, width: wide, gap }]
}

interface Broken {
  readonly text: string
  readonly width: number
}

/** Gives undefined where a word is wider than a line. */
function broken(
  words: readonly string[],
  box: Box,
  size: number,
  widthOf: WidthOf,
  ends: (line: number) => number,
): readonly Broken[] | undefined {
  const lines: Broken[] = []
  const blank = widthOf(' ') * size
  let line: Broken | undefined
  for (const word of words) {
    const width = widthOf(word) * size
    const most = ends(lines.length) - startOf(box, lines.length) + OVER * size
    if (line && line.width + blank + width <= most) {
      line = { text: `${line.text} ${word}`, width: line.width + blank + width }
      continue
    }
    if (line) lines.push(line)
    if (width > ends(lines.length) - startOf(box, lines.length) + OVER * size) return undefined
    line = { text: word, width }
  }
  return line ? [...lines, line] : lines
}

function startOf({ first, left }: Box, line: number): number {
  return line === 0 ? first : left
}

/** How far a line may go: to what stands in its way. Around a centre, or from the right, nothing may. */
function endOf(box: Box, line: number, y: number, size: number): number {
  const start = startOf(box, line)
  const inTheWay = box.obstacles.filter(({ top, bottom, right }) => top < y && bottom > y - size * 0.7 && right > start)
  const end = Math.min(box.right, ...inTheWay.map(({ left }) => left - size * AWAY))
  if (end === box.right || box.align === 'left' || box.align === 'justified') return end
  return Number.NEGATIVE_INFINITY
}

interface Place {
  readonly last: boolean
  readonly box: Box
  readonly size: number
  readonly leading: number
  readonly end: number
}

function placed({ text, width }: Broken, at: number, { last, box, size, leading, end }: Place): FittedLine {
  const start = startOf(box, at)
  const spare = end - start - width
  const blanks = text.split(' ').length - 1
  const gap =
    box.align === 'justified' && !last && blanks > 0 && spare / blanks < WIDEST_BLANK * size ? spare / blanks : 0
  const before = box.align === 'centre' ? spare / 2 : box.align === 'right' ? spare : 0
  return { text, x: start + before, y: box.y + at * leading, width: width + gap * blanks, gap }
}
