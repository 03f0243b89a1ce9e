/** The upright and level lines of a path. */
import type { Edge } from './box.ts'
import type { Matrix } from './geometry.ts'
import { type PathPlace, stepsInPath } from './path.ts'

/** Shorter ones are parts of drawings, in points. */
const SHORTEST = 4
/** So thin is a line, in points. */
const THIN = 0.8

/** The lines of a path that a text might run into. */
export function edgesInPath(data: unknown, matrix: Matrix): Edge[] {
  const edges: Edge[] = []
  for (const { kind, from, to } of stepsInPath(data, matrix)) if (kind === 'line') edges.push(...edgeBetween(from, to))
  return edges
}

function edgeBetween([x, y]: PathPlace, [to, down]: PathPlace): readonly Edge[] {
  const edge = { left: Math.min(x, to), right: Math.max(x, to), top: Math.min(y, down), bottom: Math.max(y, down) }
  const [wide, high] = [edge.right - edge.left, edge.bottom - edge.top]
  return Math.min(wide, high) < THIN && Math.max(wide, high) >= SHORTEST ? [edge] : []
}
