/** What hides text of a page: the edge of the page, shapes that all is cut to, and shapes that are filled over it. */
import type { Edge } from './box.ts'
import { type Matrix, multiplied, turning } from './geometry.ts'
import { type PathPlace, placesInPath } from './path.ts'

/** An area of a page, in points from its top left corner. */
interface Area {
  readonly polygons: readonly (readonly PathPlace[])[]
  /** What lies in two of its polygons is outside of it. */
  readonly even_odd: boolean
  readonly bounds: Edge
  /** It is all that lies in its bounds. */
  readonly is_box: boolean
}

/** Shapes that all is cut to: what is seen lies in each of them. */
export type Cuts = readonly Area[]

/** A shape that was filled. */
export interface Cover {
  readonly area: Area
  readonly cuts: Cuts
  /** How many operators had shown text before. */
  readonly after: number
}

/** How far outside of a shape a letter still counts as seen, in points: what cells and lines are cut to is often narrow. */
const SLACK = 1
/** Shapes with more corners are taken for their bounds. */
const MOST_CORNERS = 2_000

export function boxArea(bounds: Edge): Area {
  return { polygons: [], even_odd: false, bounds, is_box: true }
}

/** The area of a path, as pdf.js gives it. A path without any has none: what is cut to it is not seen. */
export function areaOfPath(data: unknown, matrix: Matrix, even_odd: boolean): Area {
  const polygons = placesInPath(data, matrix).filter(({ length }) => length > 2)
  const places = polygons.flat()
  const bounds = {
    left: Math.min(...places.slice(0, MOST_CORNERS).map(([x]) => x)),
    right: Math.max(...places.slice(0, MOST_CORNERS).map(([x]) => x)),
    top: Math.min(...places.slice(0, MOST_CORNERS).map(([, y]) => y)),
    bottom: Math.max(...places.slice(0, MOST_CORNERS).map(([, y]) => y)),
  }
  if (places.length > MOST_CORNERS) return boxArea(bounds)
  const [first, ...more] = polygons
  return { polygons, even_odd, bounds, is_box: first !== undefined && more.length === 0 && isUpright(first) }
}

function isUpright(corners: readonly PathPlace[]): boolean {
  const [first, last] = [corners[0], corners.at(-1)]
  const isClosed = first && last && Math.hypot(first[0] - last[0], first[1] - last[1]) < NEAR
  const own = isClosed ? corners.slice(0, -1) : corners
  return (
    own.length === 4 &&
    own.every(([x, y], at) => {
      const [to, down] = own[(at + 1) % 4] ?? [x, y]
      return Math.abs(x - to) < NEAR !== Math.abs(y - down) < NEAR
    })
  )
}

const NEAR = 0.01

/** Cuts with one more. */
export function cutTo(cuts: Cuts, area: Area): Cuts {
  const last = cuts.at(-1)
  if (!last?.is_box || !area.is_box) return [...cuts, area]
  const [one, other] = [last.bounds, area.bounds]
  const bounds = {
    left: Math.max(one.left, other.left),
    right: Math.min(one.right, other.right),
    top: Math.max(one.top, other.top),
    bottom: Math.min(one.bottom, other.bottom),
  }
  return [...cuts.slice(0, -1), boxArea(bounds)]
}

/** Whether a place is seen where all is cut to these shapes. */
export function isSeen(cuts: Cuts, place: PathPlace): boolean {
  return cuts.every(area => holds(area, place, SLACK))
}

/** Where most of a letter is: in the middle, a little below it, and a little above. */
export function middlesOf({ x, y, width, size, turned }: Lettered): readonly [PathPlace, PathPlace, PathPlace] {
  const at = (up: number): PathPlace => {
    const [, , , , across, down] = multiplied(turning(turned), [1, 0, 0, 1, x + width / 2, y - size * up])
    return [across, down]
  }
  return [at(0.25), at(0.05), at(0.45)]
}

interface Lettered {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
  readonly turned: number
}

/** Whether a letter, by its `middlesOf`, lies below a shape that is filled; a thin one strikes it out. */
export function isFilledOver(middles: readonly PathPlace[], { area, cuts }: Pick<Cover, 'area' | 'cuts'>): boolean {
  return middles.every(place => holds(area, place, 0) && isSeen(cuts, place))
}

function holds({ polygons, even_odd, bounds, is_box }: Area, [x, y]: PathPlace, slack: number): boolean {
  const { left, right, top, bottom } = bounds
  if (!(x >= left - slack && x <= right + slack && y >= top - slack && y <= bottom + slack)) return false
  if (is_box) return true
  let turns = 0
  for (const polygon of polygons) turns += turnsAround(polygon, x, y)
  return even_odd ? turns % 2 !== 0 : turns !== 0
}

/** How often a polygon goes around a place. */
function turnsAround(polygon: readonly PathPlace[], x: number, y: number): number {
  let turns = 0
  let from = polygon.at(-1)
  for (const to of polygon) {
    if (from) {
      const side = (to[0] - from[0]) * (y - from[1]) - (x - from[0]) * (to[1] - from[1])
      if (from[1] <= y && to[1] > y && side > 0) turns += 1
      else if (from[1] > y && to[1] <= y && side < 0) turns -= 1
    }
    from = to
  }
  return turns
}
