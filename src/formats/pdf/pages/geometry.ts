/** Matrices of PDF, and places on pages that are turned. */

export type Matrix = readonly [number, number, number, number, number, number]

export const SAME: Matrix = [1, 0, 0, 1, 0, 0]

/** What `inner` does first and `outer` after it. */
export function multiplied(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer
  const [g, h, i, j, k, l] = inner
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

/** The matrix that undoes another; undefined where nothing can. */
export function inverse([a, b, c, d, e, f]: Matrix): Matrix | undefined {
  const size = a * d - b * c
  if (!Number.isFinite(1 / size)) return undefined
  return [d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size]
}

/** A matrix from numbers of pdf.js. */
export function matrixOfNumbers(numbers: unknown): Matrix {
  const values = numbers instanceof Float32Array || Array.isArray(numbers) ? Array.from(numbers, Number) : []
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = values
  return [a, b, c, d, e, f]
}

export interface Turned {
  /** Clockwise, in degrees: 0, 90, 180 or 270. */
  readonly turned: number
  /** How far from it, in degrees. */
  readonly off: number
}

/** How far a matrix turns what it shows. */
export function turnOf([a, b]: Matrix): Turned {
  const degrees = (Math.atan2(b, a) * 180) / Math.PI
  const turned = Math.round(degrees / 90) * 90
  return { turned: (turned + 360) % 360, off: Math.abs(degrees - turned) }
}

/** A matrix that turns as far, clockwise where y grows downwards. */
export function turning(turned: number): Matrix {
  if (turned === 90) return [0, 1, -1, 0, 0, 0]
  if (turned === 180) return [-1, 0, 0, -1, 0, 0]
  return turned === 270 ? [0, -1, 1, 0, 0, 0] : SAME
}
