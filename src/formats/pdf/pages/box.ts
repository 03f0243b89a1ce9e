/** The place that a paragraph has on its page, and how far it may grow there. Lengths are points, on the page turned back. */

import type { Paragraph } from '../paragraphs.ts'
import type { TextLine } from '../text-line.ts'

/** A straight line that the page draws, upright or level: of a table, a frame, a rule. */
export interface Edge {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export type Alignment = 'left' | 'centre' | 'right' | 'justified'

export interface Box {
  readonly turned: number
  readonly align: Alignment
  /** Where the first line begins, and where the others do. */
  readonly first: number
  readonly left: number
  readonly right: number
  /** Where the last line ended. */
  readonly ended: number
  /** The base lines: of the first line, and the lowest that there may be. */
  readonly y: number
  readonly lowest: number
  readonly leading: number
  readonly size: number
  /** What other text stands in it. */
  readonly obstacles: readonly Edge[]
}

/** What else is on the page, and its size. */
export interface Around {
  readonly lines: readonly TextLine[]
  /** Lines that were drawn in the place of others. */
  readonly drawn?: readonly TextLine[]
  readonly edges: readonly Edge[]
  readonly width: number
  readonly height: number
}

/** Between texts side by side, and what stays free above the next text below: in sizes. */
const ASIDE = 0.6
const BELOW = 1.15
/** Lines that are added below, at most: one, or this share. */
const MORE_LINES = 0.3
const USUAL_LEADING = 1.2

/** The place of a paragraph. */
export function boxOf({ lines, size, is_cell }: Paragraph, surroundings: Around): Box | undefined {
  const [first, last] = [lines[0], lines.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const others = [...surroundings.lines.filter(line => !lines.includes(line)), ...(surroundings.drawn ?? [])]
  const span = {
    left: Math.min(...lines.map(({ left }) => left)),
    right: Math.max(...lines.map(({ right }) => right)),
    top: first.y - size * 0.7,
    bottom: last.y,
  }
  const turned = first.pieces[0]?.turned ?? 0
  const limits = limitsOf(span, size, others, { ...surroundings, turned })
  const align = lines.length > 1 ? alignmentOf(lines, size) : alignmentOfOne(first, limits, surroundings, turned)
  const leading = lines.length > 1 ? (last.y - first.y) / (lines.length - 1) : size * USUAL_LEADING
  const sides = sidesOf(span, align, limits, lines.length > 1)
  const free = lowestOf({ ...span, ...sides }, last.y, size, others, surroundings, turned)
  const more = is_cell && lines.length === 1 ? 1 : Math.max(1, Math.ceil(lines.length * MORE_LINES))
  const lowest = Math.max(last.y, Math.min(free, last.y + more * leading))
  const indent = lines.length > 1 && align !== 'centre' && align !== 'right' ? first.left - leftOfOthers(lines) : 0
  return {
    turned,
    align,
    ...sides,
    first: sides.left + Math.max(0, indent),
    left: sides.left + Math.max(0, -indent),
    ended: last.right,
    y: first.y,
    lowest,
    leading,
    size,
    obstacles: obstaclesIn({ ...span, ...sides, bottom: lowest }, others),
  }
}

/** What stands in a place already: it may have been read as another paragraph, as a mark of a note is. */
function obstaclesIn(place: Edge, others: readonly TextLine[]): Edge[] {
  return others
    .map(({ left, right, y, size }) => ({ left, right, top: y - size * 0.7, bottom: y + size * 0.1 }))
    .filter(
      ({ left, right, top, bottom }) =>
        left < place.right && right > place.left && top < place.bottom && bottom > place.top,
    )
}

function leftOfOthers(lines: readonly TextLine[]): number {
  return Math.min(...lines.slice(1).map(({ left }) => left))
}

interface Limits {
  readonly left: number
  readonly right: number
  /** What is nearest is an edge, on both sides. */
  readonly is_framed: boolean
}

/** How far a paragraph might grow to both sides. */
function limitsOf(
  span: Edge,
  size: number,
  others: readonly TextLine[],
  { lines, edges, width, turned }: Around & { turned: number },
): Limits {
  const beside = others.filter(({ y, size: own }) => y > span.top && y - own * 0.7 < span.bottom)
  const uprights = edges.filter(
    ({ left, right, top, bottom }) =>
      right - left < 1 && top < span.bottom - size * 0.2 && bottom > span.top + size * 0.2,
  )
  const margin = Math.min(...lines.map(({ left }) => left))
  const far = Math.max(...lines.map(({ right }) => right), turned === 0 ? width - margin : Number.NEGATIVE_INFINITY)
  const edgeRight = Math.min(
    ...uprights.filter(({ left }) => left > span.right - 1).map(({ left }) => left - size * 0.25),
  )
  const edgeLeft = Math.max(
    ...uprights.filter(({ right }) => right < span.left + 1).map(({ right }) => right + size * 0.25),
  )
  const right = Math.min(
    far,
    ...beside.filter(({ left }) => left >= span.right - 1).map(({ left }) => left - size * ASIDE),
  )
  const left = Math.max(
    margin,
    ...beside.filter(one => one.right <= span.left + 1).map(one => one.right + size * ASIDE),
  )
  return {
    left: Math.min(span.left, Math.max(left, edgeLeft)),
    right: Math.max(span.right, Math.min(right, edgeRight)),
    is_framed: edgeRight <= right && edgeLeft >= left,
  }
}

/** What a paragraph of several lines keeps, and what one of a single line may take. */
function sidesOf(span: Edge, align: Alignment, limits: Limits, isWide: boolean): Pick<Box, 'left' | 'right'> {
  if (isWide || align === 'justified') return { left: span.left, right: span.right }
  if (align === 'left') return { left: span.left, right: limits.right }
  if (align === 'right') return { left: limits.left, right: span.right }
  const centre = (span.left + span.right) / 2
  const half = Math.min(centre - limits.left, limits.right - centre)
  return { left: centre - half, right: centre + half }
}

/** The lowest base line that leaves free what is below. */
function lowestOf(
  span: Edge,
  last: number,
  size: number,
  others: readonly TextLine[],
  { lines, edges, height }: Around,
  turned: number,
): number {
  const isBelow = (left: number, right: number) => Math.min(right, span.right) - Math.max(left, span.left) > 0.5
  const below = others.filter(({ y, left, right }) => y > last + size * 0.3 && isBelow(left, right))
  const level = edges.filter(({ top, bottom, left, right }) => bottom - top < 1 && top > last && isBelow(left, right))
  const end = turned === 0 ? height * 0.95 : Math.max(...lines.map(({ y }) => y))
  return Math.min(
    end,
    ...below.map(({ y, size: own }) => y - own * 0.75 - size * (BELOW - 0.75)),
    ...level.map(({ top }) => top - size * 0.3),
  )
}

function alignmentOf(lines: readonly TextLine[], size: number): Alignment {
  const near = size * 0.2
  const rest = lines.length > 2 ? lines.slice(1) : lines
  const full = lines.slice(0, -1)
  if (spread(rest.map(({ left }) => left)) < near)
    return lines.length > 2 && spread(full.map(({ right }) => right)) < near ? 'justified' : 'left'
  if (spread(lines.map(({ left, right }) => (left + right) / 2)) < near * 1.5) return 'centre'
  return spread(lines.map(({ right }) => right)) < near ? 'right' : 'left'
}

function alignmentOfOne(
  { left, right, size }: TextLine,
  limits: Limits,
  { lines, width }: Around,
  turned: number,
): Alignment {
  const [before, after] = [left - limits.left, limits.right - right]
  if (limits.is_framed && before > size && Math.abs(before - after) < size * 0.5) return 'centre'
  if (turned !== 0 || limits.is_framed) return 'left'
  const margin = Math.min(...lines.map(line => line.left))
  const end = Math.max(...lines.map(line => line.right))
  if (left < margin + size * 1.5) return 'left'
  const centres = [width / 2, (margin + end) / 2]
  if (centres.some(centre => Math.abs((left + right) / 2 - centre) < Math.max(1.5, width * 0.006))) return 'centre'
  return left > width / 2 && Math.abs(right - end) < 1 ? 'right' : 'left'
}

function spread(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values)
}
