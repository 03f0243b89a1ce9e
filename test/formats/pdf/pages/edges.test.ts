import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { edgesInPath } from '../../../../src/formats/pdf/pages/edges.ts'
import { type Matrix, SAME } from '../../../../src/formats/pdf/pages/geometry.ts'

const [MOVE, LINE, CURVE, QUADRATIC, CLOSE] = [0, 1, 2, 3, 4]
const edges = (numbers: readonly number[], matrix: Matrix = SAME) => edgesInPath(new Float32Array(numbers), matrix)

describe('the lines of a path', () => {
  it('are told by their sides, whichever way they are drawn', () => {
    const level = [{ left: 10, right: 90, top: 5, bottom: 5 }]
    expect(edges([MOVE, 10, 5, LINE, 90, 5])).toEqual(level)
    expect(edges([MOVE, 90, 5, LINE, 10, 5])).toEqual(level)
    expect(edges([MOVE, 5, 90, LINE, 5, 10])).toEqual([{ left: 5, right: 5, top: 10, bottom: 90 }])
  })

  it.each([
    ['leaning', [MOVE, 10, 5, LINE, 90, 9]],
    ['short', [MOVE, 10, 5, LINE, 13, 5]],
    ['curved', [MOVE, 10, 5, CURVE, 20, 5, 30, 5, 90, 5]],
    ['curved otherwise', [MOVE, 10, 5, QUADRATIC, 20, 5, 90, 5]],
    ['no more than a place', [MOVE, 10, 5]],
  ] as const)('are none that are %s', (_, path) => {
    expect(edges(path)).toEqual([])
  })

  it('go on from a curve, and back to where the path began', () => {
    expect(edges([MOVE, 0, 0, CURVE, 1, 1, 2, 2, 50, 20, LINE, 50, 60, LINE, 0, 60, CLOSE])).toEqual([
      { left: 50, right: 50, top: 20, bottom: 60 },
      { left: 0, right: 50, top: 60, bottom: 60 },
      { left: 0, right: 0, top: 0, bottom: 60 },
    ])
  })

  it('are where the page has them', () => {
    expect(edges([MOVE, 10, 5, LINE, 90, 5], [0, 2, 2, 0, 1, 1])).toEqual([
      { left: 11, right: 11, top: 21, bottom: 181 },
    ])
  })

  it('come to an end, whatever the numbers are', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.nat(6), fc.float()), { maxLength: 60 }), numbers => {
        expect(edges(numbers).length).toBeLessThanOrEqual(numbers.length)
      }),
    )
  })

  it('are none of what is no path', () => {
    for (const other of [undefined, null, [0, 1, 2], 'm l', {}]) expect(edgesInPath(other, SAME)).toEqual([])
  })
})
