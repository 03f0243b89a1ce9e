/** Paths, as pdf.js gives them: a sign, then the places that belong to it, and so on. */
import { type Matrix, multiplied } from './geometry.ts'

export type PathPlace = readonly [number, number]

/** A step of a path, from one place to another. */
interface PathStep {
  readonly kind: 'move' | 'line' | 'curve'
  readonly from: PathPlace
  readonly to: PathPlace
  /** The places that bend a curve. */
  readonly by: readonly PathPlace[]
}

/** What each sign does, and how many places follow it. */
const SIGNS = [
  ['move', 1],
  ['line', 1],
  ['curve', 3],
  ['curve', 2],
  ['line', 0],
] as const
const START: PathPlace = [0, 0]

/** The steps of a path, on the page. It ends where a sign is unknown. */
export function* stepsInPath(data: unknown, matrix: Matrix): Generator<PathStep> {
  if (!(data instanceof Float32Array)) return
  let [begin, from] = [START, START]
  for (let at = 0; at < data.length; ) {
    const [kind, many] = SIGNS[data[at] ?? -1] ?? []
    if (kind === undefined || many === undefined) return
    const places = Array.from({ length: many }, (_, nth) => placeAt(data, at + 1 + nth * 2, matrix))
    const to = places.at(-1) ?? begin
    yield { kind, from, to, by: places.slice(0, -1) }
    if (kind === 'move') begin = to
    from = to
    at += 1 + many * 2
  }
}

/** The corners of a path, each of its parts by itself; those that bend a curve count as corners. */
export function placesInPath(data: unknown, matrix: Matrix): PathPlace[][] {
  const parts: PathPlace[][] = []
  for (const { kind, from, to, by } of stepsInPath(data, matrix)) {
    const part = parts.at(-1)
    if (kind === 'move') parts.push([to])
    else if (part) part.push(...by, to)
    else parts.push([from, ...by, to])
  }
  return parts
}

function placeAt(data: Float32Array, at: number, matrix: Matrix): PathPlace {
  const [, , , , x, y] = multiplied(matrix, [1, 0, 0, 1, data[at] ?? 0, data[at + 1] ?? 0])
  return [x, y]
}
