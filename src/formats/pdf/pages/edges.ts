/** The upright and level lines of a path, as pdf.js gives it. */
import type { Edge } from './box.ts'
import { type Matrix, multiplied } from './geometry.ts'

/** How many numbers follow each sign of a path: to move, for a line, for curves, to close it. */
const NUMBERS: readonly number[] = [2, 2, 6, 4, 0]
const LINE = 1
const CLOSE = 4
/** Shorter ones are parts of drawings, in points. */
const SHORTEST = 4
/** So thin is a line, in points. */
const THIN = 0.8

/** The lines of a path that a text might run into. */
export function edgesInPath(data: unknown, matrix: Matrix): Edge[] {
  if (!(data instanceof Float32Array)) return []
  const edges: Edge[] = []
  let [begin, last]: [Place, Place] = [
    [0, 0],
    [0, 0],
  ]
  for (let at = 0; at < data.length; ) {
    const sign = data[at] ?? CLOSE
    const many = NUMBERS[sign]
    if (many === undefined) return edges
    const end = at + many
    const next: Place = sign === CLOSE ? begin : placeAt(data, end - 1, matrix)
    if (sign === LINE || sign === CLOSE) edges.push(...edgeBetween(last, next))
    if (sign === 0) begin = next
    last = next
    at = end + 1
  }
  return edges
}

type Place = readonly [number, number]

function placeAt(data: Float32Array, at: number, matrix: Matrix): Place {
  const [, , , , x, y] = multiplied(matrix, [1, 0, 0, 1, data[at] ?? 0, data[at + 1] ?? 0])
  return [x, y]
}

function edgeBetween([x, y]: Place, [to, down]: Place): readonly Edge[] {
  const edge = { left: Math.min(x, to), right: Math.max(x, to), top: Math.min(y, down), bottom: Math.max(y, down) }
  const [wide, high] = [edge.right - edge.left, edge.bottom - edge.top]
  return Math.min(wide, high) < THIN && Math.max(wide, high) >= SHORTEST ? [edge] : []
}
