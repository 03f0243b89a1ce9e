import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  inverse,
  type Matrix,
  matrixOfNumbers,
  multiplied,
  SAME,
  turning,
  turnOf,
} from '../../../../src/formats/pdf/pages/geometry.ts'

const number = fc.double({ min: -100, max: 100, noNaN: true })
const matrix = fc.tuple(number, number, number, number, number, number)
const near = (one: Matrix | undefined, other: Matrix) =>
  other.forEach((value, at) => {
    expect(one?.[at]).toBeCloseTo(value, 3)
  })
/** Where a matrix brings a place. */
const at = (given: Matrix, x: number, y: number) => multiplied(given, [1, 0, 0, 1, x, y]).slice(4)

describe('matrices', () => {
  it('do one after the other what their product does', () => {
    const moved: Matrix = [1, 0, 0, 1, 10, 20]
    const larger: Matrix = [2, 0, 0, 3, 0, 0]
    expect(at(multiplied(larger, moved), 1, 1)).toEqual([22, 63])
    expect(at(multiplied(moved, larger), 1, 1)).toEqual([12, 23])
  })

  it('are undone by their inverse, where one has any', () => {
    fc.assert(
      fc.property(matrix, given => {
        const back = inverse(given)
        fc.pre(back !== undefined && Math.abs(given[0] * given[3] - given[1] * given[2]) > 0.1)
        near(back && multiplied(back, given), SAME)
      }),
    )
  })

  it.each([
    ['flat', [1, 0, 2, 0, 5, 5]],
    ['nothing', [0, 0, 0, 0, 0, 0]],
    ['no number', [Number.NaN, 0, 0, 1, 0, 0]],
  ] as const)('have no inverse where they are %s', (_, given) => {
    expect(inverse(given)).toBeUndefined()
  })

  it('are taken from numbers of any kind, and from nothing that is none', () => {
    expect(matrixOfNumbers([2, 0, 0, 2, 1, 1])).toEqual([2, 0, 0, 2, 1, 1])
    expect(matrixOfNumbers(new Float32Array([2, 0, 0, 2, 1, 1]))).toEqual([2, 0, 0, 2, 1, 1])
    expect(matrixOfNumbers([3])).toEqual([3, 0, 0, 1, 0, 0])
    for (const other of [undefined, null, 'matrix', 7, { 0: 4 }]) expect(matrixOfNumbers(other)).toEqual(SAME)
  })
})

describe('turns', () => {
  it.each([0, 90, 180, 270])('are known from the matrix that makes them: %i', turned => {
    expect(turnOf(turning(turned))).toEqual({ turned, off: 0 })
  })

  it('are clockwise where y grows downwards', () => {
    expect(at(turning(90), 1, 0)).toEqual([0, 1])
    expect(at(turning(270), 1, 0)).toEqual([0, -1])
  })

  it('say how far they are from a right angle', () => {
    const tilted = (degrees: number): Matrix => {
      const angle = (degrees * Math.PI) / 180
      return [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0]
    }
    expect(turnOf(tilted(10)).turned).toBe(0)
    expect(turnOf(tilted(10)).off).toBeCloseTo(10)
    expect(turnOf(tilted(80)).turned).toBe(90)
    expect(turnOf(tilted(-10)).off).toBeCloseTo(10)
    expect(turnOf(tilted(-100)).turned).toBe(270)
    expect(turnOf(tilted(179)).turned).toBe(180)
  })

  it('keep lengths', () => {
    fc.assert(
      fc.property(fc.constantFrom(0, 90, 180, 270), number, number, (turned, x, y) => {
        const [left = 0, top = 0] = at(turning(turned), x, y)
        expect(Math.hypot(left, top)).toBeCloseTo(Math.hypot(x, y), 6)
      }),
    )
  })
})
