import { describe, expect, it } from 'vitest'
import { SAME } from '../../../../src/formats/pdf/pages/geometry.ts'
import {
  areaOfPath,
  boxArea,
  cutTo,
  isFilledOver,
  isSeen,
  middlesOf,
} from '../../../../src/formats/pdf/pages/hiding.ts'

const [MOVE, LINE, CURVE, CLOSE] = [0, 1, 2, 4]
const area = (numbers: readonly number[], even_odd = false) => areaOfPath(new Float32Array(numbers), SAME, even_odd)
const square = (from: number, to: number) => [MOVE, from, from, LINE, to, from, LINE, to, to, LINE, from, to, CLOSE]
const LETTER = { x: 50, y: 100, width: 6, size: 10, turned: 0 }

describe('what all is cut to', () => {
  it('is seen inside of a box, and a little beside it', () => {
    const cuts = [area(square(10, 90))]
    expect(isSeen(cuts, [50, 50])).toBe(true)
    expect(isSeen(cuts, [9.5, 50])).toBe(true)
    expect(isSeen(cuts, [8, 50])).toBe(false)
    expect(isSeen(cuts, [50, 92])).toBe(false)
  })

  it('is seen where all boxes are', () => {
    const cuts = cutTo(
      cutTo([boxArea({ left: 0, right: 100, top: 0, bottom: 100 })], area(square(0, 40))),
      area(square(30, 90)),
    )
    expect(cuts).toHaveLength(1)
    expect(
      [
        [35, 35],
        [20, 20],
        [60, 60],
      ].map(([x = 0, y = 0]) => isSeen(cuts, [x, y])),
    ).toEqual([true, false, false])
  })

  it('is seen inside of shapes that are no boxes, bent ones, and several', () => {
    const triangle = area([MOVE, 0, 0, LINE, 90, 0, LINE, 0, 90, CLOSE])
    expect([isSeen([triangle], [20, 20]), isSeen([triangle], [80, 80])]).toEqual([true, false])
    const bent = area([MOVE, 0, 0, CURVE, 40, 0, 80, 40, 80, 80, LINE, 0, 80, CLOSE])
    expect([isSeen([bent], [20, 60]), isSeen([bent], [78, 2])]).toEqual([true, false])
    const two = area([...square(0, 20), ...square(50, 70)])
    expect([isSeen([two], [60, 60]), isSeen([two], [35, 35])]).toEqual([true, false])
  })

  it('is not seen in the hole of a shape, where the shape has one', () => {
    const ring = [...square(0, 90), ...square(30, 60)]
    expect(isSeen([area(ring, true)], [45, 45])).toBe(false)
    expect(isSeen([area(ring)], [45, 45])).toBe(true)
  })

  it('is nowhere seen in a path without an area', () => {
    for (const empty of [area([]), area([MOVE, 5, 5]), areaOfPath(undefined, SAME, false)])
      expect(isSeen([empty], [5, 5])).toBe(false)
  })

  it('is known by its bounds where it has very many corners', () => {
    const many = Array.from({ length: 3000 }, (_, at) => [at === 0 ? MOVE : LINE, at % 100, (at * 7) % 90]).flat()
    expect(area(many)).toMatchObject({ is_box: true, bounds: { left: 0, right: 99 } })
  })
})

describe('a shape that is filled over a letter', () => {
  const over = (numbers: readonly number[], cuts = [boxArea({ left: 0, right: 600, top: 0, bottom: 800 })]) =>
    isFilledOver(middlesOf(LETTER), { area: area(numbers), cuts })

  it('hides it', () => {
    expect(over(square(40, 110))).toBe(true)
  })

  it('does not where it lies beside it, or strikes it out', () => {
    expect(over(square(10, 45))).toBe(false)
    expect(over([MOVE, 40, 97, LINE, 70, 97, LINE, 70, 98, LINE, 40, 98, CLOSE])).toBe(false)
  })

  it('does not where it is cut to another place', () => {
    expect(over(square(40, 110), [area(square(200, 300))])).toBe(false)
  })
})
